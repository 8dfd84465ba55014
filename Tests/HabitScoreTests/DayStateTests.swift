import HabitCore
import HabitScore
import Testing

/// The state of each day; all logs begin on Monday 2026-03-02 and end today.
@Suite struct DayStateTests {
  @Test(arguments: [
    ("every day", "xx.x", "xx!x"),
    ("every day", "xx.", "xx?"),
    ("every day", "x~~", "x!?"),
    ("every day", "x-x-", "x-x-"),
    ("every day", "+.", "x?"),
    ("every day", "00", "!?"),
    ("every day", "nn", "!?"),
    ("weekdays", "xxxx.x~x", "xxxx!..x"),
    ("weekdays", "xxxxx-.", "xxxxx.."),
    ("tue and sun", "......x..", ".!....x.?"),
    ("every 3 days", "x..x...", "x..x..?"),
    ("every 3 days", ".xx....", "!..!..?"),
    ("every 2 weeks on mon, thu", "x..x......x....", "x..x..........?"),
    ("monthly on 4, 6", ".....", "..!.?"),
  ])
  func `a day is due when its schedule names it`(schedule: String, log: String, states: String) {
    #expect(Sketch(schedule, log).states == states)
  }

  @Test(arguments: [
    ("monthly on 28, last", "2026-02-27", "....", ".!.."),
    ("monthly on 31", "2026-04-29", "....", "...."),
    ("monthly on last", "2028-02-28", "...", ".!."),
    ("monthly on 1", "2026-12-30", "....", "..!."),
  ])
  func `days of the month follow the calendar`(
    schedule: String,
    start: String,
    log: String,
    states: String
  ) {
    #expect(Sketch(schedule, log, from: start).states == states)
  }

  @Test(arguments: [
    // Friday, Saturday and Sunday are the last three days: no day before them is due.
    (log: "....", states: "...."),
    (log: ".....", states: "....?"),
    (log: "......", states: "....!?"),
    (log: ".......", states: "....!!?"),
    (log: ".......x", states: "....!!!x"),
    (log: "x.x....", states: "x.x...?"),
    (log: "x.x.x..", states: "x.x.x.."),
    // After the quota is met a day is free; a skip of a day that could wait is nothing.
    (log: "xxxx...", states: "xxx...."),
    (log: "-~.....", states: "....!!?"),
    (log: "xx....-.", states: "xx....-."),
    (log: "....---.", states: "....---."),
    (log: "....-..", states: "....-!?"),
  ])
  func `three times a week is due when it can wait no longer`(log: String, states: String) {
    #expect(Sketch("3 times a week", log).states == states)
  }

  @Test func `doing a weekly habit more often hides no missed week`() {
    let call = Sketch("once a week", "xxxxx.........x")
    #expect(call.states == "x............!x")
    let statistics = HabitStatistics(of: call.board, over: call.habit.start...day("2026-03-15"))
    #expect((statistics.done, statistics.due) == (1, 2))
    #expect(Scoreboard(of: tracker(call), on: call.today).ledger.count == 2)
    #expect(call.board.mark(on: day("2026-03-04")) == .extra)
  }

  @Test func `the same goal or quota said again divides no period`() {
    let run = Sketch("every day", ".x..x..", from: "2026-02-09").with {
      $0.habit.goal = dated(
        ("2026-02-02", sum(3, .week)),
        ("2026-02-09", sum(4, .week)),
        ("2026-02-12", sum(4, .week))
      )
    }
    #expect(run.states == "....x..")
    let twice = [sketchedSchedule("3 times a week"), sketchedSchedule("3 times a week")]
    let quota = Sketch("every day", "xx..x..").with {
      $0.habit.schedule = dated(("2026-03-02", twice[0]), ("2026-03-05", twice[1]))
    }
    #expect(quota.states == "xx..x.." && quota.board.streak.current == 1)
    // Windows begin where they are said.
    let windows = Sketch("every day", "x......").with {
      $0.habit.schedule = dated(("2026-03-02", .everyDays(3)), ("2026-03-04", .everyDays(3)))
    }
    #expect(windows.states == "x.!..!.")
  }

  @Test(arguments: [
    ("2 times every 3 days", "x...x..", "x.!.x!."),
    ("twice a month", String(repeating: ".", count: 30), String(repeating: ".", count: 28) + "!?"),
    ("7 times a week", "x-.", "x-?"),
  ])
  func `windows and months are periods too`(schedule: String, log: String, states: String) {
    #expect(Sketch(schedule, log).states == states)
  }

  @Test func `a period asks for the share of its days from the start on`() {
    // From Friday on, three days of the week are left: they owe two of the five times.
    #expect(Sketch("5 times a week", "x..", from: "2026-03-06").states == "x.?")
    #expect(Sketch("5 times a week", "...", from: "2026-03-06").states == ".!?")
    // That it ends on Wednesday makes no earlier day due.
    let ending = Sketch("5 times a week", "x....").with { $0.habit.end = day("2026-03-04") }
    #expect(ending.states == "x....")
  }

  @Test func `nothing is due on vacation, and nothing done there counts`() {
    let vacation = [span("2026-03-03", "2026-03-05")]
    let daily = Sketch("every day", "xx-..").with { $0.profile.vacations = vacation }
    #expect(daily.states == "x...?")
    // Three of seven days take their share: four are left for two times.
    let quota = Sketch("3 times a week", ".xxx...").with { $0.profile.vacations = vacation }
    #expect(quota.states == ".....!?")
    let needed = Sketch("6 times a week", ".......").with { $0.profile.vacations = vacation }
    #expect(needed.states == "....!!?")
  }

