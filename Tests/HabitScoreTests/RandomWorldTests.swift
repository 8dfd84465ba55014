import HabitCore
import HabitScore
import TestSupport
import Testing

/// Random trackers of several habits over several weeks.
@Suite struct RandomWorldTests {
  @Test(arguments: 0..<8) func `random worlds mean what the design says`(part: Int) {
    for seed in stride(from: part, to: Thoroughness.worlds, by: 8) {
      var world = RandomWorld(seed: UInt64(seed))
      let (tracker, today) = world.make()
      guard agrees(tracker, on: today, "seed \(seed)") else { return }
    }
  }

  @Test(arguments: 0..<4) func `a day needs only the tallies of the days it asks for`(part: Int) {
    for seed in stride(from: part, to: Thoroughness.worlds / 20, by: 4) {
      var world = RandomWorld(seed: UInt64(seed))
      let (tracker, today) = world.make()
      let board = Scoreboard(of: tracker, on: today)
      for offset in -35...1 {
        let day = today.advanced(by: offset)
        let partly = tracker.habits.map { tracked in
          let days = HabitBoard.daysNeeded(
            toJudge: day,
            of: tracked.habit,
            profile: tracker.profile
          )
          let tallies = Array(tracked.tallies(in: days))
          return HabitBoard(
            of: TrackedHabit(tracked.habit, tallies: tallies),
            profile: tracker.profile,
            on: today
          )
        }
        guard partly.map({ $0.state(on: day) }) == board.habits.map({ $0.state(on: day) }),
          DayVerdict(on: day, of: partly) == DayVerdict(on: day, of: board.habits),
          (DayVerdict(on: day, of: partly) == .complete) == (board.points(on: day) == 50)
        else {
          Issue.record("seed \(seed) on \(day)")
          return
        }
      }
    }
  }

  @Test func `records after today change only what a quota may still wait for`() {
    for seed in 0..<Thoroughness.worlds / 20 {
      var world = RandomWorld(seed: UInt64(seed))
      let (tracker, today) = world.make()
      let past = Tracker(
        user: tracker.user,
        profile: tracker.profile,
        habits: tracker.habits.map { tracked in
          TrackedHabit(tracked.habit, tallies: tracked.tallies.filter { $0.day <= today })
        }
      )
      let (all, some) = (Scoreboard(of: tracker, on: today), Scoreboard(of: past, on: today))
      #expect(all.ledger == some.ledger && all.streak == some.streak, "seed \(seed)")
      #expect(all.habits.map(\.streak) == some.habits.map(\.streak), "seed \(seed)")
    }
  }

  @Test func `the order in which habits and tallies come changes nothing`() {
    for seed in 0..<Thoroughness.worlds / 20 {
      var world = RandomWorld(seed: UInt64(seed))
      let (tracker, today) = world.make()
      let turned = Tracker(
        user: tracker.user,
        profile: tracker.profile,
        habits: tracker.habits.reversed().map {
          TrackedHabit($0.habit, tallies: $0.tallies.reversed())
        }
      )
      let (one, other) = (Scoreboard(of: tracker, on: today), Scoreboard(of: turned, on: today))
      #expect(one.ledger == other.ledger && one.streak == other.streak, "seed \(seed)")
      #expect(one.habits.map(\.habit.id) == other.habits.map(\.habit.id), "seed \(seed)")
    }
  }
}

/// A tracker of a seed.
struct RandomWorld {
  private var generator: Generator

  init(seed: UInt64) {
    self.generator = Generator(seed: seed)
  }

  /// A whole number from 0 to below the bound.
  mutating func number(below bound: Int) -> Int { below(bound) }

  /// A schedule.
  mutating func aSchedule() -> Schedule { pick(RandomWorld.schedules) }

