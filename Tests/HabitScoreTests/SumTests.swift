import HabitCore
import HabitScore
import TestSupport
import Testing

/// Goals that sum the amounts of a week or a month.
@Suite struct SumTests {
  /// A habit that sums, from a Monday on.
  private func sketch(_ goal: Goal, _ log: String, from start: String = "2026-03-02") -> Sketch {
    Sketch("every day", log, from: start).with { $0.habit.goal = Dated(goal) }
  }

  private func limit(_ goal: Goal, _ log: String) -> Sketch {
    sketch(goal, log).with { $0.habit.kind = .breaking(baseline: nil, unlogged: .missed) }
  }

  @Test func `the day on which the sum reaches the goal is done, the others are free`() {
    let reached = sketch(sum(6, .week), "x.x.x.x.")
    #expect(reached.states == "....x...")
    #expect(reached.board.streak.current == 1 && reached.board.streak.unit == .week)
    #expect(sketch(sum(4, .month), "x.~.~").states == "....x")
  }

  @Test func `the last day of the period is open, then missed, or skipped`() {
    #expect(sketch(sum(6, .week), "x......").states == "......?")
    #expect(sketch(sum(6, .week), "x.......").states == "......!.")
    #expect(sketch(sum(6, .week), "x.....-.").states == "......-.")
    #expect(sketch(sum(6, .week), "x.......").board.streak.best == 0)
  }

  @Test func `a limit is missed on the day that passes it, at once`() {
    let passed = limit(sum(3, .week), "x.~")
    #expect(passed.states == "..!")
    #expect(passed.board.excess(on: passed.today) == Amount(2))
    #expect(limit(sum(3, .week), "x.~....").states == "..!....")
  }

  @Test func `the last day of a limit is open until something is recorded or it is over`() {
    let open = limit(sum(3, .week), "x......")
    #expect(open.states == "......?" && open.board.urgency == .open)
    #expect(open.board.streak.current == 0)
    #expect(limit(sum(3, .week), "x.......").states == "......x.")
    #expect(limit(sum(3, .week), "x.......").board.streak.current == 1)
    #expect(limit(sum(3, .week), "x.....0").states == "......x")
    #expect(limit(sum(3, .week), "x.....-").states == "......-")
    #expect(limit(sum(3, .week), "x.....-.").states == "......x.")
  }

  @Test func `a limit that was passed is missed, skipped or not, of a day as of a week`() {
    for goal in [times(2), sum(3, .week)] {
      let sketch = limit(goal, "x.")
      let over = Tally(day: sketch.today, progress: Amount(9), skip: .sick)
      let board = HabitBoard(
        of: TrackedHabit(sketch.habit, tallies: sketch.tracked.tallies + [over]),
        profile: sketch.profile,
        on: sketch.today
      )
      #expect(board.state(on: over.day) == .missed && board.excess(on: over.day) != nil)
    }
  }

