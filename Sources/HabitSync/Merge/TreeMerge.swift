public import Git
internal import HabitFiles
internal import HabitMerge
internal import HabitStore

/// The files of two commits as one: the same tree whichever of them is ours.
///
/// The cost is that of what differs between them. Paths are paths: nothing is taken for renamed.
public struct TreeMerge {
  /// The merged files, as changes of ours.
  public private(set) var draft: TreeDraft
  /// What became of the files that both sides had changed.
  public private(set) var outcome = MergeOutcome()
  /// What differs between the two, each with the entries of the best common ancestors; one without
  /// any has a history of its own.
  private(set) var differences: [(change: TreeChange, bases: [TreeEntry?])] = []
  /// Versions that lost their names, with the paths that they had.
  private var displaced: [(path: GitPath, entry: TreeEntry)] = []

  /// Names and kinds that git would not write are merged as others: who writes the tree refuses them.
  ///
  /// - Throws: ``SyncError``: where a side has a newer format.
  public init<Source: TreeSource & ~Copyable>(
    _ ours: ObjectID,
    _ theirs: ObjectID,
    since bases: [ObjectID],
    in source: borrowing Source
  ) throws {
    self.draft = TreeDraft(on: ours)
    do {
      try carryFolders(of: theirs, besides: ours, since: bases, in: source)
      let changes = try source.changes(from: ours, to: theirs)
      let attributes = Set(changes.map(\.path).filter { $0.name == ".gitattributes" })
      for change in changes {
        var known: [TreeEntry?] = bases.isEmpty ? [nil] : []
        for base in bases { known.append(try source.entry(at: change.path, of: base)) }
        differences.append((change, known))
        switch changedSide(since: known, change.old, change.new) {
        case .ours: continue
        case .theirs: draft.set(change.path, change.new.map(TreeDraft.Content.entry))
        case nil:
          let folders = change.path.foldersAbove + [.root]
          let isDisputed = folders.contains {
            attributes.contains($0.appending(".gitattributes"))
          }
          try merge(change, known.compactMap(\.self), isDisputed: isDisputed, in: source)
        }
      }
      try removeRestored(besides: theirs, in: source)
      try separate(in: source)
      try placeDisplaced(besides: theirs, in: source)
    } catch {
      throw SyncError(error)
    }
  }

  /// Takes the folders at the root as they came that only theirs changed: they may hold what git
  /// would not write, twice or in any order.
  private mutating func carryFolders<Source: TreeSource & ~Copyable>(
    of theirs: ObjectID,
    besides ours: ObjectID,
    since bases: [ObjectID],
    in source: borrowing Source
  ) throws {
    let (mine, its) = (try source.rootEntries(of: ours), try source.rootEntries(of: theirs))
    var known: [[GitPath: TreeEntry]] = bases.isEmpty ? [[:]] : []
    for base in bases { known.append(try source.rootEntries(of: base)) }
    for name in Set(mine.keys).union(its.keys) {
      let (old, new) = (mine[name], its[name])
      // A file and a folder of one name are settled path by path.
      guard old != new, [old, new].allSatisfy({ $0?.isTree ?? true }),
        known.allSatisfy({ $0[name] == old })
      else { continue }
      draft.carry(name, new)
    }
  }

  private mutating func merge<Source: TreeSource & ~Copyable>(
    _ change: TreeChange,
    _ known: [TreeEntry],
    isDisputed: Bool,
    in source: borrowing Source
  ) throws {
    guard let ours = change.old, let theirs = change.new else {
      // One side removed what the other changed: what was changed stays.
      draft.set(change.path, (change.old ?? change.new).map(TreeDraft.Content.entry))
      return
    }
    let layout = Layout(path: change.path)
    let dataMerge = layout.flatMap { FileMerge($0) }
    guard ours.isFile, theirs.isFile, try !source.isLarge(ours.id), try !source.isLarge(theirs.id)
    else {
      return try keep(change.path, ours, theirs, as: dataMerge, in: source)
    }
    let like = TreeMerge.mode(of: ours, theirs, since: known)
    guard ours.id != theirs.id else {
      draft.set(change.path, .entry(like))
      return
    }
    var bases: [[UInt8]] = []
    for entry in Set(known).sorted() where entry.isFile {
      if try !source.isLarge(entry.id) { bases.append(try source.blob(entry.id)) }
    }
    guard let layout, let merge = dataMerge else {
      let attribute = try source.mergeAttribute(of: change.path)
      let rule = isDisputed ? .binary : OtherFileRule(attribute)
      let merged = try rule.merging(
        source.blob(min(ours, theirs).id),
        source.blob(max(ours, theirs).id),
        since: bases,
        in: source
      )
      guard let merged else { return keepBoth(change.path, ours, theirs) }
      draft.set(change.path, .made(merged, like: like))
      return
    }
    let (mine, its) = (try source.blob(ours.id), try source.blob(theirs.id))
    do throws(MergeRefusal) {
      let (mine, its) = (merge.withoutMarkers(mine), merge.withoutMarkers(its))
      let merged = try merge.merging(mine, its, since: bases)
      draft.set(change.path, .made(merged.bytes, like: like))
      let (met, decisions) = (merged.conflicts, merged.decisions)
      outcome.conflicts.append(.init(layout: layout, met: met, decisions: decisions))
    } catch {
      if case .newerFormat(_, let format) = error {
        throw SyncError.newerFormat(path: change.path.description, format)
      }
      try keep(change.path, ours, theirs, as: merge, in: source)
    }
  }

