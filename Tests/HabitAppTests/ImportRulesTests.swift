import Foundation
import HabitApp
import HabitExchange
import HabitCore
import HabitFiles
import TestSupport
import Testing

/// The rules that hold for formats alike, and what fixtures do not show.
@Suite struct ImportRulesTests {
  private func facts(
    _ files: [String: String],
    as format: ImportFormat? = nil,
    with change: (inout ImportOptions) -> Void = { _ in }
  ) throws -> ImportedFacts {
    var options = ImportOptions(today: try #require(Day(FormatCase.today)))
    change(&options)
    let files = files.sorted { $0.key < $1.key }
      .map { ImportFile(name: $0.key, bytes: Array($0.value.utf8)) }
    return Importing.facts(in: ImportInput(files: files), as: format, options: options)
  }

  private func plan(
    _ facts: ImportedFacts,
    in files: [String: String] = [:],
    takingTheirs: Bool = false
  ) throws -> ImportPlan {
    try ImportPlan(
      of: facts,
      beside: FileTree(files.mapValues { Array($0.utf8) }),
      takingTheirs: takingTheirs
    )
  }

  private func profile(_ plan: ImportPlan) -> String? {
    plan.edits.first { $0.path == "guest/profile.json" }
      .map { String(decoding: $0.after, as: UTF8.self) }
  }

  // MARK: Order

  private static let harsh = ["habits": "Walk: 1\nBake: 1\nRun: 1\n", "log": ""]

  @Test func `lists show new habits in the order of the file`() throws {
    let order = "{\n  \"order\": [\"walk\", \"bake\", \"run\"]\n}\n"
    #expect(profile(try plan(facts(Self.harsh, as: .harsh))) == order)
  }

  @Test func `an export has the order of lists`() throws {
    let plan = try plan(facts(Self.harsh, as: .harsh))
    let files = FileTree(Dictionary(plan.edits.map { ($0.path, $0.after) }) { first, _ in first })
    let today = try #require(Day(FormatCase.today))
    let habits = try #require(files.export(as: .harsh, on: today).result.files.first)
    #expect(habits.text.hasSuffix("\nWalk: 1\nBake: 1\nRun: 1\n"))
  }

  @Test func `an order that lists have anyway is not written`() throws {
    let files = ["habits": "Bake: 1\nRun: 1\nWalk: 1\n", "log": ""]
    #expect(profile(try plan(facts(files, as: .harsh))) == nil)
  }

  @Test func `new habits are listed behind those that are here, which keep their order`() throws {
    let habit = #"{"name": "NAME", "start": "2026-01-01"}"#
    let here = [
      "guest/profile.json": "{\n  \"order\": [\"zoo\"]\n}\n",
      "guest/habits/zoo/habit.json": habit.replacing("NAME", with: "Zoo"),
      "guest/habits/paint/habit.json": habit.replacing("NAME", with: "Paint"),
      "guest/habits/run/habit.json": habit.replacing("NAME", with: "Run"),
    ]
    let text = try #require(profile(plan(facts(Self.harsh, as: .harsh), in: here)))
    #expect(text.contains(#""order": ["zoo", "paint", "run", "walk", "bake"]"#))
  }

  // MARK: Our own profile

  private static let own = """
    {"format": 1, "profile": {"name": "Alice", "weekStart": "sunday", "dayStart": "04:00",
    "vacations": {"2026-01-02": "2026-01-04"}}, "habits": {}}
    """

  @Test func `our own profile is merged field by field, and what is missing here is written`()
    throws
  {
    let facts = try facts(["x.json": Self.own])
    #expect(profile(try plan(facts))?.contains("sunday") == true)
    let here = ["guest/profile.json": "{\n  \"name\": \"Al\",\n  \"timeZone\": \"Asia/Tokyo\"\n}\n"]
    let mine = try plan(facts, in: here)
    let text = try #require(profile(mine))
    for part in ["\"Al\"", "Asia/Tokyo", "sunday", "04:00", "2026-01-04"] {
      #expect(text.contains(part), "\(text)")
    }
    #expect(mine.differences.map(\.what) == ["name"] && !mine.changesExisting)
    let theirs = try plan(facts, in: here, takingTheirs: true)
    #expect(profile(theirs)?.contains("Alice") == true && theirs.changesExisting)
    #expect(try plan(facts, in: ["guest/profile.json": text]).edits.isEmpty)
  }

  // MARK: Files that people really have

  @Test func `harsh's amounts say their goal, and what a day without an amount counts`() throws {
    let log =
      "2026-01-10 : Swim : y :  : 0.8\n2026-01-12 : Swim : y :  : 1.5\n2026-01-13 : Swim : y :  : \n"
    let facts = try facts(["habits": "Swim: 1\n", "log": log])
    let swim = try #require(facts.habits.first)
    #expect(swim.days.values.compactMap(\.progress).reduce(.zero, +) == Amount(thousandths: 3_300))
    let note = try #require(facts.notes.first)
    #expect(note.message.contains("the goal is 0.8, and a day without an amount counts as 1"))
  }

  @Test func `an amount that harsh has on a skipped day is in the note`() throws {
    let log = "2026-01-10 : Swim : s : Ill : 0.8\n2026-01-12 : Swim : y :  : 1.5\n"
    let swim = try #require(facts(["habits": "Swim: 1\n", "log": log]).habits.first)
    #expect(swim.days.values.compactMap(\.note) == ["@ 0.8 Ill"])
  }

  @Test func `Loop's archive without its folders has its records in the table at the top`() throws {
    let habits = """
      Position,Name,Type,Question,Description,FrequencyNumerator,FrequencyDenominator,Color
      001,Meditate,YES_NO,,,1,1,#D32F2F
      002,"Walk, far",YES_NO,,,3,7,#D32F2F

      """
    let table = """
      Date,Meditate,Walk, far,
      2026-01-07,YES_MANUAL,NO,
      2026-01-06,2,3,
      2026-01-05,Entry(timestamp=2026-01-05, value=2),Entry(timestamp=2026-01-05, value=-1),

      """
    let some = try facts(["Habits.csv": habits, "Checkmarks.csv": table])
    #expect(
      some.habits.map(\.days.count) == [3, 2] && !some.hasErrors,
      "\(some.notes.map(\.text))"
    )
    #expect(some.habits[1].habit.name.text == "Walk, far")
    // With neither folders nor a table nothing is there to read.
    #expect(try facts(["Habits.csv": habits]).hasErrors)
    // A comma may have no blank behind it.
    let close = try facts([
      "Habits.csv": habits.replacing("Walk, far", with: "Walk,far"), "Checkmarks.csv": table,
    ])
    #expect(close.habits.map(\.days.count) == [3, 2] && !close.hasErrors)
  }

