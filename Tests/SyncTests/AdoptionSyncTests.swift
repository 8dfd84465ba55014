import TestSupport
import Testing

/// Adoptions that come by a sync: those that both users decided, and those that one alone writes.
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
      try here.run("add Read --from 2026-02-01 --user \(name.lowercased())")
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
      for (user, day) in [("ann", "25"), ("bea", "24")] {
        for command in Self.commands {
          let told = try machine.shell("HABIT_USER=\(user) habit \(command)")
          #expect([0, 65].contains(told.status), "\(user): \(command): \(told)")
        }
        try expectDays([day, "26", "27"], of: user, on: machine)
      }
      let found = try machine.shell("habit check")
      #expect(found.output.contains("ann/profile.json:"), "\(found)")
      #expect(found.output.contains("bea/profile.json:"), "\(found)")
    }
    try here.run("user adopt ann bea --keep both")
    for machine in [here, there, here, there] { try machine.run("sync") }
    for machine in [here, there] {
      try machine.run("check")
      for user in ["ann", "bea"] {
        try expectDays(["24", "25", "26", "27"], of: user, on: machine)
      }
    }
    try expectAllEqual([here, there], at: hub)
  }

  private func expectDays(_ days: [String], of user: String, on machine: Machine) throws {
    let seen = try machine.shell("HABIT_USER=\(user) habit query --csv --state done").output
    for day in days { #expect(seen.contains("read,2026-02-\(day),done"), "\(user): \(seen)") }
  }

  @Test func `a profile that names an adopting user makes nobody write into that user's folder`()
    throws
  {
    let hub = try Hub()
    let people = try ["ann", "ben", "carol"].map { user in
      try Machine("\(user)-mbp").with(["HABIT_USER": user])
    }
    let (ann, ben, carol) = (people[0], people[1], people[2])
    try ann.shell("HABIT_USER=guest habit user add Ann")
    try ann.run("add Read --from 2026-02-27")
    try ann.run("done read --on 2026-02-27")
    try ann.run("done read --on 2026-02-28")
    try ann.run("remote add origin \(hub.address)")
    try ann.run("sync")
    for person in [ben, carol] { try person.shell("HABIT_USER=guest habit clone \(hub.address)") }
    // Ben undoes all of Ann's entries, in his own folder.
    let year = "habits/read/2026.json"
    let own = try ann.read("ann/\(year)")
    try ben.write("ben/profile.json", #"{"adopted": "ann", "adopts": ["ann"]}"#)
    try ben.write("ben/habits/read/habit.json", #"{"name": "Read", "start": "2026-02-27"}"#)
    let undone = own.replacing(#""progress": 1, "at""#, with: #""progress": 0, "undone""#)
    try #require(undone != own)
    try ben.write("ben/\(year)", undone)
    try ben.gits("add .")
    try ben.gits("commit -qm x")
    try ben.gits("push -q origin HEAD:main")
    let told = try ann.run("sync")
    let warning = "warning: ann has not confirmed the adoption of ben, so it counts for nothing"
    #expect(told.contains(warning), "\(told)")
    #expect(try ann.run("user list --ids") == "ann\nben\n")
    try carol.shell("HABIT_USER=guest habit user add Carol")
    try carol.run("sync")
    try ann.run("sync")
    let authors = try hub.git("log", "--format=%an", "main", "--", "ann").output
    #expect(authors == String(repeating: "ann on ann-mbp\n", count: 4), "\(authors)")
    #expect(try ann.read("ann/\(year)") == own)
    #expect(try ann.run("xp --json").contains("\"xp\": 100"))
  }

  @Test func `a sync tells what it has adopted`() throws {
    let devices = try Devices("mbp", "pho", before: ["09:00 log water"])
    try devices[0].run("user add Ann")
    try devices[0].run("user adopt guest ann")
    try devices[0].run("sync")
    try devices[1].run("log water 7", at: "10:00")
    let told = try devices[1].run("sync --json", at: "11:00")
    #expect(told.contains(#"{"from": "guest", "to": "ann", "changed": ["water"]}"#))
    // A device that knows of it logs for the adopting user.
    try devices[1].run("log water", at: "12:00")
    #expect(try devices[1].read("ann/habits/water/2026.json").contains("12:00:00 pho"))
    try devices.settle()
  }
}
