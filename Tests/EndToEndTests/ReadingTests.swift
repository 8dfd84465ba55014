import TestSupport
import Testing

/// What commands read.
@Suite struct ReadingTests {
  let machine: Machine

  init() throws {
    machine = try Machine()
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
}
