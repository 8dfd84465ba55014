import Foundation
import HabitCore
import HabitFiles
import HabitReport
import HabitScore
import TestSupport
import Testing

/// A page of the past is as of its last day: nothing that is done or decided later changes it.
@Suite struct PastPageTests {
  /// What was recorded up to a day.
  private func then(_ tracker: Tracker, _ last: Day) -> Tracker {
    Tracker(
      user: tracker.user,
      profile: tracker.profile,
      habits: tracker.habits.map { tracked in
        TrackedHabit(tracked.habit, tallies: tracked.tallies.filter { $0.day <= last })
      }
    )
  }

  /// The same with all later records, and with decisions of all kinds for later days.
  private func later(_ tracker: Tracker, _ last: Day) throws -> Tracker {
    var profile = tracker.profile
    profile = try #require(profile.onVacation(from: last.advanced(by: 3), to: nil) ?? profile)
    profile.streakMode = profile.streakMode.setting(
      .partial,
      from: last.advanced(by: 2),
      beginning: .distantPast
    )
    let habits = tracker.habits.enumerated().map { number, tracked in
      let habit = tracked.habit
      let day = last.advanced(by: 1 + number)
      let changed =
        switch number % 4 {
        case 0: habit.deleted(from: day)
        case 1: habit.archived(from: day)
        case 2: habit.aiming(at: Goal(amount: Amount(99), unit: "km"), from: day)
        default: habit.rescheduled(.quota(times: 2, .week), from: day)
        }
      return TrackedHabit(changed, tallies: tracked.tallies)
    }
    return Tracker(user: tracker.user, profile: profile, habits: habits)
  }

  private func page(
    _ template: Template,
    _ period: String,
    of tracker: Tracker,
    on today: Day
  ) throws -> String {
    let look = Look(.utf8, columns: 120, isColored: false)
    let habit = template.isOfHabit ? HabitID("read") : nil
    return try ReportWorld(of: tracker, on: today).page(template, period, of: habit, for: look).text
  }

