internal import Git
public import GitFormats
internal import HabitCore
internal import HabitFiles
internal import Posix

/// A commit that is ready to become the branch's newest, as a merge is.
public struct Checkout: Sendable {
  /// The branch it was decided for, by its full name; nil for the one that is checked out.
  public let branch: String?
  /// The commit the branch is at.
  public let parent: ObjectID?
  /// The commit it goes to.
  public let commit: ObjectID
  /// What the reflog says.
  public let reason: String
  /// Files of ours that cannot be read; they are left alone.
  public let broken: Set<String>
  /// The work files that were read to conclude git's unfinished merge, by the hashes of their bytes, nil
  /// for one that is missing; nil when there is no such merge.
  public let concluded: [String: ObjectID?]?

  /// The operation of git that it ends.
  var merge: Repository.Operation? { concluded == nil ? nil : .merge }

  /// A checkout.
  public init(
    of branch: String? = nil,
    from parent: ObjectID?,
    on commit: ObjectID,
    reason: String,
    broken: Set<String>,
    concluding concluded: [String: ObjectID?]? = nil
  ) {
    self.branch = branch
    self.parent = parent
    self.commit = commit
    self.reason = reason
    self.broken = broken
    self.concluded = concluded
  }

  /// How it ended.
  public enum Ending: Hashable, Sendable {
    /// The branch is there, and the work files, but those that were left alone.
    case done(warnings: [String])
    /// A file was saved or committed meanwhile, and nothing changed.
    case overtaken
    /// Something that is not ours is in the way, and nothing changed.
    case obstructed(path: String)
  }
}

extension Store {
  /// Brings the branch and the work files to a commit: the files first, the branch after them.
  ///
  /// The other order would let the next change take back everybody else's.
  public func checkOut(_ checkout: Checkout, by writer: Writer) throws(StoreError)
    -> Checkout.Ending
  {
    let lock = try lock()
    let transaction = try Transaction(self, writer)
    try transaction.recover()
    let ending = try transaction.mappingErrors { () throws(any Error) in
      try transaction.checkOut(checkout)
    }
    _ = consume lock
    return ending
  }
}

extension Transaction {
  /// The place of a work file.
  private enum Place {
    /// As the branch has it; the hash of its bytes is that of those that are exchanged.
    case asBefore(ObjectID?)
    /// As the branch is going to have it.
    case asAfter
    /// Elsewhere.
    case elsewhere
  }

  /// A change of a work file, decided on bytes with this hash; nil when there was no file.
  private typealias Decided = (change: TreeChange, before: ObjectID?)

  fileprivate func checkOut(_ checkout: Checkout) throws(any Error) -> Checkout.Ending {
    if checkout.concluded == nil { _ = try waitForGit() }
    let branch = try branch(besides: checkout.merge)
    guard checkout.branch == nil || checkout.branch == branch,
      try repository.head().commit == checkout.parent
    else { return .overtaken }
    let changes = try changes(of: checkout)
    if let change = changes.first(where: \.isForbidden) {
      throw StoreError.forbidden(path: change.path)
    }
    try checkFilters(of: changes.map(\.path))
    try checkFilters(in: checkout.commit, of: changes)
    try checkNames(in: checkout.commit)
    var due: [Decided] = []
    var leftAlone: [String] = []
    let skipped = try repository.skipped(among: changes.map(\.path))
    for change in changes {
      if skipped.contains(change.path), location.disk.kind(of: change.path) == nil { continue }
      switch try place(of: change, among: changes, checkout) {
      case .asBefore(let hash): due.append((change, hash))
      case .asAfter: break
      case .elsewhere where checkout.broken.contains(change.path): leftAlone.append(change.path)
      case .elsewhere:
        guard Layout(path: change.path) == nil else { return .overtaken }
        return .obstructed(path: change.path)
      }
    }
    try waitForBranchLock(branch)
    try begin()
    // What is taken away first makes room for a directory of the same name.
    due.sort { $0.change.new == nil && $1.change.new != nil }
    let journal = try prepare(due, checkout, branch: branch)
    guard let warnings = try publish(checkout, journal, changes) else { return .overtaken }
    for (change, _) in due where change.new?.isExecutable == true {
      try location.disk.allowRunning(change.path)
    }
    // Another repository's folder is there, as git leaves it, until that is cloned.
    for (change, _) in due where change.new?.isSubmodule == true {
      try location.disk.makeDirectory(change.path)
    }
    for change in changes where !leftAlone.contains(change.path) {
      try remember(change.path, as: change.new)
    }
    try notes.disk.synchronize()
    // The next command that takes the lock writes the index that could not be written.
    if warnings.isEmpty { try finish(journal) }
    return .done(warnings: warnings)
  }

  /// Sees that no attributes come which pass data files through a program from then on: one user who
  /// pushes them would stop the records of all.
  private func checkFilters(
    in commit: ObjectID,
    of changes: [TreeChange]
  ) throws(any Error) {
    guard changes.contains(where: { $0.path.split(separator: "/").last == ".gitattributes" }) else {
      return
    }
    try checkFilters(of: repository.changes(from: nil, to: commit).map(\.path), with: commit)
  }

  /// Sees that a file system that takes capitals for small letters can hold all files.
  private func checkNames(in commit: ObjectID) throws(any Error) {
    guard try repository.setting("core.ignorecase") == "true" else { return }
    var names: [String: String] = [:]
    for change in try repository.changes(from: nil, to: commit) {
      guard let other = names.updateValue(change.path, forKey: change.path.lowercased()) else {
        continue
      }
      throw StoreError.sameName(change.path, other)
    }
  }

