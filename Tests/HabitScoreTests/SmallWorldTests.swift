import HabitCore
import HabitScore
import Testing

/// Logs of eight days, and of two habits over four, against the definition, for each kind of habit.
@Suite struct SmallWorldTests {
  /// Days from a Thursday on, across the end of a week and of a month.
  private static let start = "2026-01-29"

  private static func world(_ name: String, _ schedule: String) -> (String, Sketch) {
    (name, Sketch(schedule, ".", from: start))
  }

  private static let plain: [(String, Sketch)] = [
    "every day", "weekdays", "thu, sat and mon", "every 2 days", "every 3 days",
    "every 2 weeks on thu, sun", "monthly on 1, 3, last", "once a week", "3 times a week",
    "7 times a week", "twice a month", "31 times a month", "2 times every 3 days",
    "3 times every 5 days", "4 times every 4 days", "every 2 days after the last time",
    "every 3 days after the last time", "every month after the last time", "60 times a quarter",
    "every 2 months on 1, 29, last", "yearly on jan 30, feb 3",
  ].map { world($0, $0) }

  private static func changed(
    _ name: String,
    _ schedule: String,
    _ change: (inout Sketch) -> Void
  ) -> (String, Sketch) {
    (name, Sketch(schedule, ".", from: start).with(change))
  }

  private static let changing: [(String, Sketch)] = [
    changed("from every day to a quota", "every day") {
      $0.habit.schedule = dated(
        (start, sketchedSchedule("every day")),
        ("2026-01-31", sketchedSchedule("twice a week"))
      )
    },
    changed("from a quota to every day", "every day") {
      $0.habit.schedule = dated(
        (start, sketchedSchedule("once a week")),
        ("2026-01-31", sketchedSchedule("every day"))
      )
    },
    changed("from quota to quota", "every day") {
      $0.habit.schedule = dated(
        ("2026-01-30", sketchedSchedule("twice a week")),
        ("2026-02-01", sketchedSchedule("2 times every 3 days"))
      )
    },
    changed("an anchor after the start", "every day") {
      $0.habit.schedule = dated(("2026-01-31", sketchedSchedule("2 times every 3 days")))
    },
    changed("from every day to after the last time", "every day") {
      $0.habit.schedule = dated(
        (start, sketchedSchedule("every day")),
        ("2026-01-31", sketchedSchedule("every 3 days after the last time"))
      )
    },
    changed("a pause after the last time", "every 2 days after the last time") {
      $0.habit.pauses = [span("2026-01-31", "2026-02-02")]
    },
    changed("another goal", "every day") {
      $0.habit.goal = dated((start, times(2)), ("2026-01-31", times(1)))
    },
    changed("another goal within a quota", "twice a week") {
      $0.habit.goal = dated((start, times(1)), ("2026-01-31", times(2)))
    },
    changed("a pause", "every day") { $0.habit.pauses = [span("2026-01-30", "2026-01-31")] },
    changed("a pause within a quota", "3 times a week") {
      $0.habit.pauses = [span("2026-01-31", "2026-02-02")]
    },
    changed("archived", "twice a week") { $0.habit.pauses = [span("2026-02-01", nil)] },
    changed("deleted", "every day") { $0.habit.deleted = day("2026-02-02") },
    changed("deleted within a quota", "4 times every 4 days") {
      $0.habit.deleted = day("2026-01-31")
    },
    changed("a vacation", "every day") {
      $0.profile.vacations = [span("2026-01-30", "2026-01-31")]
    },
    changed("a vacation within a quota", "3 times a week") {
      $0.profile.vacations = [span("2026-01-30", "2026-01-30"), span("2026-02-02", "2026-02-04")]
    },
    changed("a vacation ahead", "5 times a week") {
      $0.profile.vacations = [span("2026-02-05", "2026-02-06")]
    },
    changed("a vacation without end", "once a month") {
      $0.profile.vacations = [span("2026-02-02", nil)]
    },
    changed("a vacation of all of a period", "2 times every 3 days") {
      $0.profile.vacations = [span("2026-01-29", "2026-01-31")]
    },
    changed("an end", "3 times a week") { $0.habit.end = day("2026-02-01") },
    changed("an end ahead", "4 times a week") { $0.habit.end = day("2026-02-05") },
    changed("breaking, unlogged is missed", "every day") {
      $0.habit.kind = .breaking(baseline: nil, unlogged: .missed)
    },
    changed("breaking, unlogged is kept", "every day") {
      $0.habit.kind = .breaking(baseline: Amount(5), unlogged: .kept)
    },
    changed("breaking with a quota, kept", "5 times every 5 days") {
      $0.habit.kind = .breaking(baseline: nil, unlogged: .kept)
    },
    changed("breaking with a quota, kept, some days free", "once every 3 days") {
      $0.habit.kind = .breaking(baseline: nil, unlogged: .kept)
    },
    changed("breaking never counts partly", "every day") {
      $0.habit.kind = .breaking(baseline: nil, unlogged: .missed)
      $0.profile.streakMode = Dated(.partial)
    },
    changed("any progress counts", "every day") { $0.profile.streakMode = Dated(.partial) },
    changed("any progress counts within a quota", "twice a week") {
      $0.profile.streakMode = Dated(.partial)
    },
    changed("any progress counts from a day on", "3 times every 4 days") {
      $0.profile.streakMode = dated((start, .full), ("2026-01-31", .partial))
    },
    changed("any progress counted until a day", "twice a week") {
      $0.profile.streakMode = dated((start, .partial), ("2026-01-31", .full))
    },
    changed("any time", "any time") { _ in },
    changed("a sum of a week", "every day") { $0.habit.goal = Dated(sum(4, .week)) },
    changed("a sum of a month", "weekdays") { $0.habit.goal = Dated(sum(20, .month)) },
    changed("a sum in partial mode", "every day") {
      $0.habit.goal = Dated(sum(6, .week))
      $0.profile.streakMode = dated((start, .full), ("2026-01-31", .partial))
    },
    changed("a limit of a week", "every day") {
      $0.habit.goal = Dated(sum(5, .week))
      $0.habit.kind = .breaking(baseline: nil, unlogged: .missed)
    },
    changed("a limit of a month, a vacation within", "every day") {
      $0.habit.goal = Dated(sum(10, .month))
      $0.habit.kind = .breaking(baseline: nil, unlogged: .kept)
      $0.profile.vacations = [span("2026-01-30", "2026-01-31")]
    },
    changed("a sum with a pause within", "every day") {
      $0.habit.goal = Dated(sum(7, .week))
      $0.habit.pauses = [span("2026-01-30", "2026-01-31"), span("2026-02-04", nil)]
    },
    changed("from a goal of a day to a sum", "every day") {
      $0.habit.goal = dated((start, times(2)), ("2026-01-31", sum(8, .week)))
    },
    changed("from a quota to a sum and back", "twice a week") {
      $0.habit.goal = dated(
        (start, times(2)),
        ("2026-01-30", sum(8, .week)),
        ("2026-01-31", times(1))
      )
    },
    changed("from sum to sum", "every day") {
      $0.habit.goal = dated((start, sum(8, .week)), ("2026-01-31", sum(3, .week)))
    },
    changed("the week begins on Sunday", "twice a week") { $0.profile.weekStart = .sunday },
    changed("the week begins on Saturday, every other", "every 2 weeks on fri, sat") {
      $0.profile.weekStart = .saturday
    },
  ]

