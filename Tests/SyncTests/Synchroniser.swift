import Foundation
import TestSupport

/// What exchanges the files of two devices, but for `.git`.
protocol Exchanging {
  /// Brings what each has to the other.
  mutating func exchange() throws
}

/// What exchanges the files of two folders as Syncthing does, but for `.git`: the younger of two versions
/// stays, and the other one lies beside it as a conflict copy.
struct Synchroniser: Exchanging {
  private let machines: [Machine]
  /// What both had of each path after the last exchange.
  private var agreed: [String: Version] = [:]
  private var copies = 0

  /// A version of a file; two are the same when their texts are.
  private struct Version: Equatable {
    let text: String
    let modified: Date

    static func == (left: Version, right: Version) -> Bool { left.text == right.text }
  }

  init(between one: Machine, and other: Machine) {
    machines = [one, other]
  }

  /// Exchanges what has changed since the last time.
  mutating func exchange() throws {
    let files = try machines.map(Synchroniser.files)
    for path in Set(files[0].keys).union(files[1].keys).union(agreed.keys).sorted() {
      let versions = files.map { $0[path] }
      if versions[0] == versions[1] {
        agreed[path] = versions[0]
      } else if let place = versions.firstIndex(of: agreed[path]) {
        try put(versions[1 - place], at: path, on: machines[place])
        agreed[path] = versions[1 - place]
      } else {
        try settle(versions, at: path)
      }
    }
  }

  /// Both have changed: what was deleted yields, else what is older.
  private mutating func settle(_ versions: [Version?], at path: String) throws {
    let ages = versions.map { $0?.modified ?? .distantPast }
    let winner = ages[0] >= ages[1] ? 0 : 1
    try put(versions[winner], at: path, on: machines[1 - winner])
    agreed[path] = versions[winner]
    guard let loser = versions[1 - winner] else { return }
    copies += 1
    let mark = "sync-conflict-20260301-\(100_000 + copies)-ABCDEFG"
    let copy = path.replacing(".json", with: ".\(mark).json")
    for machine in machines { try put(loser, at: copy, on: machine) }
    agreed[copy] = loser
  }

  private static func files(of machine: Machine) throws -> [String: Version] {
    var files: [String: Version] = [:]
    for (path, text) in try machine.workFiles() {
      let file = machine.repository.appending(path: path)
      let values = try file.resourceValues(forKeys: [.contentModificationDateKey])
      files[path] = Version(text: text, modified: values.contentModificationDate ?? .distantPast)
    }
    return files
  }

  /// Puts a version in place, as a whole and with its time.
  private func put(_ version: Version?, at path: String, on machine: Machine) throws {
    let manager = FileManager.default
    let (file, draft) = (
      machine.repository.appending(path: path), machine.home.appending(path: "d")
    )
    if manager.fileExists(atPath: file.path) { try manager.removeItem(at: file) }
    guard let version else { return }
    try manager.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try version.text.write(to: draft, atomically: false, encoding: .utf8)
    try manager.setAttributes([.modificationDate: version.modified], ofItemAtPath: draft.path)
    try manager.moveItem(at: draft, to: file)
  }
}
