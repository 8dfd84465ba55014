import Foundation
import TestSupport
import Testing

/// What the message of a merge says of those who share the repository.
@Suite struct MergedDaysTests {
  let devices: Devices

  init() throws {
    devices = try Devices("mbp", "pho")
  }

  /// Ann's and Bob's first habits, everywhere.
  private func addPeople() throws {
    for (user, habit) in [("ann", "Run"), ("bob", "Read")] {
      try devices[0].run("user add \(user)")
      try devices[0].run("--user \(user) add \(habit) --from -9")
    }
    try devices.syncAll()
  }

  @Test func `a merge commit lists the days of all users, and is equal on all devices`() throws {
    try addPeople()
    try devices[0].run("--user ann log run --on -2")
    try devices[0].run("--user ann log run")
    try devices[0].run(["--user", "ann", "note", "run", "a private remark\u{1B}[31m"])
    try devices[0].run("sync")
    try devices[1].run("--user bob done read")
    try devices[1].run("log water")
    let (tab, second) = (try Machine("tab"), try Hub())
    try tab.run("clone \(devices.hub.address)")
    try devices[1].gits("push -q \(second.address) main")
    try tab.run("remote add second \(second.address)")
    try tab.run("sync second")
    try devices[1].run("sync")
    #expect(try devices[1].gits("rev-parse HEAD") == tab.gits("rev-parse HEAD"))
    #expect(
      try tab.gits("log -1 --format=%B") == """
        merge

        ann: run 2 days from 2026-02-27 to 2026-03-01
        bob: read 2026-03-01
        guest: water 2026-03-01


        """
    )
  }

  /// With the one file of the other side.
  @Test(arguments: [(99, false), (100, true)])
  func `a merge of more than a hundred year files says that there are more`(
    count: Int,
    hasMore: Bool
  ) throws {
    try addPeople()
    try devices[0].shell(
      "cd \(devices[0].root)/bob/habits && for n in {1..\(count)}; do mkdir h$n"
        + " && echo '{\"name\": \"H'$n'\", \"start\": \"2026-01-01\"}' >h$n/habit.json"
        + " && echo '{\"2026-03-01\": 1}' >h$n/2026.json; done"
    )
    try devices[0].run("sync")
    try devices[1].run("log water")
    try devices[1].run("sync")
    let message = try devices[1].gits("log -1 --format=%B")
    #expect(message.contains("and \(count - 5) habits"), "\(message)")
    #expect(message.contains("and more files") == hasMore, "\(message)")
  }

  @Test func `the message lists conflicting days first, and long lists are cut`() throws {
    try addPeople()
    for habit in 1...7 { try devices[0].run("--user bob add H\(habit)") }
    try devices.syncAll()
    try devices[0].run("--user bob done h1 h2 h3 h4 h5 h6 h7")
    try devices[0].run("log water", at: "08:00")
    try devices[0].run("sync")
    try devices[1].run("log water", at: "08:01")
    try devices[1].run("sync")
    let habits = (1...5).map { "h\($0) 2026-03-01" }.joined(separator: ", ")
    #expect(
      try devices[1].gits("log -1 --format=%B") == """
        merge: water 2026-03-01

        guest/habits/water/2026.json: 2026-03-01

        bob: \(habits), and 2 habits
        guest: water 2026-03-01


        """
    )
  }

  @Test func `a merge of one user's devices names what both had changed alone`() throws {
    try devices[0].run("log water", at: "08:00")
    try devices[0].run("sync")
    try devices[1].run("log water --on -1", at: "08:01")
    try devices[1].run("sync")
    #expect(try devices[1].gits("log -1 --format=%B") == "merge\n\n")
  }
}
