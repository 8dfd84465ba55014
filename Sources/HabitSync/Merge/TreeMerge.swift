internal import Git
internal import HabitFiles
internal import HabitMerge
internal import HabitStore

/// The files of two commits as one.
///
/// The cost is that of what differs between them. Paths are paths: nothing is taken for renamed.
struct TreeMerge {
  /// The merged files, as changes of ours.
  private(set) var draft: TreeDraft
  /// What became of the files that both sides had changed.
  private(set) var outcome = MergeOutcome()
  /// What differs between the two, each with the entries of the best common ancestors; one without
  /// any has a history of its own.
  private(set) var differences: [(change: TreeChange, bases: [TreeEntry?])] = []

  init(
    _ ours: ObjectID,
    _ theirs: ObjectID,
    since bases: [ObjectID],
    in repository: borrowing Repository
  ) throws {
    self.draft = TreeDraft(on: ours)
    do {
      try carryFolders(of: theirs, besides: ours, since: bases, in: repository)
      for change in try repository.changes(from: ours, to: theirs) {
        var known: [TreeEntry?] = bases.isEmpty ? [nil] : []
        for base in bases { known.append(try repository.entry(at: change.path, of: base)) }
        differences.append((change, known))
        switch changedSide(since: known, change.old, change.new) {
        case .ours: continue
        case _ where change.isForbidden:
          guard draft.carries(change.carrier) else {
            throw SyncError.store(.forbidden(path: change.path.description))
          }
        case .theirs: draft.set(change.path, change.new.map(TreeDraft.Content.entry))
        case nil: try merge(change, known.compactMap(\.self), in: repository)
        }
      }
      try separate(in: repository)
    } catch {
      throw SyncError(error)
    }
  }

  /// Takes the folders at the root as they came that only theirs changed: they may hold what git
  /// would not write, twice or in any order.
  private mutating func carryFolders(
    of theirs: ObjectID,
    besides ours: ObjectID,
    since bases: [ObjectID],
    in repository: borrowing Repository
  ) throws {
    let (mine, its) = (try repository.directories(of: ours), try repository.directories(of: theirs))
    var known: [[GitPath: TreeEntry]] = bases.isEmpty ? [[:]] : []
    for base in bases { known.append(try repository.directories(of: base)) }
    for folder in Set(mine.keys).union(its.keys)
    where mine[folder] != its[folder] && known.contains(where: { $0[folder] == mine[folder] }) {
      draft.carry(folder, its[folder])
    }
  }

  private mutating func merge(
    _ change: TreeChange,
    _ known: [TreeEntry],
    in repository: borrowing Repository
  ) throws {
    guard let ours = change.old, let theirs = change.new else {
      // One side removed what the other changed: what was changed stays.
      draft.set(change.path, (change.old ?? change.new).map(TreeDraft.Content.entry))
      return
    }
    guard ours.isFile, theirs.isFile, try !repository.isLarge(ours.id),
      try !repository.isLarge(theirs.id)
    else {
      return keepBoth(change.path, ours, theirs)
    }
    let like = TreeMerge.mode(of: ours, theirs, since: known)
    let (mine, its) = (try repository.blob(ours.id), try repository.blob(theirs.id))
    var bases: [[UInt8]] = []
    for entry in known where entry.isFile { bases.append(try repository.blob(entry.id)) }
    guard let layout = Layout(path: change.path), let merge = FileMerge(layout) else {
      let rule = try OtherFileRule(of: change.path, in: repository)
      if rule == .ours { return }
      let merged = try rule.merging(mine, its, since: bases.first ?? [], in: repository)
      guard let merged else { return keepBoth(change.path, ours, theirs) }
      draft.set(change.path, .made(merged, like: like))
      return
    }
    do throws(MergeRefusal) {
      let (mine, its) = (merge.withoutMarkers(mine), merge.withoutMarkers(its))
      let merged = try merge.merging(mine, its, since: bases)
      draft.set(change.path, .made(merged.bytes, like: like))
      outcome.add(merged, layout)
    } catch {
      if case .newerFormat(_, let format) = error {
        throw SyncError.newerFormat(path: change.path.description, format)
      }
      // What can be read keeps the name.
      switch (merge.reads(mine), merge.reads(its)) {
      case (true, false): keep(change.path, ours, beside: theirs)
      case (false, true): keep(change.path, theirs, beside: ours)
      case (true, true), (false, false): keepBoth(change.path, ours, theirs)
      }
    }
  }

  /// The one whose mode a merged file has: the one whose mode has changed.
  private static func mode(
    of ours: TreeEntry,
    _ theirs: TreeEntry,
    since known: [TreeEntry]
  ) -> TreeEntry {
    let modes = known.map(\.mode)
    switch (modes.contains(ours.mode), modes.contains(theirs.mode)) {
    case (true, false): return theirs
    case (false, true): return ours
    case (true, true), (false, false): return ours.mode > theirs.mode ? ours : theirs
    }
  }

  /// Two that cannot be one: the one with the greater id keeps the name.
  private mutating func keepBoth(_ path: GitPath, _ ours: TreeEntry, _ theirs: TreeEntry) {
    let greater = max(ours, theirs)
    keep(path, greater, beside: greater == ours ? theirs : ours)
  }

  private mutating func keep(_ path: GitPath, _ kept: TreeEntry?, beside other: TreeEntry) {
    let name = path.suffixed(".\(other.id.hex.prefix(8))")
    draft.set(path, kept.map(TreeDraft.Content.entry))
    draft.set(name, .entry(other))
    outcome.copies.append(MergeOutcome.Copy(path: path.description, copy: name.description))
  }

  /// A file where the other side has a folder makes room for it.
  private mutating func separate(in repository: borrowing Repository) throws {
    for path in draft.paths {
      for name in path.foldersAbove {
        if try draft.entry(at: path, in: repository) != nil,
          let file = try draft.entry(at: name, in: repository)
        {
          keep(name, nil, beside: file)
        }
      }
    }
  }
}
