import Foundation
import TestSupport
import Testing

/// `habit undo` and `habit redo` through the built program.
@Suite struct UndoTests {
  let machine: Machine

  init() throws {
    machine = try Machine()
    for command in [["add", "Water", "--goal", "8 glasses", "--from", "-9"], ["add", "Run"]] {
      _ = try machine.process(["habit"] + command).run()
    }
  }

  /// Runs a line of words, which has to end well.
  @discardableResult
  private func run(_ line: String, now: String? = nil) throws -> String {
    let words = line.split(separator: " ").map(String.init)
    let said = try machine.at(now ?? machine.now).process(["habit"] + words).run()
    try #require(said.status == 0, "habit \(line):\n\(said)")
    return said.output
  }

  private func undone(_ line: String = "undo") throws -> String {
    try String(run(line).prefix { $0 != "\n" })
  }

  // MARK: Which command

  @Test func `the newest command is undone, not the one with the latest time`() throws {
    try run("log water 2")
    try run("log run --at 00:10")
    #expect(try undone() == "undone: log run +1 (1/1) 2026-03-01")
  }

  @Test func `after a clock goes back, the newest command is still the last one`() throws {
    try run("log water 1", now: "2026-03-01T16:00:00")
    try run("log water 2", now: "2026-03-01T14:00:00")
    #expect(try undone() == "undone: log water +2 (3/8) 2026-03-01")
    #expect(try undone() == "undone: log water +1 (1/8) 2026-03-01")
  }

  @Test func `commits of one second are undone in their order`() throws {
    for _ in 0..<3 { try run("log water") }
    try run("log run")
    #expect(try undone() == "undone: log run +1 (1/1) 2026-03-01")
    #expect(try undone() == "undone: log water +1 (3/8) 2026-03-01")
  }

  @Test(arguments: [
    "set water 5", "skip water sick", "note water rain", "note water --difficulty 4", "done run",
    "log water 2 --on yesterday", "edit water --goal 10", "edit run --name Jog",
    "archive run", "delete run", "vacation start", "edit profile --day-start 10:00", "add Tea",
    "import habits.csv", "skip water --from -3 --to yesterday",
  ])
  func `every kind of command is undone and done again`(line: String) throws {
    try run("log water")
    try machine.shell(
      "printf 'date,habit,value\\n2026-02-27,Run,1\\n2026-02-28,Tea,2\\n' > habits.csv"
    )
    let before = try meaning()
    try run(line)
    let after = try meaning()
    #expect(before != after)
    let subject = try machine.git("log", "-1", "--format=%s").output
    #expect(try undone() + "\n" == "undone: \(subject)")
    #expect(try meaning() == before)
    #expect(try undone("redo") + "\n" == "redone: \(subject)")
    #expect(try meaning() == after)
    #expect(try machine.complaints() == "")
  }

  @Test func `of today, undo and redo tell only points that move, of all years`() throws {
    try run("add Old --from 2025-12-31")
    try run("done old --on 2025-12-31")
    try run("log water")
    let told = "undone: log water +1 (1/8) 2026-03-01\nWater  2026-03-01  progress  none  was 1\n"
    #expect(try run("undo") == told)
    try run("done old water run")
    try run("undo")
    #expect(try run("redo").contains("XP 50 to 100"))
    #expect(try run("undo --json").contains("\"before\": 100"))
  }

  @Test func `undo with a habit or a day undoes only their part`() throws {
    try run("log water --on yesterday")
    try run("done run water")
    try run("log water")
    #expect(try undone("undo run") == "undone: done run (1/1), water (8/8) 2026-03-01")
    #expect(try run("query run --json").contains("\"at\": []"))
    #expect(try undone("undo --on yesterday") == "undone: log water +1 (1/8) 2026-02-28")
    #expect(try undone() == "undone: log water +1 (9/8) 2026-03-01")
    #expect(try undone() == "undone: done run (1/1), water (8/8) 2026-03-01")
    #expect(try machine.habit("undo", "water").status == 0, "the habit itself was added")
  }

  @Test func `without a command to undo or redo the status is 66`() throws {
    try run("undo")
    try run("undo")
    let nothing = try machine.habit("undo")
    #expect(nothing.status == 66)
    #expect(nothing.errors.hasPrefix("habit: there is nothing to undo\n"))
    try run("add Tea")
    let newer = try machine.habit("redo")
    #expect(newer.status == 66)
    #expect(newer.errors.contains("hint: an undo is redone as long as no other command follows"))
  }

