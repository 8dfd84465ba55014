import Foundation
import TestSupport

/// What stands under a name in a tree.
indirect enum Node: Sendable {
  /// A file.
  case file(String)
  /// A directory; names may stand twice.
  case folder([(String, Node)])
  /// A symbolic link.
  case link(String)
  /// A commit of another repository.
  case commit
  /// Contents under any mode, in octal.
  case mode(String, String)

  /// What `craft.py` reads.
  func described(_ name: String) -> [Any] {
    switch self {
    case .file(let text): [name, "100644", text]
    case .folder(let nodes): [name, "40000", nodes.map { $1.described($0) }]
    case .link(let target): [name, "120000", target]
    case .commit: [name, "160000", String(repeating: "1", count: 40)]
    case .mode(let mode, let text): [name, mode, text]
    }
  }

  /// The node with another one at a path below it, in the place of what is there.
  func setting(_ path: [String], _ node: Node) -> Node {
    guard let name = path.first else { return node }
    guard case .folder(var nodes) = self else { return Node.folder([]).setting(path, node) }
    let index = nodes.firstIndex { Array($0.0.utf8) == Array(name.utf8) }
    let inner = (index.map { nodes[$0].1 } ?? .folder([])).setting(Array(path.dropFirst()), node)
    if let index { nodes[index] = (name, inner) } else { nodes.append((name, inner)) }
    return .folder(nodes)
  }
}

/// A repository that somebody else wrote, byte by byte.
struct Hub {
  /// One of its commits.
  struct Version {
    var tree: Node
    var message = "x"
    var author = "Eve <eve@example.org>"
  }

  /// Stands in a link for the computer's home folder.
  static let home = "HOME"

  /// What an honest program leaves: alice reads and swims.
  static let honest = Node.folder([
    (".habit.json", .file("{\"format\": 1}\n")),
    (
      "alice",
      .folder([
        ("profile.json", .file("{}\n")),
        ("habits", .folder([("read", habit("Read")), ("swim", habit("Swim"))])),
      ])
    ),
  ])

  static func habit(_ name: String) -> Node {
    .folder([
      ("habit.json", .file("{\"name\": \"\(name)\", \"start\": \"2026-01-01\"}\n")),
      ("2026.json", .file("{\n  \"2026-02-27\": 1\n}\n")),
    ])
  }

  /// Writes the versions, one after the other, into `hub.git` of a computer's home.
  ///
  /// - Parameters:
  ///   - versions: What its commits hold.
  ///   - published: How many of them its branch has; ``publishAll(on:)`` gives it the rest.
  ///   - machine: Whose home it is.
  /// - Throws: When it cannot be written.
  static func write(_ versions: [Version], published: Int? = nil, on machine: Machine) throws {
    let commits = versions.map { version -> [String: Any] in
      guard case .folder(let nodes) = version.tree else { return [:] }
      return [
        "tree": nodes.map { $1.described($0) }, "message": version.message,
        "author": version.author,
      ]
    }
    let script = Project.root.appending(path: "Tests/HostileTests/craft.py").path
    let options: JSONSerialization.WritingOptions = [.withoutEscapingSlashes]
    let data = try JSONSerialization.data(withJSONObject: commits, options: options)
    let text = String(decoding: data, as: UTF8.self)
      .replacing("\"\(home)/", with: "\"\(machine.home.path)/")
    // Without the modules of the system, which take most of its time.
    let crafted = try machine.process(
      ["/usr/bin/python3", "-IS", script, "hub.git", "\(published ?? versions.count)"],
      input: text
    ).run()
    guard crafted.status == 0 else { throw CraftError(description: "\(crafted)") }
  }

  /// Lets the hub's branch have all versions that were written.
  static func publishAll(on machine: Machine) throws {
    let hub = machine.home.appending(path: "hub.git")
    let tip = try Data(contentsOf: hub.appending(path: "tip"))
    try tip.write(to: hub.appending(path: "refs/heads/main"))
  }
}

/// A repository that could not be crafted.
struct CraftError: Error, CustomStringConvertible {
  let description: String
}
