import TestSupport
import Testing

/// Hubs that a synchroniser, a dying disk or a rename has left in parts.
@Suite struct IncompleteHubTests {
  private let devices: Devices

  init() throws {
    devices = try Devices("mbp", "pho", before: ["07:00 log water"])
  }

  /// Where the commit is left, git would send nothing that it needs.
  @Test(arguments: [
    "rm -r objects; mkdir -p objects/pack objects/info",
    "tree=$(git rev-parse main^{tree}); rm -f objects/${tree:0:2}/${tree:2}",
  ])
  func `nothing counts as published to a hub without objects, until all are sent again`(
    loss: String
  ) throws {
    #expect(try devices[0].shell("cd \(devices.hub.address); \(loss)").status == 0)
    try devices[0].run("log water 2", at: "08:00")
    let said = try devices[0].run("sync", status: 75)
    #expect(said.contains("origin is incomplete: ") && said.contains("habit sync --republish"))
    #expect(try devices[0].run("sync --republish").contains("1 commit went to origin"))
    #expect(try devices.hub.git("fsck", "--strict").status == 0)
    try devices.settle()
    #expect(try devices[1].record()?.hasPrefix(#"{"progress": 3,"#) == true)
  }

  /// Hubs that git opens, and libgit2 not always: what git 3.0 makes, where it is there, and those of others.
  @Test(arguments: [
    "git config core.repositoryFormatVersion 1; git config extensions.preciousObjects true",
    "git config core.repositoryFormatVersion 1; git config extensions.objectFormat sha1",
    "test $(id -u) != 0 || chown -R 12345 .; git config --global safe.directory '*'"
      + "; git config --global safe.bareRepository explicit",
    "git refs migrate --ref-format=reftable 2>/dev/null || true",
  ])
  func `a hub of any kind is checked, healed and pointed to the branch`(kind: String) throws {
    let hub = devices.hub.address
    let made = try devices[0].shell("cd \(hub); git symbolic-ref HEAD refs/heads/x; \(kind)")
    #expect(made.status == 0, "\(made)")
    try devices[0].run("log water", at: "07:30")
    try devices[0].run("sync")
    let head = try devices[0].shell("git --git-dir \(hub) symbolic-ref HEAD")
    #expect(head.output == "refs/heads/main\n")
    let loss = "tree=$(git --git-dir . rev-parse main^{tree}); rm -f objects/${tree:0:2}/${tree:2}"
    #expect(try devices[0].shell("cd \(hub); \(loss)").status == 0)
    try devices[0].run("log water 2", at: "08:00")
    let said = try devices[0].run("sync", status: 75)
    #expect(said.contains("origin is incomplete: ") && said.contains("habit sync --republish"))
    #expect(try devices[0].run("sync --republish").contains("1 commit went to origin"))
    #expect(try devices[0].shell("git --git-dir \(hub) fsck --strict").status == 0)
    // The other device is no user who trusts it.
    try devices[1].shell("git config --global safe.directory '*'")
    try devices[1].run("sync")
    #expect(try Facts(devices[1].record()).progress == 4)
  }

