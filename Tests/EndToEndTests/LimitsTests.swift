import Testing
import TestSupport

/// Every limit of habit-format(5), LIMITS: an input that breaks it, by hand and by command, and
/// what is said.
@Suite struct LimitsTests {
  private let machine: Machine

  init() throws {
    machine = try Machine()
    try machine.habit("add", "Read")
    try machine.habit("done", "read")
  }

  /// A definition by hand: what `check` says of it.
  @Test(
    arguments: [
      (#""name": "", "start": "2026-01-01""#, "the name is empty"),
      (
        #""name": "\#(String(repeating: "x", count: 51))", "start": "2026-01-01""#,
        "the name has 51 characters; 50 are the most"
      ),
      (#""name": "a\u0007b", "start": "2026-01-01""#, "the name holds a control character"),
      (#""start": "2026-01-01""#, "\"name\" is missing"),
      (#""name": "Run""#, "\"start\" is missing"),
      (#""name": "Run", "start": "2026-02-30""#, "\"2026-02-30\" is not a day"),
      (
        #""name": "Run", "start": "2026-02-01", "end": "2026-01-31""#,
        "the end 2026-01-31 is before the start"
      ),
      (
        #""name": "Run", "start": "2026-01-01", "description": "\#(String(repeating: "x", count: 201))""#,
        "201 characters; 200 are the most"
      ),
      (#""name": "Run", "start": "2026-01-01", "goal": "0 km""#, "the goal is 0"),
      (#""name": "Run", "start": "2026-01-01", "goal": "-1 km""#, "the amount is below 0"),
      (#""name": "Run", "start": "2026-01-01", "goal": "0.0001 km""#, "more than 3 decimals"),
      (
        #""name": "Run", "start": "2026-01-01", "goal": "1 \#(String(repeating: "x", count: 21))""#,
        "the unit is longer than 20"
      ),
      (
        #""name": "Run", "start": "2026-01-01", "type": "breaking", "goal": "5 km", "baseline": 5"#,
        "the baseline 5 is not above the goal 5"
      ),
      (
        #""name": "Run", "start": "2026-01-01", "type": "breaking", "goal": "0 km", "baseline": 0"#,
        "\"baseline\" is not above 0"
      ),
      (
        #""name": "Run", "start": "2026-01-01", "baseline": 5"#,
        "\"baseline\" is for a breaking habit"
      ),
      (
        #""name": "Run", "start": "2026-01-01", "schedule": "sometimes""#,
        "\"sometimes\" is not a schedule"
      ),
      (#""name": "Run", "start": "2026-01-01", "reminders": ["25:00"]"#, "\"25:00\" is not a time"),
      (
        #""name": "Run", "start": "2026-01-01", "reminders": ["09:00", "09:00"]"#,
        "the reminder 09:00 occurs twice"
      ),
      (#""name": "Run", "start": "2026-01-01", "icon": "ab""#, "\"ab\" is not a value of \"icon\""),
      (
        #""name": "Run", "start": "2026-01-01", "color": "pink""#,
        "\"pink\" is not a value of \"color\""
      ),
      (#""name": "Run", "start": "2026-01-01", "xp": 5"#, "\"xp\" is not a fact"),
      (
        #""name": "Run", "start": "2026-01-01", "a": \#(String(repeating: "[", count: 40))\#(String(repeating: "]", count: 40))"#,
        "the nesting is deeper than 32 levels"
      ),
      (#""name": "Run", "name": "Run", "start": "2026-01-01""#, "occurs twice"),
    ] as [(String, String)]
  )
  func `a definition beyond a limit is an error with its place`(fields: String, message: String)
    throws
  {
    try machine.write("guest/habits/run/habit.json", "{\(fields)}")
    try expectError(message, in: "guest/habits/run/habit.json")
  }

  @Test(
    arguments: [
      (#""2026-02-01": -1"#, "\"progress\" is below 0"),
      (
        #""2026-02-01": {"progress": 1, "difficulty": 6}"#,
        "a difficulty is a whole number from 1 to 5"
      ),
      (#""2026-02-01": {"difficulty": 0}"#, "a difficulty is a whole number from 1 to 5"),
      (#""2026-02-01": {"skip": "lazy"}"#, "an unknown reason to skip"),
      (
        #""2026-02-01": {"note": "\#(String(repeating: "x", count: 2001))"}"#,
        "a note of 2001 characters; 2000 are the most"
      ),
      (#""2026-02-01": 1000000001"#, "is more than 1000000000"),
      (#""2025-02-01": 1"#, "does not belong in the file of 2026"),
      (#""2026-02-01": 1, "2026-02-01": 2"#, "the day 2026-02-01 occurs twice"),
    ] as [(String, String)]
  )
  func `a record beyond a limit is an error with its place`(lines: String, message: String) throws {
    try machine.write("guest/habits/read/2026.json", "{\(lines)}")
    try expectError(message, in: "guest/habits/read/2026.json")
  }

  private func expectError(_ message: String, in path: String) throws {
    let checked = try machine.habit("check")
    #expect(checked.status == 65)
    #expect((checked.output + checked.errors).contains("\(path):1:"), "\(checked)")
    #expect((checked.output + checked.errors).contains(message), "\(checked)")
    // Nobody else is stopped.
    #expect(try machine.habit("add", "Swim").status == 0)
  }

  @Test func `a file that is too large, or no UTF-8, is an error`() throws {
    let path = "guest/habits/read/2026.json"
    try machine.shell("head -c 17000000 /dev/zero | tr '\\0' ' ' > ~/.local/share/habit/\(path)")
    #expect(try machine.habit("check").output.contains("16 MiB"))
    try machine.shell(
      "printf '{\"2026-02-01\": {\"note\": \"\\377\"}}' > ~/.local/share/habit/\(path)"
    )
    #expect(try machine.habit("check").output.contains("a byte that is not UTF-8"))
  }

  @Test(
    arguments: [
      (#"{"name": "Run", "start": "2026-01-01", "goal": "1001 m"}"#, "a goal of 1001 m is large"),
      (#"{"name": "READ", "start": "2026-01-01"}"#, "is also that of read"),
      (
        #"{"name": "Run", "start": "2026-01-01", "scedule": "daily"}"#, "did you mean \"schedule\"?"
      ),
    ] as [(String, String)]
  )
  func `a warning blocks nothing`(text: String, message: String) throws {
    try machine.write("guest/habits/run/habit.json", text)
    let checked = try machine.habit("check")
    #expect(checked.status == 0)
    #expect((checked.output + checked.errors).contains(message), "\(checked)")
    #expect(try machine.habit("log", "run").status == 0)
  }

  @Test func `a record before the start is a warning by hand and an error by command`() throws {
    try machine.write("guest/habits/read/2026.json", "{\"2026-02-01\": 1}")
    let checked = try machine.habit("check")
    #expect(checked.status == 0)
    let warning = "read/2026.json:1:2: warning: 2026-02-01 is before the habit starts"
    #expect((checked.output + checked.errors).contains(warning), "\(checked)")
    #expect(try machine.habit("log", "read", "--on", "2026-02-02").status == 64)
  }

  @Test(arguments: [999, 1000]) func `a command writes a thousand entries of a day at most`(
    count: Int
  ) throws {
    let list = (0..<count).map { "\"07:00:00 d\($0)\"" }.sorted().joined(separator: ", ")
    let path = "guest/habits/read/2026.json"
    try machine.write(path, "{\"2026-03-01\": {\"progress\": \(count), \"at\": [\(list)]}}\n")
    let said = try machine.habit("log", "read")
    #expect(said.status == (count == 999 ? 0 : 64))
    guard count == 1000 else { return }
    #expect(said.errors.contains("2026-03-01 has 1000 entries of read, which are the most"))
    #expect(said.errors.contains("habit set read AMOUNT --on 2026-03-01"))
    #expect(try machine.habit("set", "read", "1001", "--on", "2026-03-01").status == 0)
    #expect(try machine.habit("undo", "read").status == 0)
  }

  @Test func `commands refuse records in the future`() throws {
    let refused = try machine.habit("log", "read", "--on", "2026-03-02")
    #expect(refused.status == 64)
    #expect(refused.errors.contains("2026-03-02 is in the future"))
  }

  @Test(
    arguments: [
      (["add", ""], "the name is empty"), (["add", "read "], "there is already a habit"),
      (["add", String(repeating: "x", count: 51)], "the name has 51 characters; 50 are the most"),
      (["add", "Run", "--goal", "0"], "the goal is 0"),
      (["add", "Run", "--goal", "1.2345 km"], "more than 3 decimals"),
      (["add", "Run", "--baseline", "5"], "--baseline is only for a breaking habit"),
      (["add", "Run", "--breaking", "--goal", "5", "--baseline", "5"], "is not above the goal"),
      (["add", "Run", "--description", String(repeating: "x", count: 201)], "200 are the most"),
      (["add", "Run", "--from", "2026-02-30"], "\"2026-02-30\" is not a date"),
      (["add", "Run", "--to", "2026-02-01"], "is before the start"),
      (["add", "Run", "--remind", "25"], "\"25\" is not a time"),
      (["log", "read", "-1"], ""), (["set", "read", "x"], "the amount \"x\""),
      (["log", "read", "1000000001"], "is more than 1000000000"),
      (["log", "read", "0.0001"], "more than 3 decimals"),
    ] as [([String], String)]
  )
  func `a command beyond a limit is refused and changes nothing`(
    arguments: [String],
    message: String
  ) throws {
    let before = try machine.git("rev-parse", "HEAD").output
    let refused = try machine.process(["habit"] + arguments).run()
    #expect(refused.status == 64 || refused.status == 73, "\(refused)")
    #expect(refused.errors.contains(message), "\(refused)")
    #expect(try machine.git("rev-parse", "HEAD").output == before)
    #expect(try machine.complaints() == "")
  }

  @Test func `more than fifty habits get a hint, never a refusal`() throws {
    for number in 1...50 {
      let text = "{\"name\": \"H\(number)\", \"start\": \"2026-01-01\"}"
      try machine.write("guest/habits/h\(number)/habit.json", text)
    }
    let added = try machine.habit("add", "One more")
    #expect(added.status == 0)
    #expect(added.errors.contains("52 habits; few are kept when there are more than 50"))
  }
}
