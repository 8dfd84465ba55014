import Foundation
import TestSupport
import Testing

/// Conflict markers of git, and merges that git began and nobody ended.
@Suite struct MarkerTests {
  private static let ours = "10:00:00 mbp +2"
  private static let theirs = "11:00:00 pho +3"
  private static let whole =
    #"{"progress": 6, "at": ["07:00:00 mbp", "10:00:00 mbp +2", "11:00:00 pho +3"]}"#

  /// A device that pulled without habit's driver and is left with a conflict.
  private func conflicted(_ prepare: (Devices) throws -> Void = { _ in }) throws -> Devices {
    let devices = try diverged(prepare)
    #expect(try devices[0].git("pull", "-q", "--no-rebase").status == 1)
    #expect(try devices[0].read(Machine.water).contains("<<<<<<<"))
    return devices
  }

  /// Two devices of which the first has fetched what the second recorded, and merges without habit.
  private func diverged(_ prepare: (Devices) throws -> Void = { _ in }) throws -> Devices {
    let devices = try Devices("mbp", "pho", before: ["07:00 log water"])
    try devices[1].run("log water 3", at: "11:00")
    try prepare(devices)
    try devices[1].run("sync")
    try devices[0].run("log water 2", at: "10:00")
    try devices[0].gits("config --remove-section merge.habit")
    try devices[0].gits("fetch -q")
    return devices
  }

  @Test func `every command that meets an unfinished merge names the one that ends it`() throws {
    let devices = try conflicted()
    for command in ["log water", "sync", "undo water"] {
      let words = command.split(separator: " ").map(String.init)
      let said = try devices[0].process(["habit"] + words).run()
      #expect(said.status == 75 || said.status == 65, "\(said)")
      #expect(said.errors.contains("habit check --fix"), "\(said)")
    }
    let said = try devices[0].habit("today")
    #expect(said.status == 65 && said.errors.contains("habit check --fix"), "\(said)")
  }

  @Test func `an unfinished merge of data files is concluded`() throws {
    let devices = try conflicted()
    let said = try devices[0].run("check --fix")
    #expect(said.contains("concluded the git merge: water 2026-03-01"))
    #expect(try devices[0].gits("status --porcelain").isEmpty)
    #expect(try devices[0].git("rev-parse", "-q", "--verify", "MERGE_HEAD").status != 0)
    #expect(try devices[0].gits("rev-list --parents -1 HEAD").split(separator: " ").count == 3)
    #expect(try devices[0].record() == MarkerTests.whole)
    try devices.settle()
  }

  @Test func `a merge in which one side was taken loses nothing of the other`() throws {
    let devices = try conflicted()
    try devices[0].gits("checkout -q --ours \(Machine.water)")
    try devices[0].run("check --fix")
    #expect(try devices[0].record() == MarkerTests.whole)
    try devices.settle()
  }

  @Test func `edits in an unfinished merge are kept`() throws {
    let devices = try conflicted()
    let text = try devices[0].read(Machine.water)
    let edited = text.replacing("{\n<<", with: "{\n  \"2026-02-27\": 5,\n<<")
    try devices[0].write(Machine.water, edited)
    try devices[0].run("check --fix")
    #expect(try devices[0].record() == MarkerTests.whole)
    #expect(try devices[0].record(on: "2026-02-27") == "5")
    try devices.settle()
  }

  @Test func `a merge that touches other files is left to git, and the files are named`() throws {
    let devices = try conflicted { devices in
      for (place, text) in ["one\n", "two\n"].enumerated() {
        try devices[place].write("notes.md", text)
        try devices[place].gits("add notes.md")
        try devices[place].gits("commit -qm notes")
      }
    }
    let files = try devices[0].workFiles()
    let said = try devices[0].run("check --fix", status: 75)
    let git = "git -C ~/.local/share/habit"
    let hint = "\(git) add FILE; \(git) commit; or stop it with: \(git) merge --abort"
    #expect(said.contains("notes.md") && said.contains(hint), "\(said)")
    #expect(try devices[0].workFiles() == files)
    #expect(try devices[0].git("rev-parse", "-q", "--verify", "MERGE_HEAD").status == 0)
  }

  @Test func `a side that cannot be read stops the conclusion at its line`() throws {
    let devices = try conflicted()
    try devices[0].write(
      Machine.water,
      devices[0].read(Machine.water).replacing("=======", with: "===, ====")
    )
    let said = try devices[0].run("check --fix", status: 65)
    #expect(said.contains("\(Machine.water):2:1: a conflict marker of git"), "\(said)")
    try devices[0].gits("merge --abort")
    try devices.settle()
    #expect(try devices[0].record() == MarkerTests.whole)
  }

