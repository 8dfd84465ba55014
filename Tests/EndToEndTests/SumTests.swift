import TestSupport
import Testing

/// Goals of a week or a month, habits of any time and limits, through the built program.
@Suite struct SumTests {
  let machine: Machine

  init() throws {
    machine = try Machine()
  }

  @Test func `a week's sum is logged, waited for, done and explained`() throws {
    let added = try machine.habit("add", "Run", "--goal", "20km/week", "--from", "-13")
    #expect(added.output == "Run (run): 20 km a week, from 2026-02-16\nbadge First Steps\n")
    _ = try machine.habit("log", "run", "20", "--on", "2026-02-17")
    let logged = try machine.habit("log", "run", "12 km", "--on", "2026-02-25")
    #expect(logged.output.contains("Run  12/20 km this week"))
    let saturday = ["HABIT_NOW": "2026-02-28T09:00:00"]
    #expect(
      try machine.habit("today", with: saturday).output.contains(
        "later: Run 12/20 km this week, can wait 1 day"
      )
    )
    let done = try machine.habit("done", "run")
    #expect(
      done.output.contains("Run  20/20 km this week") && done.output.contains("streak 2 weeks")
    )
    #expect(
      try machine.read("guest/habits/run/2026.json").contains("\"at\": [\"09:00:00 mbp to 8\"]")
    )
    let why = try machine.habit("why", "run", "2026-02-25")
    #expect(why.output.contains("12 of 20 km in 2026-02-23 to 2026-03-01, 5 days left: 8 to go"))
    let stats = try machine.habit("stats", "run")
    #expect(stats.output.contains("total     40 km") && stats.output.contains("20 km a week"))
    #expect(stats.output.contains("2 weeks (best 2)"))
    #expect(try machine.habit("report", "week", "-T", "utf8").status == 0)
    #expect(try machine.complaints() == "")
  }

  @Test func `a goal of a day becomes one of a week today, and no day before changes`() throws {
    _ = try machine.habit(
      "add",
      "Walk",
      "--goal",
      "5 km",
      "--schedule",
      "mon, fri",
      "--from",
      "-6"
    )
    _ = try machine.habit("log", "walk", "5", "--on", "2026-02-23")
    let before = try machine.habit("xp", "--json").output
    _ = try machine.habit("edit", "walk", "--goal", "20 km a week")
    let file = try machine.read("guest/habits/walk/habit.json")
    #expect(file.contains("{\"2026-02-23\": \"5 km\", \"2026-03-01\": \"20 km a week\"}"))
    #expect(file.contains("{\"2026-02-23\": \"mon, fri\", \"2026-03-01\": \"every day\"}"))
    #expect(try machine.habit("xp", "--json").output == before)
    let refused = try machine.habit("edit", "walk", "--schedule", "weekdays")
    #expect(
      refused.status == 64 && refused.errors.contains("20 km a week is counted over the whole week")
    )
    #expect(
      try machine.habit("add", "Row", "--goal", "9 km a month", "--schedule", "mon").status == 64
    )
    #expect(try machine.complaints() == "")
  }

  @Test func `a schedule beside a sum is a warning, with its place`() throws {
    _ = try machine.habit("add", "Run", "--goal", "20 km a week")
    let path = "guest/habits/run/habit.json"
    let text = try machine.read(path).replacing("every day", with: "weekdays")
    try machine.write(path, text)
    let check = try machine.habit("check")
    #expect(check.output.contains("says nothing while the goal is 20 km a week"))
    #expect(try machine.habit("today").status == 0)
  }

  @Test func `a limit of a month says what is left, then what is over`() throws {
    _ = try machine.habit("add", "Beer", "--breaking", "--goal", "12 beers a month")
    #expect(try machine.habit("log", "beer", "10").output.contains("10/12 beers this month"))
    #expect(try machine.habit().output.contains("2 beers left this month"))
    let over = try machine.habit("log", "beer", "4")
    #expect(over.output.contains("14/12 beers this month") && over.output.contains("over by 2"))
    #expect(try machine.habit("today", "--json").output.contains("\"state\": \"missed\""))
  }

  @Test func `a limit that is passed is missed at once, and every screen says by how much`() throws
  {
    _ = try machine.habit("add", "Beer", "--breaking", "--goal", "5 beers")
    #expect(try machine.habit("log", "beer", "7").output.contains("over by 2"))
    let today = try machine.habit("today", "--color", "always")
    #expect(today.output.contains("over by 2") && today.output.contains("✗"))
    #expect(!today.output.contains("32m━") && !today.output.contains("32m■"))
    #expect(try machine.habit("done", "beer").output.contains("over by 2"))
    #expect(try machine.habit("ask").output == "Nothing is open.\n")
    let why = try machine.habit("why", "beer")
    #expect(why.output.contains(": missed, over by 2\n") && !why.output.contains("still open"))
  }

  @Test func `a habit with the schedule any time has its own heading and is never due`() throws {
    _ = try machine.habit("add", "Piano", "--schedule", "any time", "--goal", "30 min")
    _ = try machine.habit("add", "Read")
    _ = try machine.habit("log", "piano", "45min")
    let today = try machine.habit("today").output
    #expect(today.contains("any time\n  • Piano        •  45 min\n"))
    #expect(today.contains("  0/1 ───────\n"))
    #expect(
      try machine.habit("list").output.hasSuffix("any time\n  Piano  piano  30 min  any time\n")
    )
    #expect(try machine.habit("why", "piano").output.contains("no: it is never due, only tracked"))
    #expect(try machine.habit("done", "read").output.contains("All done today"))
    #expect(try machine.complaints() == "")
  }

  @Test func `totals, averages and streaks are told in words that fit`() throws {
    _ = try machine.habit("add", "Pray", "--from", "-6")
    for day in ["-6", "-5", "-4", "-3", "-2", "-1"] {
      _ = try machine.habit("done", "pray", "--on", day)
    }
    let stats = try machine.habit("stats", "pray").output
    #expect(stats.contains("total     6 times") && stats.contains("1 time a due day"))
    _ = try machine.habit("add", "Rent", "--schedule", "monthly on 1", "--from", "2025-12-01")
    for day in ["2025-12-01", "2026-01-01", "2026-02-01"] {
      _ = try machine.habit("done", "rent", "--on", day)
    }
    #expect(try machine.habit("show", "rent").output.contains("3 months (best 3)"))
    // A backfill that joins two streaks tells the one that came of it.
    _ = try machine.habit("add", "Row", "--from", "-3")
    for day in ["-3", "-1"] { _ = try machine.habit("done", "row", "--on", day) }
    let joined = try machine.habit("done", "row", "--on", "-2")
    #expect(
      joined.output.contains("streak 3 days") && joined.output.contains("Row: 3 days in a row.")
    )
  }
}
