import TestSupport
import Testing

/// Histories that two devices let one user take over from the other, each its own way.
@Suite struct AdoptionSyncTests {
  private static let commands = [
    "today", "list", "user list", "xp", "stats", "query", "history", "sync --status", "remind",
    "log read", "undo read", "check",
  ]

  @Test func `two devices adopt in opposite directions, and everybody still has every day`() throws
  {
    let hub = try Hub()
    let (here, there) = (try Machine("mbp"), try Machine("pho"))
    for name in ["Ann", "Bea"] {
      try here.run("user add \(name)")
      try here.run("add Read --start 2026-02-01 --user \(name.lowercased())")
    }
    try here.run("done read --on 2026-02-26 --user ann")
    try here.run("done read --on 2026-02-27 --user bea")
    try here.run("remote add origin \(hub.address)")
    try here.run("sync")
    try there.run("clone \(hub.address)")
    try here.run("user adopt ann bea --keep both", at: "2026-03-01T09:00:00")
    try there.run("user adopt bea ann --keep both", at: "2026-03-01T10:00:00")
    try here.run("log read --on 2026-02-24 --user bea", at: "2026-03-01T11:00:00")
    try there.run("log read --on 2026-02-25 --user ann", at: "2026-03-01T11:00:00")
    for _ in 0..<2 {
      for machine in [here, there] { try machine.run("sync", at: "2026-03-01T12:00:00") }
    }
    for machine in [here, there] {
      for user in ["ann", "bea"] {
        for command in Self.commands {
          let told = try machine.shell("HABIT_USER=\(user) habit \(command)")
          #expect([0, 65].contains(told.status), "\(user): \(command): \(told)")
        }
        let days = try machine.shell("HABIT_USER=\(user) habit query --csv --state done").output
        for day in ["24", "25", "26", "27"] {
          #expect(days.contains("read,2026-02-\(day),done"), "\(user): \(days)")
        }
      }
      let found = try machine.shell("habit check")
      #expect(found.output.contains("ann/profile.json:"), "\(found)")
      #expect(found.output.contains("bea/profile.json:"), "\(found)")
    }
    try here.run("check --fix")
    for machine in [here, there, here, there] { try machine.run("sync") }
    for machine in [here, there] { try machine.run("check") }
    try expectAllEqual([here, there], at: hub)
  }
}
