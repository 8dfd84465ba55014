import Foundation
import TestSupport
import Testing

/// What merges lose that are made without habit's driver, and how it comes back.
@Suite struct RestoringTests {
  private static let ours = #"{"progress": 3, "at": ["07:00:00 mbp", "10:00:00 mbp +2"]}"#
  private static let whole =
    #"{"progress": 6, "at": ["07:00:00 mbp", "10:00:00 mbp +2", "11:00:00 pho +3"]}"#

  /// Two devices that published a log each, of which a merge on a third one lost pho's.
  private func lossy(_ merge: (Machine) throws -> Void) throws -> Devices {
    let devices = try Devices("mbp", "pho", before: ["07:00 log water"])
    try devices[0].run("log water 2", at: "10:00")
    let web = try Machine("web").clone(devices.hub)
    try web.gits("fetch -q \(devices[0].root) main")
    try web.gits("merge -q FETCH_HEAD")
    try devices[1].run("log water 3", at: "11:00")
    try devices[1].run("sync")
    try merge(web)
    try web.gits("push -q")
    #expect(!(try web.read(Machine.water).contains("11:00:00")))
    return devices
  }

  private func pullOurs(_ web: Machine) throws {
    try web.gits("commit -q --allow-empty -m x")
    try web.gits("fetch -q")
    try web.gits("merge -q -s ours --no-edit origin/main")
  }

  @Test func `entries that a merge lost are restored also when git fetched it`() throws {
    let devices = try lossy(pullOurs)
    for place in 0...1 { try devices[place].gits("pull -q --no-rebase --no-edit") }
    let said = try devices[0].run("sync")
    #expect(said.contains("put back what a merge without habit's rules had lost: water 2026-03-01"))
    #expect(said.contains("1 commit went to origin"))
    #expect(try devices[0].record() == RestoringTests.whole)
    try devices.settle()
  }

  @Test func `the commit that restores can be taken back`() throws {
    let devices = try lossy(pullOurs)
    let said = try devices[0].run("sync")
    let line = try #require(said.split(separator: "\n").first { $0.contains("git revert") })
    let command = try #require(line.split(separator: ": ").last)
    try devices[0].gits(String(command.dropFirst("git ".count)))
    try devices.settle()
    #expect(try devices[1].record() == RestoringTests.ours)
  }

  @Test func `two devices restore by the same commit`() throws {
    let devices = try lossy(pullOurs)
    for place in 0...1 {
      try devices[place].gits("remote set-url --push origin \(devices[place].home.path)/none")
      #expect(try devices[place].habit("sync").status != 0)
    }
    #expect(try devices[0].gits("rev-parse HEAD") == devices[1].gits("rev-parse HEAD"))
    #expect(try devices[0].record() == RestoringTests.whole)
  }

  @Test func `entries that an octopus merge lost are restored`() throws {
    let devices = try lossy { web in
      try web.gits("branch side")
      try web.gits("switch -q side")
      try web.write("notes.md", "x\n")
      try web.gits("add .")
      try web.gits("commit -qm notes")
      try web.gits("switch -q main")
      try web.gits("commit -q --allow-empty -m x")
      try web.gits("fetch -q")
      let tree = try web.gits("rev-parse HEAD^{tree}").dropLast()
      let merge = try web.gits("commit-tree -p HEAD -p side -p origin/main -m octopus \(tree)")
      try web.gits("reset -q --hard \(merge.dropLast())")
    }
    try devices[0].run("sync")
    #expect(try devices[0].record() == RestoringTests.whole)
    try devices.settle()
  }

  @Test func `entries that a local merge lost are restored before it is published`() throws {
    let devices = try Devices("mbp", "pho", before: ["07:00 log water"])
    try devices[0].run("log water 2", at: "10:00")
    try devices[1].run("log water 3", at: "11:00")
    try devices[1].run("sync")
    try devices[0].gits("fetch -q")
    try devices[0].gits("merge -q -s ours --no-edit origin/main")
    #expect(try devices[0].run("sync").contains("put back"))
    try devices.settle()
    #expect(try devices[1].record() == RestoringTests.whole)
  }

