import HabitCore
import HabitScore
import Testing

/// What `habit why` says is what the scores say.
@Suite struct ExplanationTests {
  private func explanation(_ sketch: Sketch, _ day: String) throws -> Explanation {
    try #require(
      Explanation(
        of: sketch.habit.id,
        in: tracker(sketch),
        on: HabitScoreTests.day(day),
        today: sketch.today
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

  @Test func `every habit and day of random worlds agrees with the board`() {
    for seed in 0..<Thoroughness.worlds / 40 {
      var world = RandomWorld(seed: UInt64(seed))
      let (tracker, today) = world.make()
      let board = Scoreboard(of: tracker, on: today)
      for (habit, tracked) in zip(board.habits, tracker.habits) {
        for offset in -20...1 {
          let day = today.advanced(by: offset)
          guard
            let some = Explanation(of: tracked.habit.id, in: tracker, on: day, today: today),
            some.state == habit.state(on: day), (some.exemption == nil) == (some.state != .free),
            some.award.points == board.points(on: day),
            (some.award.verdict == .incomplete) == !some.award.left.isEmpty
          else {
            Issue.record("seed \(seed), \(tracked.habit.id) on \(day)")
            return
          }
        }
        let last = Explanation(of: tracked.habit.id, in: tracker, on: today, today: today)
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

  @Test func `a quota waits exactly until it is due`() {
    for seed in 0..<Thoroughness.worlds / 20 {
      var world = RandomWorld(seed: UInt64(seed))
      let (tracker, today) = world.make()
      for tracked in tracker.habits {
        let habit = tracked.habit
        let board = HabitBoard(of: tracked, profile: tracker.profile, on: today)
        guard case .canWait(let days) = board.urgency, habit.pauses.isEmpty, habit.deleted == nil,
          habit.goal.entries.count == 1, tracker.profile.vacations.isEmpty, habit.end == nil,
          let period = board.quota(on: today)?.period
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
