import Foundation
import TestSupport
import Testing

/// What stands in the way of a sync, and files that are not records.
@Suite struct MeetingTests {
  let devices: Devices

  init() throws {
    devices = try Devices("mbp", "pho", before: ["07:00 log water"])
  }

  // A sync redoes its merge from the original parents: one merge commit, however often others win.
  @Test func `a push that is overtaken redoes its merge from the original commits`() throws {
    for number in 1...3 {
      try devices[1].run("log water", at: "08:0\(number)")
      try devices[1].gits("push -q \(devices.hub.address) main:waiting-\(number)")
    }
    try devices.hub.hook(
      "pre-receive",
      """
      #!/bin/sh
      for next in waiting-1 waiting-2 waiting-3; do
        if ! git merge-base --is-ancestor $next main; then
          env -u GIT_QUARANTINE_PATH -u GIT_OBJECT_DIRECTORY \
            -u GIT_ALTERNATE_OBJECT_DIRECTORIES git update-ref refs/heads/main $next
          exit 0
        fi
      done
      """
    )
    try devices[0].run("log water", at: "08:30")
    try devices[0].run("sync")
    #expect(try devices[0].gits("rev-list --count --merges HEAD") == "1\n")
    try devices.settle()
    #expect(try devices[0].record()?.hasPrefix(#"{"progress": 5,"#) == true)
  }

  @Test func `the same merge on two devices is the same commit`() throws {
    let (tab, second) = (try Machine("tab"), try Hub())
    try devices[0].run("log water", at: "08:00")
    try devices[0].run("sync")
    try tab.run("clone \(devices.hub.address)")
    try devices[1].run("log water", at: "08:01")
    try devices[1].gits("push -q \(second.address) main")
    // What is ours for the one is theirs for the other.
    try tab.run("remote add second \(second.address)")
    try tab.run("sync second")
    try devices[1].run("sync")
    let heads = [try devices[1].gits("rev-parse HEAD"), try tab.gits("rev-parse HEAD")]
    #expect(heads[0] == heads[1])
  }

  @Test func `a text merges line by line, and keeps both versions where it cannot`() throws {
    for (path, mine, its) in [
      ("README.md", "# Mine\n", "# Its\n"), ("guest/reports/habit-week.7", ".Dt A\n", ".Dt B\n"),
    ] {
      try devices[0].write(path, mine)
      try devices[1].write(path, its)
    }
    try devices[0].write("notes.txt", "1\n2\n3\n4\n5\n")
    try devices[0].gits("add notes.txt")
    try devices[0].gits("commit -qm notes")
    try devices.syncAll()
    try devices[0].write("notes.txt", "one\n2\n3\n4\n5\n")
    try devices[1].write("notes.txt", "1\n2\n3\n4\nfive\n")
    for place in 0...1 { try devices[place].gits("commit -qam notes") }
    try devices.settle()
    #expect(try devices[0].read("notes.txt") == "one\n2\n3\n4\nfive\n")
    for path in ["README.md", "guest/reports/habit-week.7"] {
      let kept = try devices[0].workFiles().filter { $0.key.hasPrefix(path) }
      #expect(kept.count == 2, "\(kept.keys.sorted())")
    }
  }

  @Test func `an untracked file in the way is not overwritten`() throws {
    try devices[0].write("notes.txt", "mine\n")
    try devices[1].write("notes.txt", "its\n")
    try devices[1].gits("add notes.txt")
    try devices[1].gits("commit -qm notes")
    try devices[1].run("log water", at: "08:00")
    try devices[1].run("sync")
    try devices[0].run("log water", at: "08:01")
    let said = try devices[0].run("sync", status: 75)
    #expect(said.contains("notes.txt is changed here and not committed"))
    #expect(try devices[0].read("notes.txt") == "mine\n")
    try FileManager.default.removeItem(at: devices[0].repository.appending(path: "notes.txt"))
    try devices.settle()
    #expect(try devices[0].read("notes.txt") == "its\n")
  }

  @Test func `a habit's file removed with git and changed elsewhere stays`() throws {
    try devices[0].gits("rm -q \(Machine.water)")
    try devices[0].gits("commit -qm gone")
    try devices[1].run("log water", at: "08:00")
    try devices.settle()
    #expect(
      try devices[0].record() == #"{"progress": 2, "at": ["07:00:00 mbp", "08:00:00 pho"]}"#
    )
  }
}
