import TestSupport
import Testing

/// Hubs that a synchroniser, a dying disk or a rename has left in parts.
@Suite struct IncompleteHubTests {
  private let devices: Devices

  init() throws {
    devices = try Devices("mbp", "pho", before: ["07:00 log water"])
  }

  @Test func `nothing counts as published to a hub without objects, until all are sent again`()
    throws
  {
    let hub = devices.hub.address
    try devices[0].shell("rm -r \(hub)/objects; mkdir -p \(hub)/objects/pack \(hub)/objects/info")
    try devices[0].run("log water 2", at: "08:00")
    let said = try devices[0].run("sync", status: 75)
    #expect(said.contains("origin is incomplete: ") && said.contains("habit sync --republish"))
    #expect(try devices[0].run("sync --republish").contains("1 commit went to origin"))
    #expect(try devices.hub.git("fsck", "--strict").status == 0)
    try devices.settle()
    #expect(try devices[1].record()?.hasPrefix(#"{"progress": 3,"#) == true)
  }

  @Test func `a branch that arrived before its objects is waited for`() throws {
    let copy = try Hub()
    try devices[1].shell("rm -r \(copy.address); cp -a \(devices.hub.address) \(copy.address)")
    try devices[1].gits("remote set-url origin \(copy.address)")
    try devices[0].run("log water 2", at: "08:00")
    try devices[0].run("sync")
    let main = "refs/heads/main"
    try devices[1].shell("cp \(devices.hub.address)/\(main) \(copy.address)/\(main)")
    try devices[1].run("log water 3", at: "09:00")
    let said = try devices[1].run("sync", status: 75)
    #expect(said.contains("origin is incomplete: "), "\(said)")
    try devices[1].shell("cp -a \(devices.hub.address)/objects/. \(copy.address)/objects/")
    try devices[1].run("sync")
    #expect(try devices[1].record()?.hasPrefix(#"{"progress": 6,"#) == true)
  }

  @Test func `a branch that was renamed at the hub is followed by its new name`() throws {
    try devices.hub.git("branch", "-m", "main", "trunk")
    try devices.hub.git("symbolic-ref", "HEAD", "refs/heads/trunk")
    try devices[0].run("log water 2", at: "08:00")
    let said = try devices[0].run("sync", status: 75)
    #expect(said.contains("its branch trunk has everything of it"), "\(said)")
    #expect(said.contains("hint: if it was renamed: habit sync --to trunk; "), "\(said)")
    try devices[0].run("sync --to trunk")
    let tab = try Machine("tab")
    try tab.run("clone \(devices.hub.address)")
    try tab.run("log water 4", at: "09:00")
    try tab.run("sync")
    try devices[0].run("sync")
    #expect(try devices[0].record()?.hasPrefix(#"{"progress": 7,"#) == true)
    #expect(try devices.hub.git("for-each-ref", "--format=%(refname:short)").output == "trunk\n")
  }
}
