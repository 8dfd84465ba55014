import Foundation
import TestSupport
import Testing

/// `habit ask` on a terminal.
@Suite struct AskTests {
  let machine: Machine

  init() throws {
    machine = try Machine()
    for name in ["Drink water", "Read", "Run"] {
      try machine.habit("add", name, "--goal", "8 times", "--from", "-3")
    }
  }

  @Test func `forgotten days are counted, and asked about on request`() throws {
    try machine.habit("set", "run", "0", "--on", "-1")
    try machine.habit("skip", "run", "sick", "--on", "-2")
    try machine.habit("log", "run", "3", "--on", "-3")
    // Answers that were written beforehand are none to these questions.
    let yes = try machine.habit("ask", input: String(repeating: "y\n", count: 12))
    #expect(!yes.errors.contains("forgotten") && yes.output.contains("\n3 of 3 done"), "\(yes)")
    let terminal = try TerminalScreen(on: machine)
    defer { terminal.close() }
    try terminal.type("habit ask", enter: true)
    try terminal.waits(
      for: "6 questions of 3 forgotten days since 26 February: go through them? [y/N]"
    )
    try terminal.type("y")
    for place in 1...6 {
      try terminal.waits(for: "  \(place)/6 ")
      try terminal.type("y")
    }
    try terminal.waits(for: "6 of 6 done · +50 XP · ")
    #expect(try machine.habit("ask").output == "Nothing is open.\n")
  }

  @Test func `a terminal is asked key by key and left as it was`() throws {
    let terminal = try TerminalScreen(on: machine)
    defer { terminal.close() }
    try terminal.type("habit ask", enter: true)
    try terminal.waits(for: "1/3 Drink water 0/8 times ? [y n + s l u q ?]")
    try terminal.type("1")
    try terminal.type("2", enter: true)
    try terminal.waits(for: "Read 0/8 times ?")
    try terminal.type("s")
    try terminal.waits(for: "why? [other]")
    try terminal.type("sick", enter: true)
    try terminal.waits(for: "Run 0/8 times ?")
    try terminal.press("C-c")
    try terminal.type("stty -a | tr ' ' '\\n' | grep -x -E -e '-?(echo|icanon);?' | tr '\\n' ' '")
    try terminal.press("Enter")
    try terminal.waits(for: "icanon echo")
    #expect(try machine.read("guest/habits/drink-water/2026.json").contains("\"progress\": 12"))
    #expect(try machine.read("guest/habits/read/2026.json").contains("\"skip\": \"sick\""))
    #expect(try machine.complaints() == "")
  }
}
