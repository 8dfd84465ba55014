import HabitCore
import HabitScore
import TestSupport
import Testing

/// What a day was is never changed by what is decided for later days.
@Suite struct CausalityTests {
  private static let worlds = rounds(26_000, long: 5_200_000)

  @Test(arguments: 0..<8) func `a decision for later days changes nothing before them`(part: Int) {
    for seed in stride(from: part, to: Self.worlds, by: 8) {
      var world = RandomWorld(seed: UInt64(seed))
      let (tracker, today) = world.make()
      let first = tracker.habits.map(\.habit.start).min() ?? today
      let from = world.aDay(from: first, to: today.advanced(by: 2))
      let (decision, changed) = world.deciding(in: tracker, from: from)
      guard isSame(tracker, changed, before: from, today) else {
        Issue.record("seed \(seed): \(decision) from \(from), today \(today)")
        return
      }
    }
  }

  /// Whether two trackers agree on all days before one, seen from today and from the day before.
  private func isSame(_ one: Tracker, _ other: Tracker, before day: Day, _ today: Day) -> Bool {
    let eve = day.advanced(by: -1)
    let then = (Scoreboard(of: one, on: eve), Scoreboard(of: other, on: eve))
    // A habit that has not begun has no streak yet.
    func streaks(_ board: Scoreboard) -> [Streak] {
      board.habits.filter { $0.habit.start <= eve }.map(\.streak)
    }
    guard then.0.streak == then.1.streak, then.0.ledger == then.1.ledger,
      streaks(then.0) == streaks(then.1)
    else { return false }
    let now = (Scoreboard(of: one, on: today), Scoreboard(of: other, on: today))
    guard now.0.ledger.filter({ $0.day < day }) == now.1.ledger.filter({ $0.day < day }) else {
      return false
    }
    return zip(now.0.habits, now.1.habits).allSatisfy { one, other in
      (min(one.habit.start, day).number..<day.number).allSatisfy {
        one.state(on: Day(number: $0)) == other.state(on: Day(number: $0))
      }
    }
  }

  @Test func `a vacation from Wednesday on leaves Monday free`() {
    let run = Sketch("3 times a week", "xxx.......", from: "2026-02-23").with {
      $0.profile.vacations = [span("2026-03-04", "2026-03-08")]
    }
    #expect(run.states == "xxx.......")
    #expect(run.board.streak.current == 1)
  }

  @Test func `a habit begun on Saturday owes a share of the week`() {
    let begun = Sketch("3 times a week", "..", from: "2026-03-07")
    #expect(begun.states == ".?")
  }

  @Test func `an end set for today leaves the days before as they were`() {
    let ended = Sketch("5 times a week", "...").with { $0.habit.end = day("2026-03-04") }
    #expect(ended.states == Sketch("5 times a week", "...").states)
  }
}

extension RandomWorld {
  /// A day of a range.
  mutating func aDay(from first: Day, to last: Day) -> Day {
    first.advanced(by: number(below: max(1, first.distance(to: last) + 1)))
  }

  /// What is decided, and the tracker with a decision dated a day or later.
  mutating func deciding(in tracker: Tracker, from day: Day) -> (String, Tracker) {
    let later = day.advanced(by: number(below: 6))
    var (profile, habits) = (tracker.profile, tracker.habits.map(\.habit))
    let index = number(below: habits.count)
    var habit = habits[index]
    let until: Day? = number(below: 3) == 0 ? nil : later.advanced(by: number(below: 9))
    let decision: String
    switch number(below: 8) {
    case 0:
      profile.vacations.append(DaySpan(start: later, end: until))
      decision = "vacation \(later) to \(until.map { "\($0)" } ?? "open")"
    case 1:
      habit.pauses.append(DaySpan(start: later, end: until))
      decision = "pause \(later) to \(until.map { "\($0)" } ?? "open")"
    case 2 where habit.deleted.map { $0 >= day } ?? true:
      habit.deleted = later
      decision = "delete \(later)"
    case 3 where habit.end.map { $0 >= day.advanced(by: -1) } ?? true:
      habit.end = later.advanced(by: -1)
      decision = "end \(later.advanced(by: -1))"
    case 4:
      let goal = aGoal()
      habit.goal = habit.goal.setting(goal, from: later, beginning: habit.start)
      decision = "goal \(goal) from \(later)"
    case 5:
      let mode: Profile.StreakMode = number(below: 2) == 0 ? .full : .partial
      let beginning = habits.map(\.start).min() ?? later
      profile.streakMode = profile.streakMode.setting(mode, from: later, beginning: beginning)
      decision = "streak mode \(mode) from \(later)"
    default:
      let schedule = aSchedule()
      habit = habit.rescheduled(schedule, from: later)
      decision = "schedule \(schedule) from \(later)"
    }
    habits[index] = habit
    let tracked = zip(habits, tracker.habits).map { TrackedHabit($0, tallies: $1.tallies) }
    return (
      "\(habit.id): \(decision)", Tracker(user: tracker.user, profile: profile, habits: tracked)
    )
  }
}
