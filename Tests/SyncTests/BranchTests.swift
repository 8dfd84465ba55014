import Foundation
import TestSupport
import Testing

/// Which branch of a remote is exchanged with.
@Suite(.ownThreads) struct BranchTests {
  private let devices: Devices

  init() throws { devices = try Devices("mbp", "pho", before: ["07:00 log water"]) }

  private func branches() throws -> String {
    try devices.hub.git("for-each-ref", "--format=%(refname:short)", "refs/heads").output
  }

  private func tip(_ branch: String) throws -> String {
    try devices.hub.git("rev-parse", branch).output
  }

  @Test func `a branch that follows none is not published until it is named`() throws {
    let main = try tip("main")
    try devices[0].gits("switch -q -c experiment")
    try devices[0].run("log water 2", at: "08:00")
    let said = try devices[0].run("sync", status: 78)
    #expect(said.contains("origin has no branch experiment"))
    #expect(said.contains("as a new branch: habit sync origin --to experiment"))
    #expect(try branches() == "main\n")
    try devices[0].run("sync --to experiment")
    #expect(try branches() == "experiment\nmain\n")
    #expect(try tip("main") == main)
    // From now on it follows that one.
    try devices[0].run("log water 3", at: "08:10")
    #expect(try devices[0].run("sync").contains("1 commit went to origin"))
    #expect(try tip("main") == main)
    try devices[0].run("sync --to ../x", status: 64)
  }

