import Testing
import TestSupport

/// The main job through the built program: add, log, look.
@Suite struct RecordingTests {
  let machine: Machine
  let water = "guest/habits/drink-water/2026.json"

  init() throws {
    machine = try Machine()
  }

  @Test func `the first add makes the repository and says where`() throws {
    let added = try machine.habit("add", "Drink water", "--goal", "8 glasses")
    #expect(added.errors == "made a habit repository at \(machine.root)\n")
    #expect(
      added.output
        == "Drink water (drink-water): 8 glasses, every day, from 2026-03-01\nbadge First Steps\n"
    )
    // The undo of what earned it takes it.
    #expect(try machine.habit("undo").output.hasSuffix("\nbadge First Steps lost\n"))
    #expect(try machine.complaints() == "")
  }

  @Test func `three days of two habits earn points and a streak`() throws {
    _ = try machine.habit("add", "Drink water", "--goal", "8 glasses", "--from", "-2")
    _ = try machine.habit("add", "Read", "--from", "-2")
    for day in ["-2", "yesterday", "today"] {
      _ = try machine.habit("log", "water", "8", "--on", day)
    }
    for day in ["-2", "yesterday"] { _ = try machine.habit("done", "read", "--on", day) }
    let last = try machine.habit("done", "read")
    #expect(last.output.contains("All done today: +50 XP, 150 in all. Streak 3 days."))
    let xp = try machine.habit("xp", "--json")
    #expect(xp.output.contains("\"xp\": 150"))
    #expect(xp.output.contains("\"streak\": 3"))
    #expect(try machine.complaints() == "")
    #expect(
      try machine.git("log", "--format=%s", "-1").output == "done read (1/1) 2026-03-01\n"
    )
  }

  @Test func `the history calls a habit by its name where its id is only a hash`() throws {
    try machine.habit("add", "瞑想")
    try machine.habit("done", "瞑想")
    try machine.habit("skip", "瞑想", "rest")
    try machine.habit("edit", "瞑想", "--icon", "🧘")
    try machine.habit("delete", "瞑想")
    #expect(
      try machine.git("log", "--format=%s", "-5").output == """
        delete 瞑想: deleted 2026-03-02
        edit 瞑想: icon 🧘
        skip 瞑想 rest (1/1) 2026-03-01
        done 瞑想 (1/1) 2026-03-01
        add 瞑想: 1 time, every day

        """
    )
  }

  @Test func `entries of the same second get seconds of their own`() throws {
    _ = try machine.habit("add", "Drink water", "--goal", "8 glasses")
    for _ in 0..<3 { _ = try machine.habit("log", "water") }
    let line =
      "  \"2026-03-01\": {\"progress\": 3, "
      + "\"at\": [\"09:00:00 mbp\", \"09:00:01 mbp\", \"09:00:02 mbp\"]}"
    #expect(try machine.read(water) == "{\n\(line)\n}\n")
  }

  @Test func `undo takes back the last entry of this device and keeps its identity`() throws {
    _ = try machine.habit("add", "Drink water", "--goal", "8 glasses")
    _ = try machine.habit("log", "water", "2")
    _ = try machine.habit("log", "water", with: ["HABIT_DEVICE": "pho"])
    let undone = try machine.habit("undo", "water")
    #expect(
      undone.output
        == "undone: log drink-water +2 (2/8) 2026-03-01\n"
        + "Drink water  2026-03-01  progress  1  was 3\n"
    )
    #expect(
      try machine.read(water).contains(
        "{\"progress\": 1, \"at\": [\"09:00:00 pho\"], \"undone\": [\"09:00:00 mbp\"]}"
      )
    )
    // Named so exactly, the entry of another device goes.
    let other = try machine.habit("undo", "water", "--on", "today")
    #expect(other.output.hasPrefix("undone: "), "\(other)")
    let again = try machine.habit("undo", "water", "--on", "today")
    #expect(again.status == 66)
    #expect(again.errors.contains("there is nothing to undo"))
  }

  @Test func `done twice is done once`() throws {
    _ = try machine.habit("add", "Read")
    _ = try machine.habit("done", "read")
    let again = try machine.habit("done", "read")
    #expect(again.output.contains("already done"))
    #expect(try machine.git("rev-list", "--count", "HEAD").output == "3\n")
  }

  @Test func `set replaces the total, and a second set is stamped`() throws {
    _ = try machine.habit("add", "Drink water", "--goal", "8 glasses")
    _ = try machine.habit("set", "water", "3")
    #expect(try machine.read(water) == "{\n  \"2026-03-01\": 3\n}\n")
    _ = try machine.habit("set", "water", "5")
    #expect(
      try machine.read(water).contains(
        "{\"progress\": 5, \"changed\": {\"typed\": \"2026-03-01T09:00:00Z mbp\"}}"
      )
    )
  }

  @Test func `a time before the start of the day belongs to the previous day`() throws {
    _ = try machine.habit("add", "Read", "--from", "-3")
    try machine.write("guest/profile.json", "{\"dayStart\": \"04:00\"}\n")
    let logged = try machine.habit("log", "read", now: "2026-03-01T02:30:00")
    #expect(logged.status == 0)
    let file = try machine.read("guest/habits/read/2026.json")
    #expect(
      file.contains("\"2026-02-28\": {\"progress\": 1, \"at\": [\"2026-03-01T02:30:00 mbp\"]}")
    )
  }

  @Test(
    arguments: [
      (["log", "water", "--on", "2026-04-01"], Int32(64), "is in the future"),
      (["log", "water", "--on", "2020-01-01"], 64, "is before Drink water starts"),
      (["log", "water", "x"], 64, "is not a number"),
      (["log", "water", "0.0001"], 64, "more than 3 decimals"),
      (["log", "water", "--on", "someday"], 64, "is not a date"),
      (["log", "swim"], 66, "there is no habit \"swim\""),
      (["log", "watter"], 66, "there is no habit"),
      (["lgo", "water"], 64, "did you mean: habit log"),
      (["log"], 64, "habit log needs a habit"),
      (["add", "Drink Water"], 73, "there is already a habit"),
      (["add", "Swim", "--schedule", "sometimes"], 64, "the forms are: every day"),
      (["add", "Swim", "--goal", "0 laps"], 64, "the goal is 0"),
      (["add", " "], 64, "the name is empty"),
      (["today", "--user", "guset"], 66, "did you mean: guest"),
      (["today", "--repo", "/nowhere"], 66, "there is no habit repository at /nowhere"),
      (["redo"], 66, "there is nothing to redo"),
    ] as [([String], Int32, String)]
  )
  func `a mistake gets its message and status and changes nothing`(
    arguments: [String],
    status: Int32,
    message: String
  ) throws {
    _ = try machine.habit("add", "Drink water", "--goal", "8 glasses")
    let head = try machine.git("rev-parse", "HEAD").output
    let quoted = arguments.map { "'\($0)'" }.joined(separator: " ")
    let told = try machine.shell("habit \(quoted)")
    #expect(told.status == status)
    #expect(told.errors.contains(message), "\(told.errors)")
    #expect(told.output == "")
    #expect(try machine.git("rev-parse", "HEAD").output == head)
    #expect(try machine.complaints() == "")
  }

  @Test func `an error with --json is one object on standard error`() throws {
    _ = try machine.habit("add", "Read")
    let told = try machine.habit("log", "swim", "--json")
    #expect(told.errors.contains("\"error\": \"there is no habit \\\"swim\\\"\""))
    #expect(told.errors.contains("\"status\": 66"))
  }

  @Test func `a closed pipe is success`() throws {
    _ = try machine.habit("add", "Read", "--from", "2024-01-01")
    let told = try machine.shell("set -o pipefail; habit show read --days 700 | head -1")
    #expect(told.text == "Read\n")
  }

  @Test func `a record whose message cannot be written is said to be recorded`() throws {
    _ = try machine.habit("add", "Drink water")
    let told = try machine.shell("habit log water >/dev/full")
    #expect(told.status == 0)
    #expect(told.errors == "warning: recorded; but cannot write output: No space left on device\n")
    #expect(try machine.shell("habit today >/dev/full").errors.hasPrefix("habit: cannot write"))
    // What writes to a closed stream would write to the next file that is opened.
    for streams in [">&-", "<&- >&- 2>&-"] {
      #expect(try machine.shell("habit log water \(streams)").status == 0)
    }
    #expect(try machine.habit("log", "water").output.contains("4/1"))
    #expect(try machine.complaints() == "")
  }

  @Test func `a failure after a record is committed is a warning`() throws {
    _ = try machine.habit("add", "Drink water")
    try machine.shell("mkdir -p \(machine.root)/.git/habit/taken/\(water).new/x")
    let told = try machine.habit("log", "water")
    #expect(told.status == 0)
    #expect(told.errors.hasPrefix("warning: recorded; but cannot create "))
    try machine.shell("rm -r \(machine.root)/.git/habit/taken/\(water).new")
    #expect(try machine.habit("log", "water").output.contains("2/1"))
    #expect(try machine.complaints() == "")
  }

  @Test func `commands that only show never open an object of git`() throws {
    _ = try machine.habit("add", "Read")
    for command in [
      "today", "list", "xp", "show read", "stats", "calendar", "query", "why streak", "digest",
    ] {
      let traced = try machine.shell("strace -f -e trace=openat habit \(command) 2>&1 >/dev/null")
      #expect(traced.output.contains("habit.json"))
      let objects = traced.output.matches(of: #/\.git/objects/([0-9a-f]{2}/|pack/pack-)/#)
      #expect(objects.isEmpty, "\(command)")
    }
  }

  @Test func `a broken profile elsewhere does not stop a new user`() throws {
    _ = try machine.habit("add", "Read")
    try machine.shell("echo '{' >.local/share/habit/guest/profile.json")
    #expect(try machine.habit("init", "new").status == 0)
    #expect(try machine.habit("init").status != 65)
  }

  @Test func `ids are listed alone, one a line`() throws {
    _ = try machine.habit("add", "Drink water")
    _ = try machine.habit("add", "Read")
    #expect(try machine.habit("list", "--ids").output == "drink-water\nread\n")
  }
}
