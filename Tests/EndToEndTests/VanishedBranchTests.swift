import TestSupport
import Testing

/// References that a synchroniser, a crash or a person took away: no history begins anew.
@Suite struct VanishedBranchTests {
  private let machine: Machine
  private let tip: String

  /// One record is published, and one is not.
  init() throws {
    machine = try Machine()
    try machine.habit("add", "Water")
    try machine.shell(
      "git init -q --bare --object-format=sha1 -b main hub.git; habit remote add origin ~/hub.git"
    )
    try machine.habit("log", "water")
    try machine.habit("sync")
    try machine.habit("log", "water")
    tip = try machine.git("rev-parse", "HEAD").output
  }

  private func inGit(_ line: String) throws {
    #expect(try machine.shell("cd \(machine.root)/.git && \(line)").status == 0)
  }

  private static let rename = "mv refs/heads/main refs/heads/main..path1"
  private static let lose = "rm refs/heads/main"

  /// What was renamed or lost, and what has gone with it.
  @Test(arguments: [
    rename, "\(rename) && cp refs/heads/main..path1 refs/habit/published-to/origin/",
    "mv refs/heads/main 'refs/heads/main (conflicted copy 2026-03-01)'; rm -r logs",
    "mv refs/heads/main refs/heads/main.sync-conflict-20260301; rm -r logs habit",
    "\(rename); rm -r logs habit refs/habit refs/remotes", "\(lose)", "\(lose); rm -r logs",
    "\(lose); rm -r logs refs/habit refs/remotes", "git pack-refs --all; rm packed-refs",
    "rm HEAD", "rm HEAD refs/heads/main", "rm HEAD; rm -r logs",
  ])
  func `the next record follows the newest commit that is known here`(loss: String) throws {
    try inGit(loss)
    let checked = try machine.habit("check")
    #expect(checked.status == 65 && checked.output.contains(".git/"), "\(checked)")
    let looked = try machine.habit("history")
    #expect(looked.status == 65 && looked.errors.contains("hint: habit check --fix puts it back\n"))
    let logged = try machine.habit("log", "water")
    #expect(logged.status == 0, "\(logged)")
    #expect(logged.errors.contains("warning: restored "), "\(logged)")
    #expect(try machine.git("rev-parse", "HEAD~1").output == tip)
    #expect(try machine.habit("sync").status == 0)
    #expect(
      try machine.git("--git-dir", "../../../hub.git", "rev-parse", "main").output
        == machine.git("rev-parse", "main").output
    )
    #expect(try machine.habit("check").output.hasSuffix("no problem\n"))
    try machine.judge()
  }

  @Test(arguments: ["check --fix", "sync"])
  func `a repair and a sync put the branch back, too`(command: String) throws {
    try inGit(VanishedBranchTests.rename)
    let done = try machine.shell("habit \(command)")
    #expect(done.status == 0 && (done.output + done.errors).contains("refs/heads/main"), "\(done)")
    #expect(try machine.git("rev-parse", "HEAD").output == tip)
    try machine.judge()
  }

  @Test func `what was published is put back where nothing newer is known`() throws {
    try inGit("\(VanishedBranchTests.lose); rm -r logs habit/operations")
    #expect(try machine.habit("log", "water").output.contains("3"))
    #expect(
      try machine.git("rev-list", "--max-parents=0", "HEAD").output.split(separator: "\n").count
        == 1
    )
    #expect(try machine.git("merge-base", "--is-ancestor", "origin/main", "HEAD").status == 0)
    try machine.judge()
  }

  @Test func `a lost HEAD goes back to the branch that was checked out`() throws {
    try machine.git("checkout", "-q", "-b", "side")
    try machine.habit("log", "water")
    try inGit("rm HEAD")
    #expect(try machine.habit("log", "water").errors.contains("restored HEAD, which was missing"))
    #expect(try machine.git("rev-list", "--count", "main..side").output == "2\n")
    try machine.judge()
  }

  @Test func `commits that the user dropped do not return while the reflog exists`() throws {
    try machine.git("reset", "-q", "--hard", "HEAD~1")
    let dropped = try machine.git("rev-parse", "HEAD").output
    try inGit(VanishedBranchTests.lose)
    #expect(try machine.habit("check", "--fix").status == 0)
    #expect(try machine.git("rev-parse", "HEAD").output == dropped)
    try machine.judge()
  }

  @Test(arguments: ["log water", "check", "check --fix", "sync", "history"])
  func `no new history begins if nothing names the lost branch`(command: String) throws {
    try inGit("\(VanishedBranchTests.lose); rm -r logs habit refs/habit refs/remotes")
    let said = try machine.shell("habit \(command)")
    #expect(said.status == 65, "\(said)")
    #expect(said.errors.contains("; nothing was changed\n"), "\(said)")
    let hint = "hint: find the commit: git -C ~/.local/share/habit fsck --lost-found; "
    #expect(said.errors.contains(hint), "\(said)")
    let found = try machine.git("fsck", "--lost-found").output.split(separator: " ").last ?? ""
    #expect(found == tip)
    #expect(try machine.shell("git -C \(machine.root) branch main \(found)").status == 0)
    #expect(try machine.habit("sync").status == 0)
    try machine.judge()
  }

  @Test(arguments: [
    "git checkout -q --orphan other",
    "git init -q --object-format=sha1 fresh; cd fresh; habit init",
  ])
  func `an orphan branch stays without history`(line: String) throws {
    let begun = try machine.shell("cd \(machine.root); \(line); habit add Read; habit log read")
    #expect(begun.status == 0 && !begun.errors.contains("restored"), "\(begun)")
  }
}