  /// Lets others see what is prepared, with the lock of the index held for this alone.
  ///
  /// - Returns: what to tell; nil, with everything as it was, when it was overtaken.
  private func publish(
    _ checkout: Checkout,
    _ journal: Journal,
    _ changes: [TreeChange]
  ) throws(any Error) -> [String]? {
    guard let lock = try lockIndex(for: journal, besides: checkout.merge) else { return nil }
    guard try exchange(journal) else { return nil }
    do {
      try repository.move(
        journal.branch,
        from: checkout.parent,
        to: checkout.commit,
        reflog: checkout.reason
      )
    } catch {
      try takeBack(journal.files, journal)
      guard error.kind == .modified || error.kind == .locked else { throw error }
      return nil
    }
    let warnings = try settleIndex(checkout, changes, lock)
    if checkout.concluded != nil, warnings.isEmpty { try repository.forgetMerge() }
    _ = consume lock
    return warnings
  }

  private func settleIndex(
    _ checkout: Checkout,
    _ changes: [TreeChange],
    _ lock: borrowing IndexLock
  ) throws(any Error) -> [String] {
    do {
      let entries = changes.map { (path: $0.path, entry: $0.new) }
      try repository.followingCommit(from: checkout.parent, to: checkout.commit) {
        () throws(GitError) in
        try repository.writeIndex(setting: entries, in: location.root, holding: lock)
      }
      return []
    } catch {
      return ["git's index could not be written: \(error.message)"]
    }
  }

  /// What differs between both commits, and what git's unfinished merge left otherwise.
  private func changes(of checkout: Checkout) throws(GitError) -> [TreeChange] {
    let changes = try repository.changes(from: checkout.parent, to: checkout.commit)
    let paths = Set(checkout.concluded.map { Array($0.keys) } ?? []).subtracting(
      changes.map(\.path)
    )
    var others: [TreeChange] = []
    for path in paths.sorted() {
      let entry = try repository.entry(at: path, of: checkout.commit)
      others.append(TreeChange(path: path, old: entry, new: entry))
    }
    return changes + others
  }

  private func place(
    of change: TreeChange,
    among changes: [TreeChange],
    _ checkout: Checkout
  ) throws(any Error) -> Place {
    // The first look counts: what is saved after it is found when the files are exchanged.
    let seen = try hash(of: change.path, in: location.disk)
    if let read = checkout.concluded?[change.path] {
      return seen == read ? .asBefore(seen) : .elsewhere
    }
    if try isThere(change.old, at: change.path, seen) {
      return try isOccupied(change, among: changes) ? .elsewhere : .asBefore(seen)
    }
    return try isThere(change.new, at: change.path, seen) ? .asAfter : .elsewhere
  }

  /// Whether a file is to come where a folder has others that do not go.
  private func isOccupied(
    _ change: TreeChange,
    among changes: [TreeChange]
  ) throws(SystemError) -> Bool {
    guard let new = change.new, new.isFile || new.isLink,
      location.disk.kind(of: change.path) == .directory
    else { return false }
    var others: Set<String> = []
    try location.disk.visit(change.path, depth: .max) { path, kind in
      if kind != .directory { others.insert(path) }
    }
    return !others.subtracting(changes.filter { $0.new == nil }.map(\.path)).isEmpty
  }

  /// Whether the work tree has an entry at a path, where bytes with this hash were seen.
  private func isThere(
    _ entry: TreeEntry?,
    at path: String,
    _ seen: ObjectID?
  ) throws(GitError) -> Bool {
    switch location.disk.kind(of: path) {
    case nil: return entry == nil
    case .file:
      guard let entry, entry.isFile else { return false }
      if seen == entry.id { return true }
      // It may have other ends of lines than git has.
      return try repository.hasContents(location.disk.absolute(path), entry.id)
    case .symbolicLink:
      guard let entry, entry.isLink else { return false }
      return seen == entry.id
    // Another repository's folder is left alone, and so is a folder where a file is expected.
    case .directory: return entry.map { !$0.isFile && !$0.isLink } ?? true
    case .other: return false
    }
  }

  private func prepare(
    _ due: [Decided],
    _ checkout: Checkout,
    branch: String
  ) throws(any Error) -> Journal {
    var files: [Journal.File] = []
    for (change, before) in due
    where [change.old, change.new].allSatisfy({ $0.map { $0.isFile || $0.isLink } ?? true }) {
      let file = Journal.File(
        number: files.count,
        path: change.path,
        before: before,
        after: change.new?.id
      )
      try notes.disk.remove(file.prepared)
      if let new = change.new {
        if new.isLink {
          try notes.disk.createLink(file.prepared, to: try repository.blob(new.id))
        } else if try repository.isLarge(new.id) {
          try repository.writeLarge(new.id, to: notes.disk.absolute(file.prepared))
        } else {
          try notes.disk.create(file.prepared, try repository.blob(new.id))
        }
      }
      files.append(file)
    }
    let journal = Journal(
      branch: branch,
      parent: checkout.parent,
      commit: checkout.commit,
      files: files
    )
    try notes.disk.replace(Journal.path, journal.bytes)
    try notes.disk.synchronize()
    if location.disk.isOnAnotherFileSystem(than: notes.disk) { try location.disk.synchronize() }
    return journal
  }
}
