import TestSupport
import Testing

/// What people type, through the built program.
@Suite struct TypingTests {
  let machine: Machine

  init() throws {
    machine = try Machine()
  }

  @Test func `an amount may be typed with words that fit the unit`() throws {
    _ = try machine.habit("add", "Run", "--goal", "20km")
    _ = try machine.habit("add", "Sleep", "--goal", "8 hr")
    for amount in ["3 km", "+2", "1,5", "500m"] { _ = try machine.habit("log", "run", amount) }
    let run = try machine.habit("log", "run", "3km")
    #expect(run.output.contains("10/20 km"))
    #expect(try machine.git("log", "--format=%s", "-1").output == "log run +3 (10/20) 2026-03-01\n")
    #expect(try machine.habit("set", "sleep", "7:30").output.contains("7.5/8 hr"))
    let miles = try machine.habit("log", "run", "3", "miles")
    #expect(miles.status == 64)
    #expect(miles.errors.contains("the amount \"3 miles\" is in \"miles\", but the goal counts km"))
    #expect(try machine.habit("log", "run", "1,500").status == 64)
    _ = try machine.habit("add", "Read")
    let read = try machine.habit("log", "read", "1:30")
    #expect(read.errors.contains("\"1:30\" is a duration, but the goal counts times"), "\(read)")
    #expect(try machine.complaints() == "")
  }

  @Test func `a schedule is stored in canonical form, and an error names the nearest form`() throws
  {
    _ = try machine.habit("add", "Swim", "--schedule", "tuesdays and thursdays")
    #expect(try machine.read("guest/habits/swim/habit.json").contains("\"schedule\": \"tue, thu\""))
    _ = try machine.habit("edit", "swim", "--schedule", "3x a week", "--from", "today")
    #expect(try machine.read("guest/habits/swim/habit.json").contains("3 times a week"))
    let refused = try machine.habit("add", "Row", "--schedule", "3 times a year")
    #expect(refused.status == 64)
    #expect(refused.errors.contains("hint: the nearest form is \"3 times a week\"; the forms are:"))
    #expect(try machine.complaints() == "")
  }

