import HabitCore
import HabitScore
import Testing

/// What `habit why` says is what the scores say.
@Suite struct ExplanationTests {
  private func explanation(_ sketch: Sketch, _ day: String) throws -> Explanation {
    try #require(
      Explanation(
        of: sketch.habit.id,
        on: HabitScoreTests.day(day),
        in: tracker(sketch).boards(on: sketch.today)
      )
    )
  }

  @Test func `a day that is not due says why`() throws {
    let busy = Sketch("weekdays", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx").with {
      $0.habit.end = day("2026-03-27")
      $0.habit.pauses = [span("2026-03-10", "2026-03-11")]
      $0.habit.deleted = day("2026-03-26")
      $0.profile.vacations = [span("2026-03-16", "2026-03-17")]
    }
    let expected: [(String, Explanation.Exemption?)] = [
      ("2026-03-01", .notBegun(start: day("2026-03-02"))), ("2026-03-02", nil),
      ("2026-03-07", .notNamed), ("2026-03-10", .rest(span("2026-03-10", "2026-03-11"))),
      ("2026-03-16", .vacation(span("2026-03-16", "2026-03-17"))),
      ("2026-03-26", .deleted(day("2026-03-26"))), ("2026-03-30", .ended(day("2026-03-27"))),
      ("2026-05-01", .future),
    ]
    for (date, exemption) in expected {
      #expect(try explanation(busy, date).exemption == exemption, "\(date)")
    }
  }

  @Test func `a quota that can wait says how long`() throws {
    let gym = Sketch("3 times a week", "x...")
    let some = try explanation(gym, "2026-03-04")
    guard case .canWait(let standing) = some.exemption else {
      Issue.record("\(String(describing: some.exemption))")
      return
    }
    #expect(standing.period == day("2026-03-02")...day("2026-03-08"))
    #expect((standing.need, standing.done, standing.missing, standing.daysLeft) == (3, 1, 2, 5))
    #expect(standing.canWaitDays == 3)
  }

  @Test func `the streak before and after a day are those of the days around it`() throws {
    let run = Sketch("every day", "xx.xxx-x")
    let pairs = try ["02", "03", "04", "05", "08", "09"].map { date in
      let some = try explanation(run, "2026-03-\(date)")
      return [some.streakBefore, some.streakAfter]
    }
    #expect(pairs == [[0, 1], [1, 2], [2, 0], [0, 1], [3, 3], [3, 4]])
  }

  @Test func `a week changes the streak on the day that decides it`() throws {
    let beer = Sketch("every day", "...x......x....", from: "2026-02-02").with {
      $0.habit.kind = .breaking(baseline: nil, unlogged: .missed)
      $0.habit.goal = Dated(sum(4, .week))
    }
    #expect(try explanation(beer, "2026-02-14").streakBefore == 1)
    #expect(try explanation(beer, "2026-02-14").streakAfter == 1)
    #expect(try explanation(beer, "2026-02-15").streakBefore == 1)
    #expect(try explanation(beer, "2026-02-15").streakAfter == 2)
    // Two of three days a week are done, and the third is a day off: the need falls on that day.
    let gym = Sketch("3 times a week", "xx.....").with {
      $0.profile.vacations = [span("2026-03-05", "2026-03-06")]
    }
    let streaks = try (2...8).map { try explanation(gym, "2026-03-0\($0)").streakAfter }
    #expect(streaks == [0, 0, 0, 0, 1, 1, 1])
    let run = Sketch("every day", "..x....", from: "2026-02-02").with {
      $0.habit.goal = Dated(sum(2, .week))
      $0.profile.vacations = [span("2026-02-05", "2026-02-06")]
    }
    #expect(try explanation(run, "2026-02-04").streakAfter == 1)
    #expect(try explanation(run, "2026-02-05").streakBefore == 1)
  }

  @Test func `every habit and day of random worlds agrees with the board`() {
    for seed in 0..<Thoroughness.worlds / 40 {
      var world = RandomWorld(seed: UInt64(seed))
      let (tracker, today) = world.make()
      let board = Scoreboard(of: tracker, on: today)
      for (habit, tracked) in zip(board.habits, tracker.habits) {
        for offset in -20...1 {
          let day = today.advanced(by: offset)
          guard
            let some = Explanation(of: tracked.habit.id, on: day, in: board.habits),
            some.state == habit.state(on: day), (some.exemption == nil) == (some.state != .free),
            some.award.points == board.points(on: day),
            (some.award.verdict == .incomplete) == !some.award.left.isEmpty
          else {
            Issue.record("seed \(seed), \(tracked.habit.id) on \(day)")
            return
          }
        }
        let last = Explanation(of: tracked.habit.id, on: today, in: board.habits)
        #expect(last?.streakAfter == habit.streak.current, "seed \(seed)")
      }
    }
  }

  @Test func `the user's streak says since when, what it passed over and what broke it before`() {
    let sketch = Sketch("every day", "x.x-xx.")
    let why = StreakExplanation(of: Scoreboard(of: tracker(sketch), on: sketch.today))
    #expect(why.streak.current == 3)
    #expect(why.since == day("2026-03-04"))
    #expect(why.neutralDays == 1)
    #expect(why.lastBreak?.day == day("2026-03-03"))
    #expect(why.lastBreak?.left.map(\.id.text) == ["run"])
    #expect(why.openToday?.day == day("2026-03-08"))
  }
}

