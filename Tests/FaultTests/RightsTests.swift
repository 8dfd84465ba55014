import Foundation
import Glibc
import TestSupport
import Testing

/// What a command lacks that is neither disk nor line: rights, an owner, a home, a name.
@Suite struct RightsTests {
  let machine: Machine
  static let water = "guest/habits/drink-water/2026.json"

  init() throws {
    machine = try Machine()
    try machine.must("add", "Drink water", "--goal", "8 glasses")
    try machine.must("log", "water")
  }

  static let writing: [[String]] = [
    ["log", "water"], ["undo"], ["add", "Read"], ["edit", "water", "--goal", "9 glasses"],
    ["archive", "water"], ["user", "add", "Bob"], ["vacation", "start"], ["check", "--fix"],
    ["fmt"], ["remote", "add", "origin", "/nowhere"],
  ]

  /// All files, git's too, with their contents.
  private func everything() -> [String: Data] {
    let paths = FileManager.default.enumerator(atPath: machine.root)?.compactMap { $0 as? String }
    let files = (paths ?? []).map {
      ($0, FileManager.default.contents(atPath: "\(machine.root)/\($0)"))
    }
    return Dictionary(uniqueKeysWithValues: files).compactMapValues { $0 }
  }

  @Test(
    .enabled(if: canBeNobody, "only root can act as another user, and they must see the program"),
    arguments: writing
  )
  func `a folder that may not be written to is left as it is`(command: [String]) throws {
    _ = try machine.shell("chown -R 65534:65534 . && chmod a+rx . && chmod -R a-w .local")
    // What is laid out already needs no writing.
    let before = everything()
    let told = try machine.asNobody(["habit"] + command)
    #expect(everything() == before)
    guard command != ["fmt"], command != ["check", "--fix"] else {
      return #expect(told.status == 0 || told.status == 77, "\(told)")
    }
    #expect(told.status == 77, "\(told)")
    #expect(told.errors.hasPrefix("habit: "), "\(told)")
    #expect(told.errors.contains("Permission denied"), "\(told)")
    #expect(try machine.asNobody(["habit", "today"]).status == 0)
  }

  @Test(.enabled(if: getuid() == 0, "only root can give files away"), arguments: writing)
  func `a folder of another user is left as it is, with a hint`(command: [String]) throws {
    _ = try machine.shell("chown -R 12345 \(machine.root)")
    let told = try machine.process(["habit"] + command).run()
    #expect(told.status == 77, "\(told)")
    #expect(told.errors.contains("belongs to another user"), "\(told)")
    #expect(told.errors.contains("safe.directory \(machine.root)\n"), "\(told)")
    #expect(
      try machine.shell("git -C .local/share/habit -c safe.directory='*' status -s").text == ""
    )
    #expect(try machine.habit("today").status == 0)
  }

  @Test func `without HOME a repository must be named`() throws {
    let nowhere = try machine.shell("env -u HOME habit log water")
    #expect(nowhere.status == 78, "\(nowhere)")
    #expect(nowhere.errors.contains("HOME is not set"))
    let habit = Build.folder.appending(path: "habit").path
    let bare = try machine.shell("env -i \(habit) log water")
    #expect(bare.status == 78, "\(bare)")
    let named = try machine.shell(
      "env -i HABIT_NOW=2026-03-01T10:00:00 \(habit) --repo \(machine.root) log water"
    )
    #expect(named.status == 0, "\(named)")
    #expect(try machine.shell("env -i \(habit) --repo \(machine.root) stats").status == 0)
    #expect(Log.all(in: try machine.read(Self.water)).count == 2)
    try machine.judge()
  }

  @Test(
    arguments: [
      ["remote", "add", "origin", "/nowhere"], ["check", "--fix"], ["init", ".local/share/habit"],
    ]
  )
  func `another program's lock of the settings is named, and nothing changes`(
    command: [String]
  ) throws {
    _ = try machine.git("config", "--remove-section", "merge.habit")
    let settings = try machine.read(".git/config")
    try machine.write(".git/config.lock", "theirs")
    let told = try machine.process(["habit"] + command).run()
    #expect(told.status == 75, "\(told)")
    #expect(told.errors.contains("config.lock"))
    #expect(try machine.read(".git/config.lock") == "theirs")
    #expect(try machine.read(".git/config") == settings)
    // One that was killed at the same work does not make it ours.
    try machine.write(".git/config.own", "")
    #expect(try machine.process(["habit"] + command).run().status == 75)
    #expect(try machine.read(".git/config.lock") == "theirs")
  }
}

/// Whether programs can be run here as somebody without rights.
private let canBeNobody: Bool = {
  do {
    let machine = try Machine()
    _ = try machine.shell("chmod a+rx .")
    return try machine.asNobody(["sh", "-c", "cd \"$HOME\" && habit --version"]).status == 0
  } catch {
    return false
  }
}()

extension Machine {
  /// Runs a program as a user who has nothing but what is given away.
  fileprivate func asNobody(_ command: [String]) throws -> Transcript {
    try process(
      ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] + command
    ).run()
  }
}
