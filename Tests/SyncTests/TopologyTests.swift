import Foundation
import TestSupport
import Testing

/// Histories that begin, meet and stand in other ways than one hub with full clones of it.
@Suite struct TopologyTests {
  @Test func `two hubs converge without a storm of merges`() throws {
    let devices = try Devices("mbp", "pho", "tab")
    let second = try Hub()
    try devices[1].run("remote add second \(second.address)")
    try devices[2].run("remote add second \(second.address)")
    func round() throws {
      try devices[0].run("sync origin")
      try devices[1].run("sync second")
      try devices[2].run("sync origin")
      try devices[2].run("sync second")
    }
    for place in 0...2 { try devices[place].run("log water", at: "10:0\(place)") }
    func merges() throws -> Int {
      let ids = try (0...2).flatMap { place in
        try devices[place].git("rev-list", "--merges", "HEAD").output.split(separator: "\n")
      }
      return Set(ids).count
    }
    // What pho has takes a round to tab, and one more to mbp.
    for _ in 0..<3 { try round() }
    let settled = try merges()
    #expect(settled == 2)
    let heads = try (0...2).map { try devices[$0].git("rev-parse", "HEAD").output }
    #expect(Set(heads).count == 1)
    try round()
    #expect(try devices[0].git("rev-parse", "HEAD").output == heads[0])
    #expect(try merges() == settled)
    try expectAllEqual([devices[0], devices[1], devices[2]], at: devices.hub, second)
    #expect(try devices[0].record()?.hasPrefix(#"{"progress": 3,"#) == true)
  }

  @Test func `three devices and two hubs that differ come to rest in three rounds`() throws {
    let devices = try Devices("mbp", "pho", "tab")
    let second = try Hub()
    try devices[0].gits("push -q \(second.address) main")
    for place in 0...2 { try devices[place].run("remote add second \(second.address)") }
    try devices[0].run("log water", at: "08:00")
    try devices[0].run("sync origin")
    try devices[1].run("log water", at: "08:01")
    try devices[1].run("sync second")
    for place in 0...2 { try devices[place].run("log water", at: "09:0\(place)") }
    func round() throws -> [String] {
      try (0...2).flatMap { place in
        try ["origin", "second"].map { try devices[place].run("sync \($0)") }
      }
    }
    for _ in 0..<3 { _ = try round() }
    let said = try round()
    #expect(said.allSatisfy { $0.contains("has everything, and nothing came") }, "\(said)")
    #expect(try devices[0].gits("rev-list --merges --count HEAD") < "9")
    #expect(try devices[0].record()?.hasPrefix(#"{"progress": 5,"#) == true)
    try expectAllEqual([devices[0], devices[1], devices[2]], at: devices.hub, second)
    // Heads may differ where trees do not: that is no reason to sync.
    for place in 0...2 {
      let status = try devices[place].run("sync --status")
      #expect(status.matches(of: #/has everything/#).count == 2, "\(status)")
    }
  }

  @Test func `two repositories made apart become one with two roots`() throws {
    let (mbp, pho, hub) = (try Machine("mbp"), try Machine("pho"), try Hub())
    for machine in [mbp, pho] {
      try machine.run(["add", "Water", "--goal", "8 glasses"])
      try machine.run("log water 2")
      try machine.run("remote add origin \(hub.address)")
    }
    try pho.run("add Tea")
    for machine in [mbp, pho, mbp] { try machine.run("sync") }
    try expectAllEqual([mbp, pho], at: hub)
    #expect(try mbp.record() == #"{"progress": 4, "at": ["09:00:00 mbp +2", "09:00:00 pho +2"]}"#)
    #expect(mbp.exists("guest/habits/tea/habit.json"))
    let roots = try hub.git("rev-list", "--max-parents=0", "main").output
    #expect(roots.split(separator: "\n").count == 2)
  }

