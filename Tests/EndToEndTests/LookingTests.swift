import Foundation
import Testing
import TestSupport

/// What the commands that show print, and the contract of `--json`.
@Suite struct LookingTests {
  let machine: Machine

  init() throws {
    machine = try Machine(now: "2026-03-10T09:00:00")
    try machine.habit("add", "Drink water", "--goal", "8 glasses", "--from", "-9", "--tag", "body")
    try machine.habit("add", "本を読む", "--from", "-9", "--tag", "mind", "--tag", "evening")
    try machine.habit("add", "Gym", "--schedule", "3 times a week", "--from", "-9")
    for day in 1...9 { try machine.habit("log", "water", "8", "--on", "-\(day)") }
    for day in [1, 3, 4] { try machine.habit("done", "本", "--on", "-\(day)") }
    try machine.habit("skip", "本", "sick", "--on", "-2")
    try machine.habit("note", "本", "good, \"very\"\nindeed", "--on", "-1")
  }

  private func json(_ arguments: String...) throws -> Any {
    let run = try machine.process(["habit"] + arguments + ["--json"]).run()
    #expect(run.status == 0, "\(run.errors)")
    return try JSONSerialization.jsonObject(with: Data(run.output.utf8))
  }

  private func keys(_ value: Any?) -> Set<String> {
    Set((value as? [String: Any] ?? (value as? [[String: Any]])?.first ?? [:]).keys)
  }