  @Test(arguments: [
    ("003 Walk far/Checkmarks.csv", "Date,Value,Notes\n2026-01-06,YES_MANUAL,wet\n", "Walk far"),
    ("Walk.csv", "2026-01-06,2000\n2026-01-05,1500\n", "Walk"),
    ("Walk/Checkmarks.csv", "2026-01-06,2000\n2026-01-05,1500\n", "Walk"),
    ("Walk.csv", "date,check,notes\n2026-01-06,1,wet\n2026-01-05,0,\n", "Walk"),
    ("Walk.csv", "date,Value\n2026-01-06,1\n", "Walk"),
    ("x.csv", "date,Walk\n2026-01-06,1\n", "Walk"),
  ])
  func `a table of one habit is named after its file, unless it says more`(
    file: String,
    table: String,
    name: String
  ) throws {
    let some = try facts([file: table])
    #expect(some.habits.map(\.habit.name.text) == [name] && !some.hasErrors)
    let day = try #require(Day("2026-01-06"))
    let fact = try #require(some.habits.first?.days[day])
    let isMillis = table.contains("2000") && file.contains("Checkmarks")
    let amount = isMillis ? 2 : table.contains("2000") ? 2000 : 1
    #expect(fact.progress == Amount(amount))
    #expect(fact.note == (table.contains("wet") ? "wet" : nil))
  }

