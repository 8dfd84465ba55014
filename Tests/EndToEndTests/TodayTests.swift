import Foundation
import TestSupport
import Testing

/// The screen of `habit today`: groups, strips of days, what is at stake and what can wait.
@Suite struct TodayTests {
  let machine: Machine

  /// Made once, and copied for each test.
  private static let made = Result { try make() }

  init() throws { machine = try Self.made.get().copy() }

  private static func make() throws -> Machine {
    let machine = try Machine(now: "2026-03-01T12:00:00")
    try machine.habit("user", "add", "Alice")
    try machine.habit("user", "switch", "alice")
    for habit in TodayTests.habits { _ = try machine.process(["habit", "add"] + habit).run() }
    for day in 1...6 {
      try machine.habit("log", "drink", "8", "--on", "-\(day)")
      try machine.habit("log", "smoking", "2", "--on", "-\(day)")
      try machine.habit("done", "本", "--on", "-\(day)")
    }
    for month in ["2026-01-01", "2026-02-01"] {
      try machine.habit("done", "rent", "--on", month)
    }
    for day in [3, 5] { try machine.habit("done", "run", "--on", "-\(day)") }
    try machine.habit("log", "piano", "20min", "--on", "-2")
    try machine.habit("skip", "本", "sick", "--on", "-3")
    try machine.habit("log", "drink", "5")
    return machine
  }

  private static let habits = [
    ["Drink water", "--goal", "8 glasses", "--icon", "💧", "--tag", "health", "--from", "-6"]
      + ["--color", "blue"],
    ["No smoking", "--breaking", "--goal", "3", "--tag", "Health", "--from", "-6"],
    ["Pay the rent", "--schedule", "monthly on 1", "--tag", "home", "--from", "2026-01-01"],
    ["Run", "--schedule", "3 times a month", "--tag", "sport", "--from", "-13"],
    ["Beer", "--breaking", "--goal", "12 beers a month", "--from", "2026-02-01"],
    ["Piano", "--schedule", "any time", "--goal", "30 min", "--from", "-5"],
    ["本を読む毎日少しずつ長い名前の習慣", "--goal", "20 pages", "--from", "-6", "--tag", "mind"]
      + ["--color", "#cc4488"],
  ]

  @Test(arguments: [40, 80, 120])
  func `the day is grouped, with a strip of seven days and what is at stake`(columns: Int) throws {
    let shown = try machine.habit("today", with: ["COLUMNS": "\(columns)"])
    expectGolden(shown.output, "today/\(columns).txt")
  }

  @Test func `marks, limits and the colours of habits have tones on a terminal`() throws {
    try machine.habit("log", "smoking", "5")
    let shown = try machine.habit("today", "--color", "always").output
    expectGolden(shown.replacing("\u{1B}", with: "^"), "today/colors.txt")
    #expect(shown.contains("\u{1B}[31m✗\u{1B}[0m No smoking"))
    #expect(shown.contains("5, at most 3") && shown.contains("\u{1B}[31mover by 2\u{1B}[0m"))
    #expect(shown.contains("\u{1B}[34m💧 Drink water\u{1B}[0m"))
    #expect(shown.contains("\u{1B}[38;5;168m本"))
  }

  @Test func `a terminal that shows only ASCII gets only ASCII`() throws {
    try machine.habit("edit", "本", "--name", "Read")
    let shown = try machine.habit("today", with: ["LC_ALL": "C"])
    expectGolden(shown.output, "today/ascii.txt")
    #expect(shown.output.replacing("💧", with: "").utf8.allSatisfy { $0 < 0x80 })
  }

  @Test func `in the line of habits that can wait, no character turns the text around`() throws {
    let machine = try Machine()
    try machine.habit("add", "Run", "--goal", "20 km a week", "--from", "-2")
    try machine.habit("add", "Read")
    let path = "guest/habits/run/habit.json"
    try machine.write(path, try machine.read(path).replacing("20 km", with: "20 k\u{202E}m"))
    let shown = try machine.habit("today", now: "2026-03-03T09:00:00").output
    #expect(shown.contains("later: Run 0/20 k\u{FFFD}m this week, can wait 5 days"), "\(shown)")
  }

  @Test func `if the screen is too short, done habits share a line, and open ones stay`() throws {
    let machine = try Machine()
    let names = (10...54).map { "Habit \($0)" }
    for name in names { try machine.habit("add", name, "--from", "-2") }
    for day in ["-2", "-1"] {
      _ = try machine.process(["habit", "done"] + names.prefix(20) + ["--on", day]).run()
    }
    let done = try machine.process(["habit", "done"] + names.prefix(20)).run().output
    #expect(done.contains("\nMilestones: Habit 10 · Habit 11 · ") && done.contains(" more\n"))
    #expect(!done.contains("in a row.\nHabit"))
    #expect(try machine.habit().output.split(separator: "\n").count == 47)
    let terminal = try TerminalScreen(on: machine)
    defer { terminal.close() }
    try terminal.type("habit", enter: true)
    try terminal.waits(for: "level 1")
    let shown = try terminal.text()
    #expect(shown.contains("□ Habit 30 ") && shown.contains("□ Habit 54 "))
    #expect(shown.contains("done or skipped: Habit 10 · Habit 11 "))
    #expect(!shown.contains("✓"))
    #expect(shown.contains("20/45"))
  }
}
