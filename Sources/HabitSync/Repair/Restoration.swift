internal import Git
internal import HabitCore
internal import HabitFiles
internal import HabitMerge
internal import HabitStore

/// Versions that may have been merged without our rules.
///
/// A merge that names habit as its committer is one, too: anyone can write any name, and one that is
/// ours comes out the same.
struct ForeignMerge: Hashable {
  let sides: [ObjectID]
  let result: ObjectID
  /// What the sides were made from, where history does not tell.
  private let bases: [ObjectID]?

  init(of sides: [ObjectID], since bases: [ObjectID]?, in result: ObjectID) {
    self.sides = sides
    self.bases = bases
    self.result = result
  }

  /// What was published, and a history of the remote that does not have it any more.
  init(of published: ObjectID, into theirs: ObjectID) {
    self.init(of: [published, theirs], since: nil, in: theirs)
  }

  /// What our rules make of the sides; nil where they refuse to.
  fileprivate func merged(in repository: borrowing Repository) throws -> TreeDraft? {
    do {
      var draft = TreeDraft(on: sides[0])
      for (number, side) in sides.enumerated().dropFirst() {
        let one =
          number == 1 ? sides[0] : try MergeCommit.merge(draft, sides[..<number], in: repository)
        let bases = try bases ?? repository.mergeBases(one, side)
        draft = try TreeMerge(one, side, since: bases, in: repository).draft
      }
      return draft
    } catch {
      switch SyncError(error) {
      case .newerFormat, .store(.forbidden(_)): return nil
      default: throw error
      }
    }
  }
}

/// Puts back what foreign merges lost, on top of a commit.
///
/// Only what our rules keep and neither the merge nor the commit has is put back, never what is undone,
/// what a side of the merge had removed, or what a version between the merge and the commit had.
struct Restoration {
  /// Whose entries are put back; nil for everybody's.
  private let user: UserID?
  private var draft: TreeDraft
  private(set) var restored = MergeOutcome()
  private(set) var lost = MergeOutcome()
  /// The values of the user that a merge set back to older ones.
  private(set) var older = MergeOutcome()
  /// The commits after the merge that was last looked at.
  private var later: (merge: ObjectID, commits: [ObjectID])?

  init(on head: ObjectID, of user: UserID?) {
    self.user = user
    draft = TreeDraft(on: head)
  }

  /// Puts back what one merge lost; whether other users lost something in it.
  mutating func restore(
    _ merge: ForeignMerge,
    in repository: borrowing Repository
  ) throws -> Bool {
    guard let right = try merge.merged(in: repository) else { return false }
    var paths: Set<GitPath> = []
    for side in merge.sides {
      paths.formUnion(try repository.changes(from: side, to: merge.result).map(\.path))
    }
    let known = lost.conflicts.count
    // Records come back where their habit has come back.
    for layout in paths.compactMap({ Layout(path: $0) }).sorted(by: Restoration.precedes) {
      guard let rule = FileMerge(layout),
        let right = try right.file(at: layout.gitPath, in: repository)
      else { continue }
      let left = try repository.file(layout.gitPath, of: merge.result)
      try restore(layout, rule, right, lostIn: left, merge, in: repository)
    }
    return lost.conflicts.count > known
  }

  /// Definitions come before records.
  private static func precedes(_ one: Layout, _ other: Layout) -> Bool {
    switch (one, other) {
    case (.year, .year): one.path < other.path
    case (.year, _): false
    case (_, .year): true
    default: one.path < other.path
    }
  }

  private mutating func restore(
    _ layout: Layout,
    _ rule: FileMerge,
    _ right: (bytes: [UInt8], entry: TreeEntry),
    lostIn left: [UInt8]?,
    _ merge: ForeignMerge,
    in repository: borrowing Repository
  ) throws {
    let nothing = Array("{}".utf8)
    guard let head = try draft.file(at: layout.gitPath, in: repository) else {
      // A file that is gone as a whole comes back as a whole, where its habit does.
      guard left == nil, try isDefined(layout, in: repository),
        try versions(of: layout.gitPath, since: merge, in: repository).isEmpty
      else { return }
      let days = rule.differences(nothing, right.bytes)
      let entry = TreeEntry(file: right.entry.id)
      return put(right.bytes, like: entry, MergeOutcome.Conflict(layout, days))
    }
    let left = left ?? nothing
    var sides: [[UInt8]] = []
    for side in merge.sides {
      if let bytes = try repository.file(layout.gitPath, of: side) { sides.append(bytes) }
    }
    do {
      var result = try rule.restoring(head.bytes, lostIn: left, of: right.bytes, from: sides)
      guard result.bytes != head.bytes || !result.decisions.isEmpty else { return }
      let later = try versions(of: layout.gitPath, since: merge, in: repository)
      result = try rule.restoring(
        head.bytes,
        lostIn: left,
        of: right.bytes,
        from: sides,
        before: later
      )
      if user == nil || layout.user == user { older.add(result.decisions, of: layout) }
      guard result.bytes != head.bytes else { return }
      put(result.bytes, like: head.entry, MergeOutcome.Conflict(layout, result.conflicts))
    } catch is MergeRefusal {
      // What cannot be read was merged manually.
    }
  }

  private mutating func versions(
    of path: GitPath,
    since merge: ForeignMerge,
    in repository: borrowing Repository
  ) throws -> [[UInt8]] {
    if later?.merge != merge.result {
      later = (merge.result, try commits(after: merge.result, in: repository))
    }
    var versions: [ObjectID: [UInt8]] = [:]
    for id in later?.commits ?? [] {
      guard let entry = try repository.entry(at: path, of: id), entry.isFile,
        versions[entry.id] == nil
      else { continue }
      versions[entry.id] = try repository.blob(entry.id)
    }
    return Array(versions.values)
  }

  /// The commits that follow a merge, up to the commit; each is looked at once.
  private func commits(
    after merge: ObjectID,
    in repository: borrowing Repository
  ) throws -> [ObjectID] {
    var after: Set = [merge]
    for id in try repository.commits(of: [draft.base], without: [merge]).reversed()
    where try repository.readCommit(id).parents.contains(where: after.contains) {
      after.insert(id)
    }
    after.remove(merge)
    return Array(after)
  }

  private mutating func put(_ bytes: [UInt8], like entry: TreeEntry, _ what: MergeOutcome.Conflict)
  {
    guard user == nil || what.layout.user == user else { return lost.conflicts.append(what) }
    draft.set(what.layout.gitPath, .made(bytes, like: entry))
    restored.conflicts.append(what)
  }

  /// Whether the records of a file are of a habit that is defined.
  private func isDefined(
    _ layout: Layout,
    in repository: borrowing Repository
  ) throws -> Bool {
    guard case .year(let user, let habit, _) = layout else { return true }
    return try draft.entry(at: Layout.habit(user, habit).gitPath, in: repository) != nil
  }

  /// The commit with what was put back on top; the one that it began with when nothing was.
  func commit(in repository: borrowing Repository) throws -> ObjectID {
    guard !draft.isEmpty else { return draft.base }
    let subject = "restore: what was lost in a merge without habit's rules"
    return try MergeCommit.put(draft, subject, restored, in: repository)
  }
}

extension MergeOutcome.Conflict {
  fileprivate init(_ layout: Layout, _ days: [String]) {
    self.init(layout: layout, met: days, decisions: [])
  }
}