  /// A goal of one day, or of a week or a month altogether.
  mutating func aGoal() -> Goal {
    guard oneIn(4) else {
      let count = 1 + below(3)
      return Goal(amount: Amount(count), unit: ["time", "times", "pages"][count - 1])
    }
    let (amount, unit) = pick([(3_000, "km"), (10_000, "mi"), (7_500, "km"), (250, "kms")])
    return Goal(
      amount: Amount(thousandths: Int64(amount)),
      unit: unit,
      per: pick([.week, .week, .month, .quarter, .year])
    )
  }

  private mutating func below(_ bound: Int) -> Int { generator.number(in: 0...(bound - 1)) }

  private mutating func oneIn(_ bound: Int) -> Bool { below(bound) == 0 }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  private mutating func aDay(around day: Day) -> Day { day.advanced(by: below(40) - 5) }

  private mutating func aSpan(around first: Day) -> DaySpan {
    let start = aDay(around: first)
    return DaySpan(start: start, end: oneIn(5) ? nil : start.advanced(by: below(9)))
  }

  private mutating func aDated<Value>(
    around first: Day,
    _ value: (inout RandomWorld) -> Value
  ) -> Dated<Value> {
    if oneIn(2) { return Dated(value(&self)) }
    let from = aDay(around: first)
    var values = [(from: from, value: value(&self))]
    if oneIn(2) { values.append((from.advanced(by: 1 + below(12)), value(&self))) }
    return Dated(values) ?? Dated(value(&self))
  }

  private static let schedules = [
    "every day", "every day", "weekdays", "tue and sat", "every 2 days", "every 5 days",
    "every 2 weeks on mon, wed", "every 3 weeks on sun", "monthly on 1, 15, last", "monthly on 31",
    "once a week", "3 times a week", "6 times a week", "once a month", "20 times a month",
    "once every 2 days", "3 times every 5 days", "9 times every 10 days", "7 times every 7 days",
    "any time", "every 2 days after the last time", "every 3 days after the last time",
    "every 7 days after the last time", "every month after the last time",
    "every 2 months on 1, 15, last", "every 3 months on 10", "yearly on feb 10, feb last, mar 1",
    "yearly on mar 15", "once a quarter", "40 times a quarter", "twice a year", "200 times a year",
  ].map(sketchedSchedule)

  /// A tracker with one to three habits and the day it is today.
  mutating func make(days length: Int = 30) -> (Tracker, today: Day) {
    let first = day("2026-01-20").advanced(by: below(60))
    let today = first.advanced(by: length < 100 ? below(length) : length - below(30))
    var profile = Profile()
    profile.weekStart = pick(Weekday.allCases)
    profile.streakMode = aDated(around: first) { $0.oneIn(3) ? .partial : .full }
    profile.vacations = (0..<below(3)).map { _ in aSpan(around: first) }
    let habits = (0..<1 + below(3)).map { number in
      var habit = sketchedHabit("h\(number)", from: first.advanced(by: below(6) - 2))
      habit.schedule = aDated(around: first) { $0.aSchedule() }
      habit.goal = aDated(around: first) { $0.aGoal() }
      if oneIn(3) {
        habit.kind = .breaking(baseline: nil, unlogged: oneIn(2) ? .kept : .missed)
      }
      if oneIn(4) { habit.end = habit.start.advanced(by: below(30)) }
      if oneIn(4) { habit.pauses = [aSpan(around: first)] }
      if oneIn(6) { habit.deleted = aDay(around: first) }
      return TrackedHabit(habit, tallies: aLog(from: habit.start.advanced(by: -2), days: length))
    }
    return (Tracker(user: .guest, profile: profile, habits: habits), today)
  }

  private mutating func aLog(from first: Day, days length: Int) -> [Tally] {
    let diligence = 1 + below(4)
    return (0..<length + 15).compactMap { offset -> Tally? in
      guard !oneIn(diligence + 1) else { return nil }
      return Tally(
        day: first.advanced(by: offset),
        progress: oneIn(6) ? nil : Amount(below(4)),
        skip: oneIn(5) ? .rest : nil
      )
    }
  }
}