  @Test func `a copy of the files without their history doubles nothing`() throws {
    let devices = try Devices("mbp", "pho", before: ["07:00 log water 2", "08:00 type 5"])
    try devices[0].run("log water")
    try devices[0].run("sync")
    let copy = try Machine("tab")
    for (path, text) in try devices[0].workFiles() { try copy.write(path, text) }
    let made = try copy.process(["habit", "init", copy.root]).run()
    #expect(made.status == 0, "\(made)")
    try copy.run("log water 3", at: "11:00")
    try copy.run("remote add origin \(devices.hub.address)")
    try copy.run("sync")
    try devices.settle()
    try copy.run("sync")
    try expectAllEqual([devices[0], devices[1], copy], at: devices.hub)
    // The entry that 5 was typed over stays, and 5 is its total.
    let entries = #"["07:00:00 mbp +2", "09:00:00 mbp", "11:00:00 tab +3"]"#
    #expect(try copy.record() == #"{"progress": 9, "typed": 3, "at": \#(entries)}"#)
  }

  @Test func `a remote with another branch is followed, one with other things refused`() throws {
    let trunk = try Hub()
    let devices = try Devices("mbp", "pho", before: ["07:00 log water"])
    try devices[0].gits("push -q \(trunk.address) main:trunk")
    try trunk.git("symbolic-ref", "HEAD", "refs/heads/trunk")
    let tab = try Machine("tab")
    try tab.run("clone \(trunk.address)")
    try tab.run("log water")
    try tab.run("sync")
    #expect(try trunk.git("for-each-ref", "--format=%(refname)").output == "refs/heads/trunk\n")
    try devices[0].run("remote add trunk \(trunk.address)")
    try devices[0].run("sync trunk", status: 78)
    try devices[0].run("sync trunk --to trunk")
    #expect(try devices[0].record()?.hasPrefix(#"{"progress": 2,"#) == true)

    let code = try Hub()
    let coder = try Machine("dev")
    try coder.write("main.c", "int main;\n")
    try coder.gits("init -q -b main")
    try coder.gits("add .")
    try coder.gits("commit -qm code")
    try coder.gits("push -q \(code.address) main")
    let before = try code.git("rev-parse", "main").output
    try devices[0].run("remote add code \(code.address)")
    let said = try devices[0].run("sync code", status: 65)
    #expect(said.contains("something else than habits"))
    #expect(try code.git("rev-parse", "main").output == before)
    #expect(try devices[0].complaints() == "")
    try Machine("tab").run("clone \(code.address)", status: 65)
  }

  @Test func `a shallow clone is right or asks for the rest, and doubles nothing`() throws {
    let devices = try Devices("mbp", "pho", before: ["07:00 log water", "07:10 log water"])
    try devices[0].run("log water", at: "07:20")
    try devices[0].run("sync")
    let tab = try Machine("tab")
    let made = try tab.shell(
      "GIT_DEFAULT_REF_FORMAT=files git clone -q --depth 1 file://\(devices.hub.address) \(tab.root)"
    )
    #expect(made.status == 0, "\(made)")
    try devices[1].run("sync")
    try devices[1].run("log water", at: "08:00")
    try devices[1].run("sync")
    try tab.run("log water", at: "08:10")
    let first = try tab.process(["habit", "sync"]).run()
    if first.status != 0 {
      #expect(first.errors.contains("git fetch --unshallow"), "\(first)")
      try tab.gits("fetch -q --unshallow")
      try tab.run("sync")
    }
    try devices.settle()
    try tab.run("sync")
    try expectAllEqual([devices[0], devices[1], tab], at: devices.hub)
    #expect(try tab.record()?.hasPrefix(#"{"progress": 5,"#) == true)
  }

