import HabitCore
import HabitScore
import TestSupport
import Testing

/// The worked examples of habit-xp(7), AFTER THE LAST TIME, and what follows from the rule.
@Suite struct LastTimeTests {
  /// Days from Monday 2026-03-02 on, as in a ``Sketch``; `v` is a day away, `V` one away and done.
  private func sketch(_ schedule: String, _ log: String) -> Sketch {
    var sketch = Sketch(schedule, log.replacing("v", with: ".").replacing("V", with: "x"))
    sketch.profile.vacations = log.enumerated().filter { "vV".contains($0.element) }.map {
      let day = sketch.habit.start.advanced(by: $0.offset)
      return DaySpan(start: day, end: day)
    }
    return sketch
  }

  /// The days left in the morning of each day, as it was known then: 0 is due, -2 is two days late.
  private func mornings(_ sketch: Sketch) -> String {
    (0..<sketch.log.count).map { offset in
      let day = sketch.habit.start.advanced(by: offset)
      let known = sketch.with {
        $0.log = String(sketch.log.prefix(offset)) + "."
        $0.profile.vacations.removeAll { $0.start > day }
      }
      let board = known.board
      guard board.isActive(on: day), case .after = known.habit.schedule.value(on: day) else {
        return "~"
      }
      switch board.urgency {
      case .late(let days): return "\(-days)"
      case .canWait(let days): return "\(days)"
      case .open: return "0"
      case .done, .skipped, .anyTime, .free: return "\(board.urgency)"
      }
    }.joined(separator: " ")
  }

