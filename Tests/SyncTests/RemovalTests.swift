import Foundation
import TestSupport
import Testing

/// What ordinary commits remove of a user's records: every sync that brings them says so.
@Suite struct RemovalTests {
  private static let run = "ann/habits/run/2026.json"

  /// Ann, who has three days of a habit, and a clone of Ben's.
  private func people() throws -> (devices: Devices, ben: Machine) {
    let devices = try Devices("mbp", "pho")
    for name in ["ann", "ben"] { try devices[0].run("user add \(name)") }
    try devices[0].run("user switch ann")
    try devices[0].run("add Run --from 2026-02-01")
    for day in ["2026-02-26", "2026-02-27", "2026-02-28"] {
      try devices[0].run("log run", at: "\(day)T09:00:00")
    }
    try devices.syncAll()
    return (devices, try Machine("ben").clone(devices.hub))
  }

  private func commit(_ ben: Machine, as author: String) throws {
    let parts = author.split(separator: "|").map(String.init)
    let forged = ben.with([
      "GIT_AUTHOR_NAME": parts[0], "GIT_AUTHOR_EMAIL": parts[1],
      "GIT_COMMITTER_NAME": parts[0], "GIT_COMMITTER_EMAIL": parts[1],
    ])
    let said = try forged.process(["git", "commit", "-qam", "x"], in: ben.repository).run()
    try #require(said.status == 0, "\(said)")
    try ben.gits("push -q")
  }

  @Test(arguments: ["Ben|ben@example.org", "ann on mbp|ann@mbp", "habit|habit@sync"])
  func `removed records are told with a command that brings them back`(author: String) throws {
    let (devices, ben) = try people()
    try ben.gits("rm -qr ann/habits")
    try commit(ben, as: author)
    let name = try #require(author.split(separator: "|").first)
    let told = "\(name) removed run 2026-02-26, 2026-02-27, 2026-02-28, ann/habits/run/habit.json"
    #expect(try devices[0].run("sync --dry-run").contains(told))
    let said = try devices[0].run("sync")
    #expect(said.contains(told) && !said.contains("changed"), "\(said)")
    try obey(said, on: devices[0])
    try devices.settle()
    #expect(try devices[1].run("--user ann query --csv").contains("run,2026-02-27,done"))
  }

  /// Types the command that a sync printed, in another folder than the repository.
  private func obey(_ said: String, on machine: Machine) throws {
    let line = try #require(said.split(separator: "\n").first { $0.contains("to have it back") })
    let command = try #require(line.split(separator: ": ", maxSplits: 1).last)
    let ann = machine.with([
      "GIT_AUTHOR_NAME": "Ann", "GIT_AUTHOR_EMAIL": "ann@example.org",
      "GIT_COMMITTER_NAME": "Ann", "GIT_COMMITTER_EMAIL": "ann@example.org",
    ])
    let typed = try ann.shell(String(command))
    try #require(typed.status == 0, "\(command): \(typed)")
  }

  @Test func `the command that brings records back leaves all that others wrote`() throws {
    let (devices, ben) = try people()
    try ben.gits("rm -qr ann/habits")
    try ben.write("ben/plan.md", "a week of runs\n")
    try ben.write("notes.md", "his\n")
    try ben.gits("add .")
    try commit(ben, as: "Ben|ben@example.org")
    let said = try devices[0].run("sync")
    try devices[0].write("notes.md", "being typed\n")
    try obey(said, on: devices[0])
    #expect(try devices[0].read("notes.md") == "being typed\n")
    try devices[0].gits("checkout -q notes.md")
    #expect(try devices[0].gits("diff --name-only HEAD~1 HEAD -- . :!ann").isEmpty)
    try devices.settle()
    #expect(try devices[1].read("ben/plan.md") == "a week of runs\n")
    #expect(try devices[1].run("--user ann query --csv").contains("run,2026-02-27,done"))
  }

