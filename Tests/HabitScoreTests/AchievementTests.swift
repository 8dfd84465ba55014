import HabitCore
import HabitScore
import TestSupport
import Testing

/// When badges are earned.
@Suite struct AchievementTests {
  private func earned(_ sketches: Sketch...) -> [String: String] {
    let board = Scoreboard(of: tracker(sketches), on: sketches[0].today)
    return Dictionary(
      uniqueKeysWithValues: board.achievements.map { ($0.kind.rawValue, "\($0.day)") }
    )
  }

  @Test func `a habit that has begun is the first step`() {
    #expect(earned(Sketch("every day", "."))["first_habit"] == "2026-03-02")
    let board = Scoreboard(of: tracker(Sketch("every day", "x")), on: day("2026-03-01"))
    #expect(board.achievements.isEmpty)
  }

  @Test func `a streak earns on the day it gets so long, and keeps it when it breaks`() {
    #expect(earned(Sketch("every day", "xxxxxx"))["streak_7"] == nil)
    #expect(earned(Sketch("every day", "xxx-xxxx..x"))["streak_7"] == "2026-03-09")
    let long = earned(Sketch("every day", String(repeating: "x", count: 100)))
    #expect(long["streak_30"] == "2026-03-31")
    #expect(long["streak_100"] == "2026-06-09")
  }

  @Test func `completions are habit-days`() {
    let log = String(repeating: "x", count: 50)
    let two = earned(Sketch("every day", log, id: "a"), Sketch("every day", log, id: "b"))
    #expect(two["completions_100"] == "2026-04-20")
    #expect(two["completions_500"] == nil)
    let free = earned(Sketch("weekdays", String(repeating: "x", count: 130)))
    #expect(free["completions_100"] == nil)
  }