  @Test func `a habit begun on Saturday needs a share, rounded to the goal's decimals`() {
    let begun = sketch(sum(7, .week), "x", from: "2026-03-07")
    #expect(begun.board.sum(on: begun.today)?.need == Amount(2))
    let half = Goal(amount: Amount(thousandths: 7_500), unit: "km", per: .week)
    #expect(
      sketch(half, "x", from: "2026-03-07").board.sum(on: day("2026-03-07"))?.need
        == Amount(thousandths: 2_100)
    )
    #expect(begun.states == "x")
  }

  @Test func `a vacation takes its share, and what is done in it`() {
    let away = sketch(sum(7, .week), "xx.....").with {
      $0.profile.vacations = [span("2026-03-03", "2026-03-06")]
    }
    let standing = away.board.sum(on: away.today)
    #expect(standing?.need == Amount(3) && standing?.total == Amount(2))
    #expect(away.states == "......?")
  }

  @Test func `a weekly goal dated today leaves the days before as they were`() {
    let daily = Sketch("mon, tue, wed", "x.x....")
    let edited = daily.with { sketch in
      sketch.habit = sketch.habit.aiming(at: sum(14, .week), from: day("2026-03-04"))
    }
    #expect(edited.habit.schedule.value(on: day("2026-03-04")) == .daily)
    #expect(edited.habit.schedule.value(on: day("2026-03-03")) != .daily)
    #expect(edited.states == "x!....?")
    #expect(edited.board.sum(on: edited.today)?.need == Amount(10))
    #expect(edited.board.sum(on: day("2026-03-03")) == nil)
  }

  @Test func `a schedule beside a sum says nothing`() {
    for schedule in ["weekdays", "twice a week", "any time"] {
      let odd = sketch(sum(4, .week), "x.x.").with {
        $0.habit.schedule = Dated(sketchedSchedule(schedule))
      }
      #expect(odd.states == "..x.")
      #expect(odd.board.quota(on: odd.today) == nil && !odd.habit.isAnyTime(on: odd.today))
    }
  }

  @Test func `a day of a sum is explained by its period`() throws {
    let run = sketch(sum(6, .week), "x.x.")
    let boards = tracker(run).boards(on: run.today)
    let why = try #require(Explanation(of: run.habit.id, on: day("2026-03-04"), in: boards))
    guard case .sums(let standing) = why.exemption else {
      Issue.record("\(String(describing: why.exemption))")
      return
    }
    #expect(standing.total == Amount(4) && standing.before == Amount(2) && standing.daysLeft == 5)
    #expect(run.board.urgency == .canWait(days: 3))
  }

  @Test func `the amount of a range counts each period on the day that decides it`() {
    // 2 of 6 in the first week, 6 of 6 in the second.
    let run = sketch(sum(6, .week), "x......x.x.x...")
    let statistics = HabitStatistics(of: run.board, over: day("2026-03-02")...run.today)
    #expect(statistics.done == 1 && statistics.missed == 1)
    #expect(statistics.amount?.percent == 67 && statistics.streak.unit == .week)
    #expect(statistics.total == Amount(8) && statistics.average == Amount(4))
  }

  private func strength(_ sketch: Sketch) -> Double {
    Strength(of: sketch.board, on: sketch.today)?.value ?? -1
  }

  @Test func `strength looks back on the days of a period, as Loop does`() {
    let day = strength(sketch(sum(2, .week), "x"))
    #expect(abs(day - 0.019_951) < 0.000_001)
    let week = strength(sketch(sum(2, .week), "x......"))
    #expect(abs(week - 0.131_565) < 0.03 && week > 6 * day * 0.9)
    let half = strength(sketch(sum(4, .week), "x"))
    #expect(abs(half - day / 2) < 0.000_001)
    #expect(strength(limit(sum(3, .week), "~")) == 1)
    #expect(abs(strength(limit(sum(3, .week), "~~")) - (1 - 0.019_951)) < 0.000_001)
  }
}

/// Habits that are never due.
@Suite struct AnyTimeTests {
  @Test func `any time is never due, earns nothing and breaks nothing`() {
    let piano = Sketch("any time", "x.~-x")
    #expect(piano.states == ".....")
    #expect(piano.board.streak == Sketch("any time", ".").board.streak)
    #expect(piano.board.urgency == .anyTime)
    let read = Sketch("every day", "xxxxx", id: "read")
    let board = Scoreboard(of: tracker(piano, read), on: read.today)
    #expect(board.ledger.count == 5 && board.streak.current == 5)
    let statistics = HabitStatistics(of: piano.board, over: piano.habit.start...piano.today)
    #expect(statistics.due == 0 && statistics.total == Amount(5))
  }

  @Test func `a day that the zone left out is free and breaks nothing`() {
    let samoa = Sketch("every day", "xxx.xx", from: "2011-12-27").with {
      $0.profile.timeZone = "Pacific/Apia"
    }
    #expect(samoa.states == "xxx.xx")
    #expect(samoa.board.streak.current == 5)
    let board = Scoreboard(of: tracker(samoa), on: samoa.today)
    #expect(board.ledger.count == 5 && board.streak.current == 5)
    let elsewhere = samoa.with { $0.profile.timeZone = "Pacific/Auckland" }
    #expect(elsewhere.states == "xxx!xx")
  }

  @Test(arguments: [
    ("every day", "day"), ("weekdays", "time"), ("mon", "week"), ("every 3 days", "time"),
    ("every 2 weeks on mon", "time"), ("monthly on 1", "month"), ("monthly on 1, 15", "time"),
    ("3 times a week", "week"), ("once a month", "month"), ("once every 10 days", "period"),
    ("any time", "time"),
  ])
  func `a streak is counted in what the schedule asks for`(schedule: String, unit: String) {
    #expect(Sketch(schedule, "x").board.streak.unit.rawValue == unit)
  }
}

/// What is compared is not rounded before.
@Suite struct RoundingTests {
  @Test func `a trend compares what was, not rounded per cents`() {
    // 24 of 70 and 27 of 70: 34 and 39 per cent when rounded, but 4.3 points apart.
    func days(_ done: Int) -> String {
      String(repeating: "x", count: done) + String(repeating: ".", count: 70 - done)
    }
    let run = Sketch("every day", days(24) + days(27) + "x", from: "2025-01-06")
    let board = Scoreboard(of: tracker(run), on: run.today)
    let last = run.today.advanced(by: -1)
    #expect(Statistics(of: board, over: last.advanced(by: -69)...last).trend == .stable)
  }
}
