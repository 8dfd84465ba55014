import HabitCore
import HabitScore
import Testing

/// Streaks of one habit; all logs begin on Monday 2026-03-02 and end today.
@Suite struct StreakTests {
  private func expect(
    _ sketch: Sketch,
    current: Int,
    best: Int,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let streak = sketch.board.streak
    #expect(streak.current == current, "\(sketch)", sourceLocation: location)
    #expect(streak.best == best, "\(sketch)", sourceLocation: location)
  }

  @Test(arguments: [
    ("every day", "xxx", 3, 3),
    ("every day", "xx.", 2, 2),
    ("every day", "xx..", 0, 2),
    ("every day", "x.xx", 2, 2),
    ("every day", "xxx.x", 1, 3),
    ("every day", ".", 0, 0),
    ("every day", "x-x", 2, 2),
    ("every day", "xx-", 2, 2),
    ("every day", "---", 0, 0),
    ("every day", "x+x", 3, 3),
    ("weekdays", "xxxxx..x", 6, 6),
    ("weekdays", "xxxx.xxx", 1, 4),
    ("every 3 days", "x..x...", 2, 2),
  ])
  func `a streak counts done due days and passes over the rest`(
    schedule: String,
    log: String,
    current: Int,
    best: Int
  ) {
    expect(Sketch(schedule, log), current: current, best: best)
  }

  @Test(arguments: [
    ("xxx....", 1, 1), ("xx.....", 0, 0), ("xxx....x", 1, 1), ("xxx....xxx", 2, 2),
    ("xxxxxxx", 1, 1), (".......xxx", 1, 1), ("xxx...........xxx", 1, 1),
    // A week that was skipped where it could wait no longer is passed over.
    ("xxx....xx....-xxx", 2, 2),
    // A week breaks the streak as soon as it can no longer be met.
    ("xxx.........", 1, 1), ("xxx..........", 0, 1),
  ])
  func `a streak of a quota counts met periods`(log: String, current: Int, best: Int) {
    expect(Sketch("3 times a week", log), current: current, best: best)
  }

  @Test func `a week without a day to do it in is passed over`() {
    let sketch = Sketch("3 times a week", "xxx....xxx....xxx").with {
      $0.profile.vacations = [span("2026-03-09", "2026-03-15")]
    }
    expect(sketch, current: 2, best: 2)
  }

  @Test func `a week shortened by a vacation is met with fewer days`() {
    let sketch = Sketch("3 times a week", "xx.....").with {
      $0.profile.vacations = [span("2026-03-04", "2026-03-08")]
    }
    expect(sketch, current: 1, best: 1)
  }

  @Test func `vacation, pause and deletion neither break nor lengthen a streak`() {
    let log = "xx..xx"
    let days = span("2026-03-04", "2026-03-05")
    expect(Sketch("every day", log).with { $0.profile.vacations = [days] }, current: 4, best: 4)
    expect(Sketch("every day", log).with { $0.habit.pauses = [days] }, current: 4, best: 4)
    expect(Sketch("every day", log).with { $0.habit.deleted = days.start }, current: 2, best: 2)
    let done = Sketch("every day", "xxxxxx")
    expect(done.with { $0.profile.vacations = [days] }, current: 4, best: 4)
  }

  @Test func `runs add up where the schedule changes between days and quotas`() {
    let sketch = Sketch("every day", "xxxx.xx").with {
      $0.habit.schedule = dated(
        ("2026-03-02", sketchedSchedule("every day")),
        ("2026-03-05", sketchedSchedule("3 times a week"))
      )
    }
    // Monday to Wednesday are three days; Thursday to Sunday are a period of their own.
    expect(sketch, current: 4, best: 4)
    #expect(sketch.board.streak.unit == .time)
    let back = Sketch("every day", "x......xx").with {
      $0.habit.schedule = dated(
        ("2026-03-02", sketchedSchedule("once a week")),
        ("2026-03-09", sketchedSchedule("every day"))
      )
    }
    expect(back, current: 3, best: 3)
  }

  @Test func `a later goal does not change an earlier streak`() {
    let sketch = Sketch("every day", "xxx~").with {
      $0.habit.goal = dated(("2026-03-02", times(2)), ("2026-03-05", times(5)))
    }
    expect(sketch, current: 3, best: 3)
  }

  @Test func `in partial mode any progress keeps a streak, in its time only`() {
    let partial = Sketch("every day", "~~x~.").with { $0.profile.streakMode = Dated(.partial) }
    expect(partial, current: 4, best: 4)
    let later = partial.with {
      $0.profile.streakMode = dated(("2026-03-02", .full), ("2026-03-04", .partial))
    }
    expect(later, current: 2, best: 2)
    let quota = Sketch("3 times a week", "~~x....").with {
      $0.profile.streakMode = Dated(.partial)
    }
    expect(quota, current: 1, best: 1)
    let zero = Sketch("every day", "00").with { $0.profile.streakMode = Dated(.partial) }
    expect(zero, current: 0, best: 0)
    let breaking = Sketch("every day", "~x").with {
      $0.profile.streakMode = Dated(.partial)
      $0.habit.kind = .breaking(baseline: nil, unlogged: .missed)
    }
    expect(breaking, current: 1, best: 1)
  }

  @Test func `the best streak reaches over all of history`() {
    let sketch = Sketch(
      "every day",
      String(repeating: "x", count: 400) + "." + String(repeating: "x", count: 3_000) + ".xx",
      from: "2015-01-01"
    )
    expect(sketch, current: 2, best: 3_000)
  }

  @Test(arguments: [
    ("every day", "day"), ("weekdays", "time"), ("3 times a week", "week"),
    ("once a month", "month"), ("2 times every 9 days", "period"),
    ("every 2 weeks on mon", "time"), ("monthly on last", "month"), ("yearly on dec 24", "year"),
    ("twice a year", "year"), ("once a quarter", "quarter"), ("every 3 months on 1", "time"),
    ("every 3 days after the last time", "time"),
  ])
  func `a streak says what it counts`(schedule: String, unit: String) {
    #expect(Sketch(schedule, "").board.streak.unit.rawValue == unit)
  }
}