  @Test(arguments: plain) func `every log of a few days means what the design says`(
    name: String,
    sketch: Sketch
  ) {
    expectEveryLog(of: sketch, days: Thoroughness.days, name)
  }

  @Test(arguments: changing) func `every log of a few days means it under changes too`(
    name: String,
    sketch: Sketch
  ) {
    expectEveryLog(of: sketch, days: Thoroughness.days, name)
  }

  @Test(arguments: [
    ("every day", "every day"), ("twice a week", "fri, sun"),
    ("2 times every 3 days", "once a week"),
  ])
  func `every pair of logs earns what the design says`(one: String, other: String) {
    let second = Sketch(other, ".", from: Self.start, id: "swim")
    let first = Sketch(one, ".", from: Self.start).with {
      $0.profile.streakMode = dated((Self.start, .full), ("2026-01-31", .partial))
    }
    let logs = logs((Thoroughness.days + 1) / 2)
    for (number, left) in logs.enumerated() {
      for (place, right) in logs.enumerated()
      where (number * logs.count + place).isMultiple(of: Thoroughness.step) {
        let sketches = [first.with { $0.log = left }, second.with { $0.log = right }]
        let world = tracker(sketches)
        guard agrees(world, on: sketches[0].today, "\(one) \(left), \(other) \(right)") else {
          return
        }
      }
    }
  }

  private func expectEveryLog(of sketch: Sketch, days: Int, _ name: String) {
    for (number, log) in logs(days).enumerated() where number.isMultiple(of: Thoroughness.step) {
      let sketch = sketch.with { $0.log = log }
      guard agrees(tracker(sketch), on: sketch.today, "\(name): \(sketch)") else { return }
    }
  }

  /// All logs of some days.
  private func logs(_ days: Int) -> [String] {
    (0..<days).reduce([""]) { logs, _ in
      logs.flatMap { log in [".", "~", "x", "-"].map { log + $0 } }
    }
  }
}