  /// The branch that is followed becomes a folder, or is one of a folder that becomes a branch.
  @Test(arguments: [("ann", "ann/phone"), ("ann/phone", "ann"), ("a/b/c", "a")])
  func `the followed branch may take the place of another's folder`(
    old: String,
    new: String
  ) throws {
    let stale = try tip("main")
    try devices.hub.git("branch", old, "main")
    for place in 0...1 { try devices[place].run("sync") }
    try devices.hub.git("branch", "-D", old)
    try devices[0].run("log water 2", at: "08:00")
    #expect(try devices[0].run("sync --to \(new)").contains("went to origin"))
    let known = try devices[0].git("rev-parse", "origin/\(new)").output
    #expect(try tip(new) == known)
    let kept = try devices[0].git("for-each-ref", "--format=%(objectname)", "refs/habit/backup")
    #expect(kept.output == stale)
    // The other one knows of neither, and goes on with main; then it follows, too.
    try devices[1].run("log water 3", at: "08:10")
    for _ in 0..<2 { try devices[1].run("sync") }
    #expect(try devices[1].run("sync --to \(new)").contains("went to origin"))
    try devices[0].run("sync")
    #expect(try Facts(devices[0].record()).progress == 6)
    for place in 0...1 { #expect(try devices[place].complaints() == "") }
  }

  /// `main` itself is a folder at the hub from now on.
  @Test func `a branch that was renamed into a folder of its name is followed`() throws {
    try devices.hub.git("branch", "-m", "main", "trunk")
    try devices.hub.git("branch", "-m", "trunk", "main/all")
    try devices.hub.git("symbolic-ref", "HEAD", "refs/heads/main/all")
    try devices[0].run("log water 2", at: "08:00")
    let said = try devices[0].run("sync", status: 75)
    #expect(said.contains("habit sync --to main/all"), "\(said)")
    try devices[0].run("sync --to main/all")
    for _ in 0..<2 { try devices[0].run("sync") }
    #expect(try tip("main/all") == devices[0].git("rev-parse", "HEAD").output)
    #expect(try devices[0].complaints() == "")
  }

  @Test func `two branches log in the same second, and a merge keeps all of it`() throws {
    let machine = devices[0]
    try machine.gits("switch -q -c side")
    for _ in 0..<2 { try machine.run("log water 2", at: "08:00") }
    try machine.gits("switch -q main")
    for _ in 0..<3 { try machine.run("log water 10", at: "08:00") }
    try machine.gits("switch -q side")
    for _ in 0..<2 { try machine.run("log water 2", at: "08:00") }
    try machine.gits("switch -q main")
    try machine.run("log water 10", at: "08:00")
    try machine.gits("merge -q --no-edit side")
    try machine.run("log water", at: "08:00")
    let facts = try Facts(machine.record())
    #expect(facts.at.count == 10)
    #expect(facts.total == 1 + 4 * 2 + 4 * 10 + 1)
    try devices.settle()
  }

  @Test func `a branch that is left during a sync is not taken for the other one`() throws {
    let machine = devices[0]
    try devices[1].run("log water 2", at: "08:00")
    try devices[1].run("sync")
    try machine.gits("branch side")
    let tip = try machine.git("rev-parse", "main").output
    // What takes the place of ssh switches before it lets git talk.
    try machine.write(
      ".git/ssh",
      "#!/bin/sh\ngit -C \(machine.root) switch -q side; shift; eval \"$@\"\n"
    )
    try machine.git("config", "core.sshCommand", "sh \(machine.root)/.git/ssh")
    try machine.gits("config remote.origin.url ssh://nowhere\(devices.hub.address)")
    let said = try machine.run("sync", status: 75)
    #expect(said.contains("main was left for another branch during the sync\nhint: habit sync\n"))
    #expect(try machine.git("rev-parse", "main", "side").output == tip + tip)
    try machine.gits("switch -q main")
    try machine.gits("config --unset core.sshCommand")
    try machine.gits("config remote.origin.url \(devices.hub.address)")
    try machine.run("sync")
    try devices.settle()
  }

  @Test func `on a terminal, a new branch is confirmed`() throws {
    try devices[0].gits("switch -q -c experiment")
    for (answer, names) in [("n", "main\n"), ("y", "experiment\nmain\n")] {
      let command = "(sleep 1; echo \(answer)) | script -qec 'habit sync' /dev/null"
      let said = try devices[0].shell(command)
      #expect(said.output.contains("origin has no branch experiment; make it there? [y/N]"))
      #expect(try branches() == names, "\(said)")
    }
  }

  @Test func `in an empty remote the branch keeps its name`() throws {
    let hub = try Hub()
    try devices[0].gits("switch -q -c habits")
    try devices[0].run("remote add other \(hub.address)")
    try devices[0].run("sync other")
    #expect(try hub.git("for-each-ref", "--format=%(refname)").output == "refs/heads/habits\n")
  }

  @Test func `a branch is synced with its upstream branch`() throws {
    let main = try tip("main")
    try devices[1].gits("push -q origin main:next")
    try devices[1].gits("switch -q -c mine --track origin/next")
    try devices[1].run("log water 2", at: "08:00")
    try devices[1].run("sync")
    #expect(try tip("main") == main)
    #expect(try branches() == "main\nnext\n")
    #expect(try tip("next") == devices[1].gits("rev-parse HEAD"))
    #expect(try devices[1].run("sync --status").contains("origin  has everything"))
  }

  @Test func `when the followed branch is gone, no other branch is pushed to`() throws {
    try devices.hub.git("branch", "old-backup", "main")
    try devices.hub.git("update-ref", "-d", "refs/heads/main")
    let backup = try tip("old-backup")
    try devices[0].run("log water 2", at: "08:00")
    let said = try devices[0].run("sync", status: 75)
    #expect(said.contains("origin has lost its branch main"))
    #expect(said.contains("habit sync --republish"))
    #expect(try tip("old-backup") == backup && branches() == "old-backup\n")
    try devices[0].run("sync --republish")
    #expect(try branches() == "main\nold-backup\n")
  }

  @Test func `switching branches rewrites no history`() throws {
    try devices[0].gits("switch -q -c experiment")
    try devices[0].run("log water 2", at: "08:00")
    try devices[0].run("sync --to experiment")
    for round in 0..<2 {
      for branch in ["main", "experiment"] {
        try devices[0].gits("switch -q \(branch)")
        try devices[0].run("log water", at: "0\(8 + round):\(branch.count + 10)")
        let head = try devices[0].gits("rev-parse HEAD")
        let said = try devices[0].run("sync")
        #expect(!said.contains("rewrote"), "\(said)")
        #expect(try devices[0].gits("rev-parse HEAD") == head)
      }
    }
    #expect(try devices[0].git("for-each-ref", "refs/habit/backup").output == "")
  }

  @Test func `two work trees of one repository sync their own branches`() throws {
    let folder = "\(devices[0].home.path)/side"
    try devices[0].gits("worktree add -q -b side \(folder)")
    let side = devices[0].with(["HABIT_REPO": folder, "HABIT_DEVICE": "side"])
    try side.run("sync --to side")
    for round in 0..<3 {
      try devices[0].run("log water", at: "08:0\(round)")
      try side.run("log water", at: "08:1\(round)")
      #expect(try !devices[0].run("sync").contains("rewrote"))
      #expect(try !side.run("sync").contains("rewrote"))
    }
    #expect(try devices.hub.git("rev-list", "--count", "main..side").output == "3\n")
    #expect(try devices.hub.git("rev-list", "--count", "side..main").output == "3\n")
    try devices[0].gits("worktree remove \(folder)")
  }

  @Test func `a clone of release 0.1.0 still works, and its reference stays`() throws {
    let old = "refs/habit/published/origin"
    let seen = try devices[0].gits("rev-parse refs/habit/published-to/origin/main").dropLast()
    try devices[0].gits("update-ref -d refs/habit/published-to/origin/main")
    try devices[0].gits("update-ref \(old) \(seen)")
    // What that release saw on one branch says nothing about another.
    try devices[0].gits("push -q origin main~1:refs/heads/early")
    try devices[0].gits("fetch -q")
    try devices[0].gits("switch -q -c early --track origin/early")
    try devices[0].run("log water 2", at: "08:00")
    #expect(try !devices[0].run("sync --dry-run").contains("rewrote"))
    try devices[0].gits("switch -q main")
    try devices.hub.recreate()
    try devices[0].run("sync", status: 75)
    try devices[0].run("sync --republish")
    #expect(try devices[0].gits("rev-parse \(old)").dropLast() == seen)
    try devices[0].run("remote remove origin")
    #expect(try devices[0].git("for-each-ref", "refs/habit").output == "")
  }

  @Test func `a hub that takes only pull requests gets a branch of its own`() throws {
    try devices.hub.hook(
      "update",
      "#!/bin/sh\n[ \"$1\" != refs/heads/main ] || [ -n \"$MAINTAINER\" ]\n"
    )
    let web = devices[1].with(["MAINTAINER": "yes"])
    try devices[0].run("log water 2", at: "08:00")
    try devices[0].run("sync", status: 77)
    try devices[0].run("sync --to mbp")
    // Main goes on, the request is merged there as one commit, and its branch is deleted.
    try web.run("log water 3", at: "09:00")
    try web.run("sync")
    try web.gits("fetch -q")
    try web.gits("merge -q --squash origin/mbp")
    try web.gits("commit -qm squashed")
    try web.gits("push -q")
    try devices.hub.git("update-ref", "-d", "refs/heads/mbp")
    try devices[0].run("log water 4", at: "10:00")
    let said = try devices[0].run("sync --to mbp")
    #expect(said.contains("came"), "\(said)")
    #expect(
      try devices[0].record() == #"{"progress": 10, "at": ["07:00:00 mbp", "08:00:00 mbp +2", "#
        + #""09:00:00 pho +3", "10:00:00 mbp +4"]}"#
    )
    #expect(try tip("mbp") == devices[0].gits("rev-parse HEAD"))
    // The branch here goes on following main.
    #expect(try devices[0].gits("config branch.main.merge") == "refs/heads/main\n")
    let merges = try devices[0].gits("rev-list --merges --count HEAD")
    try devices[0].run("sync --to mbp")
    #expect(try devices[0].gits("rev-list --merges --count HEAD") == merges)
  }

