import Testing
import TestSupport

/// The most entries that a command writes for a day; the other limits are in Sessions/Messages.
@Suite struct LimitsTests {
  private let machine: Machine

  init() throws {
    machine = try Machine()
    try machine.habit("add", "Read")
    try machine.habit("done", "read")
  }

  @Test(arguments: [998, 1000]) func `a command writes a thousand entries of a day at most`(
    count: Int
  ) throws {
    let list = (0..<count).map { "\"07:00:00 d\($0)\"" }.sorted().joined(separator: ", ")
    let path = "guest/habits/read/2026.json"
    try machine.write(path, "{\"2026-03-01\": {\"progress\": \(count), \"at\": [\(list)]}}\n")
    let said = try machine.habit("log", "read")
    #expect(said.status == (count == 998 ? 0 : 64))
    guard count == 1000 else { return }
    #expect(said.errors.contains("2026-03-01 has 1000 entries of read, which are the most"))
    #expect(said.errors.contains("habit set read AMOUNT --on 2026-03-01"))
    #expect(try machine.habit("set", "read", "1001", "--on", "2026-03-01").status == 0)
    #expect(try machine.habit("undo", "read").status == 0)
  }
}