  @Test func `a remote that lost everything is filled again only with --republish`() throws {
    let devices = try Devices("mbp", "pho", before: ["07:00 log water"])
    try devices.hub.recreate()
    try devices[0].run("log water", at: "08:00")
    let said = try devices[0].run("sync", status: 75)
    #expect(said.contains("habit sync --republish"))
    #expect(try devices.hub.git("for-each-ref").output == "")
    try devices[0].run("sync --republish")
    try devices.settle()
    #expect(try devices[1].record()?.hasPrefix(#"{"progress": 2,"#) == true)
  }

  @Test func `a repository inside another one, and one as its submodule, sync`() throws {
    let devices = try Devices("mbp", "pho", before: ["07:00 log water"])
    let outer = try Machine("tab").with(["GIT_ALLOW_PROTOCOL": "file"])
    let folder = outer.home.appending(path: "outer")
    let made = try outer.shell(
      "git init -q --object-format=sha1 outer && git -C outer submodule --quiet add \(devices.hub.address) habits"
    )
    #expect(made.status == 0, "\(made)")
    let inner = outer.with(["HABIT_REPO": folder.appending(path: "habits").path])
    try inner.run("log water", at: "08:00")
    try inner.run("sync")
    let car = outer.with(["HABIT_DEVICE": "car"])
    try car.run(["clone", devices.hub.address, folder.appending(path: "clone").path])
    let clone = car.with(["HABIT_REPO": folder.appending(path: "clone").path])
    try clone.run("log water", at: "09:00")
    try clone.run("sync")
    try devices.settle()
    #expect(
      try devices[0].record() == #"{"progress": 3, "at": ["07:00:00 mbp", "08:00:00 tab", "#
        + #""09:00:00 car"]}"#
    )
  }

  @Test func `a second work tree with a branch of its own syncs`() throws {
    let devices = try Devices("mbp", "pho", before: ["07:00 log water"])
    try devices[0].gits("worktree add -q -b side \(devices[0].home.path)/side")
    let side = devices[0].with(["HABIT_REPO": "\(devices[0].home.path)/side"])
    try side.run("log water", at: "08:00")
    try side.run("sync --to side")
    let state = try devices[0].git("-C", "\(devices[0].home.path)/side", "status", "--porcelain")
    #expect(state.text == "")
    try devices[0].gits("worktree remove \(devices[0].home.path)/side")
    try devices.settle()
  }

  @Test(arguments: ["detached", "rebase", "merge"])
  func `an operation of git under way is refused, and nothing changes`(kind: String) throws {
    let devices = try Devices("mbp", "pho", before: ["07:00 log water"])
    try devices[1].run("log water", at: "08:00")
    try devices[1].run("sync")
    switch kind {
    case "detached": try devices[0].gits("checkout -q --detach")
    case "rebase":
      let process = try devices[0].gitProcess(["rebase", "-q", "-i", "HEAD~1"])
        .editing("GIT_SEQUENCE_EDITOR", "sed -i 1s/pick/edit/")
      #expect(try process.run().status == 0)
    default:
      try devices[0].gits("fetch -q")
      try devices[0].run("log water", at: "09:00")
      try devices[0].gits("merge -q --no-commit origin/main")
    }
    let head = try devices[0].git("rev-parse", "HEAD").output
    let state = try devices[0].git("status", "--porcelain").output
    let files = try devices[0].workFiles()
    let said = try devices[0].process(["habit", "sync"]).run()
    #expect(said.status == 75 || said.status == 78, "\(said)")
    #expect(try devices[0].git("rev-parse", "HEAD").output == head)
    #expect(try devices[0].git("status", "--porcelain").output == state)
    #expect(try devices[0].workFiles() == files)
    switch kind {
    case "detached": try devices[0].gits("checkout -q main")
    case "rebase": try devices[0].gits("rebase --continue")
    default: try devices[0].gits("commit -q --no-edit")
    }
    try devices.settle()
  }
}

extension HabitProcess {
  /// The same with another variable.
  func editing(_ variable: String, _ value: String) -> HabitProcess {
    var process = self
    process.environment[variable] = value
    return process
  }
}
