import Foundation
import TestSupport
import Testing

/// A command that writes, and the scene in which it does.
struct Work: Sendable, CustomTestStringConvertible, CustomStringConvertible {
  let description: String
  var testDescription: String { description }
  /// What a person did before, as a line of bash.
  let setUp: String
  /// The program's arguments.
  let command: [String]
  /// Whether it is given again afterwards, to finish what it had begun; else what it did is whole
  /// or absent once anything else was written.
  let isRepeated: Bool
  /// What else the program finds in its environment.
  let variables: [String: String]

  init(
    _ command: [String],
    after setUp: String = "true",
    isRepeated: Bool = false,
    with variables: [String: String] = [:],
    named name: String? = nil
  ) {
    self.description = name ?? command.joined(separator: " ")
    self.setUp = setUp
    self.command = command
    self.isRepeated = isRepeated
    self.variables = variables
  }

  init(
    _ command: String...,
    after setUp: String = "true",
    isRepeated: Bool = false,
    named name: String? = nil
  ) {
    self.init(command, after: setUp, isRepeated: isRepeated, named: name)
  }

  /// Work in an editor that is not a person's: sed(1) writes a new file, as many do, and the shell
  /// writes into the old one.
  private static func editing(_ command: String..., by editor: String) -> Work {
    Work(
      ["edit"] + command,
      isRepeated: true,
      with: ["EDITOR": editor],
      named: "edit \(command.joined(separator: " ")), in an editor"
    )
  }

  /// How many calls that change something it makes at least.
  var fewestCalls: Int {
    switch command.first {
    case "remote", "report": 2
    case "user" where command[1] == "switch": 2
    default: 40
    }
  }

  /// Whether what it did must outlive a power cut: a page is made again by who misses it.
  var isKept: Bool { command.first != "report" }

  /// Whether there are users in the repository that `habit` takes.
  var hasUsers: Bool { !setUp.contains("rm -rf .local") }

  /// Logs, the command that is given most.
  static let log = Work("log", "water")

  /// All others that only concern this computer.
  static let others: [Work] = [
    Work("done", "water"),
    Work("undo", "water"),
    Work("set", "water", "5"),
    Work("skip", "read", "sick"),
    Work("note", "water", "--difficulty", "4"),
    Work("note", "water", "rain"),
    Work("add", "Walk", "--goal", "2 km"),
    Work("edit", "water", "--goal", "10 glasses"),
    editing("water", by: "sed -i 's/8 glasses/10 glasses/'"),
    editing("water", "today", by: "sed -i 's/ ada\"/ ada +2\"/'"),
    editing("profile", by: "printf '{\"planReminder\": \"07:00\"}' >"),
    Work("archive", "water"),
    Work("restore", "water", after: "habit archive water"),
    Work("edit", "water", "--name", "Tea"),
    Work("delete", "water"),
    Work("vacation", "start"),
    Work("vacation", "end", after: "habit vacation start --from 2026-02-20"),
    Work("user", "add", "Bob", isRepeated: true),
    Work("user", "switch", "ann", isRepeated: true),
    Work("user", "adopt", "guest", "ann", "--keep", "both", isRepeated: true),
    Work("fmt", after: scribble, isRepeated: true),
    Work("check", "--fix", after: "\(copy); \(forget)", isRepeated: true),
    Work("remote", "add", "origin", "/nowhere", isRepeated: true),
    Work(
      "remote",
      "remove",
      "origin",
      after: "habit remote add origin /nowhere",
      isRepeated: true
    ),
    Work("report", "week", "--install", isRepeated: true),
    Work("init", "new", isRepeated: true),
    Work("add", "Walk", after: "rm -rf .local", isRepeated: true, named: "add, the first of all"),
  ]

  private static let repository = "cd .local/share/habit"
  private static let scribble =
    "\(repository); echo '{\"2026-02-02\":1,\"2026-02-01\":  2}' >guest/habits/read/2026.json"
  private static let copy =
    "(\(repository)/guest/habits/drink-water;"
    + " echo '{\"2026-02-02\": 4}' >'2026.sync-conflict-20260301-090000-ABCDEFG.json')"
  private static let forget =
    "(\(repository); git config --remove-section merge.habit; rm .git/info/attributes)"
}

extension Work {
  /// A computer on which the command can be given, with a user whom it does not concern.
  func stage() throws -> Stage {
    let machine = try Self.made.get().copy()
    let told = try machine.shell(setUp)
    guard told.status == 0 else { throw Unexpected(description: "\(setUp): \(told)") }
    return try Stage(machine, with: variables)
  }

  /// Made once, and copied for each stage.
  private static let made = Result { try make() }

  private static func make() throws -> Machine {
    let machine = try Machine("ada")
    try machine.must("add", "Drink water", "--goal", "8 glasses")
    try machine.must("add", "Read")
    try machine.must("log", "water")
    try machine.must("user", "add", "Ann")
    try machine.must("--user", "ann", "add", "Drink water")
    try machine.must("--user", "ann", "done", "water")
    try machine.must("user", "add", "Zoe")
    try machine.must("--user", "zoe", "add", "Chess")
    return machine
  }

  /// What people could see of what the command did, by path: files, and git's settings.
  func footprint(on machine: Machine) -> [String: Data] {
    var files: [String: Data] = [:]
    let home = machine.home
    let all = FileManager.default.enumerator(atPath: home.path)
    var paths: [String] = []
    while let path = all?.nextObject() as? String {
      switch path.split(separator: "/").last {
      case ".git":
        all?.skipDescendants()
        paths += ["config", "info/attributes", "habit/user", "habit/device"].map { "\(path)/\($0)" }
          .filter { FileManager.default.fileExists(atPath: "\(home.path)/\($0)") }
      case "zoe": all?.skipDescendants()
      default: paths.append(path)
      }
    }
    for path in paths {
      // What man(1) makes of the pages is its own.
      if path.contains("share/man/"), !path.hasSuffix(".7") { continue }
      // A folder has no contents.
      var content = FileManager.default.contents(atPath: home.path + "/" + path)
      // Each clone draws its own nickname.
      if path.hasSuffix(".git/habit/device"),
        String(decoding: content ?? Data(), as: UTF8.self).contains(/^[a-z0-9-]+-[a-z0-9]{4}\n$/)
      {
        content = nil
      }
      // What the disk did not let libgit2 try out it takes for impossible, and git goes by it.
      if path.hasSuffix(".git/config") {
        let lines = String(decoding: content ?? Data(), as: UTF8.self).split(separator: "\n")
        content = Data(
          lines.filter { !$0.contains("symlinks =") && !$0.contains("filemode =") }
            .joined(separator: "\n").utf8
        )
      }
      files[path] = content
    }
    return files
  }
}
