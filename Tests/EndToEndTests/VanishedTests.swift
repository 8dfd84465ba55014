import Foundation
import TestSupport
import Testing

/// Files that a synchroniser or a file manager took away: nothing that was recorded looks as if it had
/// never been.
@Suite struct VanishedTests {
  let machine: Machine

  init() throws {
    machine = try Machine()
    try machine.habit("init", machine.root)
    try machine.habit("user", "add", "alice")
    try machine.habit("user", "switch", "alice")
    try machine.habit("add", "Water", "--goal", "8 glasses", "--from", "2026-02-01")
    try machine.habit("add", "Read", "--from", "2026-02-01")
    try machine.habit("log", "water", "3")
  }

  @Test(arguments: ["alice", "alice/habits/water", "alice/habits/water/2026.json"])
  func `commands that show report vanished files, and commands that write restore them`(
    place: String
  ) throws {
    func takeAway() throws { try machine.shell("rm -r \(machine.root)/\(place)") }
    try takeAway()
    let today = try machine.habit("today")
    #expect(today.status == 0 && today.output.contains("3/8"), "\(today)")
    #expect(today.errors.hasSuffix("; the next command that writes puts it back\n"), "\(today)")
    #expect(try machine.habit("user", "list").output.contains("alice"))
    let checked = try machine.habit("check")
    #expect(checked.status == 65)
    #expect(checked.output.contains("\(Place.year): the file is gone\n"), "\(checked)")
    #expect(checked.output.contains("hint: habit check --fix puts it back"))
    #expect(!machine.exists(Place.year))
    let fixed = try machine.habit("check", "--fix")
    #expect(fixed.status == 0, "\(fixed)")
    #expect(fixed.errors.contains("Restored \(Place.year), which was missing"), "\(fixed)")
    #expect(try machine.habit("today").errors == "")
    try takeAway()
    let logged = try machine.habit("log", "water")
    #expect(logged.output.contains("4/8"), "\(logged)")
    #expect(logged.errors.contains("restored \(Place.year), which was missing"), "\(logged)")
    #expect(try machine.complaints() == "")
  }

  /// Without its marker a folder would be no repository, and the next command would make another one.
  @Test(arguments: [".habit.json", "*"])
  func `a repository without its marker file still works`(names: String) throws {
    let place = machine.home.path + "/other"
    try machine.shell("mv \(machine.root) \(place); cd \(place) && rm -r .habit.json \(names)")
    func run(_ line: String) throws -> Transcript { try machine.shell("cd other; habit \(line)") }
    #expect(try run("today").output.contains("3/8"))
    let checked = try run("check")
    #expect(checked.status == 65)
    let told = ".habit.json: the file is gone\nhint: habit check --fix puts it back\n"
    #expect(checked.output.contains(told), "\(checked)")
    if names == ".habit.json" {
      #expect(try run("check --fix").status == 0)
      try machine.shell("cd \(place) && git diff --exit-code && rm .habit.json")
    }
    let logged = try run("log water")
    #expect(logged.output.contains("4/8"), "\(logged)")
    #expect(try run("check").status == 0)
    #expect(!machine.exists(""))
  }

  @Test func `files that git removed or a sparse checkout omits are not reported as vanished`()
    throws
  {
    try machine.git("sparse-checkout", "set", "--no-cone", "/*", "!/alice/habits/read/")
    #expect(!machine.exists("alice/habits/read/habit.json"))
    #expect(try machine.habit("today").errors == "")
    let added = try machine.habit("add", "Read")
    #expect(added.status == 73, "\(added)")
    let hint = "hint: git -C ~/.local/share/habit sparse-checkout add alice/habits/read\n"
    #expect(added.errors.contains(hint), "\(added)")
    #expect(try machine.git("status", "--porcelain").output == "")
    try machine.git("rm", "-r", "-q", "alice/habits/water")
    #expect(try machine.habit("today").errors == "")
    #expect(try machine.habit("check").status == 0)
  }

  private enum Place {
    static let year = "alice/habits/water/2026.json"
  }
}
