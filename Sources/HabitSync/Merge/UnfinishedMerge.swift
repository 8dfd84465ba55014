internal import Git
internal import HabitCore
internal import HabitFiles
internal import HabitMerge
public import HabitStore
internal import Posix

/// An unfinished merge of git, as `git pull` leaves one with conflicts.
public struct UnfinishedMerge {
  private let location: Location
  private let writer: Store.Writer

  public init(in location: Location, by writer: Store.Writer) {
    self.location = location
    self.writer = writer
  }

  /// Concludes the merge, when it touches only data files: both sides are merged by habit's rules, and
  /// what was edited since git began stays.
  ///
  /// - Returns: What was done, in words; nothing when no merge is unfinished.
  /// - Throws: `.problems` when a file cannot be read, `.otherFiles` when the merge touches other
  ///   files; nothing changed.
  public func conclude() throws -> [String] {
    let repository = try Repository(at: location.root)
    let theirs = try repository.mergeHeads()
    guard repository.operation == .merge, let head = try repository.head().commit else {
      return []
    }
    guard theirs.count == 1 else { throw StoreError.busy(operation: "merge") }
    let (checkout, outcome) = try checkout(of: theirs[0], on: head, in: repository)
    let warnings: [String]
    switch try Store(location).checkOut(checkout, by: writer) {
    case .done(let told): warnings = told
    case .overtaken: throw StoreError.restless(path: location.root)
    case .obstructed(let path): throw SyncError.otherFiles([path])
    }
    let places = outcome.conflicts.flatMap { conflict in
      conflict.met.map { "\(conflict.layout.subject) \($0)" }
    }
    let more = places.isEmpty ? "" : ": " + places.joined(separator: ", ")
    return ["concluded the git merge" + more] + warnings
  }

  private func checkout(
    of theirs: ObjectID,
    on head: ObjectID,
    in repository: borrowing Repository
  ) throws -> (Checkout, MergeOutcome) {
    let bases = try repository.mergeBases(head, theirs)
    let merge = try TreeMerge(head, theirs, since: bases, in: repository)
    var files = MergedFiles(draft: merge.draft, versions: [head, theirs] + bases)
    let unmerged = try repository.index(under: [.root]).filter { $0.stage > 0 }.map(\.path)
    for path in Set(unmerged).union(merge.draft.paths).sorted() {
      guard let file = path.filePath else { continue }
      try files.take(location.disk.bytes(of: file), at: path, in: repository)
    }
    guard files.problems.isEmpty else { throw StoreError.problems(files.problems) }
    guard files.others.isEmpty else { throw SyncError.otherFiles(files.others) }
    // After a crash the branch may be there already.
    let isMerged = try repository.isAncestor(theirs, of: head)
    let sides = [head, theirs]
    let commit =
      isMerged
      ? head : try MergeCommit.merge(files.draft, sides, merge.outcome, in: repository)
    let checkout = Checkout(
      from: head,
      on: commit,
      reason: "habit check: merge",
      broken: [],
      concluding: files.hashes
    )
    return (checkout, merge.outcome)
  }
}

/// The files of a merge, with what was edited since git began it.
private struct MergedFiles {
  private(set) var draft: TreeDraft
  let versions: [ObjectID]
  /// The files of the work tree, by the hashes of its bytes.
  private(set) var hashes: [GitPath: ObjectID?] = [:]
  private(set) var problems: [Problem] = []
  /// Files that are not ours to resolve.
  private(set) var others: [String] = []

  /// Commits what is at a path.
  mutating func take(
    _ work: [UInt8]?,
    at path: GitPath,
    in repository: borrowing Repository
  ) throws {
    guard let work else { return hashes[path] = .some(nil) }
    hashes[path] = try repository.hash(work)
    var known: [[UInt8]] = []
    for version in versions {
      if let bytes = try repository.file(path, of: version) { known.append(bytes) }
    }
    guard let merged = try draft.file(at: path, in: repository), merged.bytes != work,
      !known.contains(work)
    else { return }
    guard let layout = Layout(path: path), let rule = FileMerge(layout) else {
      return others.append(path.description)
    }
    do throws(MergeRefusal) {
      let edited = rule.withoutMarkers(work)
      let result = try rule.merging(merged.bytes, edited, since: known)
      draft.set(path, .made(result.bytes, like: merged.entry))
    } catch {
      problems.append(error.problem(in: layout.path))
    }
  }
}