  /// Two that cannot be one: what can be read as a data file keeps the name, else the greater id.
  private mutating func keep<Source: TreeSource & ~Copyable>(
    _ path: GitPath,
    _ ours: TreeEntry,
    _ theirs: TreeEntry,
    as merge: FileMerge?,
    in source: borrowing Source
  ) throws {
    func reads(_ entry: TreeEntry) throws -> Bool {
      guard let merge, entry.isFile, try !source.isLarge(entry.id) else { return false }
      return merge.reads(merge.withoutMarkers(try source.blob(entry.id)))
    }
    switch (try reads(ours), try reads(theirs)) {
    case (true, false): keep(path, ours, beside: theirs)
    case (false, true): keep(path, theirs, beside: ours)
    case (true, true), (false, false): keepBoth(path, ours, theirs)
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
    draft.set(path, kept.map(TreeDraft.Content.entry))
    displaced.append((path, other))
  }

  /// Removes the definitions that were only restored for records of which none is left.
  ///
  /// One side had removed the folder, or all in it but the records, and the other has removed these.
  private mutating func removeRestored<Source: TreeSource & ~Copyable>(
    besides theirs: ObjectID,
    in source: borrowing Source
  ) throws {
    for (change, known) in differences {
      guard case .habit? = Layout(path: change.path), change.old == nil || change.new == nil,
        let entry = try draft.entry(at: change.path, in: source), entry.isFile,
        let folder = change.path.foldersAbove.first,
        try isRestored(entry, at: change.path, since: known, in: source)
      else { continue }
      func years(_ commit: ObjectID) throws -> [GitPath] {
        try source.names(in: folder, of: commit).map(folder.appending).filter { path in
          guard case .year? = Layout(path: path) else { return false }
          return try source.entry(at: path, of: commit) != nil
        }
      }
      let (mine, its) = (try years(draft.base), try years(theirs))
      let isAlone = try (mine + its).allSatisfy { try draft.entry(at: $0, in: source) == nil }
      // A definition that came without records is not removed.
      if isAlone, !(change.old == nil ? its : mine).isEmpty { draft.set(change.path, nil) }
    }
  }

  /// Whether a definition is that of each base that has one, but for being deleted without a stamp.
  private func isRestored<Source: TreeSource & ~Copyable>(
    _ entry: TreeEntry,
    at path: GitPath,
    since known: [TreeEntry?],
    in source: borrowing Source
  ) throws -> Bool {
    guard let merge = Layout(path: path).flatMap({ FileMerge($0) }) else { return false }
    for entry in [entry] + known.compactMap(\.self) {
      guard entry.isFile, try !source.isLarge(entry.id) else { return false }
    }
    let version = try source.blob(entry.id)
    var bases: [[UInt8]] = []
    for base in known.compactMap(\.self) { bases.append(try source.blob(base.id)) }
    return merge.isRestored(version, from: bases)
  }

  /// A file where the other side has a folder makes room for it, whichever side has which.
  private mutating func separate<Source: TreeSource & ~Copyable>(
    in source: borrowing Source
  ) throws {
    // A side by itself has no file above another: both are among what differs.
    var files: [GitPath: TreeEntry] = [:]
    for (change, _) in differences {
      files[change.path] = try draft.entry(at: change.path, in: source)
    }
    for path in files.keys.sorted() {
      for name in path.foldersAbove {
        guard let file = files.removeValue(forKey: name) else { continue }
        keep(name, nil, beside: file)
      }
    }
  }

  /// Gives versions that lost their names ones that no side has, nor has otherwise.
  private mutating func placeDisplaced<Source: TreeSource & ~Copyable>(
    besides theirs: ObjectID,
    in source: borrowing Source
  ) throws {
    for (path, entry) in displaced.sorted(by: { ($0.path, $0.entry) < ($1.path, $1.entry) }) {
      var name = path
      for length in 8...40 {
        name = path.suffixed(".\(entry.id.hex.prefix(length))")
        let known = [
          try source.place(at: name, of: draft.base), try source.place(at: name, of: theirs),
          try draft.entry(at: name, in: source),
        ]
        if known.allSatisfy({ $0 == nil || $0 == entry }) { break }
      }
      draft.set(name, .entry(entry))
      outcome.copies.append(MergeOutcome.Copy(path: path.description, copy: name.description))
    }
  }
}
