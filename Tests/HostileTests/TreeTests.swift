import Foundation
import TestSupport
import Testing

/// What may come by clone and sync from a hub that a stranger writes.
@Suite struct TreeTests {
  /// A hostile version of an honest tree.
  struct Kind: Sendable, CustomTestStringConvertible {
    let what: String
    /// How a clone of it ends.
    var status: Int32 = 0
    let tree: Node

    var testDescription: String { what }
    /// Whether the name alone is hostile, not what bears it.
    var isName: Bool { what.hasPrefix("a file is") || what.hasPrefix("a name is") }

    init(_ what: String, _ path: [String], _ node: Node, status: Int32 = 0) {
      self.what = what
      self.status = status
      self.tree = Hub.honest.setting(path, node)
    }

    init(_ what: String, beside nodes: [(String, Node)]) {
      self.what = what
      guard case .folder(let honest) = Hub.honest else { preconditionFailure("a folder") }
      self.tree = .folder(honest + nodes)
    }
  }

  private static let habits = ["alice", "habits"]
  private static let read = habits + ["read"]
  private static let program = Node.folder([
    ("post-checkout", .mode("100755", "#!/bin/sh\ntouch ~/bait/ran\n"))
  ])

  /// Links to files and folders outside, absolute and not.
  private static let links: [Kind] = [true, false].flatMap { isAbsolute in
    func link(_ path: [String], _ target: String, status: Int32 = 0) -> Kind {
      let up = String(repeating: "../", count: path.count)
      let target = (isAbsolute ? Hub.home + "/" : up) + target
      let what = "\(path.joined(separator: "/")) is a link to \(target)"
      return Kind(what, path, .link(target), status: status)
    }
    return [
      link(["bob"], "bait"), link(["alice"], "bait"), link(habits, "bait/habits"),
      link(habits + ["run"], "bait/read"), link(read, "bait/read"),
      link(read + ["2026.json"], "bait/2026.json"), link(read + ["2025.json"], "bait/2026.json"),
      link(read + ["habit.json"], "bait/habit.json"),
      link([".habit.json"], "bait/habit.json", status: 65),
      link([".gitattributes"], "bait/habit.json", status: 65),
      link(["README.md"], "bait/habit.json", status: 65),
      link(["alice", "reports"], "bait"),
      link(["alice", "reports", "habit-x.7"], "bait/habit.json"),
      link(["alice", "profile.json"], "bait/profile.json"),
      link(["bob", "profile.json"], "bait/profile.json"),
    ]
  }

  /// Names that lead to git's folder, or out of the tree.
  private static let forbidden: [Kind] =
    [
      ".git", ".GIT", ".gIt", "git~1", "GIT~1", ".git::$INDEX_ALLOCATION", ".git ", ".git.",
      ".git\\x",
      "x\\.git", ".g\u{200C}it", ".gi\u{FEFF}t", ".\u{202E}git", "..", ".", ".git/hooks", "../x",
    ].map { Kind("a file is \($0.debugDescription)", [$0], .file("x\n"), status: 65) } + [
      Kind("a folder is .git", [".git"], .folder([("hooks", program)]), status: 65),
      Kind("a folder is ..", [".."], program, status: 65),
      Kind("a habit is ..", habits + [".."], program, status: 65),
      Kind("a habit is .git", habits + [".git"], program, status: 65),
      Kind("a name is empty", [""], .file("x\n"), status: 75),
    ]

  /// Names that are odd and harm nobody.
  private static let odd: [Kind] = [
    "a/b", "a\\b", "CON", "aux", "nul.json", "a:b", "dot.", "space ", " ", "-rf",
    "$(touch bait/ran)",
    "x\ny", "x\u{1B}[31my", "x\u{9B}31my", "x\u{202E}y", "x\u{7F}",
    String(repeating: "n", count: 255),
    "hex:636166e9", "hex:ff", "hex:eda080", "README.md.lock", "profile.json.", "index.lock",
  ].enumerated().map { index, name in
    index.isMultiple(of: 3)
      ? Kind("a habit is \(name.debugDescription)", habits + [name], Hub.habit("Odd"))
      : Kind("a name is \(name.debugDescription)", [name], .file("x\n"))
  }

