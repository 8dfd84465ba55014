import TestSupport
import Testing

/// What commands would do, and the question before something is lost.
@Suite struct WhatIfTests {
  let machine: Machine

  /// Made once, and copied for each test.
  private static let made = Result { try make() }

  init() throws { machine = try Self.made.get().copy() }

  private static func make() throws -> Machine {
    let machine = try Machine(now: "2026-03-10T09:00:00")
    try machine.habit("add", "Read", "--from", "-9")
    for day in 1...7 { try machine.habit("done", "read", "--on", "-\(day)") }
    return machine
  }

  private func points() throws -> Int {
    let text = try machine.habit("xp", "--json").output
    let line = try #require(text.split(separator: "\n").first { $0.contains("\"xp\": ") })
    return try #require(Int(line.filter(\.isNumber)))
  }

  @Test func `on a terminal, a record of a past day that costs points is confirmed`() throws {
    try machine.habit("add", "Smoke", "--breaking", "--goal", "2 times", "--from", "-1")
    try machine.habit("log", "smoke", "1", "--on", "-1")
    let before = try points()
    let screen = try machine.onTerminal(["log", "smoke", "5", "--on", "-1"], typing: "n\n")
    #expect(screen.contains("this takes: XP \(before) to"), "\(screen)")
    #expect(screen.contains("nothing changed"), "\(screen)")
    #expect(try points() == before)
  }

  @Test(arguments: [
    ["add", "Piano", "--from", "-9"],
    ["edit", "read", "--start", "2026-03-08"], ["vacation", "start", "--from", "-5"],
  ])
  func `on a terminal, a loss of points is confirmed`(arguments: [String]) throws {
    let screen = try machine.onTerminal(arguments, typing: "n\n")
    #expect(screen.contains("go on? [y/N]"), "\(screen)")
    #expect(screen.contains("nothing changed"), "\(screen)")
    #expect(try points() == 350)
  }

  @Test(arguments: [
    ["add", "Piano", "--from", "-9"], ["archive", "read", "--from", "-3"],
    ["delete", "read", "--from", "-3"], ["edit", "read", "--start", "2026-03-08"],
    ["log", "smoke", "5", "--on", "-1"], ["set", "read", "0", "--on", "-1"],
    ["skip", "read", "--from", "-9", "--to", "-8"], ["vacation", "start", "--from", "-5"],
  ])
  func `--yes answers the question`(arguments: [String]) throws {
    try machine.habit("add", "Smoke", "--breaking", "--goal", "2 times", "--from", "-1", "--yes")
    try machine.habit("log", "smoke", "1", "--on", "-1")
    let head = try machine.git("rev-parse", "HEAD").output
    let screen = try machine.onTerminal(arguments + ["--yes"], typing: "n\n")
    #expect(!screen.contains("[y/N]") && !screen.contains("nothing changed"), "\(screen)")
    #expect(try machine.git("rev-parse", "HEAD").output != head)
  }

  @Test func `an edit in an editor that costs points is confirmed`() throws {
    let editor = ["EDITOR": "sed -i s/2026-03-01/2026-03-08/"]
    let screen = try machine.with(editor).onTerminal(["edit", "read"], typing: "n\nd\n")
    #expect(screen.contains("go on? [y/N]"), "\(screen)")
    #expect(screen.contains("edit again, or drop what you wrote? [e/d]"), "\(screen)")
    #expect(screen.contains("what you wrote is in"), "\(screen)")
    #expect(try points() == 350)
    let agreed = try machine.with(editor).onTerminal(["edit", "read", "--yes"], typing: "")
    #expect(agreed.contains("edited guest/habits/read/habit.json"), "\(agreed)")
  }
}

extension Machine {
  /// What is on the screen when a command is run on a terminal and something is typed.
  fileprivate func onTerminal(_ arguments: [String], typing text: String) throws -> String {
    let script = """
      import os, pty, sys
      pid, fd = pty.fork()
      if pid == 0:
          os.execvp("habit", ["habit"] + sys.argv[2:])
      screen, typed = b"", False
      while True:
          try:
              part = os.read(fd, 4096)
          except OSError:
              break
          if not part:
              break
          screen += part
          if b"[y/N]" in screen and not typed:
              os.write(fd, sys.argv[1].encode())
              typed = True
      os.waitpid(pid, 0)
      sys.stdout.buffer.write(screen)
      """
    return try process(["python3", "-c", script, text] + arguments).run().output
  }
}
