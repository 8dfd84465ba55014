public import Git
internal import HabitCore
internal import HabitFiles
internal import Posix

/// A commit that is ready to become the branch's newest, as a merge is.
public struct Checkout: Sendable {
  /// The branch it was decided for, by its full name; nil for the one that is checked out.
  public let branch: String?
  public let parent: ObjectID?
  public let commit: ObjectID
  public let reason: String
  /// Files of ours that cannot be read; they are left alone.
  public let broken: Set<String>
  /// The work files that were read to conclude git's unfinished merge, by the hashes of their bytes, nil
  /// for one that is missing; nil when there is no such merge.
  public let concluded: [GitPath: ObjectID?]?

  var merge: Repository.Operation? { concluded == nil ? nil : .merge }

  public init(
    of branch: String? = nil,
    from parent: ObjectID?,
    on commit: ObjectID,
    reason: String,
    broken: Set<String>,
    concluding concluded: [GitPath: ObjectID?]? = nil
  ) {
    self.branch = branch
    self.parent = parent
    self.commit = commit
    self.reason = reason
    self.broken = broken
    self.concluded = concluded
  }

  public enum Ending: Hashable, Sendable {
    /// The branch is there, and the work files, but those that were left alone.
    case done(warnings: [String])
    /// A file was saved, or something committed, meanwhile, and nothing changed.
    case overtaken
    /// Something that is not ours is in the way, and nothing changed.
    case obstructed(path: String)
  }
}

extension Store {
  /// Brings the branch and the work files to a commit: the files first, the branch after them.
  ///
  /// The other order would let the next change take back everybody else's.
  public func checkOut(_ checkout: Checkout, by writer: Writer) throws -> Checkout.Ending {
    let transaction = try Transaction(self, writer, lock: lock())
    try transaction.recover()
    return try transaction.checkOut(checkout)
  }
}

extension Transaction {
  private enum Place {
    /// As the branch has it; the hash of its bytes is that of those that are exchanged.
    case asBefore(ObjectID?)
    case asAfter
    case elsewhere
  }

  /// A change of a work file, decided on bytes with this hash; nil when there was no file.
  private struct Decided {
    let change: TreeChange
    let path: String
    let before: ObjectID?
  }

  fileprivate func checkOut(_ checkout: Checkout) throws -> Checkout.Ending {
    if checkout.concluded == nil { _ = try waitForGit() }
    let state = try repository.state()
    try state.refuseOperation(besides: checkout.merge)
    let branch = try state.branch
    guard checkout.branch == nil || checkout.branch == branch,
      state.head.commit == checkout.parent
    else { return .overtaken }
    let all = try changes(of: checkout)
    // In another folder than the user's own, what git takes on no system stops nobody.
    let forbidden = all.filter(\.isForbidden)
    let own: [GitPath?] = [nil, GitPath(writer.user.text)]
    if let change = forbidden.first(where: { own.contains($0.carrier) }) {
      throw StoreError.forbidden(path: change.path.description)
    }
    let changes = all.compactMap(\.inWorkTree)
    try checkFilters(of: changes.map(\.path))
    try checkFilters(in: checkout.commit, of: changes)
    try checkNames(in: checkout.commit)
    var due: [Decided] = []
    let skipped = state.lines.skipped(among: changes.map(\.path))
    for change in changes {
      guard let path = change.path.filePath else { continue }
      if skipped.contains(change.path), location.disk.kind(of: path) == nil { continue }
      switch try place(of: change, path, among: changes, checkout) {
      case .asBefore(let hash): due.append(Decided(change: change, path: path, before: hash))
      case .asAfter: break
      case .elsewhere where checkout.broken.contains(path): break
      case .elsewhere:
        return Layout(path: path) == nil ? .obstructed(path: path) : .overtaken
      }
    }
    try waitForBranchLock(branch)
    try begin()
    // What is taken away first makes room for a directory of the same name.
    due.sort { $0.change.new == nil && $1.change.new != nil }
    let journal = try prepare(due, checkout, branch: branch)
    let nameless = changes.filter { $0.path.filePath == nil }
    var more: [String] = []
    warn(&more) {
      // Git may have written them, and would take old ones for edits.
      let written = nameless.filter { $0.old != nil }.map(\.path)
      guard let parent = checkout.parent else { return }
      try repository.checkOut(written, from: parent, on: checkout.commit, in: location.root)
    }
    let warnings = try publish(journal, besides: checkout.merge, reflog: checkout.reason) { lock in
      let entries = changes.map { (path: $0.path, entry: $0.new) }
      try repository.writeIndex(setting: entries, in: location.root, holding: lock)
      if checkout.concluded != nil { try repository.forgetMerge() }
    }
    guard let warnings else { return .overtaken }
    warn(&more) {
      // Another repository's folder is there, as git leaves it, until that is cloned.
      for file in due where file.change.new?.isSubmodule == true {
        try location.disk.makeDirectory(file.path)
      }
    }
    more += conclude(journal, after: warnings + more)
    // What git has written is in the folder.
    let unwritten = nameless.filter { $0.old == nil || skipped.contains($0.path) }
    let carried = (forbidden + unwritten).filter { $0.new != nil }
      .map { change in
        "\(change.path): no file can have this name here; git has its newest version, the folder has not"
      }
    return .done(warnings: warnings + more + carried)
  }

