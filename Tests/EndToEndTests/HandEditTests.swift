import Foundation
import Testing
import TestSupport

/// Files changed with an editor, and what the next command makes of it.
@Suite(.ownThreads) struct HandEditTests {
  let machine: Machine
  let water = "guest/habits/drink-water/2026.json"

  init() throws {
    machine = try Machine()
    _ = try machine.habit("add", "Drink water", "--goal", "8 glasses", "--from", "2026-02-01")
    _ = try machine.habit("log", "water", "2")
  }

  private func edit(_ old: String, _ new: String) throws {
    let text = try machine.read(water)
    #expect(text.contains(old))
    try machine.write(water, text.replacing(old, with: new))
  }

  @Test func `an edit is compared with the last written version, wherever the branch is`() throws {
    _ = try machine.habit("log", "water", now: "2026-03-01T10:00:00")
    // The files stay, and the branch and git's index go back: there the total is another one.
    #expect(try machine.git("reset", "-q", "--mixed", "HEAD~1").status == 0)
    try edit("\"10:00:00 mbp\"", "\"10:00:00 mbp +4\"")
    _ = try machine.habit("log", "water", now: "2026-03-01T11:00:00")
    #expect(
      try machine.read(water).contains(
        #"{"progress": 7, "at": ["09:00:00 mbp +2", "10:00:00 mbp +4", "11:00:00 mbp"]}"#
      )
    )
    #expect(try machine.complaints() == "")
  }

  /// git gives the file a new time, and the branch goes back before what the file has.
  @Test(arguments: [
    "git checkout -q HEAD~1; git checkout -q main; git reset -q --soft HEAD~1",
    "git commit -q --allow-empty -m x; git rebase -q --force-rebase HEAD~1; git checkout -q HEAD~2;"
      + " git checkout -q main; git reset -q --soft HEAD~2",
    "git clone -q . ../other; (cd ../other; git reset -q --hard HEAD~1; echo x >x; git add x;"
      + " git commit -qm x); git pull -q --rebase ../other main; git reset -q --soft HEAD~1",
  ])
  func `an entry that only the file has after a soft reset stays`(line: String) throws {
    _ = try machine.habit("add", "Read", "--from", "2026-02-01")
    _ = try machine.habit("log", "water", now: "2026-03-01T10:00:00")
    sleep(1)
    // git records nothing for nobody.
    let person = "git config --global user.name T; git config --global user.email t@x"
    let told = try machine.shell("set -e; \(person); cd \(machine.root); \(line)")
    try #require(told.status == 0, "\(told)")
    _ = try machine.habit("log", "read", now: "2026-03-01T11:00:00")
    #expect(
      try machine.read(water).contains(
        #"{"progress": 3, "at": ["09:00:00 mbp +2", "10:00:00 mbp"]}"#
      )
    )
    #expect(try machine.complaints() == "")
  }

  @Test func `a file that was replaced with that of another device loses no day`() throws {
    let days = (10...24).map { "  \"2026-02-\($0)\": 1" }
    try machine.write(water, "{\n" + days.joined(separator: ",\n") + "\n}\n")
    _ = try machine.habit("log", "water")
    try machine.write(
      water,
      "{\n  \"2026-03-01\": {\"progress\": 1, \"at\": [\"08:00:00 pho\"]}\n}\n"
    )
    let logged = try machine.habit("log", "water")
    #expect(logged.status == 0 && logged.errors.contains("restored what"), "\(logged)")
    let text = try machine.git("show", "HEAD:" + water).output
    for part in days + ["08:00:00 pho", "09:00:00 mbp", "09:00:01 mbp"] {
      #expect(text.contains(part), "\(text)")
    }
    #expect(try machine.complaints() == "")
  }

  @Test(arguments: [("\n    ", "\n"), ("\r\n  ", "\r\n"), ("\n\t", "\n"), ("\r\n\t", "\r\n")])
  func `a new line has the indentation and the line end of its file`(
    lead: String,
    end: String
  ) throws {
    let days = (0...25).map { "\"2026-01-\(10 + $0 % 20)\": \($0)" }.prefix(20).sorted()
    let text = "{\(lead)\(days.joined(separator: ",\(lead)"))\(end)}\(end)"
    try machine.write(water, text)
    for day in ["2026-02-10", "2026-02-05", "2026-02-01"] {
      _ = try machine.habit("log", "water", "--on", day, "--accept-deletions")
    }
    let lines = try machine.read(water).components(separatedBy: end)
    #expect(lines.count == 26, "\(lines)")
    for line in lines.dropFirst().dropLast(2) {
      #expect(line.hasPrefix(String(lead.dropFirst(end.count)) + "\"2026-"), "\(line)")
    }
    for line in text.components(separatedBy: end).dropLast(3) { #expect(lines.contains(line)) }
    #expect(!lines.joined().contains("\n") && !lines.joined().contains("\r"))
    #expect(try machine.complaints() == "")
  }

  @Test(arguments: ["undo", "set", "--accept-deletions"])
  func `each command that the hint names removes what was restored`(command: String) throws {
    let before = try machine.read(water)
    try machine.habit(command == "set" ? "set" : "log", "water", command == "set" ? "5" : "3")
    let after = try machine.read(water)
    for name in ["Read", "Run"] {
      try machine.write(water, before)
      let told = try machine.habit("add", name)
      #expect(told.errors.contains("restored what the saved file lacked (2026-03-01)"), "\(told)")
      let words = command == "undo" ? "undo drink-water" : "set drink-water 2"
      let wanted = "hint: to have the file as it was saved: habit \(words) --on 2026-03-01, or"
      #expect(told.errors.contains(command == "--accept-deletions" ? command : wanted), "\(told)")
      #expect(try machine.read(water).contains(after.split(separator: "\n")[1].dropLast()))
    }
    switch command {
    case "undo": try machine.habit("undo", "drink-water", "--on", "2026-03-01")
    case "set": try machine.habit("set", "drink-water", "2", "--on", "2026-03-01")
    default:
      try machine.write(water, before)
      try machine.habit("set", "water", "2", "--accept-deletions")
    }
    #expect(try machine.habit("today").output.contains("2/8"))
    #expect(try machine.complaints() == "")
  }

  @Test func `a hint names the habit of the file where another has the folder for its name`() throws
  {
    try machine.habit("edit", "water", "--name", "Hydrate")
    try machine.habit("edit", "hydrate", "--clear", "aka")
    try machine.habit("add", "drink-water")
    let before = try machine.read(water)
    try machine.habit("log", "hydrate", "3")
    try machine.write(water, before)
    let told = try machine.habit("add", "Read")
    let hint = "habit undo Hydrate --on 2026-03-01"
    #expect(told.errors.contains("as it was saved: \(hint), or"), "\(told)")
    #expect(try machine.shell(hint).status == 0)
    #expect(try machine.read(water).contains("\"undone\": [\"09:00:01 mbp\"]"))
    #expect(try machine.complaints() == "")
  }

  @Test func `a total that replaces a record brings no undone entry back`() throws {
    try machine.habit("log", "water", "3")
    let text = try machine.read(water)
    let line = try #require(text.split(separator: "\n").first { $0.contains("2026-03-01") })
    let edited = "  \"2026-03-01\": {\"progress\": 4, \"undone\": [\"09:00:01 mbp\"]}"
    try machine.write(water, text.replacing(line, with: edited))
    try machine.habit("skip", "water", "--on", "2026-02-20")
    let left = try machine.read(water)
    let total = "\"progress\": 4, \"typed\": 2, \"at\": [\"09:00:00 mbp +2\"]"
    #expect(left.contains(total), "\(left)")
    #expect(left.contains("\"undone\": [\"09:00:01 mbp\"]"), "\(left)")
  }

  @Test func `an edit that keeps the size and the time of the file is seen`() throws {
    try machine.habit("note", "water", "--difficulty", "3")
    try machine.shell("sleep 0.05")
    try machine.habit("today")
    let file = "\(machine.root)/\(water)"
    try machine.shell(
      "touch -r \(file) t; printf '%s\\n' \"$(sed 's/y\": 3/y\": 4/' \(file))\" >\(file); touch -r t \(file)"
    )
    #expect(try machine.habit("add", "Read").errors.contains("by hand: \(water) (2026-03-01)"))
    #expect(try machine.complaints() == "")
  }

  @Test func `a total that stays when entries are deleted adds nothing`() throws {
    for amount in ["8", "16"] { try machine.habit("log", "water", amount) }
    let text = try machine.read(water)
    for _ in 0..<2 {
      try edit(", \"09:00:01 mbp +8\", \"09:00:02 mbp +16\"", "")
      #expect(
        try machine.habit("skip", "water", "--on", "2026-02-20").errors.contains("restored what")
      )
      #expect(try machine.read(water).contains(text.split(separator: "\n")[1]))
    }
  }

  @Test func `fmt commits files that are too large together one after the other`() throws {
    let text = String(repeating: "x", count: 5 << 20)
    let files = (2023...2025).map { (water.replacing("2026", with: "\($0)"), "\($0)-03-01") }
    for (path, day) in files {
      try machine.write(path, "{\"\(day)\":{\"z\":\"\(text)\",\"at\":[\"07:00:00 mbp\"]}}")
    }
    #expect(try machine.habit("fmt").output == files.map { $0.0 + "\n" }.joined())
    #expect(try machine.habit("fmt", "--check").status == 0)
    let subjects = try machine.git("log", "-3", "--format=%s").output
    #expect(subjects == String(repeating: "fmt: 1 file\n", count: 3))
  }
}
