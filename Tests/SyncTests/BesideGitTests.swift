import Foundation
import TestSupport
import Testing

/// Other people's git commands in the same work tree, at the same time.
@Suite(.ownThreads) struct BesideGitTests {
  /// Two devices that have both changed the same day.
  private func apart() throws -> Devices {
    let devices = try Devices("mbp", "pho", before: ["07:00 log water"])
    try devices[1].run("log water 3", at: "11:00")
    try devices[1].run("sync")
    try devices[0].run("log water 2", at: "10:00")
    return devices
  }

  /// All of it is there once and in order, and nothing is left of the merge.
  private func expectWhole(_ devices: Devices, _ added: String) throws {
    #expect(!devices[0].exists(".git/MERGE_HEAD"))
    try devices.settle()
    let record = try #require(try devices[0].record())
    #expect(
      record == #"{"progress": 7, "at": ["07:00:00 mbp", "10:00:00 mbp +2", "11:00:00 pho +3", "#
        + "\"\(added)\"]}"
    )
  }

  @Test(arguments: ["log water", "sync"])
  func `a merge that git abandoned because of the index lock stops no command`(command: String)
    throws
  {
    let devices = try apart()
    try devices[0].write(".git/index.lock", "")
    let told = try devices[0].gitProcess(["pull", "-q", "--no-rebase", "--no-edit"]).run()
    try FileManager.default.removeItem(atPath: devices[0].root + "/.git/index.lock")
    try #require(told.status == 1 && devices[0].exists(".git/MERGE_HEAD"), "\(told)")
    try devices[0].run(command, at: "12:00")
    if command == "sync" { try devices[0].run("log water", at: "12:00") }
    try expectWhole(devices, "12:00:00 mbp")
  }

  @Test(arguments: ["log water", "sync"])
  func `a merge that git abandoned because the branch had moved stops no command`(command: String)
    throws
  {
    let devices = try apart()
    // The driver is run while git merges; a commit comes between, of a tree that is the same.
    let moved = "git update-ref refs/heads/main $(git commit-tree -p HEAD -m between HEAD^{tree})"
    let driver = "habit merge-driver %O %A %B %L %P; \(moved)"
    _ = try devices[0].git("config", "merge.habit.driver", driver)
    let told = try devices[0].gitProcess(["pull", "-q", "--no-rebase", "--no-edit"]).run()
    try #require(told.errors.contains("cannot lock ref 'HEAD'"), "\(told)")
    try #require(devices[0].exists(".git/MERGE_HEAD"))
    try devices[0].run(command, at: "12:00")
    if command == "sync" { try devices[0].run("log water", at: "12:00") }
    try expectWhole(devices, "12:00:00 mbp")
  }

  @Test func `a merge with conflicts in other files is left to the user`() throws {
    let devices = try apart()
    try devices[0].gits("config merge.habit.driver false")
    let told = try devices[0].gitProcess(["pull", "-q", "--no-rebase", "--no-edit"]).run()
    try #require(told.status == 1, "\(told)")
    let state = try devices[0].git("status", "--porcelain=v2").output
    #expect(try devices[0].run("log water", at: "12:00", status: 75).contains("a git merge"))
    #expect(try devices[0].git("status", "--porcelain=v2").output == state)
    try devices[0].gits("checkout -q --ours .")
    try devices[0].gits("add .")
    #expect(try devices[0].run("log water", at: "12:00", status: 75).contains("a git merge"))
    #expect(devices[0].exists(".git/MERGE_HEAD"))
  }

  @Test func `a rebase that git abandoned removes no record`() throws {
    let devices = try apart()
    let moved =
      "git update-ref refs/heads/main"
      + " $(git commit-tree -p main -m between main^{tree}) && touch moved"
    let driver = "habit merge-driver %O %A %B %L %P; test -e moved || { \(moved); }"
    _ = try devices[0].git("config", "merge.habit.driver", driver)
    let told = try devices[0].gitProcess(["pull", "-q", "--rebase"]).run()
    try #require(told.errors.contains("could not update refs/heads/main"), "\(told)")
    try FileManager.default.removeItem(atPath: devices[0].root + "/moved")
    for command in ["log water", "sync"] {
      let said = try devices[0].run(command, at: "12:00", status: 75)
      let git = "git -C ~/.local/share/habit"
      #expect(said.contains("hint: \(git) rebase --quit && \(git) switch main\n"), "\(said)")
    }
    try devices[0].gits("rebase --quit")
    try devices[0].gits("switch -q main")
    try devices[0].run("log water", at: "12:00")
    try expectWhole(devices, "12:00:00 mbp")
  }

  @Test func `a file that git merged during a command removes no record`() throws {
    let devices = try Devices("mbp", before: ["07:00 log water"])
    try devices[0].gits("checkout -q -b side")
    try devices[0].run("log water", at: "08:00")
    try devices[0].gits("checkout -q main")
    for hour in ["09", "10", "11"] { try devices[0].run("log water", at: "\(hour):00") }
    func day(_ hours: String...) -> String {
      let entries = hours.map { "\"\($0):00:00 mbp\"" }.joined(separator: ", ")
      return #"{"progress": \#(hours.count), "at": [\#(entries)]}"#
    }
    // A merge wrote what main was before 10:00, and git's stash put it on what main was after 11:00.
    let file = "guest/habits/water/2026.json"
    try devices[0].write(file, "{\n  \"2026-03-01\": \(day("07", "08", "09", "11"))\n}\n")
    try devices[0].gits("stash create")
    try devices[0].run("log water", at: "12:00")
    #expect(try devices[0].record() == day("07", "08", "09", "10", "11", "12"))
    // What git does not have a person saved.
    try devices[0].write(file, "{\n  \"2026-03-01\": \(day("07", "08", "09", "11", "12"))\n}\n")
    try devices[0].run("log water", at: "13:00")
    #expect(try devices[0].record() == day("07", "08", "09", "11", "12", "13"))
  }

  @Test func `git finds no lock of ours while a command waits for the disk`() throws {
    let devices = try Devices("mbp")
    let told = try devices[0].shell(
      "strace -f -qq -o calls -e trace=link,unlink,syncfs,fsync,fdatasync habit log water"
    )
    try #require(told.status == 0, "\(told)")
    let calls = try devices[0].shell("cat calls").output.split(separator: "\n").map(String.init)
    func place(_ call: String) throws -> Int {
      try #require(calls.firstIndex { $0.contains(call) && $0.contains("/.git/index.lock") })
    }
    let held = calls[try place("link(")..<place("unlink(")]
    #expect(held.filter { $0.contains("sync(") || $0.contains("syncfs(") } == [])
  }

  /// What git's reset drops comes back once, whatever a person does before the next command.
  @Test(arguments: [
    ("true", 6), ("git commit -q --allow-empty -m between", 6), ("habit log tea", 6),
    // Who moves the branch back has seen what is there.
    ("git reset -q --hard HEAD~1", 4),
    // What git does not have whole any more stops nobody.
    (
      "rm .git/objects/$(git rev-parse main@{1}:guest/habits/water/2026.json | sed 's,^..,&/,')",
      4
    ),
  ])
  func `records that an earlier git reset drops are restored`(
    between: String,
    total: Int
  ) throws {
    let devices = try Devices("mbp", before: ["07:00 log water", "07:30 add tea"])
    // As git's stash does it: HEAD is looked up, then the index is locked.
    let waiting =
      "strace -f -qq -o /dev/null -e trace=openat -P \(devices[0].root)/.git/index.lock"
      + " -e inject=openat:delay_enter=900000 git -C \(devices[0].root) reset -q --hard HEAD"
    let told = try devices[0].withIdentity.shell(
      "\(waiting) & sleep 0.3; habit log water 2; wait; cd \(devices[0].root); \(between)"
    )
    try #require(told.status == 0, "\(told)")
    try devices[0].run("log water 3", at: "12:00")
    #expect(try Facts(devices[0].record()).progress == total, "\(told)")
    try devices[0].write(
      "guest/habits/water/2026.json",
      "{\n" + #"  "2026-03-01": {"progress": 1, "at": ["07:00:00 mbp"]}"# + "\n}\n"
    )
    try devices[0].run("log water 4 --accept-deletions", at: "12:03")
    #expect(try Facts(devices[0].record()).progress == 5)
  }

  /// Does what a hint says that names a command of git.
  private static let following =
    #"eval "$(habit sync 2>&1 | sed -n 's/^hint: [^&]*\(git [a-z-]* \(--\|main\).*\)/\1/p')";"#

  /// What a person's commands do in a loop, each beside eight who log and a sync.
  @Test(arguments: [
    "git pull -q --no-rebase --no-edit",
    "git pull -q --rebase || { \(following) }",
    "git add -A",
    "git commit -qam by-git", "git stash -q; git stash pop -q",
    "git checkout -q -b side; git checkout -q main; git merge -q --no-edit side; git branch -d side",
    "git gc -q",
  ])
  func `git in a loop beside eight writers and a sync blocks none of them`(command: String) throws {
    let devices = try Devices("mbp", "pho", goal: "9000 glasses")
    let seconds = rounds(2, long: 60)
    let writer = "habit log water >/dev/null 2>>said && echo >>logged || echo failed >>said"
    let person = devices[0].withIdentity.with(["COMMAND": command])
    var process = person.process([
      "bash", "-c",
      """
      end=$((SECONDS + \(seconds)))
      loop() { while ((SECONDS < end)); do eval "$1"; done; }
      for p in 1 2 3 4 5 6 7 8; do loop '\(writer)' & done
      loop 'habit sync >/dev/null 2>>synced; sleep 0.1' &
      (cd \(devices[0].root); loop 'eval "$COMMAND" >/dev/null 2>&1') &
      (cd \(devices[1].home.path); export HOME=$PWD HABIT_DEVICE=pho
        loop 'habit log water --on 2026-02-20 >/dev/null && echo >>logged; habit sync >/dev/null 2>&1') &
      wait
      """,
    ])
    process.timeoutSeconds = 300
    let told = try process.run()
    #expect(told.text == "")
    let said = try devices[0].shell("cat said synced 2>/dev/null")
    // What the last command of the loop met, a person does once more.
    _ = try person.shell("cd \(person.root); eval \"$COMMAND\" >/dev/null 2>&1")
    try devices[0].run("log water --on 2026-02-21")
    try devices.settle()
    for (place, day) in [(0, "2026-03-01"), (1, "2026-02-20")] {
      let logged = try devices[place].shell("wc -l <logged").output.filter(\.isNumber)
      let facts = try Facts(devices[0].record(on: day))
      #expect(Int(logged) == facts.at.count, "\(said)")
      #expect(facts.progress == facts.total)
    }
  }
}