  @Test(arguments: [
    ("today", 0, 7), ("week", 6, 5), ("month", 30, 2), ("quarter", 91, 1), ("profile", 40, 1),
    ("habit", 60, 3),
  ])
  func `a page of the past is the same the day after and a year later`(
    name: String,
    length: Int,
    pages: Int
  ) throws {
    let tracker = try ReportWorld.alice()
    let template = try Template(#require(Shipped.template(named: name)))
    for number in 0..<pages {
      // Sundays, so that a week is a whole one.
      let last = day("2025-08-24").advanced(by: 14 * number)
      let first = last.advanced(by: -length)
      let period = length == 0 ? "\(last)" : "\(first)..\(last)"
      let early = try page(
        template,
        period,
        of: then(tracker, last),
        on: last.advanced(by: 1)
      )
      let late = try page(template, period, of: later(tracker, last), on: last.advanced(by: 365))
      #expect(early == late, "\(name) \(period)")
      #expect(!early.contains("still open") && !early.contains("at stake"))
    }
  }

  @Test(arguments: 0..<4)
  func `pages of random past periods are the same the day after and a year later`(
    part: Int
  ) throws {
    for seed in stride(from: part, to: rounds(100, long: 3_000), by: 4) {
      var generator = Generator(seed: UInt64(seed))
      let last = day("2024-09-01").advanced(by: generator.number(in: 0...360))
      let tracker = try changed(ReportWorld.alice(), around: last.advanced(by: -60), &generator)
      let (name, length) = generator.element(of: [
        ("today", 0), ("week", 0), ("month", 27), ("quarter", 91), ("year", 300), ("profile", 45),
        ("habit", 200),
      ])
      let first = last.advanced(by: -generator.number(in: 0...length))
      let template = try Template(#require(Shipped.template(named: name)))
      let later = try changed(tracker, around: last, isLater: true, &generator)
      let period = name == "today" ? "\(last)" : "\(first)..\(last)"
      let early = try page(template, period, of: then(tracker, last), on: last.advanced(by: 1))
      let late = try page(template, period, of: later, on: last.advanced(by: 366))
      #expect(early == late, "seed \(seed): \(name) \(period)")
    }
  }

  /// A tracker of which about every second thing is decided otherwise, on days around one, or only on
  /// later ones.
  private func changed(
    _ tracker: Tracker,
    around day: Day,
    isLater: Bool = false,
    _ generator: inout Generator
  ) throws -> Tracker {
    func some(_ generator: inout Generator) -> Day {
      day.advanced(by: isLater ? generator.number(in: 1...200) : generator.number(in: 0...40))
    }
    var profile = tracker.profile
    if !isLater { profile.weekStart = generator.element(of: Weekday.allCases) }
    if generator.chance(oneIn: 2) {
      let mode: Profile.StreakMode = generator.chance(oneIn: 2) ? .partial : .full
      profile.streakMode = profile.streakMode.setting(
        mode,
        from: some(&generator),
        beginning: .distantPast
      )
    }
    if generator.chance(oneIn: 2) {
      let start = some(&generator)
      let end = isLater && generator.chance(oneIn: 2) ? nil : start.advanced(by: 5)
      profile = profile.onVacation(from: start, to: end) ?? profile
    }
    let habits = try tracker.habits.map { tracked in
      var habit = tracked.habit
      let words = ["weekdays", "3 times a week", "every 2 days", "5 times a month", "any time"]
      let goals = [
        Goal(amount: Amount(2), unit: "times"), Goal(amount: Amount(9), unit: "km", per: .week),
        Goal(amount: Amount(30), unit: "km", per: .month),
      ]
      switch generator.number(in: 0...9) {
      case 0: habit = habit.deleted(from: some(&generator))
      case 1: habit = habit.archived(from: some(&generator))
      case 2, 3: habit = habit.aiming(at: generator.element(of: goals), from: some(&generator))
      case 4, 5, 6:
        habit = habit.rescheduled(
          try Schedule(generator.element(of: words)),
          from: some(&generator)
        )
      // Who ends later what has ended changes the days in between.
      case 7 where habit.end == nil: habit.end = some(&generator)
      case 8 where !isLater: habit.kind = .breaking(baseline: nil, unlogged: .kept)
      default: break
      }
      return TrackedHabit(habit, tallies: tracked.tallies)
    }
    return Tracker(user: tracker.user, profile: profile, habits: habits)
  }

  @Test func `a page of a past day has the streak, the points and the level of that day`() throws {
    let tracker = try ReportWorld.alice()
    let template = try Template(
      Array(
        """
        .Dd today
        .Dt HABIT-X 7
        .Os
        .Sh NAME
        .Nm habit-x
        .Nd \\*[streak] \\*[best] \\*[xp.total] \\*[level] \\*[awards]

        """.utf8
      )
    )
    let last = day("2025-03-06")
    let board = Scoreboard(of: tracker, on: day("2026-03-01"))
    let text = try page(template, "2025-03-06", of: tracker, on: day("2026-03-01"))
    let (streak, xp) = (board.streak(on: last), board.xp(on: last))
    #expect(xp < board.xp && xp.level < board.level)
    let badges = board.achievements.count { $0.day <= last }
    #expect(
      text.contains(
        "\(streak.current) \(streak.best) \(grouped(xp.points)) \(xp.level.number) \(badges)"
      ),
      "\(text)"
    )
  }

  private func shipped(_ name: String, _ period: String?, of world: ReportWorld) throws -> String {
    let template = try Template(#require(Shipped.template(named: name)))
    return try world.page(template, period, for: Look(.utf8, columns: 78, isColored: false)).text
  }

  @Test func `a past day is missed, a vacation is named, and only today is still open`() throws {
    var world = ReportWorld()
    world.add("run", "Run", "x...")
    world.profile.vacations = [DaySpan(start: day("2026-02-28"), end: day("2026-02-28"))]
    for (period, words) in [
      ("2026-02-26", ".Sy complete ,"), ("2026-02-27", "1 of 1 missed"), ("2026-02-28", "vacation"),
      ("2026-03-01", "1 of 1 still open"),
    ] {
      let page = try shipped("today", period, of: world)
      #expect(page.contains(".It day\n\(words)\n"), "\(page)")
      #expect(page.contains("still open") == (period == "2026-03-01"))
    }
    let month = try shipped("month", "2026-02", of: world)
    #expect(month.contains("Vacation: 28 February 2026.\n"), "\(month)")
  }

  @Test(arguments: ["week", "month", "quarter", "year"])
  func `on its first day a page says how many are due, not that 0 of 0 were done`(
    name: String
  ) throws {
    var world = ReportWorld()
    for id in ["read", "run", "swim"] { world.add(id, id, ".") }
    let page = try shipped(name, "this", of: world)
    #expect(page.contains("\n3 due today.\n") && !page.contains("planned check-ins"), "\(page)")
  }
}