  @Test func `a combining mark after a quote does not hide the quote`() throws {
    let machine = try Machine()
    try machine.habit("add", "Read")
    try machine.habit("note", "read", "a\"\u{301}, \\\u{301}\", \"x\": 1")
    let json = try machine.habit("query", "--json").output
    let rows = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]]
    #expect(rows?.first?["note"] as? String == "a\"\u{301}, \\\u{301}\", \"x\": 1")
    let csv = try machine.habit("query", "--csv").output
    #expect(csv.unicodeScalars.count { $0 == "\"" }.isMultiple(of: 2), "\(csv)")
  }

  @Test func `a text that a spreadsheet would run as a formula is kept, with a warning`() throws {
    let machine = try Machine()
    try machine.habit("add", "Read")
    try machine.habit("note", "read", "=cmd|' /C calc'!A0")
    let told = try machine.habit("query", "--csv")
    #expect(told.status == 0)
    #expect(told.output.contains(",=cmd|' /C calc'!A0,day\n"))
    #expect(told.errors.contains("warning: 1 line with a text that begins with =, +, - or @"))
    try machine.habit("note", "read", "--clear")
    #expect(try machine.habit("query", "--csv").errors == "")
  }

  @Test func `the documented JSON keys exist`() throws {
    let today = try #require(try json("today") as? [String: Any])
    #expect(
      keys(today).isSuperset(of: [
        "date", "user", "habits", "awarded", "streak", "best", "xp", "level",
      ])
    )
    #expect(
      keys(today["habits"]).isSuperset(of: [
        "id", "name", "state", "progress", "goal", "unit", "per", "due", "canWait", "streak",
        "best",
      ])
    )
    let xp = try #require(try json("xp") as? [String: Any])
    #expect(
      keys(xp).isSuperset(of: [
        "user", "xp", "level", "levelStart", "nextLevelAt", "today", "streak", "best",
        "lastComplete", "ledger", "achievements",
      ])
    )
    #expect(keys(xp["ledger"]).isSuperset(of: ["date", "xp"]))
    #expect(keys(xp["achievements"]).isSuperset(of: ["id", "title", "date"]))
    #expect(
      try keys(json("query")).isSuperset(of: [
        "habit", "date", "state", "due", "progress", "goal", "unit", "at", "skip", "difficulty",
        "note",
      ])
    )
    let stats = try #require(try json("stats") as? [String: Any])
    #expect(keys(stats).isSuperset(of: ["from", "to", "habits", "completeDays", "trend"]))
    #expect(
      keys(stats["habits"]).isSuperset(of: [
        "id", "due", "done", "skipped", "rate", "amount", "streak", "best", "strength", "total",
      ])
    )
  }

  @Test func `groups follow the order of lists, and what can wait comes last and says how long`()
    throws
  {
    try machine.habit("done", "water")
    let lines = try machine.habit("today").output.split(separator: "\n")
    let order = ["Drink water", "本を読む", "Gym"].map { name in
      lines.firstIndex { $0.contains(name) } ?? -1
    }
    #expect(order == order.sorted() && !order.contains(-1))
    #expect(lines.contains("later: Gym 0/3 this week, can wait 3 days"))
  }

  @Test func `a tag selects habits`() throws {
    #expect(try !machine.habit("today", "--tag", "body").output.contains("本"))
    #expect(
      try machine.habit("list", "--tag", "EVENING", "--ids").output.split(separator: "\n").count
        == 1
    )
    #expect(try machine.habit("stats", "--tag", "none").output.contains("Nothing was due"))
    #expect(try !machine.habit("query", "--tag", "body").output.contains("本"))
  }

  @Test func `a query selects days, habits and states`() throws {
    let run = try machine.habit(
      "query",
      "--from",
      "-2",
      "--to",
      "-1",
      "本",
      "--state",
      "done",
      "--csv"
    )
    let rows = run.output
    #expect(rows.contains(",2026-03-09,done,true,1,1,time,"))
    #expect(rows.hasSuffix("\"good, \"\"very\"\"\nindeed\",day\n"))
    #expect(!rows.contains("2026-03-08"))
    let skipped = try machine.habit("query", "--state", "skipped").output
    #expect(skipped.contains("sick") && skipped.split(separator: "\n").count == 1)
    #expect(try machine.habit("query", "--state", "lost").status == 64)
    #expect(try machine.habit("query", "--from", "today", "--to", "yesterday").status == 64)
    #expect(try machine.habit("query", "--from", "2027-01-01", "--to", "2027-01-02").status == 64)
    #expect(try machine.habit("query", "--all", "--from", "2026-01-01").status == 64)
    try machine.habit("add", "Old", "--from", "2025-12-01")
    #expect(try !machine.habit("query").output.contains("2026-01-"))
    #expect(try machine.habit("query").output.split(separator: "\n").count > 29)
    #expect(try machine.habit("query", "--all").output.hasPrefix("2025-12-01"))
  }

  @Test func `rows ascend by date, then habit`() throws {
    let rows = try #require(try json("query") as? [[String: Any]])
    let order = rows.map { "\($0["date"] ?? "") \($0["habit"] ?? "")" }
    #expect(order == order.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    #expect(rows.count > 20)
  }

  @Test(arguments: [46, 60, 80, 120])
  func `no line is wider than the screen, in any script`(columns: Int) throws {
    let narrow = machine.with(["COLUMNS": "\(columns)"])
    for arguments in [
      ["today"], ["list"], ["stats"], ["stats", "water"], ["calendar"],
      ["calendar", "--month", "2026-03"], ["history"], ["xp"], ["digest"], ["why", "本", "-1"],
      ["show", "本"], ["query"], ["why", "xp", "-1"],
    ] {
      let output = try narrow.process(["habit"] + arguments).run().output
      for line in output.split(separator: "\n") {
        #expect(width(line) <= columns, "\(arguments): \(line)")
      }
    }
  }

  @Test(arguments: [40, 200])
  func `the main screens fit a narrow and a wide terminal`(columns: Int) throws {
    for arguments in [
      ["today"], ["stats"], ["stats", "water"], ["stats", "water", "--wide"], ["list"],
      ["show", "本"], ["why", "本", "-1"], ["why", "xp", "-1"], ["calendar"],
      ["calendar", "--month", "2026-03"], ["history"], ["xp"], ["digest"],
    ] {
      let shown = machine.with(["COLUMNS": "\(columns)"]).process(["habit"] + arguments)
      for line in try shown.run().output.split(separator: "\n") {
        #expect(width(line) <= columns, "\(arguments): \(line)")
      }
    }
  }

  /// Columns, as far as the texts of these tests need it.
  private func width(_ line: Substring) -> Int {
    line.unicodeScalars.reduce(0) { $0 + ((0x3000...0x9FFF).contains($1.value) ? 2 : 1) }
  }

  @Test func `a calendar has the marks of rows of days, and says what they mean`() throws {
    let month = try machine.habit("calendar", "本", "--month", "2026-03").output
    #expect(month.contains(" 2 ✗   3 ✗   4 ✗   5 ✗   6 ■   7 ■   8 –\n"))
    #expect(month.contains(" 9 ■  10 □"))
    #expect(month.hasSuffix("✗ none  · not due\n□ open  – skipped\n"))
    let levels = try #require(try json("calendar", "本", "--month", "2026-03") as? [[String: Any]])
    #expect(levels.count == 31)
    #expect(levels[5]["level"] as? Int == 4)
    #expect(levels[7]["level"] is NSNull)
    #expect(try machine.habit("calendar", "--month", "March").status == 64)
    #expect(try machine.habit("calendar", "--year", "0").status == 64)
  }

  @Test func `why tells the state, the reason and the commits`() throws {
    let why = try machine.habit("why", "本", "-1").output
    #expect(why.contains("Monday, 9 March 2026: done"))
    #expect(why.contains("streak    2 before, 3 after"))
    #expect(why.contains("points    50 XP, all due was done"))
    #expect(why.contains("done ") && why.contains("note "))
    #expect(why.split(separator: "\n").count { $0.contains(" 2026-03-10 09:00  ") } == 2)
    let skipped = try machine.habit("why", "本", "-2").output
    #expect(skipped.contains("nothing; skipped, sick"))
    #expect(try machine.habit("why", "gym").output.contains("6 days left: it can"))
    #expect(try machine.habit("why", "streak").output.contains("  since   2026-03-0"))
    #expect(try machine.habit("why", "xp", "-2").output.contains("passed over: 本を読む"))
    #expect(try machine.habit("why", "nothing").status == 66)
  }

  @Test func `why reads of the other habits only the years that the day needs`() throws {
    try machine.write("guest/habits/gym/2019.json", "unreadable")
    #expect(try machine.habit("why", "water", "-1").status == 0)
    #expect(try machine.habit("why", "xp", "-1").status == 0)
    #expect(try machine.habit("why", "gym", "-1").status == 65)
  }

  @Test func `why streak names the day that broke it, and the commands that mend it`() throws {
    let machine = try Machine(now: "2026-03-10T09:00:00")
    try machine.habit("add", "Read", "--from", "-4")
    try machine.habit("add", "Coffee", "--breaking", "--goal", "2 cups", "--from", "-4")
    for day in 1...4 { try machine.habit("done", "coffee", "--on", "-\(day)") }
    for day in [1, 3, 4] { try machine.habit("done", "read", "--on", "-\(day)") }
    try machine.habit("set", "coffee", "3", "--on", "-2")
    let why = try machine.habit("why", "streak").output
    #expect(why.contains("  since   2026-03-09\n  broken  2026-03-08, not done: Coffee, Read\n"))
    let mending =
      "  if that is a mistake\n    habit done read --on 2026-03-08\n"
      + "    habit set coffee AMOUNT --on 2026-03-08\n"
    #expect(why.hasSuffix(mending), "\(why)")
    let asked = try machine.habit("why", "streak", "--user", "guest").output
    #expect(asked.contains("habit done read --on 2026-03-08 --user guest\n"), "\(asked)")
    try machine.habit("done", "read", "--on", "2026-03-08")
    try machine.habit("set", "coffee", "2", "--on", "2026-03-08")
    #expect(try machine.habit("why", "streak").output.hasPrefix("streak 4 complete days"))
    #expect(try machine.habit("why", "coffee", "-1").output.contains(": done\n"))
  }

  @Test func `a description keeps its lines, and long ones are broken between words`() throws {
    let machine = try Machine().with(["COLUMNS": "30"])
    let text = "a list:\n- stretch  twice\n- walk around the whole of the park"
    try machine.habit("add", "Move", "--description", text)
    let shown = try machine.process(["habit", "show", "move"]).run().output
    let lines = "\na list:\n- stretch  twice\n- walk around the whole of the\npark\n"
    #expect(shown.contains(lines), "\(shown)")
  }

  @Test func `a list keeps ids whole, and its texts are broken between words`() throws {
    let machine = try Machine()
    let names = (10...54).map { "Habit of a long name \($0)" }
    for name in names {
      try machine.habit("add", name, "--from", "-1", "--tag", "home", "--tag", "x")
    }
    for columns in [40, 60, 80, 120] {
      let narrow = machine.with(["COLUMNS": "\(columns)"])
      let list = try narrow.habit("list").output
      #expect(list.contains("\nhome\n") && list.contains("  habit-of-a-long-name-54"), "\(list)")
      #expect(list.split(separator: "\n").allSatisfy { $0.count <= columns }, "\(list)")
      let why = try narrow.habit("why", "xp", "-1").output
      let words = why.split { $0 == " " || $0 == "\n" }.filter { $0.hasSuffix(",") }
      #expect(why.contains("and 35 more\n") && words.count < 14, "\(why)")
      #expect(why.split(separator: "\n").allSatisfy { $0.count <= columns }, "\(why)")
    }
    #expect(try machine.habit("list", with: ["COLUMNS": "120"]).output.contains("  other tags\n"))
  }

  @Test func `a manual edit is among the commits that wrote a day`() throws {
    let path = "guest/habits/drink-water/2026.json"
    let text = try machine.read(path)
    try machine.write(
      path,
      text.replacing("\"2026-03-09\": {\"progress\": 8", with: "\"2026-03-09\": {\"progress\": 7")
    )
    try machine.habit("log", "water")
    let why = try machine.habit("why", "water", "-1").output
    #expect(why.contains("typed -1"))
    #expect(why.contains("edit by hand"))
    #expect(why.contains("log drink-water +8"))
  }

  @Test func `badges are listed with their days, and those that are left`() throws {
    let output = try machine.habit("xp").output
    #expect(output.contains("First Steps            2026-03-01"))
    #expect(output.contains("□  Legendary"))
  }

  @Test func `a broken habit is named, and the rest is shown`() throws {
    try machine.write("guest/habits/gym/habit.json", "{")
    let commands = [
      ["stats"], ["calendar"], ["xp"], ["query"], ["why", "streak"], ["list", "--ids"],
      ["show", "water"],
    ]
    for arguments in commands {
      let run = try machine.process(["habit"] + arguments).run()
      #expect(run.status == 65, "\(arguments)")
      #expect(run.errors.contains("guest/habits/gym/habit.json:1:"))
      #expect(!run.output.isEmpty)
    }
  }

  @Test(arguments: [["log"], ["sync"], ["user", "add"], ["user"]])
  func `help is about the command it is asked of`(command: [String]) throws {
    let help = try machine.process(["habit"] + command + ["--help"]).run()
    #expect(help.status == 0 && help.errors == "")
    let name = (["USAGE: habit"] + command).joined(separator: " ")
    #expect(help.output.contains("\n" + name + " "), "\(help)")
  }

  @Test(arguments: ["show", "stats"]) func `a large total has separators`(command: String) throws {
    let machine = try Machine()
    try machine.habit("add", "Read", "--goal", "20 pages")
    try machine.habit("log", "read", "12342")
    #expect(try machine.habit(command, "read").output.contains("total     12,342 pages\n"))
  }
}