  @Test func `sync --status works with a detached HEAD`() throws {
    try devices[0].gits("checkout -q --detach")
    #expect(try devices[0].run("sync --status").contains("origin  has everything"))
    try devices[0].gits("commit -q --allow-empty -m x")
    #expect(try devices[0].run("sync --status").contains("origin  1 commit to send"))
    let said = try devices[0].run("sync", status: 78)
    #expect(said.contains("HEAD is at no branch"))
  }

  @Test(arguments: ["refs/habit/published-to/origin/main", "refs/remotes/origin/main"])
  func `a lock that a killed process left on a tracking reference is removed`(name: String) throws {
    try devices[0].run("log water 2", at: "08:00")
    try devices[0].shell("touch ~/.local/share/habit/.git/\(name).lock")
    try devices[0].run("sync")
    try devices.settle()
  }

  @Test func `a lock that another process holds for a moment is waited for`() throws {
    try devices[0].run("log water 2", at: "08:00")
    let lock = "~/.local/share/habit/.git/refs/habit/published-to/origin/main.lock"
    let said = try devices[0].shell("touch \(lock); (sleep 2; rm \(lock)) & habit sync; wait")
    #expect(said.status == 0 && said.output.contains("went to origin"), "\(said)")
  }

  @Test func `the HEAD of a hub without a branch is set to ours, so that git clones the files`()
    throws
  {
    let folder = devices[0].home.path
    try devices[0].shell("git init -q --bare --object-format=sha1 -b trunk \(folder)/new.git")
    try devices[0].run("remote add new \(folder)/new.git")
    try devices[0].run("sync new")
    let said = try devices[0].shell("git clone -q new.git copy && ls copy/guest/habits/water")
    #expect(said.output == "2026.json\nhabit.json\n", "\(said)")
    // One that exists stays.
    try devices[0].gits("push -q \(folder)/new.git main:trunk")
    try devices[0].shell("git -C new.git symbolic-ref HEAD refs/heads/trunk")
    try devices[0].run("log water 2", at: "08:00")
    try devices[0].run("sync new")
    #expect(try devices[0].shell("cat new.git/HEAD").output == "ref: refs/heads/trunk\n")
  }
}
