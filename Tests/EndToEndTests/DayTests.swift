import Foundation
import TestSupport
import Testing

/// `habit day` on a terminal.
@Suite struct DayTests {
  let machine: Machine

  init() throws {
    machine = try Machine()
    try machine.habit("add", "Read", "--from", "-9")
    try machine.habit("add", "Drink water", "--goal", "8 glasses", "--from", "-9")
    try machine.habit("add", "Run", "--from", "-9", "--tag", "sport")
    try machine.habit("done", "run", "--on", "yesterday")
  }

  private func open(_ arguments: String = "", columns: Int = 80, lines: Int = 24) throws
    -> TerminalScreen
  {
    let terminal = try TerminalScreen(on: machine, columns: columns, lines: lines)
    try terminal.type("habit day \(arguments)", enter: true)
    try terminal.waits(for: "? keys")
    return terminal
  }

  /// The commits since the habits were defined, the newest first.
  private func subjects() throws -> [String] {
    try machine.git("log", "--format=%s").output.split(separator: "\n").map(String.init)
      .filter { !$0.hasPrefix("add ") && !$0.hasPrefix("init") }
  }

  /// The tasks of findings/living.md D, in 22 keys: tick three, correct yesterday, two glasses more,
  /// look at the month, why, another day.
  @Test func `six everyday tasks take few keys`() throws {
    let terminal = try open()
    defer { terminal.close() }
    var keys = 0
    func press(_ key: String, until text: String) throws {
      keys += 1
      try terminal.press(key)
      try terminal.waits(for: text)
    }
    try press("Space", until: "Run  1/1 time")
    try press("j", until: "> □ Drink water")
    try press("2", until: "Drink water: 2")
    try press("Enter", until: "2/8 glasses")
    try press("j", until: "> □ Read")
    try press("Space", until: "Read  1/1 time")
    try press("h", until: "28 February")
    try press("Space", until: "Read  1/1 time")
    try press("m", until: "Read · 2026-02-01 to 2026-02-28")
    try press("w", until: "points")
    try press("h", until: "27 February")
    try press("g", until: "1 March")
    try press("q", until: "$ ")
    #expect(keys <= 22)
    #expect(
      try subjects() == [
        "done read (1/1) 2026-02-28", "done read (1/1) 2026-03-01",
        "log drink-water +2 (2/8) 2026-03-01", "done run (1/1) 2026-03-01",
        "done run (1/1) 2026-02-28",
      ]
    )
    #expect(try machine.complaints() == "")
  }

  @Test func `a second press takes an entry back, and errors change nothing`() throws {
    let terminal = try open()
    defer { terminal.close() }
    try terminal.press("Space")
    try terminal.waits(for: "done")
    try terminal.press("Space")
    try terminal.waits(for: "undone: ")
    try terminal.press("l")
    try terminal.waits(for: "habit: the day has not come")
    try terminal.press("=")
    try terminal.waits(for: "what is the total?")
    try terminal.type("much", enter: true)
    try terminal.waits(for: "habit: ")
    try terminal.type("/wat", enter: true)
    try terminal.waits(for: "> □ Drink water")
    try terminal.press("Escape")
    try terminal.waits(for: "$ ")
    #expect(try subjects().count == 3)
    #expect(!(try machine.read("guest/habits/drink-water/habit.json").isEmpty))
    #expect(!machine.exists("guest/habits/drink-water/2026.json"))
  }

  @Test func `what others write appears at the next key, a broken file as broken`() throws {
    let terminal = try open()
    defer { terminal.close() }
    try machine.habit("log", "water", "5")
    try machine.write("guest/habits/read/2026.json", "{")
    try terminal.press("j")
    try terminal.waits(for: "5/8 glasses")
    try terminal.waits(for: "! read")
    try terminal.waits(for: "invalid file")
  }

  @Test(arguments: ["C-c", "kill -TERM", "kill -HUP", "kill -SEGV", "kill -KILL", "C-z", "q"])
  func `the terminal is given back`(end: String) throws {
    let terminal = try TerminalScreen(on: machine, columns: 80, lines: 24)
    defer { terminal.close() }
    try terminal.type("echo before; habit day", enter: true)
    try terminal.waits(for: "Drink water")
    #expect(!(try terminal.text().contains("before")))
    switch end {
    case "C-c", "C-z", "q": try terminal.press(end)
    default:
      let name = end.split(separator: "-")[1]
      _ = try machine.shell(
        "pkill -\(name) -x habit -t \"$(tmux -S ~/tmux display -p '#{s|/dev/||:pane_tty}')\""
      )
    }
    if end == "C-z" {
      try terminal.waits(for: "Stopped")
      #expect(!(try terminal.text().contains("Drink water")))
      try terminal.type("fg", enter: true)
      try terminal.waits(for: "Drink water")
      try terminal.press("q")
    }
    // Nothing can be done for those whom a program of another kills at once.
    if end != "kill -KILL" { try terminal.waits(for: "before") }
    try terminal.type("stty -a | tr ' ' '\\n' | grep -x -E -e '-?(echo|icanon);?' | tr '\\n' ' '")
    try terminal.press("Enter")
    if end != "kill -KILL" { try terminal.waits(for: "icanon echo") }
    #expect(try machine.complaints() == "")
  }

  @Test func `a small screen keeps the habit in sight, and a larger one is used`() throws {
    for number in 1...30 { try machine.habit("add", "Habit \(number)") }
    let terminal = try open(columns: 40, lines: 10)
    defer { terminal.close() }
    for _ in 0..<25 { try terminal.press("j") }
    try terminal.waits(for: "> □ Habit 2")
    _ = try machine.shell("tmux -S ~/tmux resize-window -x 100 -y 45")
    try terminal.waits(for: "Habit 30")
    _ = try machine.shell("tmux -S ~/tmux resize-window -x 40 -y 10")
    try terminal.press("k")
    try terminal.waits(for: "Sunday 1 March")
    try terminal.waits(for: "> □ Habit 2")
    let lines = try terminal.text().split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 11 && lines[0].contains("1 March"), "\(lines)")
  }

  @Test(arguments: 0..<4) func `random keys make the commits that were said`(seed: Int) throws {
    var random = Generator(seed: UInt64(seed))
    let terminal = try open()
    defer { terminal.close() }
    let keys = [
      "j", "k", "h", "l", "g", "Space", "3", "n", "s", "t", "r", "u", "U", "m", "w", "W", "a", "?",
    ]
    var typed = 0
    for step in 0..<(rounds(125, long: 1_000)) {
      let key = keys.randomElement(using: &random) ?? "j"
      try terminal.press(key)
      if ["3", "s", "t", "r"].contains(key) {
        try terminal.type(key == "r" ? "3" : key == "s" ? "sick" : "7", enter: true)
      }
      typed += 1
      if step % 25 == 7 { try machine.habit("log", "water", "1") }
    }
    try terminal.press("q")
    try terminal.waits(for: "$ ")
    let check = try machine.habit("check")
    #expect(check.status == 0 && typed > 0, "\(check)")
    #expect(try machine.complaints() == "")
  }

  @Test func `without a screen it says so`() throws {
    let told = try machine.habit("day")
    #expect(told.status == 64 && told.errors.contains("habit day needs a terminal"), "\(told)")
  }
}