  @Test func `a user who was removed as a whole is told, and each device can sync on`() throws {
    let (devices, ben) = try people()
    try devices[1].run("user switch ann")
    try ben.gits("rm -qr ann")
    try commit(ben, as: "Ben|ben@example.org")
    for place in 0...1 {
      let said = try devices[place].run("sync", status: 66)
      #expect(said.contains("Ben removed run 2026-02-26, 2026-02-27, 2026-02-28"), "\(said)")
      #expect(said.contains("there is no user \"ann\""), "\(said)")
      let hint = "if a commit removed it: git -C ~/.local/share/habit log -- ann"
      #expect(said.contains(hint), "\(said)")
      #expect(try devices[place].run("today", status: 66).contains("habit log -- ann"))
    }
    try devices[0].gits("revert --no-edit HEAD")
    for machine in [devices[0], devices[1]] { try machine.run("sync") }
    try devices.settle()
    #expect(try devices[1].run("query --csv").contains("run,2026-02-27,done"))
  }

  @Test func `a removed entry, and one that another device undid, is told`() throws {
    let (devices, ben) = try people()
    try ben.type(#"{"progress": 0, "undone": ["09:00:00 mbp"]}"#, on: "2026-02-26", in: Self.run)
    try ben.type(#"{"progress": 0, "note": "x"}"#, on: "2026-02-27", in: Self.run)
    try ben.type(
      #"{"progress": 1, "at": ["09:00:00 mbp"], "note": "x"}"#,
      on: "2026-02-28",
      in: Self.run
    )
    try commit(ben, as: "Ben|ben@example.org")
    let said = try devices[0].run("sync --json")
    #expect(said.contains(#""file": "\#(Self.run)", "days": ["2026-02-26", "2026-02-27"]}"#))
    #expect(said.contains(#""file": "\#(Self.run)", "changed": ["2026-02-28"]}"#), "\(said)")
  }

  @Test(arguments: ["", "{\"2026-02-26\": {\n"])
  func `a file that a commit made unreadable is told as removed`(text: String) throws {
    let (devices, ben) = try people()
    for path in [Self.run, "ann/habits/run/habit.json"] { try ben.write(path, text) }
    try commit(ben, as: "Ben|ben@example.org")
    let said = try devices[0].run("sync")
    let told = "Ben removed run 2026-02-26, 2026-02-27, 2026-02-28, ann/habits/run/habit.json"
    #expect(said.contains(told), "\(said)")
    try obey(said, on: devices[0])
    #expect(try devices[0].run("query --csv").contains("run,2026-02-27,done"))
    try devices.settle()
  }

  @Test func `what a pull of git brought is told by the next sync, once`() throws {
    let (devices, ben) = try people()
    let nas = devices[0].home.path + "/nas.git"
    try devices[0].gits("init -q --bare -b main \(nas)")
    try devices[0].run("remote add nas \(nas)")
    try devices[0].run("log run --on 2026-02-25")
    for remote in ["origin", "nas"] { try devices[0].run("sync \(remote)") }
    try ben.gits("pull -q")
    for day in ["2026-02-27", "2026-02-28"] { try ben.type(nil, on: day, in: Self.run) }
    try commit(ben, as: "Ben|ben@example.org")
    // What is undone here is not told.
    try devices[0].run("undo run --on 2026-02-25")
    try devices[0].gits("pull -q --no-rebase --no-edit")
    try devices[0].gits("push -q")
    let said = try devices[0].run("sync")
    #expect(said.contains("Ben removed run 2026-02-27, 2026-02-28\n"), "\(said)")
    #expect(said.split(separator: "removed").count == 2, "\(said)")
    for remote in ["origin", "nas"] {
      #expect(try !devices[0].run("sync \(remote)").contains("removed"))
    }
    try obey(said, on: devices[0])
    #expect(try devices[0].run("query --csv").contains("run,2026-02-27,done"))
  }

  @Test func `what was removed where one user is alone is told once`() throws {
    let devices = try Devices("mbp", "pho", before: ["08:00 log water", "08:30 log water 2"])
    try devices[1].type(#"{"progress": 1, "at": ["08:00:00 mbp"]}"#, on: "2026-03-01")
    try devices[1].gits("commit -qam x")
    try devices[1].run("sync")
    #expect(try devices[0].run("sync").contains("Test removed water 2026-03-01\n"))
    #expect(try !devices[0].run("sync").contains("removed"))
    try devices.settle()
  }
}
