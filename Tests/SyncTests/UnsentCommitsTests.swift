import TestSupport
import Testing

/// What `habit today` says of commits that no remote has.
@Suite struct UnsentCommitsTests {
  private let line = "to be sent: habit sync"

  @Test func `commits that wait to be sent are counted, and none after a sync`() throws {
    let devices = try Devices("mbp", "pho")
    #expect(!(try devices[0].run("today").contains(line)))
    try devices[0].run("log water")
    #expect(try devices[0].run("today").hasSuffix("\n1 commit waits \(line)\n"))
    for _ in 1...2 { try devices[0].run("log water") }
    #expect(try devices[0].run("today").hasSuffix("\n3 commits wait \(line)\n"))
    #expect(!(try devices[0].run("today --json").contains(line)))
    try devices[0].run("sync")
    #expect(!(try devices[0].run("today").contains(line)))
    try devices[1].run("log water")
    try devices[1].run("sync")
    #expect(!(try devices[1].run("today").contains(line)))
  }

  @Test func `commits that git pushed or fetched do not count as unsent`() throws {
    let devices = try Devices("mbp", "pho")
    try devices[0].run("log water")
    try devices[0].gits("push -q origin main")
    #expect(!(try devices[0].run("today").contains(line)))
    try devices[1].gits("fetch -q")
    #expect(!(try devices[1].run("today").contains(line)))
    try devices[1].run("log water")
    #expect(try devices[1].run("today").hasSuffix("\n1 commit waits \(line)\n"))
  }

  @Test func `a clone by git has no unsent commits`() throws {
    let devices = try Devices("mbp")
    try devices[0].shell("git clone -q \(devices.hub.address) other")
    #expect(!(try devices[0].run("--repo other today").contains("habit sync")))
  }

  @Test func `packed references and a lost log do not mislead`() throws {
    let devices = try Devices("mbp")
    try devices[0].run("log water")
    try devices[0].gits("pack-refs --all")
    #expect(try devices[0].run("today").hasSuffix("\n1 commit waits \(line)\n"))
    try devices[0].shell("rm -r .local/share/habit/.git/logs")
    #expect(try devices[0].run("today").hasSuffix("\n1 commit waits \(line)\n"))
  }

  @Test(arguments: ["[remote \"", "[remote \"../../x\"]", "[remote", ""])
  func `a truncated configuration, or one that is a link, is ignored`(line: String) throws {
    let machine = try Machine()
    try machine.run("add Read")
    try machine.write(".git/config", line)
    let shown = try machine.habit("today")
    #expect(shown.status == 0 && !shown.output.contains("habit sync"), "\(shown)")
  }

  @Test func `a remote without any push is reported`() throws {
    let machine = try Machine()
    try machine.run("add Read")
    #expect(!(try machine.run("today").contains("habit sync")))
    try machine.run("remote add origin /nowhere/hub.git")
    #expect(try machine.run("today").hasSuffix("\nnothing was sent to origin yet: habit sync\n"))
  }
}
