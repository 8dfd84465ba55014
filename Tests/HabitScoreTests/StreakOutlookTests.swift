import HabitCore
import HabitScore
import Testing

@Suite struct StreakOutlookTests {
  @Test(arguments: [
    ("xxx?", StreakOutlook.atStake(days: 3)), ("xxxx", .safe(days: 4)), ("xx.?", .none),
    ("xxx-", .safe(days: 3)), ("?", .none), ("x", .safe(days: 1)), ("x~", .atStake(days: 1)),
  ])
  func `an open day puts the streak at stake, until it is done or skipped`(
    log: String,
    outlook: StreakOutlook
  ) {
    let sketch = Sketch("every day", log.replacing("?", with: "."))
    let board = Scoreboard(of: tracker(sketch), on: sketch.today)
    #expect(board.outlook == outlook)
  }

  @Test func `a limit that was passed today ends the streak`() {
    let limit = Sketch("every day", "xxx~").with {
      $0.habit.kind = .breaking(baseline: nil, unlogged: .missed)
    }
    #expect(Scoreboard(of: tracker(limit), on: limit.today).outlook == .lost(days: 3))
  }

  @Test func `a day on which nothing is due decides nothing`() {
    let mondays = Sketch("mon", "x..")
    #expect(Scoreboard(of: tracker(mondays), on: mondays.today).outlook == .safe(days: 1))
    let none = Scoreboard(of: tracker(), on: day("2026-03-11"))
    #expect(none.outlook == StreakOutlook.none)
  }
}
