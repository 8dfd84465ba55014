import Foundation
import Testing
import TestSupport

/// Skips, ratings and notes through the built program.
@Suite struct RemarkTests {
  let machine: Machine
  let year = "guest/habits/run/2026.json"

  init() throws {
    machine = try Machine()
    try machine.habit("add", "Run", "--from", "-2")
  }

  @Test func `a skipped day keeps the streak, and clearing it is stamped`() throws {
    try machine.habit("done", "run", "--on", "-2")
    try machine.habit("skip", "run", "sick", "--on", "-1")
    #expect(try machine.habit("done", "run").output.contains("streak 2 days"))
    try machine.habit("skip", "run", "--clear", "--on", "-1")
    #expect(try machine.habit("today").output.contains("×1 day\n"))
    #expect(
      try machine.read(year).contains(
        "\"2026-02-28\": {\"changed\": {\"skip\": \"2026-03-01T09:00:00Z mbp\"}}"
      )
    )
    #expect(try machine.habit("check").status == 0)
    #expect(try machine.complaints() == "")
  }

  @Test func `skipping the last open habit completes the day without a celebration`() throws {
    try machine.habit("add", "Read")
    try machine.habit("done", "read")
    let skipped = try machine.habit("skip", "run", "rest").output
    #expect(skipped.contains("Nothing is left for today: +50 XP, 50 in all."))
    #expect(!skipped.contains("All done"))
    #expect(try machine.habit("skip", "run", "--clear").output.contains("Today is open again: -50"))
  }

  @Test func `a done day stays done when it is skipped too`() throws {
    try machine.habit("done", "run")
    let skipped = try machine.habit("skip", "run", "other").output
    #expect(skipped.contains("the skip has no effect; remove it with: habit skip run --clear\n"))
    #expect(try machine.habit("xp", "--json").output.contains("\"xp\": 50"))
  }

  @Test func `a rating is a number or words, and changing it is stamped`() throws {
    try machine.habit("note", "run", "--difficulty", "2")
    try machine.habit("note", "run", "--difficulty", "very-hard")
    let text = try machine.read(year)
    #expect(text.contains("\"difficulty\": 5"))
    #expect(text.contains("\"changed\": {\"difficulty\": \"2026-03-01T09:00:00Z mbp\"}"))
    try machine.habit("note", "run", "--difficulty", "none")
    #expect(try !machine.read(year).contains("\"difficulty\": 5"))
  }

  @Test func `notes are added, replaced and removed`() throws {
    try machine.habit("note", "run", "wind")
    #expect(try machine.habit("note", "run", "rain").output.contains("“wind / rain”"))
    try machine.habit("note", "run", "sun", "--replace")
    #expect(try machine.read(year).contains("\"note\": \"sun\""))
    try machine.habit("note", "run", "--clear")
    #expect(try machine.read(year) == "{\n  \"2026-03-01\": {}\n}\n")
    #expect(try machine.habit("check").status == 0)
    #expect(
      try machine.git("log", "--format=%s", "-1").output == "note run cleared (0/1) 2026-03-01\n"
    )
  }

  @Test(
    arguments: [
      (["skip", "run", "lazy"], "\"lazy\" is not a reason to skip"),
      (["skip", "run", "sick", "--clear"], "exclude each other"),
      (["note", "run", "--difficulty", "6"], "\"6\" is not a difficulty"),
      (["note", "run"], "say what to note or how hard it was"),
      (["note", "run", "--difficulty", "3", "--clear"], "--clear stands alone"),
      (["note", "run", " "], "the note is empty"),
      (["note", "run", String(repeating: "x", count: 2001)], "2001 characters; 2000 are the most"),
      (["log", "run", "--difficulty", "0"], "\"0\" is not a difficulty"),
      (["log", "run", "--note", String(repeating: "x", count: 2001)], "2001 characters"),
      (["skip", "run", "--on", "2026-03-02"], "2026-03-02 is in the future"),
      (["skip", "run", "--on", "2026-02-01"], "2026-02-01 is before Run starts"),
    ] as [([String], String)]
  )
  func `an invalid remark is refused and nothing changes`(
    arguments: [String],
    error: String
  ) throws {
    let refused = try machine.process(["habit"] + arguments).run()
    #expect(refused.status == 64)
    #expect(refused.errors.contains(error), "\(refused.errors)")
    #expect(!machine.exists(year))
  }
}

/// `habit ask` through a pipe and on a terminal.
@Suite struct AskTests {
  let machine: Machine

  init() throws {
    machine = try Machine()
    for name in ["Drink water", "Read", "Run"] {
      try machine.habit("add", name, "--goal", "8 times", "--from", "-3")
    }
  }

  @Test func `each line answers a question, the end of input stops`() throws {
    let asked = try machine.habit("ask", input: "3\nt it rained\nr 4\ny\n")
    #expect(asked.status == 0)
    #expect(try machine.habit("today").output.contains("3/8"))
    let read = try machine.read("guest/habits/read/2026.json")
    #expect(read.contains("\"difficulty\": 4, \"note\": \"it rained\""))
    #expect(read.contains("\"progress\": 8"))
    #expect(!machine.exists("guest/habits/run/2026.json"))
    #expect(try machine.complaints() == "")
  }

  @Test func `an invalid answer is asked again`() throws {
    let asked = try machine.habit("ask", input: "what\ns lazy\n=5\nq\ny\n")
    #expect(asked.errors.contains("\"what\" is not an answer"))
    #expect(asked.errors.contains("\"lazy\" is not a reason to skip"))
    #expect(try machine.read("guest/habits/drink-water/2026.json").contains("\"2026-03-01\": 5"))
    #expect(!machine.exists("guest/habits/read/2026.json"))
  }

