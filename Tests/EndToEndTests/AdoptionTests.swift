import TestSupport
import Testing

/// `habit user adopt` on a terminal.
@Suite struct AdoptionTests {
  let machine: Machine

  init() throws {
    machine = try Machine()
    try machine.habit("add", "Read", "--from", "2026-02-01")
    try machine.habit("done", "read", "--on", "2026-02-27")
    try machine.habit("user", "add", "Ann")
  }

  @Test func `on a terminal, the command asks which histories to keep`() throws {
    try machine.habit("add", "Read", "--user", "ann")
    let terminal = try TerminalScreen(on: machine)
    defer { terminal.close() }
    try terminal.type("habit user adopt guest ann", enter: true)
    try terminal.waits(for: "keep both, mine or theirs? [both]")
    try terminal.type("ours", enter: true)
    try terminal.type("", enter: true)
    try terminal.waits(for: "1 habit and 1 record of guest are ann's now")
    #expect(try machine.read("ann/habits/read/2026.json").contains("2026-02-27"))
  }
}