  /// Things twice, of the wrong kind, in the wrong place.
  private static let shapes: [Kind] = [
    Kind("a file twice", beside: [(".habit.json", .file("{\"format\": 1}\n"))]),
    Kind("a link and a folder", beside: [("z", .link("../../bait")), ("z", Hub.honest)]),
    Kind("alice is a link too", beside: [("alice", .link("../../bait"))]),
    Kind("ALICE", ["ALICE"], Hub.honest), Kind("Read", habits + ["Read"], Hub.habit("Other")),
    Kind("é and é", beside: [("\u{E9}", .file("a")), ("e\u{301}", .file("b"))]),
    Kind("a submodule", ["sub"], .commit),
    Kind("a habit is a submodule", habits + ["run"], .commit),
    Kind("alice's habit is a submodule", read, .commit),
    Kind(
      ".gitmodules",
      [".gitmodules"],
      .file("[submodule \"x\"]\n\tpath = sub\n\turl = ext::sh -c touch% bait/ran\n")
    ),
    Kind(".gitmodules is a link", [".gitmodules"], .link("../../bait/secret")),
    Kind("a year may be run", read + ["2026.json"], .mode("100755", "{\"2026-02-27\": 1}\n")),
    Kind("a year has all rights", read + ["2026.json"], .mode("100777", "{}\n")),
    Kind("a year is the group's", read + ["2026.json"], .mode("100664", "{}\n")),
    Kind("a year has no mode", read + ["2026.json"], .mode("0", "{}\n"), status: 65),
    Kind("a year is a pipe", read + ["2026.json"], .mode("10644", "{}\n"), status: 65),
    Kind("a program is setuid", ["x"], .mode("104755", "#!/bin/sh\n")),
    Kind("a year is a folder", read + ["2026.json"], program),
    Kind("a habit is a file", read, .file("{}")), Kind("alice is a file", ["alice"], .file("{}")),
    Kind("a folder is deep", Array(repeating: "d", count: 200), .file("x")),
    Kind("a year of another millennium", read + ["0000.json"], .file("{}")),
    Kind("a hook", ["hooks"], program), Kind("a hook of alice", ["alice", "hooks"], program),
    Kind(
      "attributes",
      [".gitattributes"],
      .file(
        "* filter=evil merge=evil diff=evil text\n*.json filter=lfs -text working-tree-encoding=x\n"
      ),
      // This computer has such a filter, and data files under one are refused.
      status: 78
    ),
    Kind(
      "attributes of alice",
      ["alice", ".gitattributes"],
      .file("* filter=evil merge=evil\n"),
      status: 78
    ),
    Kind("a configuration", [".gitconfig"], .file("[core]\n\tfsmonitor = touch ~/bait/ran\n")),
    Kind(".lfsconfig", [".lfsconfig"], .file("[lfs]\n\turl = file:///x\n")),
  ]

  static let kinds = links + forbidden + odd + shapes

  /// A computer with bait.
  private func machine() throws -> (Machine, Bait) {
    let machine = try Machine().with(["HABIT_USER": "alice"])
    return (machine, try Bait(on: machine))
  }

  /// Runs the program in a clone; it ends by itself, soon, and says what a terminal can bear.
  @discardableResult private func run(
    _ machine: Machine,
    _ kind: Kind,
    _ arguments: String...,
    in folder: String = "."
  ) throws -> Transcript {
    var process = machine.process(
      ["habit"] + arguments,
      in: machine.home.appending(path: folder)
    )
    process.timeoutSeconds = 20
    let said = try process.run()
    let what = "\(kind.what): habit \(arguments.joined(separator: " "))"
    #expect([0, 65, 66, 74, 75, 78].contains(said.status), "\(what): \(said)")
    #expect(said.status == 0 || said.errors.contains("habit: "), "\(what): \(said)")
    #expect(!said.errors.contains("git: failed to insert"), "\(what): \(said)")
    expectSafe(said, what)
    return said
  }

  @Test(arguments: kinds) func `a clone of a hostile hub reads and writes nothing outside`(
    kind: Kind
  ) throws {
    let (machine, bait) = try machine()
    try Hub.write([Hub.Version(tree: Hub.honest), Hub.Version(tree: kind.tree)], on: machine)
    let before = (try bait.state(), try bait.neighbours())
    let cloned = try run(machine, kind, "clone", "hub.git", "clone")
    #expect(cloned.status == kind.status, "\(kind.what): \(cloned)")
    if cloned.status == 0 {
      for command in ["today", "check", "history", "query", "fmt"] {
        try run(machine, kind, command, in: "clone")
      }
      try run(machine, kind, "report", "x", in: "clone")
      try run(machine, kind, "log", "read", in: "clone")
      try run(machine, kind, "sync", in: "clone")
      try machine.shell("rm -rf clone")
    }
    #expect(try bait.state() == before.0)
    #expect(try bait.neighbours() == before.1)
  }

  @Test(arguments: zip(kinds, kinds.indices))
  func `data of a hostile hub does not stop the user's own habits`(kind: Kind, index: Int) throws {
    // In an ordinary run every second kind of contents comes to a clone that has nothing of its own.
    let ways = index.isMultiple(of: 2) ? [[]] : [["read"]]
    for diverges in kind.isName ? [["read"]] : rounds(1) > 1 ? [[], ["read"]] : ways {
      let (machine, bait) = try machine()
      let versions = [Hub.Version(tree: Hub.honest), Hub.Version(tree: kind.tree)]
      try Hub.write(versions, published: 1, on: machine)
      #expect(try run(machine, kind, "clone", "hub.git", "clone").status == 0)
      for habit in diverges {
        #expect(try run(machine, kind, "log", habit, in: "clone").status == 0)
      }
      try Hub.publishAll(on: machine)
      let before = (try bait.state(), try bait.neighbours())
      try run(machine, kind, "sync", in: "clone")
      try run(machine, kind, "today", in: "clone")
      let logged = try run(machine, kind, "log", "swim", in: "clone")
      // Who takes all habits, or the person, has left nothing to log.
      let isWhole =
        ["alice is", "alice/habits is", "alice/profile.json is"].contains {
          kind.what.hasPrefix($0)
        }
      #expect(logged.status == 0 || isWhole, "\(kind.what), \(diverges): \(logged)")
      try run(machine, kind, "sync", in: "clone")
      #expect(try bait.state() == before.0)
      #expect(try bait.neighbours() == before.1)
    }
  }
}
