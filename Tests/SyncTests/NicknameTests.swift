import Foundation
import TestSupport
import Testing

/// Who a device is: no two clones write under one nickname for long.
@Suite struct NicknameTests {
  /// A machine on which nobody chose a nickname: all of them have this computer's name.
  private func nameless() throws -> Machine { try Machine("") }

  private func devices(_ record: String?) throws -> [String] {
    try Facts(record).at.map { String($0.split(separator: " ")[1]) }
  }

  @Test(arguments: [2, 6])
  func `clones on hosts of one name count what they record in the same second`(count: Int) throws {
    let hub = try Hub()
    let clones = try (0..<count).map { _ in try nameless() }
    try clones[0].run("add Water")
    try clones[0].run("remote add origin \(hub.address)")
    try clones[0].run("sync")
    // All are there before anything is recorded, one of them by plain git.
    for (number, clone) in clones.enumerated().dropFirst() {
      guard number == 1 else {
        try clone.run("clone \(hub.address)")
        continue
      }
      let made = try clone.shell(
        "GIT_DEFAULT_REF_FORMAT=files git clone -q \(hub.address) \(clone.root) && habit init \(clone.root)"
      )
      #expect(made.status == 0, "\(made)")
    }
    for (number, clone) in clones.enumerated() { try clone.run("log water \(number + 1)") }
    for (number, clone) in clones.enumerated() {
      guard number == 1 else {
        #expect(try !clone.run("sync").contains("another clone"))
        continue
      }
      try clone.gits("pull -q --no-rebase --no-edit")
      try clone.gits("push -q")
    }
    for clone in clones { try clone.run("sync") }
    let names = try devices(clones[0].record())
    #expect(Set(names).count == count)
    for name in names {
      #expect(name.contains(/^[a-z0-9-]{1,15}-[a-z0-9]{4}$/), "\(name)")
    }
    #expect(try Facts(clones[0].record()).progress == count * (count + 1) / 2)
    try expectAllEqual(clones, at: hub)
  }

  @Test func `a copied folder draws a nickname of its own, a moved one keeps its own`() throws {
    let machine = try nameless()
    try machine.run("add Water")
    try machine.run("log water", at: "08:00")
    let said = try machine.shell(
      """
      cp -a \(machine.root) copy; mv \(machine.root) moved; ln -s $PWD/moved \(machine.root)
      for place in moved copy; do
        for time in 09 10; do HABIT_NOW=2026-03-01T$time:00:00 habit --repo $place log water; done
      done
      """
    )
    #expect(said.status == 0, "\(said)")
    try machine.gits("pull -q --no-rebase --no-edit \(machine.home.path)/copy")
    let names = try devices(machine.record())
    #expect(names.count == 5 && names.filter { $0 == names[0] }.count == 3, "\(names)")
    #expect(Set(names).count == 2)
    // What it recorded before is undone here, too.
    let undone = try machine.shell("for i in 1 2 3; do habit --repo copy undo; done")
    #expect(undone.status == 0, "\(undone)")
  }

  /// The facts of a guest lie in another folder on the other device, which has adopted them.
  @Test(arguments: [false, true], [false, true])
  func `what another device has adopted of ours is no other clone's`(
    isLater: Bool,
    isInHistory: Bool
  ) throws {
    let hub = try Hub()
    let (here, there) = (try nameless(), try nameless())
    try here.run("add Water --goal 20")
    try here.run("log water 3", at: "08:00")
    try here.run("remote add origin \(hub.address)")
    try here.run("sync")
    try there.run("clone \(hub.address)")
    if isLater {
      try there.run("user add Ann")
      try there.run("user adopt guest ann")
      try here.run("log water 2", at: "08:10")
      if isInHistory { try here.run("set water 4", at: "08:20") }
      try here.run("sync")
      try there.run("sync")
    } else {
      if isInHistory { try here.run("undo", at: "08:20") }
      try here.run("log water", at: "08:30")
      try here.run("sync")
      try there.run("sync")
      try there.run("user add Ann")
      try there.run("user adopt guest ann")
    }
    try there.run("sync --user ann")
    let before = try here.read(".git/habit/device")
    let said = try here.run("sync --user ann")
    #expect(!said.contains("another clone"), "\(said)")
    #expect(try here.read(".git/habit/device") == before)
    try here.run("log water --user ann", at: "09:00")
    let names = try devices(here.record(in: "ann/habits/water/2026.json"))
    #expect(Set(names).count == 1, "\(names)")
    for machine in [here, there, here] { try machine.run("sync --user ann") }
    try expectAllEqual([here, there], at: hub)
  }

