internal import CLibgit2
internal import Posix

extension Repository {
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
    clibgit2_read_once(1)
    defer { clibgit2_read_once(0) }
    var seen: Set<UInt64> = []
    return damage(of: commit, &seen, isPartial: isPartial, commits: reach == .history ? .max : 1)
      .sorted()
  }

  /// The newest of some commits up to which all are whole; they come in the order they were made in,
  /// and those before the first whole one do not count.
  public func lastWhole(of commits: [ObjectID]) -> ObjectID? {
    let isPartial = isPartial
    var whole: Set<UInt64> = []
    var last: ObjectID?
    for id in commits where last != id {
      var seen = whole
      let limit = Repository.mostUnknown
      if damage(of: id, &seen, isPartial: isPartial, commits: limit).isEmpty {
        (last, whole) = (id, seen)
      } else if last != nil {
        break
      }
    }
    return last
  }

  /// How many commits before one are looked at, where none of them is known to be whole.
  private static let mostUnknown = 100

  /// What is damaged of a commit, of at most so many in all that it follows, and of their files, but for
  /// what was seen.
  ///
  /// Objects are seen by the first eight bytes of their names: a decade of daily records has half a million.
  private func damage(
    of commit: ObjectID,
    _ seen: inout Set<UInt64>,
    isPartial: Bool,
    commits limit: Int
  ) -> [ObjectID] {
    var (pending, count, damaged): ([ObjectID], Int, [ObjectID]) = ([commit], 0, [])
    while count < limit, let next = pending.popLast() {
      guard seen.insert(next.high).inserted else { continue }
      count += 1
      do {
        let read = try readCommit(next)
        pending += read.parents
        damaged += damage(below: TreeEntry(root: read.tree), &seen, isPartial: isPartial)
      } catch {
        // What a shallow clone has left out is not damaged.
        let isLeftOut = error.kind == .notFound && (isShallow || isPartial) && next != commit
        if !isLeftOut { damaged.append(next) }
      }
    }
    return damaged
  }

  /// Whether a remote has promised what is not here.
  private var isPartial: Bool {
    (try? hasSettings(matching: "^remote\\..*\\.promisor$")) ?? false
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

  private func isReadable(_ id: ObjectID) throws(GitError) -> Bool {
    let database = try handle.database()
    var id = id.raw
    return (try? Handle<ObjectKind> { unsafe git_odb_read(&$0, database.pointer, &id) }) != nil
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
