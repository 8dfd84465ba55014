import Foundation
import TestSupport
import Testing

/// References that a synchroniser renamed or removed: no history begins anew.
@Suite struct VanishedBranchTests {
  private let machine: Machine
  private let tip: String

  init() throws {
    machine = try Machine()
    try machine.habit("add", "Water")
    try machine.shell("git init -q --bare -b main hub.git; habit remote add origin hub.git")
    try machine.habit("log", "water")
    try machine.habit("sync")
    try machine.habit("log", "water")
    tip = try machine.git("rev-parse", "HEAD").output
  }

  /// Renames the reference, and what else is named, as rclone does.
  private func vanish(_ logs: String = "") throws {
    try machine.shell(
      """
      cd \(machine.root)/.git && mv refs/heads/main refs/heads/main..path1 && rm -rf \(logs)
      cp refs/heads/main..path1 refs/habit/published-to/origin/main..path1
      """
    )
  }

  @Test(arguments: ["", "logs", "logs refs/habit refs/remotes"])
  func `the next record goes on where the branch was`(logs: String) throws {
    try vanish(logs)
    let said = try machine.habit("log", "water")
    #expect(said.status == 0)
    #expect(
      said.errors.contains("warning: put back: refs/heads/main, which had vanished"),
      "\(said)"
    )
    #expect(try machine.git("rev-parse", "HEAD~1").output == tip)
    #expect(try machine.habit("sync").status == 0)
    #expect(try machine.habit("check").status == 0)
    #expect(
      try machine.git("rev-parse", "HEAD", "origin/main").output.split(separator: "\n").count == 2
    )
    try machine.judge()
  }

  @Test func `check reports it, and check --fix puts it back`() throws {
    try vanish()
    let found = try machine.habit("check")
    #expect(found.status == 65)
    #expect(found.text.contains(".git/refs/heads/main: ") && found.text.contains("main..path1"))
    #expect(try machine.habit("check", "--fix").status == 0)
    #expect(try machine.git("rev-parse", "HEAD").output == tip)
    #expect(try machine.habit("check").status == 0)
    try machine.judge()
  }

  @Test func `a sync puts it back, and sets aside what git cannot read`() throws {
    try vanish()
    #expect(try machine.habit("sync").status == 0)
    #expect(try machine.shell("git -C hub.git rev-parse main").output == tip)
    #expect(try machine.git("fetch", "-q").status == 0)
  }

  @Test func `a branch that was begun without history stays one`() throws {
    try machine.git("checkout", "-q", "--orphan", "other")
    let said = try machine.habit("log", "water")
    #expect(said.status == 0 && !said.errors.contains("put back"), "\(said)")
    #expect(try machine.git("rev-list", "--count", "HEAD").output < "3")
  }
}