  @Test(arguments: ["cherry-pick", "rebase"])
  func `other operations of git are named with what ends them`(operation: String) throws {
    let devices = try diverged()
    #expect(try devices[0].gitProcess([operation, "origin/main"]).run().status == 1)
    let said = try devices[0].run("log water", status: 75)
    #expect(said.contains("a git \(operation) is under way"))
    let git = "git -C ~/.local/share/habit \(operation)"
    #expect(said.contains("\(git) --continue; to stop it: \(git) --abort"), "\(said)")
  }

  @Test(arguments: ["cherry-pick origin/main", "revert HEAD~1", "am -3 ../pho.patch"])
  func `what other operations leave in conflict is joined, and git finishes them`(
    command: String
  ) throws {
    let devices = try Devices("mbp", "pho", before: ["07:00 log water"])
    try devices[1].run("log water 3", at: "11:00")
    try devices[1].run("sync")
    try devices[0].run("log water 2", at: "10:00")
    try devices[0].run("note water rain", at: "10:30")
    try devices[0].gits("config --remove-section merge.habit")
    try devices[0].gits("fetch -q")
    try devices[0].gits("format-patch -1 origin/main --output=../pho.patch")
    let git = command.split(separator: " ").map(String.init)
    #expect(try devices[0].gitProcess(git).run().status != 0)
    try devices[0].run("check --fix")
    try devices[0].gits("\(git[0]) --continue")
    let isReverted = git[0] == "revert"
    #expect(try devices[0].run("today").contains(isReverted ? " 1/8" : " 6/8"))
    try devices.settle()
    #expect(try devices[0].read(Machine.water).contains("rain"))
  }

  @Test func `edits in an unfinished cherry-pick are kept`() throws {
    let devices = try diverged()
    #expect(try devices[0].git("cherry-pick", "origin/main").status == 1)
    let text = try devices[0].read(Machine.water)
    try devices[0].write(
      Machine.water,
      text.replacing("{\n<<", with: "{\n  \"2026-02-27\": 5,\n<<")
    )
    try devices[0].run("check --fix")
    #expect(try devices[0].record() == MarkerTests.whole)
    #expect(try devices[0].record(on: "2026-02-27") == "5")
  }

  @Test func `markers that somebody committed are joined before anything is published`() throws {
    let devices = try conflicted()
    try devices[0].gits("commit -qam merged")
    let said = try devices[0].run("sync")
    #expect(said.contains("\(Machine.water): joined duplicates"), "\(said)")
    #expect(try devices[0].record() == MarkerTests.whole)
    try devices.settle()
  }

  @Test func `markers that came are joined, with new records or without`() throws {
    let devices = try Devices("mbp", "pho", "tab", before: ["07:00 log water"])
    let web = try Machine("web").clone(devices.hub)
    try devices[0].run("log water 2", at: "10:00")
    try devices[0].run("sync")
    try web.type(
      #"{"progress": 4, "at": ["07:00:00 mbp", "11:00:00 pho +3"]}"#,
      on: "2026-03-01"
    )
    try web.gits("commit -qam typed")
    #expect(try web.git("pull", "-q", "--no-rebase").status == 1)
    try web.gits("commit -qam merged")
    try web.gits("push -q")
    try devices[1].run("log water", at: "12:00")
    try devices[1].run("sync")
    try devices[2].run("sync")
    try devices.settle()
    #expect(
      try devices[0].record() == #"{"progress": 7, "at": ["07:00:00 mbp", "10:00:00 mbp +2", "#
        + #""11:00:00 pho +3", "12:00:00 pho"]}"#
    )
  }

  @Test func `markers that cannot be joined are not published, and their line is named`() throws {
    let devices = try conflicted()
    let text = try devices[0].read(Machine.water)
    try devices[0].write(Machine.water, text.replacing("=======", with: "===, ===="))
    try devices[0].gits("commit -qam merged")
    let tip = try devices.hub.git("rev-parse", "main").output
    for _ in 0..<2 {
      let said = try devices[0].run("sync", status: 65)
      #expect(said.contains("\(Machine.water):2:1: a conflict marker of git"), "\(said)")
      #expect(said.contains("then: habit sync"), "\(said)")
      #expect(try devices.hub.git("rev-parse", "main").output == tip)
    }
    try devices[0].write(Machine.water, "{\n  \"2026-03-01\": \(MarkerTests.whole)\n}\n")
    try devices.settle()
    #expect(try devices[1].record() == MarkerTests.whole)
  }
}