  private func expect(
    _ sketch: Sketch,
    _ states: String,
    _ morning: String,
    _ streak: String,
    _ rate: String,
    _ location: SourceLocation = #_sourceLocation
  ) {
    // As seen on the day after the last.
    let board = sketch.board(on: sketch.today.advanced(by: 1))
    let days = sketch.habit.start...sketch.today
    #expect(
      days.all.map { String(board.state(on: $0).character) }.joined() == states,
      sourceLocation: location
    )
    #expect(mornings(sketch) == morning, sourceLocation: location)
    let best =
      board.streak.best == board.streak.current ? "" : " (best \(board.streak.bestInWords))"
    #expect(board.streak.inWords + best == streak, sourceLocation: location)
    let statistics = HabitStatistics(of: board, over: days)
    #expect("\(statistics.done)/\(statistics.due)" == rate, sourceLocation: location)
  }

  @Test(arguments: [
    ("x..x..x", "x..x..x", "0 2 1 0 2 1 0", "3 times", "3/3"),
    ("x.xx..x", "x.xx..x", "0 2 1 2 2 1 0", "4 times", "4/4"),
    ("x...x..x", "x..!x..x", "0 2 1 0 -1 2 1 0", "2 times", "3/4"),
    ("x......x", "x..!..!x", "0 2 1 0 -1 -2 -3 -4", "1 time", "2/4"),
    ("x..x...x", "x..x..!x", "0 2 1 0 2 1 0 -1", "1 time (best 2)", "3/4"),
    ("x..-..x", "x..-..x", "0 2 1 0 2 1 0", "2 times", "2/2"),
    ("x...-..x", "x..!-..x", "0 2 1 0 -1 2 1 0", "1 time", "2/3"),
    ("x.vvvx..", "x....x..", "0 2 ~ ~ ~ 0 2 1", "2 times", "2/2"),
    ("x...v...x", "x..!..!.x", "0 2 1 0 ~ -2 -3 -4 -5", "1 time", "2/4"),
    ("x.vVv.x", "x.....x", "0 2 ~ ~ ~ 1 0", "2 times", "2/2"),
    ("x..~.x", "x..!.x", "0 2 1 0 -1 -2", "1 time", "2/3"),
    ("x..xx..x", "x..xx..x", "0 2 1 0 2 2 1 0", "4 times", "4/4"),
  ])
  func `a worked example`(
    log: String,
    states: String,
    morning: String,
    streak: String,
    rate: String
  ) {
    expect(sketch("every 3 days after the last time", log), states, morning, streak, rate)
  }

  @Test func `in the mode partial any progress is a time, for streaks alone`() {
    let sketch = sketch("every 3 days after the last time", "x..~.x").with {
      $0.profile.streakMode = Dated(.partial)
    }
    expect(sketch, "x..!.x", "0 2 1 0 -1 -2", "3 times", "2/3")
  }

  @Test func `days done under an earlier schedule count, its misses do not`() {
    let after = sketchedSchedule("every 3 days after the last time")
    let sketch = sketch("every day", "xxx..x..x").with {
      $0.habit.schedule = dated(("2026-03-02", .daily), ("2026-03-06", after))
    }
    expect(sketch, "xxx!.x..x", "~ ~ ~ ~ 1 0 2 1 0", "2 times (best 3 days)", "5/6")
  }

  @Test func `a longer wait begins with the last time`() {
    let sketch = sketch("every 3 days after the last time", "x....x....x").with {
      $0.habit.schedule = dated(
        ("2026-03-02", sketchedSchedule("every 3 days after the last time")),
        ("2026-03-04", sketchedSchedule("every 5 days after the last time"))
      )
    }
    expect(sketch, "x....x....x", "0 2 3 2 1 0 4 3 2 1 0", "3 times", "3/3")
  }

  @Test func `a month later is the same day, or the last of a shorter month`() {
    var (days, log) = (["2026-01-31"], "x")
    let start = day("2026-01-31")
    for offset in 1...90 {
      let board = Sketch("every month after the last time", log + ".", from: "2026-01-31").board
      let isDue = board.state(on: start.advanced(by: offset)) == .open
      log += isDue ? "x" : "."
      if isDue { days.append("\(start.advanced(by: offset))") }
    }
    #expect(days == ["2026-01-31", "2026-02-28", "2026-03-28", "2026-04-28"])
  }

  @Test(arguments: [
    ("every 3 months on 31", "2026-01-10", "2026-12-31", "2026-01-31 2026-07-31 2026-10-31"),
    (
      "every 3 months on last", "2026-02-10", "2026-12-31",
      "2026-02-28 2026-05-31 2026-08-31 2026-11-30"
    ),
    ("every 6 months on 1, 15", "2026-02-10", "2026-12-31", "2026-02-15 2026-08-01 2026-08-15"),
    ("yearly on dec 24", "2026-01-10", "2027-12-31", "2026-12-24 2027-12-24"),
    ("yearly on feb 29", "2026-01-10", "2032-12-31", "2028-02-29 2032-02-29"),
    ("yearly on feb last", "2026-01-10", "2028-12-31", "2026-02-28 2027-02-28 2028-02-29"),
    ("once a quarter", "2026-02-14", "2026-12-31", "2026-03-31 2026-06-30 2026-09-30 2026-12-31"),
    ("once a quarter", "2026-02-16", "2026-12-31", "2026-06-30 2026-09-30 2026-12-31"),
    ("twice a year", "2026-01-01", "2027-01-01", "2026-12-30 2026-12-31"),
  ])
  func `an idle habit is due on these days`(
    schedule: String,
    start: String,
    end: String,
    due: String
  ) {
    let length = day(start).distance(to: day(end)) + 1
    let sketch = Sketch(schedule, String(repeating: ".", count: length), from: start)
    let board = sketch.board(on: day(end).advanced(by: 1))
    let days = (day(start)...day(end)).all.filter { board.isDue(on: $0) }
    #expect(days.map(\.description).joined(separator: " ") == due)
  }

  @Test func `a streak that spans two units counts times, and the best keeps its own`() {
    let changed = Sketch(
      "every day",
      String(repeating: "x", count: 14) + String(repeating: "x.x....", count: 4),
      from: "2026-02-16"
    ).with {
      $0.habit.schedule = dated(
        ("2026-02-16", .daily),
        ("2026-03-02", sketchedSchedule("twice a week"))
      )
    }
    func words(_ sketch: Sketch, _ day: String) -> [String] {
      let streak = sketch.board.streak(on: HabitScoreTests.day(day))
      return [streak.inWords, streak.bestInWords]
    }
    #expect(words(changed, "2026-03-01") == ["14 days", "14"])
    #expect(words(changed, "2026-03-02") == ["14 days", "14"])
    #expect(words(changed, "2026-03-04") == ["15 times", "15"])
    #expect(words(changed, "2026-03-11") == ["16 times", "16"])
    let missed = changed.with {
      $0.log =
        String(repeating: "x", count: 14) + "......." + String(repeating: "x.x....", count: 3)
    }
    #expect(words(missed, "2026-03-27") == ["3 weeks", "14 days"])
  }

  @Test func `every day is every day after the last time, and a limit is of every day`() throws {
    #expect(try Schedule("every 1 days after the last time") == .daily)
    let limit = Sketch("every 3 days after the last time", "x.x").with {
      $0.habit.kind = .breaking(baseline: nil, unlogged: .missed)
    }
    #expect(limit.states == "x!x")
  }

  @Test func `the first schedule keeps its phase of months before its date`() {
    let habit = sketchedHabit("run", from: day("2026-01-10"))
    var dated = habit
    dated.schedule = HabitScoreTests.dated(("2026-05-20", sketchedSchedule("every 3 months on 1")))
    let edited = dated.rescheduled(.daily, from: day("2026-03-01"))
    #expect(edited.schedule.entries[0].from == day("2025-11-01"))
    let days = Sketch("every day", String(repeating: ".", count: 200), from: "2026-01-10").with {
      $0.habit.schedule = edited.schedule
    }
    let due = (day("2026-01-10")...day("2026-02-28")).all.filter { days.board.isDue(on: $0) }
    #expect(due == [day("2026-02-01")])
  }

  /// Days done and missed, and the streaks, as seen in the evening of the last day.
  private func outcome(_ sketch: Sketch) -> (kept: Int, missed: Int, current: Int, best: Int) {
    let board = sketch.board
    let statistics = HabitStatistics(of: board, over: sketch.habit.start...sketch.today)
    let missed = sketch.states.count { $0 == "!" }
    return (statistics.done, missed, board.streak.current, board.streak.best)
  }

  @Test func `random logs obey the laws of the rule`() {
    for seed in 0..<Thoroughness.worlds / 10 {
      var random = Generator(seed: UInt64(seed))
      let wait = random.number(in: 2...20)
      let schedule = "every \(wait) days after the last time"
      let log = random.list(of: 2...120) { String($0.element(of: "xx....~-0")) }.joined()
      let sketch = sketch(schedule, log)
      let before = outcome(sketch)
      // One more done day: no fewer kept, no more missed, no streak shorter.
      var more = Array(log)
      more[random.number(in: 0...(log.count - 1))] = "x"
      let after = outcome(sketch.with { $0.log = String(more) })
      #expect(
        after.kept >= before.kept && after.missed <= before.missed
          && after.current >= before.current && after.best >= before.best,
        "seed \(seed): \(sketch) and \(String(more))"
      )
      // Who is never early nor late cannot tell it from every N days.
      let punctual = String(
        (0..<log.count).map { $0.isMultiple(of: wait) && !random.chance(oneIn: 5) ? "x" : "." }
      )
      #expect(
        self.sketch(schedule, punctual).states
          == self.sketch("every \(wait) days", punctual).states,
        "seed \(seed): \(schedule), \(punctual)"
      )
      // A lapse has one miss for each N days of it.
      let lapse = self.sketch(schedule, "x" + String(repeating: ".", count: log.count))
      #expect(outcome(lapse).missed == (log.count - 1) / wait, "seed \(seed): \(lapse)")
    }
  }
}