  @Test func `a change that costs only points of today neither asks nor prints a loss`()
    throws
  {
    try machine.habit("add", "Read", "--from", "-3")
    for day in ["-3", "-2", "-1", "today"] { try machine.habit("done", "read", "--on", day) }
    let terminal = try TerminalScreen(on: machine)
    defer { terminal.close() }
    try terminal.type(
      "habit add Water; habit add Call --schedule '3 times a week' --from -1",
      enter: true
    )
    try terminal.waits(for: "Call (call): 1 time, 3 times a week, from 2026-02-28")
    try terminal.waits(for: "due today: 1 of 2 done")
    #expect(!(try terminal.text()).contains("go on?"))
    let water = try machine.habit("what-if", "edit", "water", "--schedule", "weekdays")
    #expect(water.status == 0)
    let edited = try machine.habit(
      "edit",
      "call",
      "--schedule",
      "2 times a week",
      now: "2026-03-04T09:00:00"
    )
    #expect(
      edited.output
        == "schedule  3 times a week; from 2026-03-04 twice a week  was 3 times a week\nthis week: 1 time\n",
      "\(edited)"
    )
    // Nor does a change that --yes would not need, though it divides the running week.
    try terminal.type("habit edit read --goal '2 times'", enter: true)
    try terminal.waits(for: "goal  1 time; from 2026-03-01 2 times  was 1 time")
    #expect(!(try terminal.text()).contains("scored again"))
    // A limit that is passed is passed, and what is over is lost: both are told.
    try machine.habit("add", "Beer", "--breaking", "--goal", "5 beers", "--from", "-3", "--yes")
    for day in ["-3", "-2", "-1", "today"] { try machine.habit("log", "beer", "3", "--on", day) }
    let beer = try machine.habit("edit", "beer", "--goal", "2 beers")
    #expect(beer.output.contains("Beer's streak 4 to 0"), "\(beer)")
    // A day that is over is lost all the same.
    try terminal.type("habit add Swim --from yesterday", enter: true)
    try terminal.waits(for: "go on? [y/N]")
    try terminal.type("n", enter: true)
    try terminal.waits(for: "nothing changed")
  }

  @Test func `times, future days, periods and shortened words are accepted`() throws {
    #expect(try machine.habit("list").output.hasPrefix("No habits yet."))
    try machine.habit("add", "Read", "--remind", "9pm", "--remind", "7:30", "--remind", "12am")
    #expect(
      try machine.read("guest/habits/read/habit.json")
        .contains("\"reminders\": [\"00:00\", \"07:30\", \"21:00\"]")
    )
    try machine.habit("done", "read", "--at", "8:15")
    #expect(try machine.read("guest/habits/read/2026.json").contains("\"08:15:00 "))
    for word in ["13pm", "24", "9:5", "noon", "09:00:10"] {
      #expect(try machine.habit("edit", "read", "--remind", word).status == 64, "\(word)")
    }
    let early = try machine.habit("log", "read", "tomorrow")
    #expect(early.status == 64 && early.errors.contains("2026-03-02 is in the future"))
    try machine.habit("vacation", "start", "--from", "tomorrow", "--to", "2026-03-09")
    let away = ["HABIT_NOW": "2026-03-03T09:00:00"]
    let words = "on vacation until 9 March"
    for line in ["today", "list", "ask", "stats", "calendar", "show read"] {
      let run = try machine.with(away).shell("habit \(line)")
      #expect(run.output.contains(words), "\(run)")
    }
    #expect(try machine.habit("prompt", with: away).output.hasPrefix("vacation"))
    #expect(try machine.habit("list", "--tag", "none").output.hasPrefix("No habit to list"))
    #expect(
      try machine.habit("calendar", "2026-02").output
        == machine.habit("calendar", "--month", "2026-02").output
    )
    #expect(
      try machine.habit("calendar", "2026-W09", "--json").output
        == machine.habit("calendar", "--from", "2026-02-23", "--to", "2026-03-01", "--json").output
    )
    #expect(
      try machine.habit("calendar", "2025").output
        == machine.habit("calendar", "--year", "2025").output
    )
    #expect(try machine.habit("restore").errors.contains("hint: none is archived or deleted"))
    try machine.habit("archive", "read")
    #expect(try machine.habit("restore").errors.contains("hint: habit restore read"))
    // A habit that needs no restoring is not meant.
    try machine.habit("add", "Read news")
    #expect(try machine.habit("restore", "rea").output.hasPrefix("paused  "))
  }

  @Test func `last monday is the latest Monday before today`() throws {
    let monday = ["HABIT_NOW": "2026-03-02T09:00:00"]
    _ = try machine.habit("add", "Read", "--from", "2026-02-01")
    _ = try machine.habit("done", "read", "--on", "last monday", with: monday)
    _ = try machine.habit("done", "read", "--on", "monday", with: monday)
    let file = try machine.read("guest/habits/read/2026.json")
    #expect(file.contains("\"2026-02-23\"") && file.contains("\"2026-03-02\""))
    #expect(try machine.habit("done", "read", "--on", "last moonday").status == 64)
  }

  @Test func `a range of days is skipped for several habits where they were due and not done`()
    throws
  {
    _ = try machine.habit("add", "Read", "--from", "-5")
    _ = try machine.habit("add", "Run", "--from", "-2")
    _ = try machine.habit("done", "read", "--on", "-2")
    let skipped = try machine.habit("skip", "read", "run", "sick", "--from", "-3")
    #expect(skipped.output == "Read: 3 days skipped, sick\nRun: 3 days skipped, sick\n")
    let file = try machine.read("guest/habits/read/2026.json")
    #expect(
      !file.contains("\"2026-02-25\"") && file.contains("\"2026-02-26\": {\"skip\": \"sick\"}")
    )
    #expect(
      try machine.git("log", "--format=%s", "-1").output
        == "skip read, run sick 2026-02-26 to 2026-03-01\n"
    )
    let cleared = try machine.habit("skip", "run", "--clear", "--from", "-1", "--to", "yesterday")
    #expect(cleared.output == "Run: 1 day no longer skipped\n")
    #expect(try machine.habit("skip", "read", "run", "sik").errors.contains("did you mean sick?"))
    #expect(try machine.habit("skip", "read", "--on", "-1", "--from", "-2").status == 64)
    #expect(try machine.complaints() == "")
  }

  @Test func `done accepts a note and a difficulty, and add accepts --unlogged`() throws {
    _ = try machine.habit("add", "Read")
    _ = try machine.habit("done", "read", "--note", "quiet", "--difficulty", "2")
    #expect(
      try machine.read("guest/habits/read/2026.json")
        .contains("\"difficulty\": 2, \"note\": \"quiet\"")
    )
    let sugar = try machine.habit("add", "Sugar", "--breaking").output
    #expect(
      sugar.hasSuffix(
        "at most 0 times, every day, from 2026-03-01\na past day without a record is kept\ndue today: 1 of 2 done\n"
      ),
      "\(sugar)"
    )
    #expect(
      try machine.read("guest/habits/sugar/habit.json").contains("\"goal\": \"0 times\"")
    )
    _ = try machine.habit("add", "Beer", "--breaking", "--goal", "2 beers", "--unlogged", "kept")
    #expect(try machine.read("guest/habits/beer/habit.json").contains("\"unlogged\": \"kept\""))
    #expect(try machine.habit("add", "Gin", "--unlogged", "kept").status == 64)
  }

  @Test func `notes of a day are lines in their order`() throws {
    _ = try machine.habit("add", "Read")
    for note in ["zebra", "apple", "mango"] { _ = try machine.habit("note", "read", note) }
    #expect(
      try machine.read("guest/habits/read/2026.json").contains(
        "\"note\": \"zebra\\napple\\nmango\""
      )
    )
    #expect(try machine.habit("show", "read").output.contains("“zebra / apple / mango”"))
    #expect(
      try machine.habit("query", "--json").output.contains("\"note\": \"zebra\\napple\\nmango\"")
    )
    let long = try machine.habit("note", "read", String(repeating: "a", count: 1_990))
    #expect(long.status == 64 && long.errors.contains("--replace"))
  }

  @Test func `a name is found by any of its words, and never guessed`() throws {
    for name in ["Drink water", "Café", "Habit number 4", "Habit number 40"] {
      _ = try machine.habit("add", name)
    }
    #expect(try machine.habit("log", "water").output.contains("Drink water"))
    #expect(try machine.habit("log", "cafe").output.contains("Café"))
    #expect(try machine.habit("log", "4").output.contains("Habit number 4 "))
    _ = try machine.habit("add", "Water the plants")
    let several = try machine.habit("log", "water")
    #expect(several.status == 64)
    #expect(
      several.errors.contains(
        "may be any of: drink-water (Drink water), water-the-plants (Water the plants)"
      )
    )
    let near = try machine.habit("log", "drnk")
    #expect(near.status == 66)
    #expect(near.errors.contains("hint: did you mean \"Drink water\", drink-water?"))
    #expect(!near.errors.contains("habit add"))
  }

  @Test func `lists follow the order, then the names, numbers by their values`() throws {
    for name in ["Day 10", "Day 9", "Zen", "Ask"] { _ = try machine.habit("add", name) }
    #expect(try machine.habit("list", "--ids").output == "ask\nday-9\nday-10\nzen\n")
    #expect(try machine.habit("edit", "profile", "--order", "zen", "9").status == 0)
    #expect(try machine.habit("list", "--ids").output == "zen\nday-9\nask\nday-10\n")
    #expect(try machine.read("guest/profile.json").contains("\"order\": [\"zen\", \"day-9\"]"))
    let list = try machine.habit("list").output.split(separator: "\n").map { $0.prefix(3) }
    #expect(list == ["hab", "Zen", "Day", "Ask", "Day"])
    _ = try machine.habit("done", "zen", "9", "ask", "10")
    for screen in ["today", "stats", "report today", "report week"] {
      let shown = try machine.process(["habit"] + screen.split(separator: " ").map(String.init))
        .run()
      let rows = shown.output.split(separator: "\n").compactMap { row in
        ["Zen", "Day 9", "Ask", "Day 10"].first { row.contains("\($0) ") }
      }
      #expect(rows == ["Zen", "Day 9", "Ask", "Day 10"], "\(shown)")
    }
    _ = try machine.habit("edit", "profile", "--clear", "order")
    #expect(try machine.habit("list", "--ids").output == "ask\nday-9\nday-10\nzen\n")
    #expect(try machine.complaints() == "")
  }
}
