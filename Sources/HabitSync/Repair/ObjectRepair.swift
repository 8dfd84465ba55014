internal import Git
public import HabitStore
internal import Posix

/// Objects of git that are damaged, got again: from the work files, and from the remotes.
public struct ObjectRepair: Sendable {
  private let location: Location
  private let terms: Sync.Terms

  public init(of location: Location, _ terms: Sync.Terms) {
    self.location = location
    self.terms = terms
  }

  /// The objects of the branch and its history that are missing or cannot be read, by their names.
  public static func damage(in location: Location) throws -> [String] {
    try damage(at: location.root).map(\.hex)
  }

  private static func damage(at root: String) throws -> [ObjectID] {
    // Opened again, it looks for packs that have come.
    let repository = try Repository(at: root)
    return try repository.head().commit.map { try repository.damage(of: $0, commits: .max) } ?? []
  }

  /// Gets what is damaged again; what was done, in words.
  ///
  /// A newest commit that is only here gives way to the remote's: its files are still in the work
  /// tree, and are committed again as manual edits.
  public func run() throws -> [String] {
    guard let directory = location.gitDirectory else { return [] }
    // Two at once would set aside what the other has just got again.
    let running = try FileLock(
      Disk(root: directory).absolute(CloneFile.repairLock),
      timeoutSeconds: terms.seconds
    )
    let lines = try repair()
    _ = consume running
    return lines
  }

  private func repair() throws -> [String] {
    guard let tip = try Repository(at: location.root).head().commit else { return [] }
    let damaged = try setAside(ObjectRepair.damage(at: location.root))
    guard !damaged.isEmpty else { return [] }
    try restoreFromFiles(Set(damaged))
    var lines: [String] = []
    var left = try ObjectRepair.damage(at: location.root)
    var failure: (any Error)?
    for remote in try Repository(at: location.root).remotes() where !left.isEmpty {
      do {
        try fetch(from: remote)
      } catch {
        failure = error
        continue
      }
      if try isDamaged(tip) { lines += try giveWay(tip, to: remote) }
      left = try ObjectRepair.damage(at: location.root)
    }
    let got = damaged.filter { !left.contains($0) }
    if try isDamaged(tip), try Store(location).goBack(by: terms.writer) {
      lines.append("the newest commits are lost: what the files say is committed again")
      left = try ObjectRepair.damage(at: location.root)
    }
    Disk(root: location.gitDirectory ?? "").discard(CloneFile.refetched)
    if let failure, !left.isEmpty { throw failure }
    // What lay behind something damaged has come too, and its old files only disturb git.
    if left.isEmpty {
      try StaleFiles.setDamagedAside(since: 0, in: Repository(at: location.root))
    }
    return lines + ObjectRepair.line("fetched again: ", got)
      + ObjectRepair.line("lost everywhere: ", left)
  }

  private static func line(_ words: String, _ objects: [ObjectID]) -> [String] {
    let names = objects.map { String($0.hex.prefix(10)) }.joined(separator: ", ")
    return objects.isEmpty ? [] : [words + names]
  }

  private func isDamaged(_ commit: ObjectID) throws -> Bool {
    try !Repository(at: location.root).damage(of: commit).isEmpty
  }

  /// Those that are still damaged when they are looked at again, out of git's way.
  private func setAside(_ ids: [ObjectID]) throws -> [ObjectID] {
    guard !ids.isEmpty else { return [] }
    let repository = try Repository(at: location.root)
    var damaged: [ObjectID] = []
    for id in ids
    where try repository.setAside(id, into: CloneFile.damaged) {
      damaged.append(id)
    }
    return damaged
  }

  private func restoreFromFiles(_ damaged: Set<ObjectID>) throws {
    let repository = try Repository(at: location.root)
    for entry in try repository.index(under: [.root]) where damaged.contains(entry.blob) {
      guard let path = entry.path.filePath, location.disk.kind(of: path) == .file,
        try repository.hashFile(location.disk.absolute(path)) == entry.blob
      else { continue }
      _ = try repository.writeBlob(location.disk.contents(of: path))
    }
  }

  /// Downloads all that a remote has, as if nothing of it were here.
  private func fetch(from remote: Remote) throws {
    let disk = Disk(root: location.gitDirectory ?? "")
    disk.discard(CloneFile.refetched)
    let other = try Repository(creatingAt: disk.absolute(CloneFile.refetched))
    // What comes is taken over as a pack.
    try other.set([("fetch.unpackLimit", "1")])
    let again = try other.addRemote(remote.name, at: remote.address)
    terms.progress("getting \(remote.name) again")
    do {
      try other.fetch(again, over: Network(terms, until: .now + .seconds(terms.seconds)))
    } catch {
      throw SyncError(error, with: remote.name)
    }
    try Repository(at: location.root).takePacks(from: other)
  }

  /// Lets the branch be where the remote has it.
  private func giveWay(_ tip: ObjectID, to remote: Remote) throws -> [String] {
    let repository = try Repository(at: location.root)
    let other = try Repository(
      at: Disk(root: location.gitDirectory ?? "").absolute(CloneFile.refetched)
    )
    guard let branch = try repository.head().branch,
      let theirs = try other.tip(of: "refs/remotes/\(remote.name)/\(branch.branchName)"),
      try repository.damage(of: theirs).isEmpty
    else { return [] }
    try Store(location).reset(branch, from: tip, to: theirs, by: terms.writer)
    return ["the newest commit was damaged: what its files say comes on top of \(remote.name)'s"]
  }
}
