import Foundation
import TestSupport
import Testing

/// Linked work trees of one clone, each on a branch of its own.
@Suite struct WorktreeTests {
  /// The device with the main work tree; nobody has given it a nickname.
  private let machine: Machine
  private let device: String

  init() throws {
    machine = try Machine(now: "2026-03-01T09:00:00").with(["HABIT_DEVICE": ""])
    try machine.run("add Water --from 2026-01-01", at: "2026-02-01")
    try machine.run("log water", at: "07:00")
    device = try #require(
      try Facts(machine.record()).at.first?.split(separator: " ").last.map(String.init)
    )
    try machine.gits("worktree add -q ../second -b second")
  }

  /// Runs a line of bash in the linked work tree.
  @discardableResult
  private func second(_ line: String, at time: String = "09:00:00") throws -> String {
    let folder = machine.repository.deletingLastPathComponent().appending(path: "second").path
    let said = try machine.shell("cd \(folder) && \(line)", now: "2026-03-01T\(time)")
    try #require(said.status == 0, "\(said)")
    return said.output
  }

  @Test func `a linked work tree has the user of the main one until it is switched`()
    throws
  {
    try machine.run("user add ann")
    try machine.run("user switch ann")
    try machine.run("user add bob")
    #expect(try second("git merge -q main && habit today --json").contains(#""user": "ann""#))
    try second("habit user switch bob")
    #expect(try second("habit today --json").contains(#""user": "bob""#))
    #expect(try machine.run("today --json").contains(#""user": "ann""#))
  }

  @Test func `two logs in the same second in two work trees count twice`() throws {
    try machine.run("log water", at: "08:00")
    try second("habit log water", at: "08:00:00")
    try machine.gits("merge -q --no-edit second")
    let facts = try Facts(machine.record())
    #expect(facts.progress == 3 && facts.at.count == 3)
    #expect(facts.at.filter { $0 == "08:00:00 \(device)" }.count == 1)
    try machine.judge()
  }

  @Test func `undo in a work tree undoes the last command of that work tree`() throws {
    try second("habit log water 2", at: "08:00:00")
    try machine.run("log water 3", at: "08:10")
    try second("habit undo water", at: "08:20:00")
    #expect(try Facts(machine.record()).progress == 4)
    #expect(try second("habit query --json").contains(#""progress": 1"#))
  }

  @Test func `two work trees with concurrent writers lose nothing`() throws {
    let count = rounds(8, long: 100)
    let writer = "for i in $(seq \(count)); do habit log water >/dev/null || echo failed; done"
    let told = try machine.shell(
      """
      for tree in \(machine.root) \(machine.root)/../second; do
        for p in 1 2 3; do (cd $tree; \(writer)) & done
      done
      (cd \(machine.root); for i in 1 2 3 4 5; do git gc -q 2>/dev/null; done) &
      wait
      """
    )
    #expect(told.text == "")
    try second("test -z \"$(git status --porcelain)\"")
    try machine.gits("merge -q --no-edit second")
    #expect(try Facts(machine.record()).at.count == 6 * count + 1)
    try machine.judge()
  }
}
