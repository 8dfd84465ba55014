import HabitCore
import HabitStore
import TestSupport
import Testing

/// What a clone has done, as `.git/habit/operations` has it.
@Suite struct OperationLogTests {
  private let tracker: Tracker
  private var machine: Machine { tracker.machine }
  private let path = ".git/habit/operations"

  init() throws {
    tracker = try Tracker()
  }

  private var lines: [[Substring]] {
    get throws {
      try machine.read(path).split(separator: "\n").map { $0.split(separator: " ") }
    }
  }

  private var commands: [String] {
    get throws { try PastCommands(by: tracker.writer().device, in: tracker.store).ids }
  }

  @Test func `each change is a line, from the commit that was shown to the one that is`() throws {
    let first = try tracker.head
    try tracker.log(on: "2026-03-01")
    let second = try tracker.head
    try machine.write(tracker.path, machine.read(tracker.path).replacing("1,", with: "2,"))
    try tracker.commitManualEdits()
    let third = try tracker.head
    let fields = try lines.suffix(2).map { $0.map(String.init) }
    #expect(fields[0].prefix(3) == [first, second, "refs/heads/main"])
    #expect(fields[0].dropFirst(4) == ["command", "guest", "mbp", "-", "-", "."])
    #expect(fields[1].prefix(2) == [second, third] && fields[1][4] == "edit")
    #expect(try commands == [second])
  }

  @Test func `a line that was cut off does not count`() throws {
    try tracker.log(on: "2026-03-01")
    let known = try commands
    try tracker.shell("printf '%s 8c1f' \(known[0]) >>\(path)")
    #expect(try commands == known)
    try tracker.log(on: "2026-03-02")
    #expect(try commands == [tracker.head] + known)
  }

  @Test func `a time that no clock shows does not count`() throws {
    try tracker.log(on: "2026-03-01")
    let (known, clock) = (try commands, try tracker.writer().clock)
    let hex = String(repeating: "a", count: 40)
    for time in [Int.max, .min] {
      try tracker.shell("echo - \(hex) refs/heads/main \(time) command guest mbp - - . >>\(path)")
      #expect(try commands == known)
      #expect(try tracker.store.pastOperations(limit: 9, clock).first?.commit == known[0])
    }
  }

  @Test func `a change that is decided again has one line`() throws {
    let count = try lines.count
    var saves = 2
    try tracker.set(["read": ["2026-03-02": 2]], subject: "set") {
      saves -= 1
      if saves >= 0 { try machine.write(tracker.path, year(["2026-02-27": saves + 1])) }
    }
    #expect(try lines.count == count + 1)
    #expect(try lines.last?[1] == tracker.head[...])
    try machine.judge()
  }

  @Test func `the newest lines of a long log are kept`() throws {
    let line = try machine.read(path).split(separator: "\n")[0]
    try machine.write(path, String(repeating: line + "\n", count: 4_000))
    try tracker.log(on: "2026-03-01")
    #expect(try lines.count == 1_001)
    #expect(try commands == [tracker.head])
  }

  @Test func `the commands of release 1_1_0 are taken over, once, also when it has run again`()
    throws
  {
    var known: [String] = []
    for day in 1...2 {
      try tracker.log(on: "2026-03-0\(day)")
      known.insert(try tracker.head, at: 0)
    }
    let list =
      known.reversed().map { $0 + " mbp\n" }.joined()
      + "- mbp \(String(repeating: "a", count: 32))\n"
    try machine.write(".git/habit/commands", list)
    try tracker.shell(
      "rm \(path); mkdir -p .git/habit/taken/guest .git/habit/saved .git/habit/former"
    )
    try tracker.commitManualEdits()
    #expect(try commands == known)
    #expect(
      try tracker.shell("ls -A .git/habit | grep -xE 'commands|taken|saved|former' || :") == ""
    )
    // The other program goes on, with its own list.
    try tracker.shell("git commit -q --allow-empty -m 'log read +1'; mkdir .git/habit/taken")
    let newer = try tracker.head
    try machine.write(".git/habit/commands", list + newer + " mbp\n")
    try tracker.commitManualEdits()
    #expect(try commands == [newer] + known)
    #expect(!machine.exists(".git/habit/taken"))
  }
}
