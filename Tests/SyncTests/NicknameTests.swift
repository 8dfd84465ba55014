import Foundation
import TestSupport
import Testing

/// Clones that would have the same nickname.
@Suite struct NicknameTests {
  /// A machine on which nobody chose a nickname: all of them have this computer's name.
  private func nameless() throws -> Machine { try Machine("") }

  private func devices(_ record: String?) throws -> [String] {
    try Facts(record).at.map { String($0.split(separator: " ")[1]) }
  }

  @Test func `a clone takes a number when another's records have its name`() throws {
    let hub = try Hub()
    let (first, second, third) = (try nameless(), try nameless(), try nameless())
    try first.run("add Water")
    try first.run("log water")
    try first.run("remote add origin \(hub.address)")
    try first.run("sync")
    let said = try second.run("clone \(hub.address)")
    let name = try #require(try devices(first.record()).first)
    #expect(said.contains("warning: another clone is \(name); this one is \(name.prefix(18))-2"))
    try second.run("log water")
    try second.run("sync")
    try third.run("clone \(hub.address)")
    try third.run("log water")
    for machine in [third, first, second] { try machine.run("sync") }
    #expect(try devices(first.record()) == [name, "\(name)-2", "\(name)-3"])
    #expect(try first.record()?.hasPrefix(#"{"progress": 3,"#) == true)
    try expectAllEqual([first, second, third], at: hub)
  }

  @Test func `of two devices with one nickname the later one takes a number`() throws {
    let hub = try Hub()
    let (first, second) = (try nameless(), try nameless())
    for (machine, time) in [(first, "08:00"), (second, "08:01")] {
      try machine.run("add Water")
      try machine.run("log water", at: time)
      try machine.run("remote add origin \(hub.address)")
    }
    #expect(!(try first.run("sync").contains("another clone")))
    #expect(try second.run("sync").contains("another clone is"))
    #expect(!(try second.run("sync").contains("another clone")))
    try second.run("log water", at: "09:00")
    try second.run("sync")
    #expect(!(try first.run("sync").contains("from now on")))
    let names = try devices(first.record())
    #expect(names.count == 3 && names[0] == names[1] && names[2] == "\(names[0])-2")
    try expectAllEqual([first, second], at: hub)
  }

  @Test func `entries from another branch are not reported as a nickname clash`() throws {
    let devices = try Devices("mbp", before: ["07:00 log water"])
    try devices[0].git("checkout", "--quiet", "-b", "side")
    try devices[0].run("log water")
    try devices[0].run("sync --to side")
    try devices[0].git("checkout", "--quiet", "main")
    // Somebody merges it at the hub.
    try devices.hub.git("update-ref", "refs/heads/main", "refs/heads/side")
    #expect(try !devices[0].run("sync").contains("warning"))
    try expectAllEqual([devices[0]], at: devices.hub)
  }

  // Where HABIT_DEVICE is set, the user is only warned.
  @Test func `a nickname from the user is not changed`() throws {
    let devices = try Devices("mbp", before: ["07:00 log water"])
    let twin = try Machine("mbp")
    #expect(try twin.run("clone \(devices.hub.address)").contains("warning: records came that mbp"))
    try twin.run("log water")
    #expect(try twin.record()?.contains("09:00:00 mbp") == true)
  }

  @Test func `a clone put back from a backup loses nothing and is told of its twin`() throws {
    let devices = try Devices("mbp", "pho", before: ["07:00 log water"])
    let copied = try devices[0].shell("cp -a \(devices[0].root) backup")
    #expect(copied.status == 0)
    try devices[0].run("log water", at: "08:00")
    #expect(!(try devices[0].run("sync").contains("nickname")))
    let put = try devices[0].shell("rm -rf \(devices[0].root) && mv backup \(devices[0].root)")
    #expect(put.status == 0)
    try devices[0].run("log water 2", at: "08:30")
    let said = try devices[0].run("sync")
    #expect(said.contains("warning: records came that mbp wrote"), "\(said)")
    try devices[0].run("log water", at: "09:00")
    #expect(!(try devices[0].run("sync").contains("nickname")))
    try devices.settle()
    #expect(try devices[1].record()?.hasPrefix(#"{"progress": 5,"#) == true)
  }
}