  @Test(arguments: [
    "Habit,2026-01-05,2026-01-06,2026-01-07\nRead,x,,x\nRun,5,,3.2\n",
    "January 2026,5,6,7\nRead,x,,x\nRun,5,,3.2\n",
    "My habits,,,\n,,,\nDate,Read,Run,Total\n2026-01-05,x,5,2\n2026-01-07,x,3.2,2\nTotal,2,8.2,4\n",
    "sep=;\r\nDatum;Read;Run;%\r\n5.1.26;✓;5;100%\r\n;;;\r\n7.1.26;✓;3,2;100%\r\n;;;\r\n",
    "\u{FEFF};05.01.2026;07.01.2026;Summe\r\nMorgens;;;\r\nRead;1;1;2\r\nRun;5;3,2;8,2\r\nSumme;2;2;4\r\n",
  ])
  func `sheets as people keep them are tables`(text: String) throws {
    let some = try facts(["x.csv": text])
    #expect(!some.hasErrors, "\(some.notes.map(\.text))")
    #expect(some.habits.map(\.habit.name.text) == ["Read", "Run"])
    let days = some.habits.map { habit in
      habit.days.sorted { $0.key < $1.key }.map { "\($0) \($1.progress?.description ?? "-")" }
    }
    #expect(days == [["2026-01-05 1", "2026-01-07 1"], ["2026-01-05 5", "2026-01-07 3.2"]])
  }

  @Test(arguments: ["date,habit,total\n", "date,habit,km,total\n", "date,total\n"])
  func `a total is the value where nothing else is`(header: String) throws {
    let row = header.dropLast().split(separator: ",").map { $0 == "habit" ? "Run" : "5" }
    let cells = ["2026-01-05"] + row.dropFirst()
    let some = try facts(["x.csv": header + cells.joined(separator: ",") + "\n"])
    let day = try #require(Day("2026-01-05"))
    #expect(!some.hasErrors && some.habits.count == 1, "\(some.notes.map(\.text))")
    #expect(some.habits.first?.days[day]?.progress == Amount(5))
  }