  @Test func `a vacation ahead makes no day before it due`() {
    let sketch = Sketch("twice a week", "..").with {
      $0.profile.vacations = [span("2026-03-04", "2026-03-08")]
    }
    #expect(sketch.states == "..")
  }

  @Test func `nothing is due while a habit is archived, nor from its deletion on`() {
    let archived = Sketch("every day", "x.x-x").with {
      $0.habit.pauses = [span("2026-03-03", "2026-03-05")]
    }
    #expect(archived.states == "x...x")
    let deleted = Sketch("every day", "x.xxx").with { $0.habit.deleted = day("2026-03-04") }
    #expect(deleted.states == "x!...")
    // Two of seven days take their share: two times are left.
    let quota = Sketch("3 times a week", ".......").with {
      $0.habit.pauses = [span("2026-03-06", "2026-03-07")]
    }
    #expect(quota.states == "......?")
  }

  @Test func `intervals may overlap and stand in any order`() {
    let sketch = Sketch("every day", ".......").with {
      $0.habit.pauses = [
        span("2026-03-06", "2026-03-06"), span("2026-02-01", "2026-03-04"),
        span("2026-03-03", "2026-03-03"),
      ]
    }
    #expect(sketch.states == "...!.!?")
  }

  @Test func `before its start and after its end a habit is free`() {
    let sketch = Sketch("every day", "xx..").with { $0.habit.end = day("2026-03-03") }
    #expect(sketch.states == "xx..")
    #expect(sketch.board.state(on: day("2026-03-01")) == .free)
    let early = sketch.board(on: day("2026-03-01"))
    #expect(early.state(on: day("2026-03-02")) == .free)
    #expect(early.streak.current == 0 && early.streak.best == 0)
  }

  @Test func `a record in the future changes nothing today`() {
    let sketch = Sketch("every day", "x.xx")
    let board = sketch.board(on: day("2026-03-03"))
    #expect(board.state(on: day("2026-03-03")) == .open)
    #expect(board.state(on: day("2026-03-04")) == .free)
    #expect(board.streak.best == 1)
    let quota = Sketch("3 times a week", "xx.xxxx").board(on: day("2026-03-04"))
    #expect(quota.streak.best == 0)
  }

  @Test(arguments: [
    (Habit.Unlogged.missed, "x~0.-n.", "x!x!-!?"),
    (Habit.Unlogged.kept, "x~0.-n.", "x!xx-x?"),
    // Over its limit it is missed at once.
    (Habit.Unlogged.kept, "~", "!"), (Habit.Unlogged.missed, ".", "?"),
    (Habit.Unlogged.missed, "x", "x"),
  ])
  func `a breaking habit is done at or under its goal`(
    unlogged: Habit.Unlogged,
    log: String,
    states: String
  ) {
    let sketch = Sketch("every day", log).with {
      $0.habit.kind = .breaking(baseline: nil, unlogged: unlogged)
    }
    #expect(sketch.states == states)
  }

  @Test func `a day is measured by the goal in force on it`() {
    let sketch = Sketch("every day", "~xx~x.").with {
      $0.habit.goal = dated(
        ("2026-03-03", times(1)),
        ("2026-03-04", times(3)),
        ("2026-03-05", times(1))
      )
    }
    #expect(sketch.states == "xx!xx?")
    #expect(sketch.board.goal(on: day("2026-03-04")) == times(3))
    #expect(sketch.board.progress(on: day("2026-03-04")) == Amount(2))
    #expect(sketch.board.progress(on: day("2026-03-07")) == nil)
  }

  @Test func `a week begins where the profile says`() {
    // Sunday 2026-03-01 is the last day of its week, or the first.
    let monday = Sketch("4 times a week", "...", from: "2026-02-28")
    #expect(monday.states == ".!.")
    #expect(monday.with { $0.profile.weekStart = .sunday }.states == "!..")
  }

  @Test func `partial progress is shown as it is`() {
    let sketch = Sketch("every day", "~~x~").with { $0.profile.streakMode = Dated(.partial) }
    #expect(sketch.states == "!!x?")
    #expect(sketch.board.streak.current == 4)
  }

  @Test(arguments: [
    ("every day", "2026-03-05", "2026-03-05"), ("3 times a week", "2026-03-12", "2026-03-09"),
    // Not before the start, and not before the schedule took effect.
    ("3 times a week", "2026-03-06", "2026-03-03"), ("once a month", "2026-03-25", "2026-03-19"),
    // Nothing is to be read for a day before the start, but the day itself.
    ("3 times a week", "2026-03-02", "2026-03-02"),
  ])
  func `a day asks for its period so far`(schedule: String, judged: String, first: String) {
    let habit = Sketch(schedule, ".", from: "2026-03-03").with {
      let schedule = sketchedSchedule(schedule)
      $0.habit.schedule = dated(
        ("2026-01-01", schedule),
        ("2026-03-19", sketchedSchedule("4 times a month"))
      )
    }.habit
    let days = HabitBoard.daysNeeded(toJudge: day(judged), of: habit, profile: Profile())
    #expect(days == day(first)...day(judged))
  }
}
