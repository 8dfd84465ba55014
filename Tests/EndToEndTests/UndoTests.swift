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

  // MARK: What is not a command of this device

  // MARK: What survives

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
    let log = machine.repository.appending(path: ".git/habit/operations")
    let known = try String(contentsOf: log, encoding: .utf8)
    let line = "- \(head) refs/heads/main 0 command guest mbp - - .\n"
    try (known + line).write(to: log, atomically: true, encoding: .utf8)
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