  @Test func `a clone of release 1.0.0 keeps its host's name, and its copy does not`() throws {
    let machine = try nameless()
    let host = try #require(
      ProcessInfo.processInfo.hostName.lowercased().split(separator: ".").first?.prefix(20)
    )
    try machine.run("add Water")
    let place = "stat -c '%d %i' \(machine.root)/.git >\(machine.root)/.git/habit/place"
    try machine.shell("rm \(machine.root)/.git/habit/device; \(place)")
    try machine.run("log water", at: "08:00")
    try machine.shell("\(place); cp -a \(machine.root) copy")
    try machine.shell("habit --repo copy log water", now: "2026-03-01T09:00:00")
    try machine.run("log water", at: "10:00")
    #expect(try devices(machine.record()) == [String(host), String(host)])
    try machine.gits("pull -q --no-rebase --no-edit \(machine.home.path)/copy")
    #expect(try Set(devices(machine.record())).count == 2)
  }

  @Test func `two clones with one HABIT_DEVICE are told at each sync, and end it`() throws {
    let hub = try Hub()
    let (first, second) = (try Machine("mbp"), try Machine("mbp"))
    for (machine, time) in [(first, "08:00"), (second, "08:01")] {
      try machine.run("add Water")
      try machine.run("log water", at: time)
      try machine.run("remote add origin \(hub.address)")
    }
    #expect(!(try first.run("sync").contains("another clone")))
    for _ in 0..<2 {
      #expect(try second.run("sync").contains("warning: another clone is mbp, too; this one is "))
    }
    for machine in [second, first] { try machine.run("log water", at: "09:00") }
    for machine in [second, first, second] {
      #expect(try machine.run("sync").contains(", whatever HABIT_DEVICE says"))
    }
    let names = try devices(first.record())
    #expect(names.count == 4 && Set(names).count == 2, "\(names)")
    try expectAllEqual([first, second], at: hub)
    #expect(try !second.with(["HABIT_DEVICE": ""]).run("sync").contains("another clone"))
  }

  /// Nothing tells such entries apart: see habit-sync(1), "Nicknames".
  @Test(arguments: [2, 6])
  func `entries of one HABIT_DEVICE and second count once until the clones have met`(count: Int)
    throws
  {
    let hub = try Hub()
    let clones = try (0..<count).map { _ in try Machine("mbp") }
    for (number, clone) in clones.enumerated() {
      try clone.run("add Water")
      try clone.run("log water \(number + 1)", at: "08:00")
      try clone.run("remote add origin \(hub.address)")
    }
    for clone in clones + clones { try clone.run("sync") }
    #expect(try Facts(clones[0].record()).progress == count)
    for clone in clones { try clone.run("log water", at: "09:00") }
    for clone in clones + clones { try clone.run("sync") }
    #expect(try Facts(clones[0].record()).progress == 2 * count)
    try expectAllEqual(clones, at: hub)
  }

  @Test func `one HABIT_DEVICE is found before anything is recorded, and by one time alone`() throws
  {
    let hub = try Hub()
    let (first, second, third) = (try Machine("mbp"), try Machine("mbp"), try Machine("pho"))
    try first.run("add Water")
    try second.run("add Tea", at: "08:00")
    for machine in [first, second] { try machine.run("remote add origin \(hub.address)") }
    try first.run("sync")
    #expect(try second.run("sync").contains("another clone is mbp, too"))
    // A clone asks the history at once, whatever device recorded last.
    #expect(try !third.run("clone \(hub.address)").contains("another clone"))
    try third.run("log water", at: "08:00")
    try third.run("sync")
    let twin = try Machine("pho")
    #expect(try twin.run("clone \(hub.address)").contains("warning: another clone is pho, too"))
    try twin.run("log water", at: "08:00")
    for machine in [twin, third] { try machine.run("sync") }
    #expect(try Facts(third.record()).progress == 2)
  }

  @Test func `what a user's other amount or another program's rebase shows is no nickname clash`()
    throws
  {
    let devices = try Devices("mbp", "pho", before: ["07:00 log water 2", "07:30 log water 3"])
    try devices[1].type(
      #"{"progress": 9, "at": ["07:00:00 mbp +6", "07:30:00 mbp +3"]}"#,
      on: "2026-03-01"
    )
    try devices[1].run("sync")
    #expect(try !devices[0].run("sync").contains("another clone"))
    try devices[1].run("sync")
    try devices[1].gits("reset -q --soft HEAD~2")
    try devices[1].gits("commit -q --amend --no-edit")
    try devices[1].gits("push -q --force")
    try devices[0].run("log water", at: "08:00")
    let said = try devices[0].run("sync")
    #expect(!said.contains("another clone"), "\(said)")
  }

  @Test(arguments: [#"printf '{\n}\n' >$FILE"#, "git rm -q $FILE"])
  func `records that come back after another took them out are no nickname clash`(removal: String)
    throws
  {
    let devices = try Devices("mbp", "pho", before: ["07:00 log water"])
    try devices[1].run("log water 2", at: "08:00")
    try devices[1].run("sync")
    let made = try devices[0].shell(
      """
      git clone -q \(devices.hub.address) ben && cd ben && FILE=\(Machine.water) && \(removal) &&
      git -c user.name=ben -c user.email=ben@x commit -qam oops && git push -q
      """
    )
    #expect(made.status == 0, "\(made)")
    for place in [1, 0] { try devices[place].run("sync") }
    try devices[0].gits("revert --no-edit HEAD")
    try devices[0].run("sync")
    let said = try devices[1].run("sync")
    #expect(said.contains("came") && !said.contains("another clone"), "\(said)")
    #expect(try Facts(devices[1].record()).progress == 3)
  }

  @Test func `what another user writes into the own folder is no nickname clash`() throws {
    let devices = try Devices("mbp", "pho", before: ["07:00 log water"])
    let ben = devices[1].with(["HABIT_USER": "ben", "HABIT_DEVICE": "mbp"])
    for command in ["user add ben", "add Tea", "log tea"] { try ben.run(command) }
    let author = "--author=guest on mbp <guest@mbp>"
    let made = try ben.gitProcess(["commit", "-q", "--amend", "--no-edit", author]).run()
    #expect(made.status == 0, "\(made)")
    try ben.run("sync")
    let said = try devices[0].run("sync")
    #expect(said.contains("came") && !said.contains("another clone"), "\(said)")
    // Nor for a clone that acts for a user who has a folder.
    let tab = try Machine("mbp")
    #expect(try tab.run("clone \(devices.hub.address)").contains("another clone is mbp, too"))
    let pho = try Machine("pho")
    #expect(try !pho.run("clone \(devices.hub.address)").contains("another clone"))
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

  @Test func `a clone put back from a backup loses nothing and is told of its twin`() throws {
    let devices = try Devices("mbp", "pho", before: ["07:00 log water"])
    let copied = try devices[0].shell("cp -a \(devices[0].root) backup")
    #expect(copied.status == 0)
    try devices[0].run("log water", at: "08:00")
    #expect(!(try devices[0].run("sync").contains("another clone")))
    let put = try devices[0].shell("rm -rf \(devices[0].root) && mv backup \(devices[0].root)")
    #expect(put.status == 0)
    try devices[0].run("log water 2", at: "08:30")
    let said = try devices[0].run("sync")
    #expect(said.contains("warning: another clone is mbp, too"), "\(said)")
    try devices[0].run("log water", at: "09:00")
    try devices.settle()
    #expect(try devices[1].record()?.hasPrefix(#"{"progress": 5,"#) == true)
  }
}
