import Foundation
import TestSupport
import Testing

@Suite struct MachineTests {
  /// A program that tells what it was given.
  private let programs: TemporaryFolder

  init() throws {
    programs = try TemporaryFolder()
    let script = "#!/bin/bash\necho \"$HABIT_DEVICE $HABIT_NOW $*\"\ncat\npwd\n"
    try programs.writeProgram(script, to: "habit")
  }

  @Test func `the test runs the program with its own home, clock and device`() throws {
    let machine = try Machine("pho", programs: programs.url)
    let transcript = try machine.habit("log", "drink water", input: "in\n")
    #expect(
      transcript.output == "pho 2026-03-01T09:00:00 log drink water\nin\n\(machine.home.path)\n"
    )
    let later = try machine.at("2026-03-02T10:00:00").with(["HABIT_DEVICE": "tab"]).habit("x")
    #expect(later.output.hasPrefix("tab 2026-03-02T10:00:00 x\n"))
    let once = try machine.habit("x", now: "2026-03-03T10:00:00").output
    #expect(once.hasPrefix("pho 2026-03-03T10:00:00 x\n"))
    #expect(try machine.habit("x").output.hasPrefix("pho 2026-03-01T09:00:00 x\n"))
    let other = try machine.habit("x", with: ["HABIT_DEVICE": "tab"]).output
    #expect(other.hasPrefix("tab 2026-03-01T09:00:00 x\n"))
    #expect(try machine.start("y").wait().output.hasPrefix("pho 2026-03-01T09:00:00 y\n"))
    #expect(try machine.shell("habit a | head -1").output == "pho 2026-03-01T09:00:00 a\n")
  }

  @Test func `files of the repository are written, read and gone afterwards`() throws {
    var machine: Machine? = try Machine(programs: programs.url)
    let (home, root) = try (#require(machine).home, #require(machine).root)
    try machine?.write("a/b.txt", "text\n")
    #expect(root == "\(home.path)/.local/share/habit")
    #expect(try machine?.read("a/b.txt") == "text\n")
    #expect(machine?.exists("a/b.txt") == true)
    #expect(machine?.exists("a/c.txt") == false)
    #expect(try machine?.shell("cat \(root)/a/b.txt").output == "text\n")
    machine = nil
    #expect(!FileManager.default.fileExists(atPath: home.path))
  }

  @Test func `two computers share nothing`() throws {
    let machines = try (Machine(programs: programs.url), Machine(programs: programs.url))
    try machines.0.write("a.txt", "text\n")
    #expect(!machines.1.exists("a.txt"))
  }

  @Test func `a sound and clean repository passes`() throws {
    try committed().judge()
  }

  @Test func `a file that is not committed fails`() async throws {
    let machine = try committed()
    try machine.write("b.txt", "text\n")
    let messages = try await failures { try machine.judge() }
    #expect(messages == ["git status --porcelain:\n?? b.txt\n[exit 0]\n"])
  }

  @Test func `a repository that lost an object fails`() async throws {
    let machine = try committed()
    try machine.shell("cd \(machine.root); rm -f $(find .git/objects -type f | head -1)")
    let messages = try await failures { try machine.judge() }
    #expect(messages.contains { $0.contains(" fsck --strict --no-dangling:\n") })
  }

  @Test func `without a repository it fails`() async throws {
    let machine = try Machine()
    try machine.write("a.txt", "")
    let messages = try await failures { try machine.judge() }
    #expect(messages.count == 1)
  }

  /// A computer with one commit, made by git.
  private func committed() throws -> Machine {
    let machine = try Machine(programs: programs.url)
    try machine.write("a.txt", "text\n")
    try #require(machine.git("init", "-q", "-b", "main").status == 0)
    try #require(machine.git("add", ".").status == 0)
    try #require(machine.git("commit", "-qm", "one").status == 0)
    let log = try machine.git("log", "--format=%an %aI")
    #expect(log.output == "Test 2026-03-01T09:00:00+00:00\n")
    return machine
  }
}
