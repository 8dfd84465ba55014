import Foundation
import TestSupport
import Testing

/// The devices of one person, each with its own home, clock and clone, and the hub between them.
struct Devices {
  /// The hub.
  let hub: Hub
  private let machines: [Machine]

  /// Devices of these nicknames with clones of one repository, which has the habit "Water".
  ///
  /// - Parameters:
  ///   - names: Their nicknames, the one that makes the repository first.
  ///   - goal: The goal of the habit.
  ///   - before: What the first one does before the others clone.
  /// - Throws: When a command does not end well.
  init(_ names: String..., goal: String = "8 glasses", before: [String] = []) throws {
    hub = try Hub()
    machines = try names.map { try Machine($0, now: "2026-03-01T09:00:00") }
    let first = try #require(machines.first)
    try first.run(["add", "Water", "--goal", goal, "--from", "2026-01-01"], at: "2026-02-01")
    try first.follow(before)
    try first.run("remote add origin \(hub.address)")
    try first.run("sync")
    for machine in machines.dropFirst() { try machine.run("clone \(hub.address)") }
  }

  /// The device with a place in the order.
  subscript(place: Int) -> Machine { machines[place] }

  /// Every device syncs, twice.
  func syncAll(
    reversed: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for _ in 0..<2 {
      for machine in reversed ? machines.reversed() : machines {
        try machine.run("sync", sourceLocation: sourceLocation)
      }
    }
  }

  /// Every device syncs, twice; then all are sound and have the same files, as the hub has.
  func settle(
    reversed: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try syncAll(reversed: reversed, sourceLocation: sourceLocation)
    try expectAllEqual(machines, at: hub, sourceLocation: sourceLocation)
  }
}

/// Expects all clones to be sound and to have the same files, and their hubs to have them too.
func expectAllEqual(
  _ machines: [Machine],
  at hubs: Hub...,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let first = try #require(machines.first, sourceLocation: sourceLocation)
  let files = try first.workFiles()
  #expect(!files.isEmpty, sourceLocation: sourceLocation)
  for (path, text) in files {
    let marked = text.split(separator: "\n").contains { $0.hasPrefix("<<<<<<<") }
    #expect(!marked, "\(path) has conflict markers", sourceLocation: sourceLocation)
  }
  for machine in machines {
    #expect(try machine.complaints() == "", sourceLocation: sourceLocation)
    #expect(try machine.leftovers() == [], sourceLocation: sourceLocation)
    let others = try machine.workFiles()
    for path in Set(files.keys).union(others.keys).sorted() where files[path] != others[path] {
      let difference = Difference(from: files[path] ?? "", to: others[path] ?? "")
      Issue.record("\(path):\n\(difference)", sourceLocation: sourceLocation)
    }
  }
  let tree = try first.git("rev-parse", "HEAD^{tree}").output
  for hub in hubs {
    #expect(try hub.git("rev-parse", "main^{tree}").output == tree, sourceLocation: sourceLocation)
    #expect(
      try first.process(["git"] + Machine.fsck(of: hub.folder), in: hub.folder).run().text == "",
      sourceLocation: sourceLocation
    )
    #expect(
      try hub.git("for-each-ref", "refs/habit").output == "",
      "the hub holds something private",
      sourceLocation: sourceLocation
    )
  }
}
