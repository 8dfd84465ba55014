import Foundation
import TestSupport
import Testing

/// One of the devices uses git itself, and other things that git can do to a history.
@Suite struct PlainGitTests {
  /// What each device did apart, with enough of it meeting.
  private func scribble(_ devices: Devices, _ count: Int) throws {
    for place in 0..<count {
      try devices[place].run("log water \(place + 1)", at: "10:0\(place)")
      try devices[place].run(["note", "water", "note \(place)"], at: "10:1\(place)")
      try devices[place].run("note water --difficulty \(place + 2)", at: "10:2\(place)")
      try devices[place].run(
        ["edit", "water", "--description", "say \(place)"],
        at: "10:3\(place)"
      )
      try devices[place].run("log water --on 2026-02-1\(place)")
    }
    try devices[0].run("undo water", at: "11:00")
  }

  @Test func `entries that a merge without the driver lost are restored and reported`() throws {
    let devices = try Devices("mbp", "pho", before: ["07:00 log water"])
    try devices[0].run("log water 2", at: "10:00")
    try devices[0].run("sync")
    let web = try Machine("web").clone(devices.hub)
    try devices[1].run("log water 3", at: "11:00")
    try devices[1].run("sync")
    try web.type(
      #"{"progress": 3, "at": ["07:00:00 mbp", "10:00:00 mbp +2"], "note": "x"}"#,
      on: "2026-03-01"
    )
    try web.gits("commit -qam typed")
    #expect(try web.git("pull", "-q", "--no-rebase").status == 1)
    try web.gits("checkout -q --ours \(Machine.water)")
    try web.gits("add .")
    try web.gits("commit -qm merged")
    try web.gits("push -q")
    #expect(!(try web.read(Machine.water).contains("11:00:00")))
    let said = try devices[0].run("sync")
    #expect(said.contains("restored what a merge without habit's driver had lost: water 2026-"))
    try devices.settle()
    #expect(
      try devices[1].record() == #"{"progress": 6, "at": ["07:00:00 mbp", "10:00:00 mbp +2", "#
        + #""11:00:00 pho +3"], "note": "x"}"#
    )
  }

  // Healing is not merging; an undo made meanwhile stands.
  @Test func `an entry that was undone since is not restored`() throws {
    let devices = try Devices("mbp", "pho", before: ["07:00 log water"])
    try devices[1].run("log water 3", at: "11:00")
    try devices[1].run("sync")
    let web = try Machine("web").clone(devices.hub)
    try devices[1].run("undo water", at: "11:30")
    try web.gits("checkout -q -b side HEAD~1")
    try web.type(#"{"progress": 1, "at": ["07:00:00 mbp"], "note": "x"}"#, on: "2026-03-01")
    try web.gits("commit -qam typed")
    try web.gits("checkout -q main")
    #expect(try web.git("merge", "-q", "side").status == 1)
    try web.gits("checkout -q --theirs \(Machine.water)")
    try web.gits("add .")
    try web.gits("commit -qm merged")
    try web.gits("push -q")
    try devices.settle()
    #expect(
      try devices[0].record() == #"{"progress": 1, "at": ["07:00:00 mbp"], "note": "x", "#
        + #""undone": ["11:00:00 pho"]}"#
    )
  }

  @Test func `pull and pull --rebase give what sync gives`() throws {
    let synced = try Devices("mbp", "pho", "tab")
    try scribble(synced, 3)
    try synced.settle()
    let mixed = try Devices("mbp", "pho", "tab")
    try scribble(mixed, 3)
    try mixed[0].run("sync")
    for _ in 0..<2 {
      try mixed[1].gits("pull -q --rebase")
      try mixed[1].gits("push -q")
      try mixed[2].gits("pull -q --no-rebase --no-edit")
      try mixed[2].gits("push -q")
      try mixed[0].run("sync")
    }
    try mixed.settle()
    #expect(try mixed[0].workFiles() == synced[0].workFiles())
  }

  // git's rename detection would move days between habits; sync never uses it.
  @Test func `a renamed folder does not move another habit's days`() throws {
    let devices = try Devices("mbp", "pho", before: ["07:00 log water"])
    try devices[0].gits("mv guest/habits/water guest/habits/tea")
    try devices[0].gits("commit -qm renamed")
    try devices[0].gits("push -q origin main")
    // A year that begins: git would put its file into the folder's new place, or ask.
    try devices[1].run("log water 2", at: "2027-01-01")
    try devices[1].gits("pull -q --no-rebase --no-edit")
    let year = "guest/habits/water/2027.json"
    #expect(
      try devices[1].record(on: "2027-01-01", in: year)
        == #"{"progress": 2, "at": ["09:00:00 pho +2"]}"#
    )
    #expect(try devices[1].complaints() == "")
    try devices[1].run("sync")
    try devices[0].run("sync")
    try expectAllEqual([devices[0], devices[1]], at: devices.hub)
  }

  @Test func `after a forced squash nothing is lost, and the old history is not merged`() throws {
    let devices = try Devices("mbp", "pho", "tab", goal: "200 glasses")
    for minute in 10..<40 { try devices[0].run("log water", at: "10:\(minute)") }
    try devices.syncAll()
    let root = try devices[2].gits("rev-list --max-parents=0 HEAD").dropLast()
    try devices[2].gits("reset -q --soft \(root)")
    try devices[2].gits("commit -qm squashed")
    try devices[2].gits("push -qf")
    try devices[0].run("log water 2", at: "11:00")
    try devices[1].run("log water 3", at: "11:00")
    let said = try devices[0].run("sync")
    #expect(said.contains("was rewritten; yours is on top of it"))
    #expect(try devices[0].git("rev-parse", "refs/habit/backup/mbp-1").status == 0)
    try devices.settle()
    #expect(try devices[0].record()?.hasPrefix(#"{"progress": 35,"#) == true)
    let count = try devices.hub.git("rev-list", "--count", "main").output.dropLast()
    #expect((Int(count) ?? 99) < 10, "\(count) commits")
  }

  @Test func `a rebased copy of what others have already counts once`() throws {
    let devices = try Devices("mbp", "pho", "tab")
    try devices[2].run("log water 2", at: "10:00")
    try devices[2].run("sync")
    try devices[1].run("sync")
    try devices[1].run("log water 3", at: "10:05")
    try devices[2].gits("commit --amend -q -m reworded --date 2026-03-01T11:00:00")
    try devices[2].gits("push -qf")
    try devices[1].run("sync")
    try devices.settle()
    #expect(
      try devices[0].record()
        == #"{"progress": 5, "at": ["10:00:00 tab +2", "10:05:00 pho +3"]}"#
    )
  }

  @Test func `a reverted log is gone and a reverted name is back, everywhere`() throws {
    let devices = try Devices("mbp", "pho", before: ["07:00 log water 2"])
    try devices[0].run("log water 3", at: "08:00")
    try devices[0].run("edit water --name Drink", at: "08:10")
    try devices.syncAll()
    try devices[1].run("log water", at: "09:00")
    try devices[0].gits("revert --no-edit HEAD HEAD~1")
    try devices.settle()
    #expect(
      try devices[1].record() == #"{"progress": 3, "at": ["07:00:00 mbp +2", "09:00:00 pho"]}"#
    )
    #expect(try devices[1].definition.contains(#""name": "Water""#))
  }

  // What a pull took away an editor did not lose.
  @Test func `an entry that another device deleted stays deleted after an edit`()
    throws
  {
    let devices = try Devices("mbp", "pho")
    try devices[1].run("log water", at: "07:00")
    try devices[1].run("log water 5", at: "08:00")
    try devices[1].gits("push -q")
    try devices[0].run("sync")
    try devices[0].run("log water", at: "08:10")
    try devices[0].run("log water", at: "08:20")
    let record = try #require(try devices[0].record())
    try devices[0].type(record.replacing("\"08:00:00 pho +5\", ", with: ""), on: "2026-03-01")
    try devices[0].run("sync")
    try devices[1].gits("pull -q")
    #expect(try devices[1].record()?.contains("08:00:00 pho") == false)
    try devices[1].type("2", on: "2026-02-01")
    try devices[1].run("log water", at: "09:00")
    try devices.settle()
    #expect(
      try devices[0].record() == #"{"progress": 4, "at": ["07:00:00 pho", "08:10:00 mbp", "#
        + #""08:20:00 mbp", "09:00:00 pho"]}"#
    )
  }

  // A total typed after a pull is what is typed, not what the pull brought.
  @Test func `a total typed after a pull is solved from what the pull brought`() throws {
    let devices = try Devices("mbp", "pho", before: ["07:00 log water"])
    try devices[1].run("log water --on 2026-02-20")
    try devices[0].run("log water 3", at: "08:00")
    try devices[0].run("sync")
    try devices[1].gits("pull -q --rebase")
    try devices[1].type(
      #"{"progress": 6, "at": ["07:00:00 mbp", "08:00:00 mbp +3"]}"#,
      on: "2026-03-01"
    )
    try devices[1].run("log water", at: "09:00")
    try devices.settle()
    #expect(
      try devices[0].record() == #"{"progress": 7, "typed": 2, "at": ["07:00:00 mbp", "#
        + #""08:00:00 mbp +3", "09:00:00 pho"]}"#
    )
  }

  @Test func `with three best common ancestors nothing is lost or doubled`() throws {
    let devices = try Devices("mbp", "pho", "tab", before: ["07:00 log water"])
    for place in 0...2 { try devices[place].run("log water 2", at: "08:0\(place)") }
    try devices[0].run("undo water", at: "08:30")
    for place in 0...2 { try devices[place].gits("branch own") }
    /// Merges the others' own commits, in an order of its own.
    func take(_ place: Int, _ others: [Int]) throws {
      for other in others {
        try devices[place].gits("fetch -q \(devices[other].root) own")
        try devices[place].gits("merge -q --no-edit FETCH_HEAD")
      }
    }
    try take(0, [1, 2])
    try take(1, [2, 0])
    let bases = try devices[0].shell(
      "cd \(devices[0].root) && git fetch -q \(devices[1].root) main"
        + " && git merge-base --all HEAD FETCH_HEAD | wc -l"
    )
    #expect(bases.output == "3\n", "\(bases)")
    for place in 0...1 {
      try devices[place].run("log water", at: "09:00")
      try devices[place].run("log water", at: "09:10")
    }
    // What a base alone has is known to be deleted only to who asks them all.
    let record = try #require(try devices[0].record())
    try devices[0].type(
      record.replacing("\"08:01:00 pho +2\", ", with: "")
        .replacing("\"08:02:00 tab +2\", ", with: ""),
      on: "2026-03-01"
    )
    try devices.settle()
    #expect(
      try devices[2].record() == #"{"progress": 5, "at": ["07:00:00 mbp", "09:00:00 mbp", "#
        + #""09:00:00 pho", "09:10:00 mbp", "09:10:00 pho"], "undone": ["08:00:00 mbp"]}"#
    )
  }
}

extension Machine {
  /// Makes the repository with git alone: a program or a page that has never heard of habit.
  func clone(_ hub: Hub) throws -> Machine {
    let clone = ["env", "GIT_DEFAULT_REF_FORMAT=files", "git", "clone", "-q"]
    let made = try process(clone + [hub.address, root]).run()
    try #require(made.status == 0, "\(made)")
    return self
  }
}
