internal import CLibgit2
internal import Posix

extension Repository {
  /// How far back it is looked for damage.
  public enum Reach: Hashable, Sendable {
    /// A commit and its files.
    case commit
    /// All commits that it follows, too, with their files.
    case history
  }

  /// What of a commit and its files is missing or cannot be read; nothing when it is whole.
  ///
  /// What a partial clone has not asked for yet is not missing.
  public func damage(of commit: ObjectID, _ reach: Reach = .commit) -> [ObjectID] {
    let isPartial = isPartial
    clibgit2_read_once(1)
    defer { clibgit2_read_once(0) }
    var commits = [commit]
    // By the first eight bytes of their names: a decade of daily records has half a million.
    var seen: Set<UInt64> = []
    var damaged: [ObjectID] = []
    while let next = commits.popLast() {
      guard seen.insert(next.high).inserted else { continue }
      do {
        let commit = try readCommit(next)
        if reach == .history { commits += commit.parents }
        damaged += damage(below: TreeEntry(root: commit.tree), &seen, isPartial: isPartial)
      } catch {
        // What a shallow clone has left out is not damaged.
        let isLeftOut = error.kind == .notFound && (isShallow || isPartial) && next != commit
        if !isLeftOut { damaged.append(next) }
      }
    }
    return damaged.sorted()
  }

  /// The newest of some commits up to which all are whole; they come in the order they were made in,
  /// and those before the first whole one do not count.
  public func lastWhole(of commits: [ObjectID]) -> ObjectID? {
    var known = WholeObjects(isPartial: isPartial, isShallow: isShallow)
    var last: ObjectID?
    for id in commits where last == nil || last != id {
      if isWhole(id, &known) { last = id } else if last != nil { break }
    }
    return last
  }

  /// What was found to be whole.
  private struct WholeObjects {
    let isPartial: Bool
    let isShallow: Bool
    var commits: Set<ObjectID> = []
    var others: Set<UInt64> = []
  }

  /// How many commits before one are looked at, where none of them is known to be whole.
  private static let mostUnknown = 100

  /// Whether a commit is whole, and those before it back to one that is known to be.
  private func isWhole(_ commit: ObjectID, _ known: inout WholeObjects) -> Bool {
    var pending = [commit]
    var found = known
    while let next = pending.popLast(),
      found.commits.count - known.commits.count < Repository.mostUnknown
    {
      guard found.commits.insert(next).inserted else { continue }
      do {
        let read = try readCommit(next)
        let root = TreeEntry(root: read.tree)
        let damaged = damage(below: root, &found.others, isPartial: known.isPartial)
        guard damaged.isEmpty else { return false }
        pending += read.parents
      } catch {
        // What a shallow clone has left out is not damaged.
        guard known.isShallow, error.kind == .notFound, next != commit else { return false }
      }
    }
    known = found
    return true
  }

  /// Whether a remote has promised what is not here.
  private var isPartial: Bool {
    do {
      return try hasSettings(matching: "^remote\\..*\\.promisor$")
    } catch {
      return false
    }
  }

  private func damage(
    below root: TreeEntry,
    _ seen: inout Set<UInt64>,
    isPartial: Bool
  ) -> [ObjectID] {
    var pending = [root]
    var damaged: [ObjectID] = []
    while let next = pending.popLast() {
      guard seen.insert(next.id.high).inserted else { continue }
      do {
        if next.isTree {
          try withEntries(in: next) { if !seen.contains($0.id.high) { pending.append($0) } }
        } else if next.isFile || next.isLink {
          // What is larger than anything we read cannot be a record.
          if try !isLarge(next.id) { _ = try blob(next.id) }
        }
      } catch {
        if !isPartial || error.kind != .notFound { damaged.append(next.id) }
      }
    }
    return damaged
  }

  /// Moves the file of an object that cannot be read out of git's way, into a folder of its own, by its
  /// path in git's; false when it can be read after all.
  ///
  /// An object in a pack stays there.
  public func setAside(_ id: ObjectID, into folder: String) throws(GitError) -> Bool {
    let file = ObjectFolder(in: commonDirectory).file(of: id)
    guard try disk.anyStatus(of: file) != nil else { return true }
    let isDamaged = unsafe clibgit2_is_damaged(file)
    guard isDamaged >= 0 else { throw GitError(.last("read", file)) }
    if isDamaged == 0, try isReadable(id) { return false }
    try System(root: commonDirectory).makeDirectory(folder)
    try disk.move(file, to: "\(commonDirectory)/\(folder)/\(id.hex)")
    return true
  }

  /// Whether an object is what its name says.
  private func isReadable(_ id: ObjectID) throws(GitError) -> Bool {
    let database = try handle.database()
    do {
      var id = id.raw
      _ = try Handle<ObjectKind> { unsafe git_odb_read(&$0, database.pointer, &id) }
      return true
    } catch {
      return false
    }
  }

  /// Takes over the packs of another repository of this machine, which loses them.
  public func takePacks(from other: borrowing Repository) throws(GitError) {
    let (packs, theirs) = (
      ObjectFolder(in: commonDirectory).packs, ObjectFolder(in: other.commonDirectory).packs
    )
    try disk.makeDirectory(packs)
    // The index comes last: without it a pack is not read.
    for (name, _) in try disk.names(in: theirs).reversed()
    where name.hasSuffix(".pack") || name.hasSuffix(".idx") {
      try disk.move("\(theirs)/\(name)", to: "\(packs)/\(name)")
    }
  }
}