  /// Sees that no attributes come which pass data files through a program from then on: one user who
  /// pushes them would stop the records of all.
  private func checkFilters(
    in commit: ObjectID,
    of changes: [TreeChange]
  ) throws {
    guard changes.contains(where: { $0.path.name == ".gitattributes" }) else {
      return
    }
    let paths = try repository.changes(from: nil, to: commit).map(\.path)
    // Who has no files yet is going to write this one.
    try checkFilters(of: paths + [GitPath(Layout.profile(writer.user).path)], with: commit)
  }

  /// Sees that a file system that takes capitals for small letters can hold all files.
  private func checkNames(in commit: ObjectID) throws {
    guard try repository.setting("core.ignorecase") == "true" else { return }
    var names: [String: String] = [:]
    for path in try repository.changes(from: nil, to: commit).compactMap(\.path.filePath) {
      guard let other = names.updateValue(path, forKey: path.lowercased()) else { continue }
      throw StoreError.sameName(path, other)
    }
  }

  /// What differs between both commits, and what git's unfinished merge left otherwise.
  private func changes(of checkout: Checkout) throws -> [TreeChange] {
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
    _ path: String,
    among changes: [TreeChange],
    _ checkout: Checkout
  ) throws -> Place {
    // The first look counts: what is saved after it is found when the files are exchanged.
    let seen = try hash(of: path, in: location.disk)
    if let read = checkout.concluded?[change.path] {
      return seen == read ? .asBefore(seen) : .elsewhere
    }
    if try isThere(change.old, at: path, seen) {
      return try isOccupied(path, by: change.new, among: changes) ? .elsewhere : .asBefore(seen)
    }
    return try isThere(change.new, at: path, seen) ? .asAfter : .elsewhere
  }

  /// Whether a file is to come where a folder has others that do not go.
  private func isOccupied(
    _ folder: String,
    by new: TreeEntry?,
    among changes: [TreeChange]
  ) throws -> Bool {
    guard let new, new.isFile || new.isLink, location.disk.kind(of: folder) == .directory else {
      return false
    }
    var others: Set<GitPath> = []
    try location.disk.visit(folder, depth: .max) { path, kind in
      if kind != .directory { others.insert(GitPath(path)) }
    }
    return !others.subtracting(changes.filter { $0.new == nil }.map(\.path)).isEmpty
  }

  /// Whether the work tree has an entry at a path, where bytes with this hash were seen.
  private func isThere(
    _ entry: TreeEntry?,
    at path: String,
    _ seen: ObjectID?
  ) throws -> Bool {
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
  ) throws -> Journal {
    var files: [Journal.File] = []
    for decided in due
    where [decided.change.old, decided.change.new].allSatisfy({
      $0.map { $0.isFile || $0.isLink } ?? true
    }) {
      let file = Journal.File(
        number: files.count,
        path: decided.path,
        before: decided.before,
        after: decided.change.new?.id
      )
      try notes.disk.remove(file.prepared)
      let work = location.disk.absolute(decided.path)
      if let new = decided.change.new {
        if new.isLink {
          try notes.disk.createLink(file.prepared, to: try repository.blob(new.id))
        } else if try repository.isLarge(new.id) {
          let rights = FileRights(of: work, canRun: new.isExecutable)
          try repository.writeLarge(new.id, to: notes.disk.absolute(file.prepared), with: rights)
        } else {
          let bytes = try repository.blob(new.id)
          try notes.disk.create(file.prepared, bytes, like: work, canRun: new.isExecutable)
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
    try write(journal, as: .sync)
    return journal
  }
}