  @Test func `the command that made the repository is undone as any other`() throws {
    let script = """
      unset HABIT_DEVICE; export HABIT_REPO= XDG_DATA_HOME=$PWD/new
      habit add Read; habit log read; habit undo; habit undo; git -C new/habit log --format=%an
      """
    let said = try machine.shell(script)
    #expect(said.output.contains("undone: add read: 1 time, every day\n"), "\(said)")
    let authors = said.output.split(separator: "\n").filter { $0.hasPrefix("guest on ") }
    #expect(authors.count == 5 && Set(authors).count == 1, "\(said)")
  }

  @Test func `a habit whose addition was undone can be added in another way`() throws {
    try run("add Tea --goal 3")
    try run("undo")
    #expect(try run("add Tea --goal 5 --tag hot").hasPrefix("Tea (tea): 5 times, every day"))
    #expect(try run("log tea").hasPrefix("Tea  1/5 times"))
    try run("undo")
    try run("undo")
    #expect(try machine.habit("show", "tea").status == 66)
    try run("delete run --from tomorrow")
    #expect(try machine.habit("add", "Run").errors.contains("habit restore run"))
  }

  @Test func `a dry run says what would change and changes nothing`() throws {
    try run("log water 2")
    let head = try machine.git("rev-parse", "HEAD").output
    let said = try run("undo --dry-run")
    #expect(said.hasPrefix("would undo: log water +2 (2/8) 2026-03-01\n"))
    #expect(said.contains("progress  none  was 2"))
    #expect(try machine.git("rev-parse", "HEAD").output == head)
    #expect(try machine.complaints() == "")
  }

  // MARK: What is not a command of this device

  @Test func `a manual edit is not undone, not even one that a command committed`() throws {
    try machine.write("guest/habits/water/2026.json", "{\n  \"2026-02-27\": 3\n}\n")
    try run("log water 2 --on 2026-02-27")
    #expect(try undone() == "undone: log water +2 (5/8) 2026-02-27")
    #expect(try machine.read("guest/habits/water/2026.json").contains("\"progress\": 3"))
    #expect(try undone().hasPrefix("undone: add run"))
    let messages = try machine.git("log", "--format=%s", "-4").output
    #expect(messages.contains("edit by hand\n"))
    #expect(try machine.complaints() == "")
  }

  @Test func `a command of another device in the same folder is not undone`() throws {
    try run("log water 2")
    try machine.habit("log", "water", with: ["HABIT_DEVICE": "pho"])
    #expect(try undone() == "undone: log water +2 (2/8) 2026-03-01")
    #expect(try machine.read("guest/habits/water/2026.json").contains("09:00:00 pho"))
  }

  @Test func `formatting and repairs are not commands`() throws {
    try machine.write("guest/habits/water/2026.json", "{\"2026-02-27\": {\"progress\": 3.0}}\n")
    try run("fmt")
    #expect(try undone().hasPrefix("undone: add run"))
  }

  @Test func `commands of another user of this clone are not undone`() throws {
    try run("user add Ann")
    try run("add Tea --user ann")
    try run("log run")
    try run("log tea --user ann")
    #expect(try undone() == "undone: log run +1 (1/1) 2026-03-01")
    #expect(try undone("undo --user ann") == "undone: log tea +1 (1/1) 2026-03-01")
  }

  // MARK: What survives

  @Test func `gc, a rebase and a merge leave commands undoable`() throws {
    try run("log water 2")
    try machine.git("switch", "-qc", "side", "HEAD~1")
    try machine.git("commit", "-q", "--allow-empty", "-m", "aside")
    try machine.git("rebase", "-q", "main", "side")
    try machine.git("switch", "-q", "main")
    try machine.git("commit", "-q", "--amend", "-m", "log, in other words")
    try machine.git("merge", "-q", "--no-ff", "-m", "merge", "side")
    try machine.git("gc", "-q")
    #expect(try undone() == "undone: log water +2 (2/8) 2026-03-01")
    #expect(try machine.complaints() == "")
  }

  @Test func `a fresh clone has no commands to undo`() throws {
    try run("log water 2")
    let other = try Machine("pho")
    let cloned = try other.habit("clone", machine.root)
    try #require(cloned.status == 0, "\(cloned)")
    let said = try other.habit("undo")
    #expect(said.status == 66, "\(said)")
  }