  @Test func `an answer can be taken back`() throws {
    _ = try machine.habit("ask", input: "+2\n")
    _ = try machine.habit("ask", input: "u\nq\n")
    #expect(try machine.habit("today").output.contains("0/8"))
  }

  @Test func `a question has its place and what there is, and a closing line sums up`() throws {
    let asked = try machine.habit("ask", input: "3\nl\ny\n")
    #expect(asked.errors.contains("  1/3 Drink water 0/8 times ? "))
    #expect(asked.errors.contains("  3/3 Run 0/8 times ? "))
    #expect(asked.output.hasSuffix("\n1 of 3 done\n"))
    let rest = try machine.habit("ask", input: "y\ny\n")
    #expect(rest.errors.contains("  1/2 Drink water 3/8 times ? "))
    #expect(rest.output.hasSuffix("\n2 of 2 done · +50 XP · 1-day streak\n"), "\(rest)")
  }

  @Test func `the answer no records 0 and is not asked again, and existing records stay`() throws {
    try machine.habit("log", "drink", "3")
    _ = try machine.habit("ask", input: "n\nn\nl\n")
    #expect(try machine.read("guest/habits/read/2026.json").contains("\"2026-03-01\": 0"))
    let again = try machine.habit("ask", input: "l\nl\n")
    #expect(again.errors.contains("1/2 Drink water 3/8") && again.errors.contains("2/2 Run 0/8"))
    #expect(!again.errors.contains("Read 0/8"))
    #expect(try machine.complaints() == "")
  }

  @Test func `a question about a limit asks for the amount, and y means 0`() throws {
    let machine = try Machine()
    try machine.habit("add", "Beer", "--breaking", "--goal", "2 beers")
    let asked = try machine.habit("ask", input: "n\ny\n")
    #expect(asked.errors.contains("  1/1 Beer not logged, at most 2 beers ? "))
    #expect(asked.errors.contains("how many were there?"))
    #expect(asked.output.hasSuffix("\n1 of 1 done · +50 XP · 1-day streak\n"))
  }

  @Test func `undo goes back to the question that was answered`() throws {
    let asked = try machine.habit("ask", input: "y\nu\n5\ny\nq\n")
    #expect(asked.errors.components(separatedBy: "1/3 Drink water 0/8 times ?").count == 3)
    let water = try machine.read("guest/habits/drink-water/2026.json")
    #expect(water.contains("\"progress\": 5") && water.contains("\"undone\""))
    #expect(asked.output.hasSuffix("\n1 of 3 done\n"), "\(asked)")
    #expect(try machine.complaints() == "")
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

  @Test func `a day is gone through from what is due to what is only tracked`() throws {
    let machine = try Machine()
    try machine.habit("add", "Weight", "--schedule", "any time", "--goal", "70 kg")
    try machine.habit("add", "Call", "--schedule", "once a week", "--from", "-1")
    try machine.habit("add", "Gym", "--schedule", "3 times a week", "--from", "-6")
    try machine.habit("add", "Read", "--from", "-1")
    let now = ["HABIT_NOW": "2026-03-03T20:00:00"]
    let asked = try machine.habit("ask", with: now, input: "y\nl\ny\n71\n")
    let questions = asked.errors.split(separator: "?").map {
      $0.trimmingPrefix(while: \.isWhitespace)
    }
    #expect(
      questions.prefix(4) == [
        "1/4 Read 0/1 time ", "2/4 Gym 0/1 time, can wait 3 days ",
        "3/4 Call 0/1 time, can wait 5 days ", "4/4 Weight 0/70 kg, any time ",
      ],
      "\(asked)"
    )
    #expect(asked.output.contains("\n1 of 1 done · 2 more recorded · +50 XP · "), "\(asked)")
    let again = try machine.habit("ask", "gym", with: now, input: "l\n")
    #expect(again.errors.contains("  1/1 Gym 0/1 time, can wait 3 days ? "), "\(again)")
    #expect(try machine.habit("ask", "--due", with: now).output == "Nothing is open.\n")
    let past = try machine.habit("ask", "read", "-2", with: now, input: "y\n")
    #expect(past.output.hasPrefix("Sunday, 1 March 2026\nRead"), "\(past)")
    #expect(try machine.habit("ask", "yesterday", "--week").status == 64)
    #expect(try machine.habit("ask", "nothing").status == 66)
    // What was skipped, or answered with no, is not asked again.
    let settled = try machine.habit("ask", "gym", with: now, input: "s rest\n")
    #expect(settled.output.contains("  rest\n"), "\(settled)")
    #expect(try machine.habit("ask", "gym", with: now).output == "Nothing is open.\n")
  }

  @Test func `undo takes back a note before the answer to the question before`() throws {
    let asked = try machine.habit("ask", input: "y\nt hello\nu\nu\nq\n")
    #expect(asked.output.contains("undone: note read"), "\(asked)")
    #expect(asked.output.contains("undone: done drink-water"), "\(asked)")
    #expect(asked.output.hasSuffix("\n0 of 3 done\n"), "\(asked)")
  }

  @Test func `a week is gone through from its first day`() throws {
    let asked = try machine.habit("ask", "--week", input: String(repeating: "y\n", count: 12))
    #expect(asked.status == 0)
    let days = asked.output.split(separator: "\n").filter { $0.hasSuffix("2026") }
    #expect(days.first == "Thursday, 26 February 2026")
    #expect(days.count == 4)
    #expect(try machine.habit("today").output.contains("4-day streak\n"))
    #expect(try machine.habit("ask", "--week").output == "Nothing is open.\n")
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
