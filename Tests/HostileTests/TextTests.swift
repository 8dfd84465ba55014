import Foundation
import TestSupport
import Testing

/// What a terminal, a browser or a calendar would obey, in every text a stranger can write.
@Suite struct TextTests {
  /// Escape sequences in one and two bytes, overrides, line ends of all kinds, roff, iCalendar.
  private static let hostile =
    "\u{1B}[31mX\u{1B}]0;t\u{7}\u{9B}1m\u{202E}Y\u{2066}\n.Sh Z\r\nBEGIN:VEVENT\u{2028}\u{7F}<script>"
    + "\u{200E}\u{200F}\u{61C}\u{200B}\u{E0041}\u{2063}"
  /// The same where no control character may stand.
  private static let allowed = "Z\u{202E}Y\u{2066}\u{202A}\u{200F}\u{E0041}\u{200B}<script>"

  private static func json(_ value: Any) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: value), as: UTF8.self)
  }

  /// Everything that shows something.
  private static let outputs: [[String]] =
    [
      "today", "today --json", "list", "list --json", "list --ids", "show read", "show read --json",
      "calendar", "calendar read", "stats", "stats --json", "xp", "xp --json",
      "history", "history --json", "why read", "why read 2026-02-27", "why read 2026-02-27 --json",
      "why streak", "query", "query --json", "query --csv", "vacation list", "user list",
      "user list --json", "remind", "remind --ics", "remind --systemd", "check", "check --json",
      "report week -T utf8", "report month -T mdoc", "report week -T html", "report week -T ascii",
      "report week --json", "report all-notes -T utf8", "report all-notes -T html", "sync --status",
      "sync --explain", "sync --json", "fmt", "log read", "log rea", "note read x", "undo read",
      "edit read --tag b", "edit read --name Write", "archive read", "remote list",
    ].map { $0.split(separator: " ").map(String.init) }

  private func expectSafe(_ said: Transcript, _ comment: String) {
    // An iCalendar ends its lines so.
    let output = said.output.replacing("\r\n", with: "\n")
    HostileTests.expectSafe(
      Transcript(output: output, errors: said.errors, ending: said.ending),
      comment
    )
    #expect([0, 64, 65, 66, 69, 75, 78].contains(said.status), "\(comment): \(said)")
  }

  private func clone(_ hostile: Node, message: String = "x") throws -> Machine {
    let machine = try Machine().with(["HABIT_USER": "alice"])
    let versions = [
      Hub.Version(tree: Hub.honest),
      Hub.Version(
        tree: hostile,
        message: message,
        author: "E\u{1B}[31m\u{202E}\u{9B}ve <\u{1B}[31m@example.org>"
      ),
    ]
    try Hub.write([versions[0]], on: machine)
    #expect(try machine.habit("clone", "hub.git", "clone").status == 0)
    try Hub.write(versions, on: machine)
    expectSafe(try run(machine, ["sync"]), "sync")
    return machine
  }

  private func run(_ machine: Machine, _ arguments: [String]) throws -> Transcript {
    try machine.process(["habit"] + arguments, in: machine.home.appending(path: "clone")).run()
  }

  @Test func `nothing that is shown is obeyed: texts that files may hold`() throws {
    let (hostile, allowed) = (Self.hostile, Self.allowed)
    let habit: [String: Any] = [
      "name": "Read \(allowed)", "start": "2026-01-01", "aka": [hostile, allowed],
      "icon": "\u{202E}", "description": hostile, "goal": "2 \(allowed)", "tags": [hostile],
      hostile: hostile, "x": [hostile: hostile],
    ]
    let record: [String: Any] = ["progress": 1, "note": [hostile, allowed], hostile: hostile]
    let page = """
      .Dd today
      .Dt HABIT-ALL-NOTES 7
      .Os
      .Hb period all
      .Sh \\*[user]
      .Hb each note
      \\*[note.text] \\*[note.habit]
      .Hb end
      """
    let tree = Hub.honest
      .setting(["alice", "profile.json"], .file(try Self.json(["name": allowed, hostile: 1])))
      .setting(["alice", "habits", "read", "habit.json"], .file(try Self.json(habit)))
      .setting(
        ["alice", "habits", "read", "2026.json"],
        .file(try Self.json(["2026-02-27": record, "2026-03-01": record]))
      )
      .setting(["alice", "reports", "habit-all-notes.7"], .file(page))
      .setting(["alice", "reports", "habit-\u{1B}[31m.7"], .file(page))
      .setting(["alice", "habits", "\u{1B}[31m\u{202E}.json"], .file("{"))
      .setting(["alice", "habits", "read", "\u{9B}\u{202E}.json"], .file("{"))
    let machine = try clone(tree, message: hostile)
    #expect(try run(machine, ["show", "read"]).output.contains("\u{FFFD}[31mX"))
    for arguments in Self.outputs {
      expectSafe(try run(machine, arguments), arguments.joined(separator: " "))
    }
    let paper = try run(machine, ["report", "all-notes", "-T", "pdf", "-o", "x.pdf"])
    #expect(paper.status == 0, "\(paper)")
    #expect(
      try run(machine, ["report", "all-notes", "-T", "html"]).output.contains("&lt;script&gt;")
    )
  }

  /// Fields that refuse such a text, which is then quoted in a message.
  private static let refused: [(field: String, path: String, value: String)] = [
    ("a name", "habits/read/habit.json", "\"name\": *, \"start\": \"2026-01-01\""),
    (
      "an icon", "habits/read/habit.json", "\"name\": \"R\", \"start\": \"2026-01-01\", \"icon\": *"
    ),
    ("a unit", "habits/read/habit.json", "\"name\": \"R\", \"start\": \"2026-01-01\", \"goal\": *"),
    ("a schedule", "habits/read/habit.json", "\"name\": \"R\", \"start\": *, \"schedule\": *"),
    ("a colour", "habits/read/habit.json", "\"name\": \"R\", \"start\": *, \"color\": *"),
    ("a type", "habits/read/habit.json", "\"name\": \"R\", \"type\": *, \"unlogged\": *"),
    ("reminders", "habits/read/habit.json", "\"name\": \"R\", \"reminders\": [*]"),
    ("a rest", "habits/read/habit.json", "\"name\": \"R\", \"paused\": {*: *}"),
    ("stamps", "habits/read/habit.json", "\"name\": \"R\", \"changed\": {*: *}"),
    ("a person", "profile.json", "\"name\": *"), ("a zone", "profile.json", "\"timeZone\": *"),
    ("a zone outside", "profile.json", "\"timeZone\": \"../../../../etc/passwd\""),
    ("a week", "profile.json", "\"weekStart\": *, \"streakMode\": *, \"adopted\": *"),
    ("a day", "habits/read/2026.json", "*: 1"),
    ("a reason", "habits/read/2026.json", "\"2026-02-27\": {\"skip\": *}"),
    ("a device", "habits/read/2026.json", "\"2026-02-27\": {\"at\": [*], \"undone\": [*]}"),
    ("a key twice", "habits/read/2026.json", "\"2026-02-27\": {*: 1, *: 2}"),
    ("bytes", "habits/read/2026.json", "\"2026-02-27\": {\"note\": \"\u{1B}[31m\u{202E}\"}"),
    ("a line", "habits/read/2026.json", "\"2026-02-27\": 1} \u{1B}[31m\u{202E}\u{9B}31m"),
  ]

  @Test(arguments: 0..<19) func `nothing that is shown is obeyed: texts that files may not hold`(
    index: Int
  ) throws {
    let (field, path, value) = Self.refused[index]
    let text = try Self.json([Self.hostile]).dropFirst().dropLast()
    let tree = Hub.honest.setting(
      ["alice"] + path.split(separator: "/").map(String.init),
      .file("{\(value.replacing("*", with: text))}\n")
    )
    let machine = try clone(tree)
    for command in ["today", "check", "check --json", "list --json", "why read", "sync"] {
      let said = try run(machine, command.split(separator: " ").map(String.init))
      expectSafe(said, "\(field): \(command)")
      // A zone that nobody knows stops nothing.
      let isTold = !field.hasPrefix("a zone") || command.hasPrefix("check")
      #expect(said.status == 65 || command == "sync" || !isTold, "\(field): \(command): \(said)")
    }
    // A profile that cannot be read stops its person alone.
    guard path != "profile.json" else { return }
    #expect(try run(machine, ["log", "swim"]).status == 0)
  }

  @Test func `a hub's refusal is shown without control characters`() throws {
    let machine = try Machine()
    try machine.habit("add", "Read")
    try machine.shell(
      """
      git init -q --bare -b main hub.git
      printf '#!/bin/sh\\nprintf "\\\\033[31mno\\\\033]0;t\\\\007 \\\\302\\\\233 \\\\342\\\\200\\\\256x\\\\n" >&2\\nexit 1\\n' \
        >hub.git/hooks/pre-receive
      chmod +x hub.git/hooks/pre-receive
      """
    )
    try machine.habit("remote", "add", "origin", "hub.git")
    let refused = try machine.habit("sync")
    #expect(refused.status != 0)
    HostileTests.expectSafe(refused, "sync")
    HostileTests.expectSafe(try machine.habit("sync", "--json"), "sync --json")
    HostileTests.expectSafe(try machine.habit("sync", "--status"), "sync --status")
  }

  @Test(arguments: ["2027", "2020"]) func `text of another user in a hint is shell-quoted`(
    year: String
  ) throws {
    let machine = try Machine().with(["HABIT_USER": "alice"])
    try Hub.write([Hub.Version(tree: Hub.honest)], on: machine)
    #expect(try machine.habit("clone", "hub.git", "clone").status == 0)
    #expect(try run(machine, ["edit", "read", "--name", "Books"]).status == 0)
    let name = "Read; $(touch ~/PWNED) `touch ~/PWNED` 'more' \\\\ \\\"x\\\""
    let text = """
      {"name": "\(name)", "start": "2026-01-01", "changed": {"name": "\(year)-01-01T00:00:00Z eve"}}

      """
    let tree = Hub.honest.setting(["alice", "habits", "read", "habit.json"], .file(text))
    try Hub.write([Hub.Version(tree: Hub.honest), Hub.Version(tree: tree)], on: machine)
    let said = try run(machine, ["sync", "--explain"])
    let mark = "to have it back: "
    let hints = said.text.split(separator: "\n").compactMap { line in
      line.firstRange(of: mark).map { String(line[$0.upperBound...]) }
    }
    #expect(hints.count == 1, "\(said)")
    for hint in hints {
      let words = try machine.shell("habit() { printf '%s' \"$#\"; }; \(hint)")
      #expect(words.output == "4", "\(hint)")
    }
    #expect(try !machine.shell("ls -A").output.contains("PWNED"), "\(said)")
  }
}