  @Test func `an import of ten years is undone by one commit`() throws {
    let (habits, years) = (20, 10)
    var paths: [String] = []
    for habit in 0..<habits {
      let folder = "guest/habits/old-\(habit)"
      paths.append("\(folder)/habit.json")
      try machine.write(
        "\(folder)/habit.json",
        "{\n  \"name\": \"Old \(habit)\",\n  \"start\": \"2016-01-01\"\n}\n"
      )
      for year in 2016..<(2016 + years) {
        let days = (0..<365).map { day -> String in
          let (month, date) = (day / 31 + 1, day % 28 + 1)
          return String(format: "%04d-%02d-%02d", year, min(month, 12), date)
        }
        let lines = Set(days).sorted().map { "  \"\($0)\": 1" }
        try machine.write(
          "\(folder)/\(year).json",
          "{\n\(lines.joined(separator: ",\n"))\n}\n"
        )
      }
    }
    try machine.git("add", "-A")
    try machine.git("commit", "-qm", "import loop: 20 habits")
    let head = try machine.git("rev-parse", "HEAD").output.prefix(40)
    let log = machine.repository.appending(path: ".git/habit/commands")
    let known = try String(contentsOf: log, encoding: .utf8)
    try "\(known)\(head) mbp\n".write(to: log, atomically: true, encoding: .utf8)
    let undone = try run("undo")
    #expect(undone.hasPrefix("undone: import loop: 20 habits\n"))
    #expect(try machine.git("rev-list", "--count", "\(head)..HEAD").output == "1\n")
    #expect(try !run("list --json").contains("Old"))
    #expect(try machine.complaints() == "")
  }

  // MARK: Sequences

  @Test func `undoing every command restores the beginning, and redoing every command the end`()
    async throws
  {
    try await sampling(rounds(3)) { generator in
      let suite = try UndoTests()
      let first = try suite.meaning()
      var count = 0
      for number in 0..<12 where try suite.changes(UndoTests.line(&generator, number)) {
        count += 1
      }
      let last = try suite.meaning()
      for _ in 0..<count { try suite.run("undo") }
      #expect(try suite.meaning() == first)
      for _ in 0..<count { try suite.run("redo") }
      #expect(try suite.meaning() == last)
      #expect(try suite.machine.complaints() == "")
    }
  }

  /// Runs a line, which may be refused; whether it made a commit.
  private func changes(_ line: String) throws -> Bool {
    let before = try machine.git("rev-parse", "HEAD").output
    _ = try machine.process(["habit"] + line.split(separator: " ").map(String.init)).run()
    return try machine.git("rev-parse", "HEAD").output != before
  }

  private static func line(_ generator: inout Generator, _ number: Int) -> String {
    let habit = generator.element(of: ["water", "run"])
    let amount = generator.number(in: 0...9)
    let day = generator.element(of: ["", " --on yesterday"])
    return generator.element(of: [
      "log \(habit) \(amount + 1)\(day)", "done \(habit)\(day)", "set \(habit) \(amount)\(day)",
      "done water run", "skip \(habit) sick\(day)", "skip \(habit) --clear\(day)",
      "note \(habit) --difficulty \(amount % 5 + 1)\(day)", "note \(habit) --difficulty none\(day)",
      "note \(habit) text-\(number)\(day)", "note \(habit) --clear\(day)",
      "edit \(habit) --goal \(amount + 1)", "edit \(habit) --schedule weekdays --from -3",
      "edit \(habit) --tag t\(amount % 3)", "edit \(habit) --name Name\(number)",
      "archive \(habit)",
      "restore \(habit)", "delete \(habit)", "vacation start --to 2026-03-05",
      "vacation end", "edit profile --day-start 04:00", "edit profile --streak-mode partial",
      "add New-\(number)",
    ])
  }

  /// What the files mean: habits, records, points and vacations, as commands show them.
  private func meaning() throws -> String {
    let lines = [
      "list --json", "query --from 2026-02-20 --to today --json", "xp --json",
      "vacation list --json", "today --json", "show water --json",
    ]
    return try lines.map { line in
      let words = line.split(separator: " ").map(String.init)
      return try machine.process(["habit"] + words).run().text
    }.joined()
  }
}