  @Test(arguments: [
    ("mkfifo packed-refs", Int32(75)), ("rm config; mkfifo config", 75),
    ("mkfifo objects/info/alternates", 75), ("rm refs/heads/main; mkfifo refs/heads/main", 75),
    ("rm HEAD; mkfifo HEAD", 75),
    // git passes over a pack that is no file, and so do we.
    ("mkfifo objects/pack/pack-1.idx objects/pack/pack-1.pack", 0),
  ])
  func `a pipe in a hub is waited for as long as was asked`(line: String, status: Int32) throws {
    #expect(
      try devices[0].shell("cd \(devices.hub.address); mkdir -p objects/info; \(line)").status == 0
    )
    try devices[0].run("log water 2", at: "08:00")
    let start = ContinuousClock.now
    _ = try devices[0].run("sync --timeout 2", status: status)
    #expect(.now - start < .seconds(20))
  }

  @Test(arguments: [
    "ln -s ../heads refs/heads/loop", "mkdir -p refs/heads/$(printf 'x/%.0s' {1..900})",
  ])
  func `a hub with folders without end is asked by git`(line: String) throws {
    #expect(try devices[0].shell("cd \(devices.hub.address); \(line)").status == 0)
    try devices[0].run("log water 2", at: "08:00")
    try devices[0].run("sync")
    try devices.settle()
    #expect(try devices[1].record()?.hasPrefix(#"{"progress": 3,"#) == true)
  }

  @Test(arguments: ["ref: refs/heads/main", "", "x"])
  func `a branch whose file names no commit is named, and the hint puts it right`(
    text: String
  ) throws {
    let file = devices.hub.address + "/refs/heads/main"
    try devices[0].shell("printf '\(text)' >\(file)")
    try devices[0].run("log water 2", at: "08:00")
    for command in ["sync", "sync --republish"] {
      let said = try devices[0].run(command, status: 75)
      #expect(said.contains("origin has a damaged branch main: \(file) names no commit"), "\(said)")
      let hint = "rm \(file) && habit sync --republish"
      #expect(said.contains("hint: if no other program is writing it: \(hint)\n"), "\(said)")
    }
    #expect(try devices[0].shell("rm \(file) && habit sync --republish").status == 0)
    try devices.settle()
    #expect(try devices[1].record()?.hasPrefix(#"{"progress": 3,"#) == true)
  }

  @Test(arguments: [("Input/output error", Int32(74)), ("Is a directory", 78)])
  func `a disk that fails while git reads its settings is no wrong setting`(
    reason: String,
    status: Int32
  ) throws {
    try devices[1].run("log water", at: "08:00")
    try devices[1].run("sync")
    let words = "unknown error occurred while reading the configuration files"
    try devices[0].shell(
      """
      mkdir ~/bin; cat >~/bin/git <<'END'
      #!/bin/sh
      case " $* " in *" fetch "*) ;; *) exec /usr/bin/git "$@" ;; esac
      echo "warning: unable to access '$HOME/.gitconfig': \(reason)" >&2
      echo "fatal: \(words)" >&2; exit 128
      END
      chmod +x ~/bin/git
      """
    )
    let said = try devices[0].shell("PATH=~/bin:$PATH habit sync")
    #expect(said.status == status && said.errors.contains("origin: fatal: \(words)"), "\(said)")
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

  @Test func `where two branches have what was published, none is named as the new one`() throws {
    try devices.hub.git("branch", "side")
    try devices.hub.git("branch", "-m", "main", "trunk")
    let said = try devices[0].run("sync", status: 75)
    #expect(said.contains("has lost its branch main") && !said.contains("renamed"), "\(said)")
  }

  /// What a synchroniser makes of two copies of the hub, to each of which one device has pushed.
  private func join(as copy: String) throws {
    let (mine, theirs) = (devices.hub.address, devices.hub.address + ".copy")
    try devices[0].shell("cp -a \(mine) \(theirs)")
    try devices[1].gits("remote set-url origin \(theirs)")
    for (place, step) in ["log water 2", "log water 4"].enumerated() {
      try devices[place].run("sync")
      try devices[place].run(step, at: "08:0\(place)")
      try devices[place].run("sync")
    }
    try devices[1].gits("remote set-url origin \(mine)")
    let heads = "\(mine)/refs/heads"
    try devices[0].shell(
      """
      cp -a \(theirs)/objects/. \(mine)/objects/; mv \(heads)/main "\(heads)/\(copy)"
      cp \(theirs)/refs/heads/main \(heads)/main; git -C \(mine) branch main-2025 main~1
      """
    )
  }

  @Test(arguments: [0, 1])
  func `what a synchroniser's copy of the branch has is merged, in either order`(
    first: Int
  ) throws {
    let copy = "main.sync-conflict-20260301-090000-ABCDEFG"
    try join(as: copy)
    let said = try devices[first].run("sync")
    let remove = "git push origin --delete \(copy)"
    #expect(said.contains("warning: origin has \(copy), which a synchroniser made"), "\(said)")
    #expect(said.contains("; remove it: \(remove)\n") && !said.contains("rewritten"), "\(said)")
    try devices.settle(reversed: first == 1)
    #expect(try devices[1 - first].record()?.hasPrefix(#"{"progress": 7,"#) == true)
    #expect(try !devices[first].run("sync").contains("warning"))
    try devices[first].shell("cd \(devices[first].root) && \(remove)")
    let left = try devices.hub.git("for-each-ref", "--format=%(refname:short)").output
    #expect(left == "main\nmain-2025\n")
  }

  @Test(arguments: ["main..path1", "main (conflicted copy 2026-03-01)"])
  func `a copy of the branch that git cannot read is told, with the way to merge it`(
    copy: String
  ) throws {
    try join(as: copy)
    let said = try devices[1].run("sync")
    #expect(try devices[1].run("sync") == said)
    let way = try #require(said.firstRange(of: "; to merge it: mv "), "\(said)")
    let line = said[way.upperBound...].prefix { $0 != "\n" }
    let command = "mv " + line.replacing(", then habit sync", with: "")
    #expect(try devices[1].shell(command).status == 0)
    #expect(try devices[1].run("sync").contains("which a synchroniser made of its branch main"))
    try devices.settle()
    #expect(try devices[0].record()?.hasPrefix(#"{"progress": 7,"#) == true)
  }

  /// Nothing but the copy tells that there is something to do.
  @Test func `a copy of the branch that arrives alone is merged, one of another history is not`()
    throws
  {
    for _ in 0..<2 { try devices[1].run("sync") }
    try devices[0].run("log water 2", at: "08:00")
    try devices[0].gits("push -q origin main:main.copy")
    try devices[0].gits("reset -q --hard origin/main")
    let said = try devices[1].run("sync")
    #expect(said.contains("warning: origin has main.copy, which a synchroniser made"), "\(said)")
    #expect(try devices[1].record()?.hasPrefix(#"{"progress": 3,"#) == true)
    try devices[1].run("sync")
    let tree = try devices.hub.git("rev-parse", "main^{tree}").output.dropLast()
    let root = try devices[1].gitProcess(["commit-tree", "-m", "other", String(tree)]).run().output
    try devices[1].gits("push -q origin \(root.dropLast()):refs/heads/main.other")
    #expect(try !devices[1].run("sync").contains("warning"))
  }

  /// Who may push a branch of any name there need not be allowed to push to this one.
  @Test func `a branch at another computer is no synchroniser's copy`() throws {
    try devices[0].run("log water 2", at: "08:00")
    try devices[0].gits("push -q origin main:main.mine")
    try devices[1].gits("remote set-url origin ssh://nas\(devices.hub.address)")
    try devices[1].git("config", "ssh.variant", "simple")
    try devices[1].git("config", "core.sshCommand", #"sh -c 'eval "$2"' ssh"#)
    try devices[1].run("sync")
    #expect(try devices[1].record()?.hasPrefix(#"{"progress": 1,"#) == true)
  }
}
