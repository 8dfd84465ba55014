// This one compiles: scores are asked of facts, so the others fail for their own reasons.
import HabitCore
import HabitFiles
import HabitScore

func ask(_ tracker: Tracker, on today: Day, _ edit: Edit) -> String {
  let score = Scoreboard(of: tracker, on: today)
  let last = score.ledger.last.map { "\($0.day): \($0.points)" } ?? ""
  return "\(score.xp.points) \(score.streak.current) \(last) \(edit.path)"
}
