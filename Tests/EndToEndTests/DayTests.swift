import Foundation
import Glibc
import TestSupport
import Testing

/// `habit day` on a terminal.
@Suite(.ownThreads) struct DayTests {
  let machine: Machine

  init() throws {
    machine = try Machine()
    try machine.habit("add", "Read", "--from", "-9")
    try machine.habit("add", "Drink water", "--goal", "8 glasses", "--from", "-9")
    try machine.habit("add", "Run", "--from", "-9", "--tag", "sport")
    try machine.habit("done", "run", "--on", "yesterday")
  }

  private func open(
    _ command: String = "habit day",
    columns: Int = 80,
    lines: Int = 24
  ) throws -> DayScreen {
    try DayScreen(on: machine, command, columns: columns, lines: lines)
  }

  /// The first lines of commits, the newest first; those that one commit does not know.
  private func subjects(since former: String? = nil) throws -> [String] {
    let told = try machine.git("log", "--format=%s", former.map { "\($0)..HEAD" } ?? "HEAD")
    return told.output.split(separator: "\n").map(String.init)
  }

  private func head() throws -> String {
    try machine.git("rev-parse", "HEAD").output.trimmingCharacters(in: .newlines)
  }

  /// The tasks of a day: tick three, two glasses more, correct yesterday, look at the month, why,
  /// another day.
  @Test func `six everyday tasks take few keys`() throws {
    let screen = try open()
    defer { screen.terminal.close() }
    let keys: [(key: String, text: String)] = [
      ("Space", "Run  1/1 time"), ("j", "> □ Drink water"), ("2", "Drink water: 2"),
      ("Enter", "2/8 glasses"), ("j", "> □ Read"), ("Space", "Read  1/1 time"),
      ("h", "28 February"), ("Space", "Read  1/1 time"), ("m", "Read · 2026-02-01 to 2026-02-28"),
      ("w", "points"), ("h", "27 February"), ("g", "1 March"), ("q", "$ "),
    ]
    for (key, text) in keys {
      try screen.terminal.press(key)
      try screen.terminal.waits(for: text)
    }
    #expect(keys.count <= 22)
    #expect(
      try subjects().prefix(5) == [
        "done read (1/1) 2026-02-28", "done read (1/1) 2026-03-01",
        "log drink-water +2 (2/8) 2026-03-01", "done run (1/1) 2026-03-01",
        "done run (1/1) 2026-02-28",
      ]
    )
    #expect(try machine.complaints() == "")
  }

  @Test func `a second press takes an entry back, and errors change nothing`() throws {
    let screen = try open()
    defer { screen.terminal.close() }
    let before = try subjects()
    for (key, text) in [
      ("Space", "done"), ("t", "Run: note:"), ("x", "note: x"), ("Enter", "note"),
      ("Space", "undone: done run"), ("l", "habit: the day has not come"),
      ("=", "what is the total?"), ("x", "total? x"), ("Enter", "habit: "), ("t", "note:"),
      ("z", "note: z"), ("Escape", "? keys"), ("x", "\"x\" is not an answer"), ("/", "find:"),
      ("w", "find: w"), ("Enter", "> □ Drink water"),
    ] {
      try screen.press(key)
      #expect(try screen.terminal.text().contains(text), "\(key)")
    }
    try screen.terminal.press("Escape")
    try screen.terminal.waits(for: "$ ")
    #expect(
      try subjects() == [
        "undo done run (1/1) 2026-03-01", "note run (1/1) 2026-03-01",
        "done run (1/1) 2026-03-01",
      ] + before
    )
    #expect(try machine.complaints() == "")
  }

  @Test func `what others write appears at the next key, a broken file as broken`() throws {
    try machine.habit("edit", "profile", "--name", "Guest")
    let screen = try open()
    defer { screen.terminal.close() }
    try machine.habit("log", "water", "5")
    try machine.write("guest/habits/read/2026.json", "{")
    try screen.press("j")
    let text = try screen.terminal.text()
    #expect(text.contains("5/8 glasses") && text.contains("! read") && text.contains("invalid"))
    let profile = try machine.read("guest/profile.json")
    try machine.write("guest/profile.json", "{")
    try screen.press("j")
    #expect(try screen.terminal.text().contains("profile.json:1:2"))
    try machine.write("guest/profile.json", profile)
    try screen.press("k")
    #expect(!(try screen.terminal.text().contains("profile.json")))
  }

  @Test func `another device's tick appears at the next key`() throws {
    try machine.shell("git init -q --bare -b main hub.git; habit remote add origin ~/hub.git")
    let phone = try Machine("pho").with(["HABIT_REPO": "hub"])
    #expect(try machine.habit("sync").status == 0)
    #expect(try phone.habit("clone", "\(machine.home.path)/hub.git", "hub").status == 0)
    let screen = try open()
    defer { screen.terminal.close() }
    #expect(try phone.shell("habit log water 3 && habit sync").status == 0)
    #expect(try machine.habit("sync").status == 0)
    try screen.press("j")
    #expect(try screen.terminal.text().contains("3/8 glasses"))
  }

  @Test func `the first key of a new day shows it, and a key is recorded when it comes`() throws {
    try machine.habit("edit", "profile", "--name", "Guest")
    let profile = try machine.read("guest/profile.json")
    try machine.write("guest/profile.json", "{\"dayStart\": \"10:00\"}\n")
    let screen = try open()
    defer { screen.terminal.close() }
    #expect(try screen.terminal.text().contains("28 February"))
    let before = try subjects()
    try machine.write("guest/profile.json", profile)
    try screen.press("Space")
    let text = try screen.terminal.text()
    #expect(text.contains("a new day has begun") && text.contains("1 March"))
    #expect(try subjects() == before)
    try screen.terminal.press("q")
    try screen.terminal.type("clear; env -u HABIT_NOW habit day", enter: true)
    try screen.terminal.waits(for: "? keys")
    Thread.sleep(forTimeInterval: 1.5)
    let moment = try machine.shell("date '+%Y %T'").output.split(separator: " ")
    try screen.press("Space")
    let record = try machine.read("guest/habits/run/\(moment[0]).json")
    let at = try #require(record.split(separator: "\"at\": [\"").last?.prefix(8))
    #expect(at >= moment[1].prefix(8), "\(record)")
  }

  @Test(arguments: ["C-c", "kill -TERM", "kill -HUP", "kill -SEGV", "kill -KILL", "C-z", "q"])
  func `the terminal is given back`(end: String) throws {
    let terminal = try TerminalScreen(on: machine, columns: 80, lines: 24)
    defer { terminal.close() }
    try terminal.type("echo before; habit day", enter: true)
    try terminal.waits(for: "Drink water")
    #expect(!(try terminal.text().contains("before")))
    switch end {
    case "q": try terminal.press(end)
    // Also while something is being typed.
    case "C-c", "C-z":
      try terminal.press("t")
      try terminal.waits(for: "note:")
      try terminal.press(end)
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
      try terminal.waits(for: "note:")
      try terminal.press("Escape")
      try terminal.waits(for: "? keys")
      try terminal.press("q")
    }
    // Nothing can be done for those whom a program of another kills at once.
    if end != "kill -KILL" { try terminal.waits(for: "before") }
    try terminal.type("stty -a | tr ' ' '\\n' | grep -x -E -e '-?(echo|icanon);?' | tr '\\n' ' '")
    try terminal.press("Enter")
    if end != "kill -KILL" { try terminal.waits(for: "icanon echo") }
    #expect(try machine.complaints() == "")
  }

  @Test func `it is killed at any key, or its terminal closed, and nothing is half`() async throws {
    try await sampling(rounds(12, long: 200)) { random in
      let screen = try open()
      let process = try machine.shell("pgrep -x habit -t \(screen.tty)").output
      let server = try machine.shell("tmux -S ~/tmux display -p '#{pid}'").output
      for _ in 0..<random.number(in: 0...3) { try screen.press("j") }
      try screen.terminal.press(random.element(of: ["Space", "n", "u", "U", "m"]))
      usleep(UInt32(random.number(in: 0...40_000)))
      if random.chance(oneIn: 2) { try machine.shell("kill -KILL \(process)") }
      screen.terminal.close()
      // The terminal has to be gone, too, before there is another one.
      let both = "\(process) \(server)".replacing("\n", with: "")
      let ended = "for i in {1..200}; do kill -0 \(both) 2>&- || exit 0; sleep .05; done; exit 1"
      #expect(try machine.shell(ended).status == 0)
      #expect(try machine.habit("log", "water").status == 0)
      #expect(try machine.habit("check").status == 0)
      #expect(try machine.complaints() == "")
    }
  }

  @Test func `a small screen keeps the habit in sight, and a larger one is used`() throws {
    for number in 1...30 { try machine.habit("add", "Habit \(number)") }
    let screen = try open(columns: 40, lines: 10)
    defer { screen.terminal.close() }
    for _ in 0..<25 { try screen.press("j") }
    #expect(try screen.terminal.text().contains("> □ Habit 2"))
    try screen.terminal.resize(columns: 100, lines: 45)
    try screen.terminal.waits(for: "Habit 30")
    try screen.press("t")
    try screen.terminal.resize(columns: 40, lines: 10)
    try screen.terminal.waits(for: "Sunday 1 March")
    try screen.press("Escape")
    let lines = try screen.terminal.lines()
    #expect(lines.count == 10 && lines[0].contains("1 March"), "\(lines)")
    #expect(lines[9].hasPrefix("? keys") && lines.contains { $0.contains("> □ Habit 2") })
  }

  /// What a terminal is sent is what FullScreen names, and colours.
  @Test(arguments: [
    "", "NO_COLOR=1", "TERM=linux", "LC_ALL=C", "COLUMNS=200",
  ]) func `any terminal shows whole lines, whatever names are made of`(setting: String) throws {
    let names = ["水を飲む毎日の習慣", "🧘🏽‍♀️ Meditate 👨‍👩‍👧", "שתיית מים", "Чтение", "e\u{301}tude"]
    for name in names { try machine.habit("add", name, "--color", "orange", "--tag", "毎日") }
    let screen = try open("\(setting) habit day")
    defer { screen.terminal.close() }
    for key in ["j", "Space", "m", "j", "w", "W", "a", "?", "h", "t"] { try screen.press(key) }
    let lines = try screen.terminal.lines()
    #expect(lines.count == 24 && lines[0].contains("28 February"), "\(lines)")
    try screen.press("Escape")
    try screen.terminal.press("q")
    try screen.terminal.waits(for: "$ ")
    let written = try screen.terminal.written()
    let sequences = Set(written.matches(of: #/\u{1B}\[[0-9;?]*[@-~]/#).map(\.output))
    // The last one is of the shell.
    let known = #/\u{1B}\[(\?1049[hl]|H|K|\d+;1H|\?2004[hl])/#
    let others = sequences.filter { $0.wholeMatch(of: known) == nil }
    let colors = ["0", "1", "2", "31", "32", "38;5;208"].map { Substring("\u{1B}[\($0)m") }
    #expect(others.isSubset(of: setting == "NO_COLOR=1" ? [] : colors), "\(others)")
    #expect(others.isEmpty == (setting == "NO_COLOR=1"))
  }

  @Test func `states stand in words`() throws {
    let screen = try open("habit day --words", columns: 40, lines: 20)
    defer { screen.terminal.close() }
    try screen.press("Space")
    let text = try screen.terminal.text()
    #expect(text.contains("> done: Run") && text.contains("missed") && !text.contains("✓"))
    #expect(try screen.terminal.lines().last?.hasPrefix("? keys") == true)
  }

  @Test(arguments: 0..<4)
  func `random keys beside a log, a sync and an editor make the commits that were said`(
    seed: Int
  ) throws {
    var random = Generator(seed: UInt64(seed))
    for name in ["Beside", "Edited"] { try machine.habit("add", name, "--from", "-500") }
    for name in ["read", "water", "run"] { try machine.habit("edit", name, "--tag", "keys") }
    try machine.shell("git init -q --bare -b main hub.git; habit remote add origin ~/hub.git")
    #expect(try machine.habit("sync").status == 0)
    let phone = try Machine("pho").with(["HABIT_REPO": "hub"])
    #expect(try phone.habit("clone", "\(machine.home.path)/hub.git", "hub").status == 0)
    let screen = try open("habit day --tag keys")
    defer { screen.terminal.close() }
    var (logs, edits, said) = (0, 0, 0)
    for step in 0..<rounds(125, long: 1_000) {
      let former = try head()
      var others: [RunningProcess] = []
      switch random.number(in: 0...9) {
      case 0:
        others = try [machine, phone].map { try $0.start("log", "beside") }
        logs += 2
      case 1: others = try [machine, phone].map { try $0.start("sync") }
      case 2:
        edits += 1
        let days = (1...edits).map { "  \(DayTests.edit($0))" }.joined(separator: ",\n")
        try machine.write("guest/habits/edited/2025.json", "{\n\(days)\n}\n")
      default: break
      }
      let key = random.element(of: [
        "j", "k", "h", "l", "g", "Space", "Enter", "3", "n", "s", "t", "r", "u", "U", "m", "w", "W",
        "a", "?", "Up", "Down", "Left", "Right", "y", "=", "+", "x",
      ])
      try screen.press(key)
      switch key {
      case "3", "s", "t", "r", "=", "+":
        let words = ["r": "3", "s": "sick", "t": "a \(step)"][key] ?? "1"
        try screen.type(random.chance(oneIn: 5) ? "?" : words)
        try screen.press(random.chance(oneIn: 5) ? "Escape" : "Enter")
      default: break
      }
      let message = try screen.message()
      for other in others { #expect([0, 75].contains(try other.wait().status)) }
      let own = try subjects(since: former).filter(DayTests.isOwn)
      #expect(own.count == (message == nil ? 0 : 1), "\(key): \(message ?? "nothing"), \(own)")
      if let message, let subject = own.first {
        said += 1
        #expect(DayTests.agree(message, subject), "\(key): \(message), \(subject)")
      }
    }
    try screen.terminal.press("q")
    try screen.terminal.waits(for: "$ ")
    for device in [machine, phone, machine] {
      let told = try device.habit("sync")
      #expect(told.status == 0, "\(told)")
    }
    let all = try subjects()
    let taken = all.count { $0.hasPrefix("undo log beside") }
    let left = logs - taken + all.count { $0.hasPrefix("redo log beside") }
    let beside = try machine.read("guest/habits/beside/2026.json")
    #expect(beside.contains("\"progress\": \(left),"), "\(left) of \(logs): \(beside)")
    let edited = try machine.read("guest/habits/edited/2025.json")
    #expect((1...max(1, edits)).allSatisfy { edited.contains(DayTests.edit($0)) }, "\(edited)")
    #expect(said > 10)
    #expect(try machine.habit("check").status == 0)
    #expect(try machine.complaints() == "")
  }

  /// What an editor has written of a day.
  private static func edit(_ number: Int) -> String {
    String(format: "\"2025-%02d-%02d\": %d", number / 28 + 1, number % 28 + 1, number)
  }

  /// Whether a commit is of a key.
  private static func isOwn(_ subject: String) -> Bool {
    let verbs = ["done", "log", "set", "skip", "note", "undo", "redo"]
    return verbs.contains { subject.hasPrefix("\($0) ") } && !subject.hasPrefix("log beside ")
  }

  /// Whether a message tells of a commit.
  private static func agree(_ message: String, _ subject: String) -> Bool {
    let words = subject.split(separator: " ", maxSplits: 1)
    if message.hasPrefix("undone: ") || message.hasPrefix("redone: ") {
      return words[1].hasPrefix(message.dropFirst(8))
    }
    return message.lowercased().replacing(" ", with: "-").contains(words[1].prefix { $0 != " " })
  }

  @Test(arguments: ["habit day", "TERM=dumb habit day"])
  func `without a screen it says so`(command: String) throws {
    let told = try machine.shell(command)
    #expect(told.status == 64 && told.errors.contains("habit day needs a terminal"), "\(told)")
    let terminal = try TerminalScreen(on: machine)
    defer { terminal.close() }
    try terminal.type("TERM=dumb habit day", enter: true)
    try terminal.waits(for: "habit: habit day needs a terminal with a screen")
  }
}

/// A terminal in which `habit day` runs, and how often it has painted its screen.
private struct DayScreen {
  let terminal: TerminalScreen
  /// The name of the terminal without `/dev/`.
  let tty: String

  init(on machine: Machine, _ command: String, columns: Int, lines: Int) throws {
    terminal = try TerminalScreen(on: machine, columns: columns, lines: lines)
    try terminal.record()
    tty = try machine.shell("tmux -S ~/tmux display -p '#{s|/dev/||:pane_tty}'").output
      .trimmingCharacters(in: .newlines)
    try terminal.type(command, enter: true)
    try terminal.waits(for: "? keys")
  }

  private func frames() throws -> Int { try terminal.written().count(of: "\u{1B}[H\u{1B}[K") }

  /// Presses a key, and waits until the screen was painted.
  func press(_ key: String) throws { try painted(1) { try terminal.press(key) } }

  /// Types letters, each a key.
  func type(_ text: String) throws { try painted(text.count) { try terminal.type(text) } }

  private func painted(_ times: Int, _ body: () throws -> Void) throws {
    let before = try frames()
    try body()
    for _ in 0..<1_200 {
      if try frames() >= before + times { return }
      Thread.sleep(forTimeInterval: 0.02)
    }
    try terminal.waits(for: "a frame behind \(before)")
  }

  /// The line by which a key says that something was recorded, below the level; nil without one.
  func message() throws -> String? {
    Thread.sleep(forTimeInterval: 0.02)
    let names = #/\S +(Read|Drink water|Run)  /#
    let below = try terminal.lines().drop { !$0.hasPrefix("level ") }
    return below.first {
      ($0.prefixMatch(of: names) != nil && !$0.contains("as it was"))
        || $0.hasPrefix("undone: ") || $0.hasPrefix("redone: ")
    }
  }
}

extension String {
  fileprivate func count(of text: String) -> Int { ranges(of: text).count }
}
