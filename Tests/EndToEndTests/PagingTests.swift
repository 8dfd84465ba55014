import TestSupport
import Testing

/// What the built program does with a text that is longer than the terminal, which has 40 lines.
@Suite(.ownThreads) struct PagingTests {
  private let machine: Machine

  /// Made once, and copied for each test.
  private static let made = Result { try make() }

  init() throws { machine = try Self.made.get().copy() }

  private static func make() throws -> Machine {
    let machine = try Machine()
    for number in 10...54 {
      try machine.habit("add", "Habit \(number)", "--color", "blue", "--from", "-60")
    }
    return machine
  }

  @Test func `a long list is shown page by page, and may be left early`() throws {
    let screen = try TerminalScreen(on: machine)
    defer { screen.close() }
    try screen.type("habit list; echo ended $?", enter: true)
    try screen.waits(for: "\n:")
    #expect(try screen.text().contains("Habit 10  habit-10"))
    #expect(try !screen.text().contains("Habit 54"))
    try screen.press("Space")
    try screen.waits(for: "Habit 54")
    try screen.press("q")
    try screen.waits(for: "ended 0")
    try screen.type("clear; habit list -h; habit show 'habit 10'; echo shown $?", enter: true)
    try screen.waits(for: "shown 0")
  }

  @Test(arguments: [
    "list", "query", "why xp", "show 'habit 10' --days 60", "calendar --from -9000", "xp --ledger",
    "stats", "digest", "xp", "history --limit 60",
  ])
  func `the pager is the user's own, and gets colours`(command: String) throws {
    let ended = ["xp --ledger", "why xp", "calendar --from -9000", "digest", "xp"]
    let isShort = ended.contains(command)
    let screen = try TerminalScreen(on: machine.with(["PAGER": "cat -v | tail -3; echo PAGED"]))
    defer { screen.close() }
    try screen.type("habit \(command); echo END", enter: true)
    try screen.waits(for: isShort ? "\nEND" : "PAGED\nEND")
    #expect(try screen.text().contains("PAGED\nEND") == !isShort)
    if command == "list" { #expect(try screen.text().contains("^[[34mHabit 54^[[0m")) }
  }

  @Test(arguments: ["PAGER=cat", "PAGER=", "TERM=dumb"])
  func `a user who wants no pager has none`(variable: String) throws {
    let screen = try TerminalScreen(on: machine)
    defer { screen.close() }
    try screen.type("\(variable) habit list; echo END", enter: true)
    try screen.waits(for: "\nEND")
    #expect(try screen.text().contains("Habit 54"))
  }

  @Test func `a pipe and JSON have no pager, and an invalid file is named after it`() throws {
    let screen = try TerminalScreen(on: machine.with(["PAGER": "tail -1; echo PAGED"]))
    defer { screen.close() }
    try screen.type("habit list | tail -1; habit list --json | tail -1; echo END", enter: true)
    try screen.waits(for: "\nEND")
    #expect(try !screen.text().contains("PAGED\n"))
    try machine.write("guest/habits/habit-30/habit.json", "{")
    try screen.type("clear; habit list; echo ended $?", enter: true)
    try screen.waits(for: "ended 65")
    let text = try screen.text()
    let parts = text.split(separator: "PAGED\nhabit: guest/habits/habit-30/habit.json:1:")
    #expect(parts.count == 2, "\(text)")
  }
}