/// Urgency and heat.
@Suite struct UrgencyTests {
  @Test func `open habits come first, then those that can wait, then done ones`() {
    let can = { (log: String) in Sketch("3 times a week", log).board.urgency }
    #expect(Sketch("every day", ".").board.urgency == .open)
    #expect(can(".") == .canWait(days: 4))
    #expect(can("....") == .canWait(days: 1))
    #expect(can(".....") == .open)
    #expect(can("xxx.") == .free)
    #expect(Sketch("every day", "x").board.urgency == .done)
    #expect(Sketch("every day", "-").board.urgency == .skipped)
    #expect(Sketch("sun", ".").board.urgency == .free)
    let order: [Urgency] = [.open, .canWait(days: 1), .canWait(days: 4), .done, .skipped, .free]
    #expect(order.sorted() == order && Set(order).count == order.count)
  }

  @Test func `a limit is due on every day of its schedule, kept or not`() {
    let kept = Sketch("every day", ".").with {
      $0.habit.kind = .breaking(baseline: nil, unlogged: .kept)
    }
    func due(_ sketch: Sketch, _ days: Int) -> String {
      let all = Set(sketch.board.daysDueIfIdle(through: sketch.today.advanced(by: days)))
      return String((0...days).map { all.contains(sketch.today.advanced(by: $0)) ? "x" : "." })
    }
    #expect(due(kept, 4) == "xxxxx")
    #expect(due(kept.with { $0.log = "x" }, 4) == ".xxxx")
    #expect(due(kept.with { $0.log = "~" }, 4) == "xxxxx")
    #expect(
      due(kept.with { $0.habit.schedule = Dated(sketchedSchedule("weekdays")) }, 7) == "xxxxx..x"
    )
    // A limit of a week is due on the day that ends it.
    let week = kept.with { $0.habit.goal = Dated(sum(4, .week)) }
    #expect(due(week, 13) == "......x......x")
    let quota = kept.with { $0.habit.schedule = Dated(sketchedSchedule("5 times a week")) }
    #expect(due(quota, 8) == "..xxxxx..")
    #expect(due(Sketch("3 times a week", "x."), 12) == "....xx....xxx")
    #expect(due(Sketch("every day", "x").with { $0.habit.end = day("2026-03-04") }, 4) == ".xx..")
  }

  @Test func `a quota waits exactly until it is due`() {
    for seed in 0..<Thoroughness.worlds / 20 {
      var world = RandomWorld(seed: UInt64(seed))
      let (tracker, today) = world.make()
      for tracked in tracker.habits {
        let habit = tracked.habit
        let board = HabitBoard(of: tracked, profile: tracker.profile, on: today)
        guard case .canWait(let days) = board.urgency, habit.pauses.isEmpty, habit.deleted == nil,
          habit.goal.entries.count == 1, tracker.profile.vacations.isEmpty, habit.end == nil,
          let period = board.quota(on: today)?.period,
          habit.schedule.stretches(in: today...period.upperBound).count == 1
        else { continue }
        // Doing nothing, it gets due after so many days.
        let idle = TrackedHabit(habit, tallies: tracked.tallies.filter { $0.day < today })
        var waited = 0
        var day = today.advanced(by: 1)
        while day <= period.upperBound {
          let later = HabitBoard(of: idle, profile: tracker.profile, on: day)
          waited += 1
          if later.isDue(on: day) { break }
          day = day.advanced(by: 1)
        }
        #expect(waited == days || day > period.upperBound, "seed \(seed)")
      }
    }
  }
}