  @Test func `a perfect week is over, has something complete and nothing incomplete`() {
    #expect(earned(Sketch("every day", "xxxxxx"))["perfect_week"] == nil)
    #expect(earned(Sketch("every day", "xxxxxxx"))["perfect_week"] == "2026-03-08")
    #expect(earned(Sketch("every day", "xxxxxx."))["perfect_week"] == nil)
    #expect(earned(Sketch("every day", "-------"))["perfect_week"] == nil)
    #expect(earned(Sketch("mon", "x......"))["perfect_week"] == "2026-03-08")
    let sunday = Sketch("every day", ".xxxxxx").with { $0.profile.weekStart = .tuesday }
    #expect(earned(sunday)["perfect_week"] == nil)
    #expect(
      earned(Sketch("every day", ".xxxxxxx").with { $0.profile.weekStart = .tuesday })[
        "perfect_week"
      ]
        == "2026-03-09"
    )
  }

  @Test func `a week or a month is perfect only if a habit had begun by its first day`() {
    // A Sunday that ends a month, and one tick.
    let late = earned(Sketch("every day", "x", from: "2026-05-31"))
    #expect(late["perfect_week"] == nil && late["perfect_month"] == nil)
    #expect(earned(Sketch("every day", "xxxxxx", from: "2026-03-03"))["perfect_week"] == nil)
    let weekends = Sketch("weekends", ".....xx", from: "2026-03-02", id: "a")
    #expect(earned(weekends)["perfect_week"] == "2026-03-08")
    // The second habit begins within the week.
    let second = Sketch("every day", "xxx", from: "2026-03-06", id: "b")
    #expect(earned(weekends, second)["perfect_week"] == "2026-03-08")
  }

  @Test func `a habit that was deleted on its first day never began`() {
    var undone = Sketch("every day", "....")
    undone.habit.deleted = undone.habit.start
    #expect(earned(undone)["first_habit"] == nil)
    let other = Sketch("every day", ".", from: "2026-03-05", id: "other")
    #expect(earned(other, undone)["first_habit"] == "2026-03-05")
    undone.habit.deleted = day("2026-03-03")
    #expect(earned(undone)["first_habit"] == "2026-03-02")
  }

  @Test func `a perfect month is a calendar month`() {
    let march = Sketch("every day", String(repeating: "x", count: 31), from: "2026-03-01")
    #expect(earned(march)["perfect_month"] == "2026-03-31")
    #expect(earned(Sketch("every day", String(repeating: "x", count: 30)))["perfect_month"] == nil)
  }

  @Test func `a level earns on the day of the award that reaches it`() {
    // Level 5 begins at 4,800 XP, which are 96 awards.
    let log = String(repeating: "x", count: 96)
    #expect(earned(Sketch("every day", log))["level_5"] == "2026-06-05")
    #expect(earned(Sketch("every day", String(log.dropLast())))["level_5"] == nil)
  }

  private func times(_ times: [String?], dayStart: String = "00:00") throws -> [String: String] {
    let start = try #require(TimeOfDay(dayStart))
    let device = try #require(Device("mbp"))
    let first = day("2026-03-02")
    let tallies = try times.enumerated().map { offset, text in
      let day = first.advanced(by: offset)
      let entries = try text.map { text in
        [Entry(id: try EntryID("\(text) \(device)"), effect: .plus(Amount(2)))]
      }
      return Tally(
        of: Record(typed: entries == nil ? Amount(2) : nil, at: entries ?? []),
        on: day,
        dayStart: start
      )
    }
    var profile = Profile()
    profile.dayStart = start
    let tracked = TrackedHabit(sketchedHabit("a", from: first), tallies: tallies)
    let board = Scoreboard(
      of: Tracker(user: .guest, profile: profile, habits: [tracked]),
      on: first.advanced(by: times.count - 1)
    )
    return Dictionary(
      uniqueKeysWithValues: board.achievements.map { ($0.kind.rawValue, "\($0.day)") }
    )
  }

  @Test func `an early bird has recorded everything before eight, a night owl from ten on`() throws
  {
    #expect(try times(["08:00:00", "07:59:59"])["early_bird"] == "2026-03-03")
    #expect(try times(["21:59:59", "22:00:00"])["night_owl"] == "2026-03-03")
    #expect(try times([nil])["early_bird"] == nil)
  }

  @Test func `a record written on another day has no time of day`() throws {
    #expect(try times(["2026-03-03T07:00:00"])["early_bird"] == nil)
    #expect(try times(["2026-03-03T01:00:00"], dayStart: "04:00")["night_owl"] == "2026-03-02")
  }

  @Test func `random worlds earn what a day by day count earns`() {
    for seed in 0..<Thoroughness.worlds / 20 {
      var world = RandomWorld(seed: UInt64(seed))
      let (tracker, today) = world.make()
      let board = Scoreboard(of: tracker, on: today)
      // Earned as of a day, and not as of the day before: the day it was earned, while facts stand.
      for kind in [Achievement.Kind.streak7, .perfectWeek, .perfectMonth] {
        let day = board.achievements.first { $0.kind == kind }?.day
        #expect(day == naiveDay(of: kind, tracker, today), "seed \(seed), \(kind)")
      }
    }
  }

  private func naiveDay(of kind: Achievement.Kind, _ tracker: Tracker, _ today: Day) -> Day? {
    let definitions = tracker.habits.map {
      Definition($0, tracker.profile, today, countingPartial: true)
    }
    let first = tracker.habits.map(\.habit.start).min() ?? today
    let verdicts = UserDefinition(habits: definitions, from: first, through: today).verdicts
    switch kind {
    case .streak7:
      for end in verdicts.indices {
        let past = verdicts[...end].map(\.verdict).filter { $0 != .neutral }
        if past.suffix(7).count == 7, past.suffix(7).allSatisfy({ $0 == .complete }),
          verdicts[end].verdict == .complete
        {
          return verdicts[end].day
        }
      }
      return nil
    default:
      let isWeek = kind == .perfectWeek
      for (day, _) in verdicts {
        let next = day.advanced(by: 1)
        let isLast =
          isWeek ? next.weekday == tracker.profile.weekStart : next.fields.day == 1
        let beginning = day.advanced(by: isWeek ? -6 : 1 - day.fields.day)
        let hasBegun = tracker.habits.map(\.habit).contains { habit in
          habit.start <= beginning && habit.deleted.map { habit.start < $0 } ?? true
        }
        guard isLast, hasBegun else { continue }
        let days = verdicts.filter { other in
          guard other.day <= day else { return false }
          let distance = other.day.distance(to: day)
          return isWeek ? distance < 7 : other.day.fields.month == day.fields.month && distance < 31
        }
        if days.contains(where: { $0.verdict == .complete }),
          !days.contains(where: { $0.verdict == .incomplete })
        {
          return day
        }
      }
      return nil
    }
  }
}