  @Test func `what is wrong in a table of days across is told with its column`() throws {
    let some = try facts(["x.csv": "Habit,Goal,2026-01-05,2026-02-30,2026-01-06\nRead,2,x,x,\n"])
    #expect(
      some.notes.filter(\.isError).map(\.text) == [
        "x.csv, column:2: \"Goal\" is not a date (left out)",
        "x.csv, column:4: \"2026-02-30\" is not a date (left out)",
      ]
    )
    #expect(some.habits.map(\.days.count) == [1])
  }

  @Test func `an option that is told can be typed`() throws {
    let name = "Don't say \"long\", " + String(repeating: "long ", count: 20) + "and\nbroken"
    let table = "date,\(name.csvQuoted),B\n2026-01-05,ok,1\n2026-01-06,ja,1\n"
    let some = try facts(["x.csv": table])
    let line = name.singleLine.replacing("'", with: "'\\''")
    let told = some.notes.map(\.message).joined()
    #expect(told.contains("--done ok or --done ja if that means done"), "\(told)")
    #expect(told.contains("else --column '\(line)=note'"), "\(told)")
    let noted = try facts(["x.csv": table]) { $0.columns = [name.singleLine: .note] }
    #expect(!noted.hasErrors && noted.habits.map(\.habit.name.text) == ["B"])
    let amounts = try facts(["x.csv": "date,habit,value\n2026-01-05,\(name.csvQuoted),5\n"]) {
      $0.goals = [name.singleLine: Goal.once]
    }
    #expect(amounts.notes.allSatisfy { !$0.message.contains("goal") })
  }

  @Test func `a column without a record makes no habit`() throws {
    let some = try facts(["x.csv": "date,Walk,Swim\n2026-01-06,1,\n"])
    #expect(some.habits.map(\.habit.name.text) == ["Walk"] && !some.hasErrors)
    #expect(some.notes.map(\.text).contains("x.csv:1: Swim: no record, left out"))
  }

  @Test func `what Loop's schedule covers ahead is no record and no failure`() throws {
    let some = try facts([
      "Walk/Checkmarks.csv":
        "Date,Value,Notes\n2026-12-02,YES_AUTO,\n2026-01-06,YES_MANUAL,\n2026-01-05,YES_AUTO,\n"
    ])
    #expect(some.habits.map(\.days.count) == [1] && !some.hasErrors, "\(some.notes.map(\.text))")
    let late = try facts([
      "Walk/Checkmarks.csv": "Date,Value,Notes\n2026-12-02,YES_MANUAL,\n2026-01-06,YES_MANUAL,\n"
    ])
    #expect(late.hasErrors)
  }

  @Test func `days that a spreadsheet has rewritten are days`() throws {
    func days(_ cell: String, _ monthFirst: Bool?) throws -> [String] {
      var options = ImportOptions(today: try #require(Day(FormatCase.today)))
      options.monthFirst = monthFirst
      let text = "date,Meditate\n\"\(cell)\",1\n"
      let file = ImportFile(name: "x.csv", bytes: Array(text.utf8))
      let facts = Importing.facts(in: ImportInput(files: [file]), options: options)
      return facts.habits.flatMap { $0.days.keys.map(\.description) } + facts.notes.map(\.message)
    }
    #expect(try days("06-16-24", true) == ["2024-06-16"])
    #expect(try days("03-06-2025", false) == ["2025-06-03"])
    #expect(try days("5.1.26", nil) == ["2026-01-05"])
    for cell in [
      "2026/1/5", "2026.01.05.", "2026. 1. 5.", "2026年1月5日", "20260105", "5 Jan 2026",
      "Mon, Jan 5, 2026", "Monday 5th January 2026", "5-Jan-26", "2026-01-05 23:30:00",
      "2026-01-05T23:30:00+02:00", "January 5, 2026 9:00 AM", "Mon Jan  5 09:00:00 UTC 2026",
      "1/5/2026, 9:00", "2026-1-5 9:00",
    ] { #expect(try days(cell, true) == ["2026-01-05"], "\(cell)") }
    for cell in ["2026-02-30", "2026/13/1", "1/2", "12", "Jan 2026", "32 Jan 2026", "x"] {
      #expect(try days(cell, true).contains { $0.contains("is not a date") }, "\(cell)")
    }
    #expect(try days("13/06/25", nil) == ["2025-06-13"])
    #expect(
      try days("03-06-25", nil).first?
        .contains("2025-06-03 with --dates dmy, and 2025-03-06 with --dates mdy") == true
    )
  }

  @Test func `a task of Org with a deadline is a habit, and one without any date is any time`()
    throws
  {
    let org = """
      * Floss
        DEADLINE: <2026-01-05 Mon .+1d>
        :PROPERTIES:
        :STYLE: habit
        :END:
        - State "DONE" from "NEXT" [2026-01-05 Mon 21:00]
      * Stretch
        :PROPERTIES:
        :STYLE: habit
        :END:
        - State "DONE" from "NEXT" [2026-01-06 Tue 21:00]
      """
    let facts = try facts(["x.org": org])
    #expect(
      facts.habits.map { "\($0.habit.schedule.value(on: .distantPast))" } == [
        "every day", "any time",
      ]
    )
    #expect(facts.habits.map(\.days.count) == [1, 1])
  }

  // MARK: Schedules and goals

  @Test func `a bad habit of Habitica is kept on days without an entry`() throws {
    let json = """
      {"tasks": {"habits": [{"text": "Smoke", "up": false, "down": true, "history":
      [{"date": 1767607200000, "value": -1, "scoredUp": 0, "scoredDown": 2}]}], "dailys": []}}
      """
    let habit = try #require(facts(["x.json": json]).habits.first)
    #expect(habit.habit.kind == .breaking(baseline: nil, unlogged: .kept))
    #expect(habit.days.values.map(\.progress) == [Amount(2)])
  }

  // MARK: Org

  @Test func `a habit far down in an Org file is found`() throws {
    let notes = "* Notes\n" + String(repeating: "  a line of notes\n", count: 8_000)
    let habit =
      "* Walk\n  SCHEDULED: <2026-01-05 Mon .+1d>\n  :STYLE: habit\n"
      + "  - State \"DONE\" [2026-01-05 Mon]\n"
    #expect(try facts(["x.org": notes + habit]).habits.map(\.habit.name.text) == ["Walk"])
  }

  @Test func `a closing after midnight is of the day before where the user says so`() throws {
    let text = """
      * Walk
        SCHEDULED: <2026-01-09 Fri .+1d>
        :PROPERTIES:
        :STYLE: habit
        :END:
        - State "DONE" from "NEXT" [2026-01-06 Tue 01:30]
        - State "DONE" from "NEXT" [2026-01-08 Thu 04:00]
      """
    let early = try #require(TimeOfDay("04:00"))
    let days = { (facts: ImportedFacts) in facts.habits[0].days.keys.sorted().map(\.description) }
    #expect(try days(facts(["x.org": text])) == ["2026-01-06", "2026-01-08"])
    #expect(
      try days(facts(["x.org": text]) { $0.dayStart = early }) == ["2026-01-05", "2026-01-08"]
    )
  }

  // MARK: Recognition

  @Test func `a page beside the files of harsh is not a habit`() throws {
    let files = Self.harsh.merging(["README.md": "# Mine\n"]) { first, _ in first }
    let facts = try facts(files.merging(["log": "2026-01-05 : Run : y"]) { $1 })
    #expect(facts.format == .harsh && facts.habits.count == 3, "\(facts.notes)")
  }

  @Test func `files of two forms are refused`() throws {
    let files = Self.harsh.merging(["x.csv": "date,A\n2026-01-05,1\n"]) { first, _ in first }
    let facts = try facts(files)
    #expect(facts.habits.isEmpty && facts.notes.first?.message.contains("csv") == true)
  }

  // MARK: What differs

  private static let loop = [
    "guest/habits/walk/habit.json":
      #"{"name": "Walk", "start": "2026-01-01", "origin": {"habitkit": "h1"}}"#
  ]
  private static let renamed = """
    {"habits": [{"id": "h1", "name": "Stroll"}], "completions": [], "intervals": []}
    """

  @Test func `a habit that was renamed there is found, and the name is told or taken`() throws {
    let facts = try facts(["x.json": Self.renamed], as: .habitkit)
    let kept = try plan(facts, in: Self.loop)
    #expect(kept.edits.isEmpty)
    #expect(kept.differences.map(\.description) == ["Walk, name: Walk stays; the file says Stroll"])
    let taken = try plan(facts, in: Self.loop, takingTheirs: true)
    #expect(taken.differences.map(\.description) == ["Walk, name: Walk becomes Stroll"])
    let text = String(decoding: try #require(taken.edits.first).after, as: UTF8.self)
    #expect(text.contains("\"name\": \"Stroll\"") && text.contains("\"aka\": [\"Walk\"]"))
  }

  @Test func `a habit that was renamed here is not a difference`() throws {
    let files = Self.loop.mapValues {
      $0.replacing("\"Walk\",", with: "\"March\", \"aka\": [\"Stroll\"],")
    }
    #expect(try plan(facts(["x.json": Self.renamed], as: .habitkit), in: files).differences.isEmpty)
  }

  @Test(arguments: ["every 3 months on 15", "every 2 weeks on mon", "every 3 days"])
  func `what is counted from the start keeps its days when an older record moves it`(
    schedule: String
  ) throws {
    let walk = "{\"name\": \"Walk\", \"start\": \"2026-01-01\", \"schedule\": \"\(schedule)\"}"
    let facts = try facts(["x.csv": "date,Walk,Run\n2025-11-20,1,1\n"])
    let edits = try plan(facts, in: ["guest/habits/walk/habit.json": walk]).edits
    let texts = edits.map { String(decoding: $0.after, as: UTF8.self) }
    #expect(texts.contains { $0.contains("{\"2026-01-01\": \"\(schedule)\"}") }, "\(texts)")
  }

  @Test func `our own export with a record before the start is nothing new`() throws {
    let text = """
      {"format": 1, "habits": {"a": {"habit": {"name": "A", "start": "2026-02-01"},
      "years": {"2026": {"2026-01-05": 3}}}}}
      """
    let facts = try facts(["x.json": text])
    let first = try plan(facts)
    let files = Dictionary(
      first.edits.map { ($0.path, String(decoding: $0.after, as: UTF8.self)) }
    ) { first, _ in first }
    #expect(!first.edits.isEmpty)
    #expect(try plan(facts, in: files).edits.isEmpty)
  }

  @Test
  func `a habit of Loop without a folder has its column, and that nothing is there is told once`()
    throws
  {
    let habits = """
      Position,Name,Type,Question,Description,FrequencyNumerator,FrequencyDenominator,Color
      001,Meditate,YES_NO,,,1,1,#D32F2F
      002,"Walk, far",YES_NO,,,3,7,#D32F2F

      """
    let table = "Date,Meditate,Walk, far,\n2026-01-07,YES_MANUAL,NO,\n2026-01-06,2,3,\n"
    let some = try facts([
      "Habits.csv": habits, "Checkmarks.csv": table,
      "001 Meditate/Checkmarks.csv": "Date,Value,Notes\n2026-01-07,YES_MANUAL,\n",
    ])
    #expect(
      some.habits.map(\.days.count) == [1, 2] && !some.hasErrors,
      "\(some.notes.map(\.text))"
    )
    let none = try facts(["Habits.csv": habits])
    #expect(none.hasErrors && none.notes.count(where: \.isError) == 1, "\(none.notes.map(\.text))")
  }

  @Test func `a quote that does not end in a folder of Loop's archive is told`() throws {
    let habits = "Position,Name,NumRepetitions,Interval,Color\n001,Walk,1,1,#D32F2F\n"
    let entries = "2026-01-07,2\n2026-01-06,2,\"wet\n2026-01-05,2\n"
    let some = try facts(["Habits.csv": habits, "001 Walk/Checkmarks.csv": entries])
    #expect(some.habits.map(\.days.count) == [1])
    #expect(
      some.notes.filter(\.isError).map(\.text) == [
        "001 Walk/Checkmarks.csv:2: a quote that does not end (left out)"
      ]
    )
    let table = "Date,Walk,\n2026-01-07,YES_MANUAL,\n\"2026-01-06,YES_MANUAL,\n"
    let none = try facts(["Habits.csv": habits, "Checkmarks.csv": table])
    #expect(none.notes.contains { $0.text.hasPrefix("Checkmarks.csv:3: a quote") })
  }

  @Test func `each of Loop's tables that are imported alone is read`() throws {
    let some = try facts([
      "a/Checkmarks.csv": "Date,Walk,\n2026-01-07,YES_MANUAL,\n",
      "b/Checkmarks.csv": "Date,Swim,\n2026-01-07,YES_MANUAL,\n",
      "c/Checkmarks.csv": "2026-01-07,2\n",
    ])
    #expect(some.habits.map(\.habit.name.text) == ["Walk", "Swim", "c"] && !some.hasErrors)
  }

  @Test(arguments: [
    ("goals", "x.json", 13_000), ("tags", "y.json", 100_001), ("pauses", "z.md", 5_000),
  ])
  func `of more values than a command writes the last ones are taken, and it is told`(
    what: String,
    name: String,
    count: Int
  ) throws {
    let days = (0..<count).map { "\(Day(number: Int32(2 * $0)))" }
    let goals = days.enumerated().map {
      #"{"habitId":"h","startDate":"\#($1)","type":"day","requiredNumberOfCompletionsPerDay":\#($0 % 2 + 1)}"#
    }
    let texts = [
      "goals": #"""
      {"habits":[{"id":"h","name":"Walk"}],"intervals":[\#(goals.joined(separator: ","))],
      "completions":[{"habitId":"h","date":"2026-01-05T08:00:00Z"}]}
      """#,
      "tags": #"""
      {"habits":[{"name":"Walk","tags":\#((0..<count).map { "t\($0)" }),
      "records":[{"day":"2026-01-05","done":true}]}]}
      """#,
      "pauses": "---\ntype: binary\nrecords: {2026-01-05: true}\npauses:\n"
        + days.map { "  - start: \($0)\n    end: \($0)\n" }.joined() + "---\n",
    ]
    let some = try facts([name: texts[what] ?? ""])
    let walk = try #require(some.habits.first)
    #expect(
      some.notes.filter(\.isError).map(\.message) == [
        "the first \(count - 1_000) of \(count) \(what); 1000 are the most"
      ]
    )
    let kept = [
      "goals": walk.habit.goal.entries.count, "tags": walk.habit.tags.count,
      "pauses": walk.habit.pauses.count,
    ]
    #expect(kept[what] == 1_000 && walk.days.count == 1)
    #expect(try plan(some).edits.count == 2)
  }

  @Test func `what is told of habits is in their order`() throws {
    let names = (1...9).map { "Habit \($0)" }
    let rows = names.map { "2026-01-07,\($0),5,a unit of more than 20 letters\n" }
    let some = try facts(["x.csv": "date,habit,value,unit\n" + rows.joined()])
    let cut = some.notes.filter { $0.message.contains("is cut to 20") }
    #expect(cut.map(\.place.description) == names)
  }
}
