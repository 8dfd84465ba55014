import TestSupport
import Testing

/// What commands would do, and the question before something is lost.
@Suite struct WhatIfTests {
  let machine: Machine

  init() throws {
    machine = try Machine(now: "2026-03-10T09:00:00")
    try machine.habit("add", "Read", "--from", "-9")
    for day in 1...7 { try machine.habit("done", "read", "--on", "-\(day)") }
  }

  @Test(arguments: [
    "log read", "done read", "set read 4", "skip read sick", "note read --difficulty 3",
    "note read rain",
    "add Piano --from -9", "edit read --goal 9 --from -9", "edit profile --streak-mode partial",
    "edit read --name Books", "archive read", "delete read", "vacation start --to sunday",
    "undo", "edit profile --order read", "import habits.csv",
  ])
  func `a command is tried and nothing is written`(line: String) throws {
    try machine.shell("printf 'date,habit,value\\n2026-03-09,Piano,1\\n' > habits.csv")
    let words = line.split(separator: " ").map(String.init)
    let before = try machine.git("rev-parse", "HEAD").output
    let tried = try machine.process(["habit", "what-if"] + words).run()
    #expect(tried.status == 0, "\(tried)")
    #expect(try machine.git("rev-parse", "HEAD").output == before)
    #expect(try machine.complaints() == "")
    let old = try points()
    let done = try machine.process(["habit"] + words).run()
    #expect(done.status == 0, "\(done)")
    let subject = try machine.git("log", "-1", "--format=%s").output
    #expect(tried.output.hasPrefix("would do: \(subject)"), "\(tried)")
    let new = try points()
    let line =
      tried.output.split(separator: "\n").first { line in
        line.split(separator: " ").first == "XP"
      } ?? ""
    let said = line.split(separator: " ").dropFirst().filter { $0 != "to" }.compactMap { Int($0) }
    #expect(said == (old == new ? [old] : [old, new]), "\(tried)")
  }

  private func points() throws -> Int {
    let text = try machine.habit("xp", "--json").output
    let line = try #require(text.split(separator: "\n").first { $0.contains("\"xp\": ") })
    return try #require(Int(line.filter(\.isNumber)))
  }

  @Test func `what-if prints badges that would be lost and the next due days`() throws {
    let tried = try machine.habit("what-if", "add", "Piano", "--from", "-9").output
    #expect(tried.contains("badge lost: Week Warrior\n"))
    #expect(tried.contains("2026-03-10, 2026-03-11, 2026-03-12\n"))
    let json = try machine.habit("what-if", "--json", "vacation", "start").output
    #expect(
      json.contains("\"due\": {\"before\": [\"2026-03-10\", \"2026-03-11\", \"2026-03-12\"], ")
    )
    #expect(json.contains("\"after\": []}"))
  }

  @Test func `what-if refuses what the command refuses, and commands that cannot be tried`() throws
  {
    for line in ["today", "sync", "edit read", "remote list", "check"] {
      let words = line.split(separator: " ").map(String.init)
      #expect(try machine.process(["habit", "what-if"] + words).run().status == 64, "\(line)")
    }
    let missing = try machine.habit("what-if", "log", "swim")
    #expect(missing.status == 66)
    #expect(missing.errors.contains("there is no habit \"swim\""))
    let empty = try Machine().habit("what-if", "add", "Run")
    #expect(empty.status == 66)
  }

  @Test(arguments: ["edit profile --clear order", "done read --on yesterday"])
  func `what-if says that a command changes nothing`(line: String) throws {
    let tried = try machine.process(
      ["habit", "what-if"] + line.split(separator: " ").map(String.init)
    ).run()
    #expect(tried.status == 0 && tried.output == "nothing would change\n", "\(tried)")
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

  @Test func `a habit that begins in the past prints its cost`() throws {
    let added = try machine.habit("add", "Piano", "--from", "-9")
    #expect(
      added.output.hasSuffix(
        "\nXP 350 to 0, level 2 to 1, streak 7 to 0, best streak 7 to 0, badge Week Warrior lost\n"
      )
    )
    let json = try machine.habit("add", "Oboe", "--json").output
    #expect(json.contains("\"xp\": {\n    \"before\": 0,\n    \"after\": 0\n  }"))
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

  @Test func `a limit is due on its next days, not on the last day that is looked at`() throws {
    let machine = try Machine(now: "2026-03-04T20:00:00")
    try machine.habit(
      "add",
      "Smoke",
      "--breaking",
      "--goal",
      "5 cigs",
      "--unlogged",
      "kept",
      "--from",
      "-3",
      "--yes"
    )
    try machine.habit(
      "add",
      "Beer",
      "--breaking",
      "--goal",
      "5 beers a week",
      "--from",
      "-3",
      "--yes"
    )
    func due(_ before: [String], _ after: [String]) -> String {
      let lists = [before, after].map { $0.map { "\"2026-03-\($0)\"" }.joined(separator: ", ") }
      return "\"due\": {\"before\": [\(lists[0])], \"after\": [\(lists[1])]}"
    }
    let kept = try machine.habit("what-if", "--json", "log", "smoke", "5").output
    #expect(kept.contains(due(["04", "05", "06"], ["05", "06", "07"])), "\(kept)")
    let passed = try machine.habit("what-if", "--json", "log", "smoke", "6").output
    #expect(passed.contains(due(["04", "05", "06"], ["04", "05", "06"])), "\(passed)")
    let edited = try machine.habit("what-if", "edit", "smoke", "--schedule", "weekdays").output
    #expect(!edited.contains("never") && !edited.contains("2026-05-03"), "\(edited)")
    let beer = try machine.habit("what-if", "--json", "log", "beer", "6").output
    #expect(beer.contains(due(["08", "15", "22"], ["04", "15", "22"])), "\(beer)")
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
