internal import CLibgit2
internal import Posix

extension Repository {
  /// What of a commit, of at most so many in all that it follows, and of their files is missing or cannot
  /// be read; nothing when it is whole.
  ///
  /// What a partial clone has not asked for yet is not missing. It throws what is of the moment: see
  /// ``isDamage(_:of:)``.
  public func damage(
    of commit: ObjectID,
    commits limit: Int = 1
  ) throws(GitError) -> [ObjectID] {
    clibgit2_read_once(1)
    defer { clibgit2_read_once(0) }
    var seen: Set<UInt64> = []
    return try damage(of: commit, &seen, isPartial: isPartial, commits: limit).sorted()
  }

  /// Whether an object that could not be read is damaged: absent, or wrong by its hash or its format.
  ///
  /// All that moves something aside, or goes back before it, asks this. libgit2 can take want of memory
  /// for a wrong object; so what is wrong is read once more, from the beginning.
  ///
  /// - Throws: the failure when it is one of the moment, which tells nothing of the object.
  public func isDamage(_ error: GitError, of id: ObjectID) throws(GitError) -> Bool {
    if error.isOfMoment { throw error }
    if error.kind == .notFound { return true }
    do {
      try Repository(at: gitDirectory).parse(id)
    } catch {
      if error.isOfMoment { throw error }
      return true
    }
    throw error
  }

  private func parse(_ id: ObjectID) throws(GitError) {
    var id = id.raw
    _ = try Handle<AnyObjectKind> {
      unsafe git_object_lookup(&$0, handle.pointer, &id, GIT_OBJECT_ANY)
    }
  }

  /// The newest of some commits up to which all are whole; they come in the order they were made in,
  /// and those before the first whole one do not count.
  public func lastWhole(of commits: [ObjectID]) throws(GitError) -> ObjectID? {
    let isPartial = try isPartial
    var whole: Set<UInt64> = []
    var last: ObjectID?
    for id in commits where last != id {
      var seen = whole
      let limit = Repository.mostUnknown
      if try damage(of: id, &seen, isPartial: isPartial, commits: limit).isEmpty {
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
  ) throws(GitError) -> [ObjectID] {
    var (pending, count, damaged): ([ObjectID], Int, [ObjectID]) = ([commit], 0, [])
    while count < limit, let next = pending.popLast() {
      guard seen.insert(next.high).inserted else { continue }
      count += 1
      do {
        let read = try readCommit(next)
        pending += read.parents
        damaged += try damage(below: TreeEntry(root: read.tree), &seen, isPartial: isPartial)
      } catch {
        // What a shallow clone has left out is not damaged.
        let isLeftOut = error.kind == .notFound && (isShallow || isPartial) && next != commit
        if !isLeftOut, try isDamage(error, of: next) { damaged.append(next) }
      }
    }
    return damaged
  }

  /// Whether a remote has promised what is not here.
  private var isPartial: Bool {
    get throws(GitError) { try !settings(matching: "^remote\\..*\\.promisor$").isEmpty }
  }

  private func damage(
    below root: TreeEntry,
    _ seen: inout Set<UInt64>,
    isPartial: Bool
  ) throws(GitError) -> [ObjectID] {
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
        let isLeftOut = error.kind == .notFound && isPartial
        if !isLeftOut, try isDamage(error, of: next.id) { damaged.append(next.id) }
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
    if try !ObjectFolder(in: commonDirectory).isCutOff(id) {
      do {
        try parse(id)
        return false
      } catch {
        guard try isDamage(error, of: id) else { return false }
      }
    }
    try moveAside(file, into: folder, as: id.hex)
    return true
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