  @Test func `a file that a merge left out as a whole comes back`() throws {
    let devices = try Devices("mbp", "pho")
    try devices[1].run("add Tea --start 2026-01-01")
    try devices[1].run("log tea", at: "11:00")
    try devices[1].run("sync")
    try devices[0].run("log water", at: "10:00")
    try devices[0].gits("fetch -q")
    try devices[0].gits("merge -q -s ours --no-edit origin/main")
    try devices[0].gits("push -q")
    try devices.settle()
    #expect(try devices[0].run("today").contains("Tea"))
    #expect(try devices[0].record(in: "guest/habits/tea/2026.json") != nil)
  }

  @Test func `published entries that left the history are restored`() throws {
    let devices = try Devices("mbp", "pho", before: ["07:00 log water"])
    let web = try Machine("web").clone(devices.hub)
    try devices[1].run("log water 3", at: "11:00")
    try devices[1].run("sync")
    try web.gits("commit -q --allow-empty -m x")
    try web.gits("push -qf")
    // Whoever looks at it follows the new history with git.
    try devices[1].gits("fetch -q")
    try devices[1].gits("reset -q --hard origin/main")
    #expect(try devices[1].run("sync").contains("put back"))
    try devices.settle()
    #expect(
      try devices[0].record() == #"{"progress": 4, "at": ["07:00:00 mbp", "11:00:00 pho +3"]}"#
    )
  }

  @Test func `entries that a normal commit removed are not restored`() throws {
    let devices = try Devices("mbp", "pho", before: ["07:00 log water"])
    try devices[1].run("log water 3", at: "11:00")
    try devices[1].run("sync")
    let web = try Machine("web").clone(devices.hub)
    try web.gits("revert --no-edit HEAD")
    try web.gits("push -q")
    try devices[0].run("log water 2", at: "12:00")
    try devices[0].gits("pull -q --no-rebase --no-edit")
    try devices.settle()
    #expect(
      try devices[0].record() == #"{"progress": 3, "at": ["07:00:00 mbp", "12:00:00 mbp +2"]}"#
    )
  }

  /// Two people, of whom one lost a log by another's merge.
  private func people() throws -> Devices {
    let devices = try Devices("mbp", "pho")
    for (place, user) in ["ann", "bob"].enumerated() {
      try devices[place].run("user add \(user)")
      try devices[place].run("user switch \(user)")
      try devices[place].run("add Run --start 2026-01-01")
    }
    try devices.syncAll()
    let web = try Machine("web").clone(devices.hub)
    try devices[1].run("log run 3", at: "11:00")
    try devices[1].run("sync")
    try pullOurs(web)
    try web.gits("push -q")
    return devices
  }

  private static let run = "bob/habits/run/2026.json"

  @Test func `lost entries of another user are reported, and restored by that user's sync`() throws
  {
    let devices = try people()
    let said = try devices[0].run("sync")
    #expect(said.contains("warning: a merge without habit's rules lost entries of bob: run 2026-"))
    #expect(said.contains("habit sync --everyone"))
    #expect(try devices[0].gits("diff --name-only HEAD~1 HEAD -- bob").isEmpty)
    #expect(try !devices[0].run("sync").contains("warning"))
    #expect(try devices[1].run("sync").contains("put back"))
    try devices.settle()
    #expect(try devices[0].record(in: RestoringTests.run)?.contains("11:00:00 pho") == true)
  }

  @Test func `everybody's is restored when that is asked for, later too`() throws {
    let devices = try people()
    try devices[0].run("sync")
    let json = try devices[0].run("sync --everyone --json")
    let restored = try #require(json.split(separator: "\"restored\": [").last)
    #expect(restored.split(separator: "]")[0].contains(RestoringTests.run), "\(json)")
    #expect(try devices[0].record(in: RestoringTests.run)?.contains("11:00:00 pho") == true)
    #expect(try devices[0].git("for-each-ref", "refs/habit/lost").output == "")
    try devices.settle()
  }
}
