internal import Git
internal import HabitCore
internal import HabitFiles
internal import Posix

/// One change on its way into the repository, under the lock.
///
/// The order is what makes a crash harmless: objects, then prepared files and the journal, all on
/// the disk before anything others see changes; then work files by exchange, the branch by
/// compare-and-swap, the index; then the disk again.
struct Transaction: ~Copyable {
  let location: Location
  let notes: CloneNotes
  let repository: Repository
  let writer: Store.Writer

  /// Exists from before the first object of a change is written until the change is on the disk.
  static let began = "habit/began"

  /// How an attempt ended.
  enum Ending {
    /// The change is committed and durable; nil when there was nothing to commit.
    case done(commit: String?, warnings: [String])
    /// Somebody saved or committed meanwhile, and nothing changed.
    case overtaken
  }

  init(_ store: Store, _ writer: Store.Writer) throws(StoreError) {
    self.location = store.location
    self.notes = store.notes
    self.writer = writer
    do {
      repository = try Repository(at: store.location.root)
    } catch {
      throw StoreError(error, in: store.location)
    }
  }

  /// The manual edits of these files of the user.
  func scan(of files: FileTree) throws(StoreError) -> WorkingTreeScan {
    let stamp = Stamp(utc: writer.clock.utc, device: writer.device)
    return try WorkingTreeScan(
      of: writer.user,
      files: files,
      in: location,
      notes: notes,
      repository: repository,
      terms: WorkingTreeScan.Terms(acceptsDeletions: writer.acceptsDeletions, stamp: stamp)
    )
  }
}

// MARK: Performing

extension Transaction {
  /// A file as it is to stand, and what is in the work tree now.
  private struct Target {
    let path: String
    let before: [UInt8]?
    let after: [UInt8]
    /// A manual edit that was saved there; nil when there was none.
    var saved: [UInt8]?
    /// Whether saving the same once more deletes what is put back.
    var isAnswered = false
  }

  /// Writes and commits the edits and the manual edits of the scan.
  func commit(
    _ edits: [Edit],
    _ scan: WorkingTreeScan,
    subject: String
  ) throws(StoreError) -> Ending {
    let targets = targets(edits, scan)
    guard !targets.isEmpty else { return .done(commit: nil, warnings: []) }
    if try waitForGit() { return .overtaken }
    let message = Transaction.message(subject, scan, hasEdits: !edits.isEmpty)
    return try mappingErrors { () throws(any Error) in try commit(targets, message) }
  }

  private func commit(_ targets: [Target], _ message: String) throws(any Error) -> Ending {
    let branch = try branch()
    try checkFilters(of: targets.map(\.path))
    try waitForBranchLock(branch)
    try begin()
    let blobs = try blobs(of: targets)
    let pending = try pending(blobs, message)
    let journal = try prepare(targets, branch: branch, pending)
    try notes.invalidateUpToDateMarker()
    guard let (commit, warnings) = try publish(pending, journal, blobs, message) else {
      return .overtaken
    }
    for target in targets {
      try notes.remember(target.after, of: target.path)
      guard let saved = target.saved, saved != target.after else { continue }
      if target.isAnswered {
        try notes.answer(saved, of: target.path)
      } else {
        // No commit has it as it was saved, and an editor or another device may go on from it.
        try notes.keep(saved: saved, of: target.path)
      }
    }
    try notes.disk.synchronize()
    // Whoever takes the lock next writes the index that could not be.
    if warnings.isEmpty { try finish(journal) }
    return .done(commit: commit == pending.parent ? nil : commit?.hex, warnings: warnings)
  }

  /// Lets others see a change that is prepared: files, branch and index.
  ///
  /// git gives up at once where it meets the lock of the index, and may leave a merge behind. So the
  /// lock is held for this alone: what takes time, above all the disk, comes before or after.
  ///
  /// - Returns: the commit, and what to tell; nil, with everything as it was, when it was overtaken.
  private func publish(
    _ pending: PendingCommit,
    _ journal: Journal,
    _ blobs: [(path: String, blob: ObjectID)],
    _ message: String
  ) throws(any Error) -> (commit: ObjectID?, warnings: [String])? {
    guard let lock = try lockIndex(for: journal) else { return nil }
    guard try exchange(journal) else { return nil }
    var pending = pending
    do {
      // A foreign commit may come between: ours goes on top of it.
      while pending.commit != pending.parent, try !move(journal.branch, pending) {
        pending = try self.pending(blobs, message)
        try notes.disk.synchronize()
      }
    } catch {
      try takeBack(journal.files, journal)
      throw error
    }
    var warnings: [String] = []
    do {
      try repository.followingCommit(from: pending.parent, to: pending.commit) {
        () throws(GitError) in
        try repository.writeIndex(setting: blobs, in: location.root, holding: lock)
      }
    } catch {
      warnings.append("git's index could not be written: \(error.message)")
    }
    _ = consume lock
    return (pending.commit, warnings)
  }

  /// Runs what may fail in git or the system, with the failure as a `StoreError`.
  func mappingErrors<Result>(
    _ body: () throws(any Error) -> Result
  ) throws(StoreError) -> Result {
    do {
      return try body()
    } catch let error as GitError {
      throw StoreError(error, in: location)
    } catch let error as SystemError {
      throw .system(error)
    } catch let error as StoreError {
      throw error
    } catch {
      preconditionFailure("a change fails by git, the system or the store: \(error)")
    }
  }

  /// One target a file: an edit was made from what the scan has merged.
  private func targets(_ edits: [Edit], _ scan: WorkingTreeScan) -> [Target] {
    var targets: [String: Target] = [:]
    for file in scan.changed {
      targets[file.path] = Target(
        path: file.path,
        before: file.before,
        after: file.after,
        saved: file.before,
        isAnswered: file.isAnswered
      )
    }
    for edit in edits {
      let edited = targets[edit.path]
      targets[edit.path] = Target(
        path: edit.path,
        before: edited.map(\.before) ?? edit.before,
        after: edit.after,
        saved: edited?.saved,
        isAnswered: edited?.isAnswered ?? false
      )
    }
    return targets.values.sorted { $0.path < $1.path }
  }

  /// The branch that is committed to.
  func branch(besides allowed: Repository.Operation? = nil) throws(any Error) -> String {
    try refuseOperation(besides: allowed)
    switch try repository.head() {
    case .unborn(let branch), .branch(let branch, _): return branch
    case .detached: throw StoreError.detachedHead
    }
  }

  /// Refuses to change anything while git is in the middle of something.
  func refuseOperation(besides allowed: Repository.Operation? = nil) throws(StoreError) {
    guard let operation = repository.operation, operation != allowed else { return }
    throw .busy(operation: operation.rawValue)
  }

  /// Does what needs a lock of git, waiting for another program's as long as is polite.
  func unlessLocked(
    _ body: () throws(GitError) -> IndexLock
  ) throws(GitError) -> IndexLock {
    let patience = Patience(seconds: Store.patienceSeconds)
    while true {
      do {
        return try body()
      } catch  where error.kind == .locked && patience.lasts {
        patience.pause()
      }
    }
  }

  /// Sees that git has no program to change these files with on their way into it, as one that
  /// encrypts: left out, what it hides would be published.
  func checkFilters(of paths: some Sequence<String>) throws(any Error) {
    for path in paths {
      guard Layout(path: path) != nil, let filter = try repository.filter(of: path) else {
        continue
      }
      throw StoreError.filtered(path: path, filter: filter)
    }
  }

  /// Marks when the change began: a power cut may truncate what is written from now on.
  func begin() throws(SystemError) {
    if notes.disk.kind(of: Transaction.began) == nil {
      try notes.disk.create(Transaction.began, [])
    }
  }

  /// When the change began that was cut off, in seconds since 1970; nil when none was.
  ///
  /// Releases before 0.2 have only the lock of the index to tell it.
  private var timeOfInterrupted: Int? {
    let times = [
      notes.disk.stamp(of: Transaction.began)?.modified.seconds,
      IndexLock.timeOfStale(in: notes.gitDirectory),
    ]
    return times.compactMap(\.self).min()
  }

  /// Waits until nobody is moving the branch, before anything is changed.
  func waitForBranchLock(_ branch: String) throws(StoreError) {
    let disk = Disk(root: repository.commonDirectory)
    let patience = Patience(seconds: Store.patienceSeconds)
    while disk.kind(of: branch + ".lock") != nil {
      guard patience.lasts else { throw .locked(path: disk.absolute(branch + ".lock")) }
      patience.pause()
    }
  }

  /// Moves the branch to the commit; false when somebody else has moved it.
  private func move(_ branch: String, _ pending: PendingCommit) throws(GitError) -> Bool {
    guard let commit = pending.commit else { return true }
    let patience = Patience(seconds: Store.patienceSeconds)
    while true {
      do {
        try repository.move(branch, from: pending.parent, to: commit, reflog: pending.subject)
        return true
      } catch  where error.kind == .locked && patience.lasts {
        patience.pause()
      } catch  where error.kind == .modified || error.kind == .exists {
        return false
      }
    }
  }

  private func blobs(
    of targets: [Target]
  ) throws(GitError) -> [(path: String, blob: ObjectID)] {
    var blobs: [(path: String, blob: ObjectID)] = []
    for target in targets {
      blobs.append((target.path, try repository.writeBlob(blobBytes(of: target.after))))
    }
    return blobs
  }

  /// A commit that no branch has yet; the parent itself when nothing would change.
  private struct PendingCommit {
    let parent: ObjectID?
    let commit: ObjectID?
    let subject: String
  }

  private func pending(
    _ blobs: [(path: String, blob: ObjectID)],
    _ message: String
  ) throws(GitError) -> PendingCommit {
    let parent = try repository.head().commit
    let subject = "habit: " + message.prefix { $0 != "\n" }
    let tree = try repository.writeTree(of: parent, setting: blobs)
    if let parent, try repository.tree(of: parent) == tree {
      return PendingCommit(parent: parent, commit: parent, subject: subject)
    }
    let identity = try repository.identity()
    func signature(at seconds: Int) -> Signature {
      Signature(
        name: identity?.name ?? "\(writer.author) on \(writer.device)",
        email: identity?.email ?? "\(writer.author)@\(writer.device)",
        seconds: seconds,
        offsetMinutes: writer.clock.offsetMinutes
      )
    }
    let commit = try repository.writeCommit(
      tree: tree,
      parents: [parent].compactMap(\.self),
      author: signature(at: writer.clock.seconds),
      committer: signature(at: writer.clock.systemSeconds),
      message: message
    )
    return PendingCommit(parent: parent, commit: commit, subject: subject)
  }

  private static func message(_ subject: String, _ scan: WorkingTreeScan, hasEdits: Bool) -> String
  {
    let notes = scan.changed.map { $0.description + "\n" }.joined()
    guard hasEdits else { return "edit by hand\n\n\(notes)" }
    return notes.isEmpty ? "\(subject)\n" : "\(subject)\n\n\(notes)"
  }

  /// Writes the files beside git's, and the journal; all of it is on the disk afterwards.
  private func prepare(
    _ targets: [Target],
    branch: String,
    _ pending: PendingCommit
  ) throws(any Error) -> Journal {
    var files: [Journal.File] = []
    for (number, target) in targets.enumerated() where target.before != target.after {
      let before = try target.before.map { (bytes) throws(GitError) in try repository.hash(bytes) }
      let file = Journal.File(
        number: number,
        path: target.path,
        before: before,
        after: try repository.hash(target.after)
      )
      try notes.disk.remove(file.prepared)
      try notes.disk.create(file.prepared, target.after)
      files.append(file)
    }
    let journal = Journal(
      branch: branch,
      parent: pending.parent,
      commit: pending.commit,
      files: files
    )
    try notes.disk.replace(Journal.path, journal.bytes)
    try notes.disk.synchronize()
    if location.disk.isOnAnotherFileSystem(than: notes.disk) { try location.disk.synchronize() }
    return journal
  }

  /// Puts the prepared files in place; false, and all as it was, when one was saved meanwhile.
  func exchange(_ journal: Journal) throws(any Error) -> Bool {
    var done: [Journal.File] = []
    var isOvertaken = false
    do {
      for file in journal.files where !isOvertaken {
        let placement = try put(file)
        done.append(file)
        // A file that was removed meanwhile is put back by being written.
        guard placement == .exchanged else { continue }
        isOvertaken = try hash(of: file.prepared, in: notes.disk) != file.before
        if isOvertaken, notes.disk.kind(of: file.prepared) == .symbolicLink {
          throw StoreError.problems([Problem(file.path, FileTreeError.symbolicLink.reason)])
        }
      }
    } catch {
      try takeBack(done, journal)
      throw error
    }
    if isOvertaken { try takeBack(done, journal) }
    return !isOvertaken
  }

  /// Gives the work files what stood there, and lets the change go.
  func takeBack(_ files: [Journal.File], _ journal: Journal) throws(any Error) {
    for file in files.reversed() { try restore(file) }
    try finish(journal)
  }

  /// Puts a prepared file in place, or takes one away.
  private func put(_ file: Journal.File) throws(SystemError) -> Disk.Placement {
    guard file.after != nil else {
      try location.disk.takeAway(file.path, to: notes.disk.absolute(file.prepared))
      return .exchanged
    }
    try location.disk.makeDirectory(file.path.folder)
    return try swap(file)
  }

  /// The hash of what stands at a path, a link being where it leads; nil when nothing does.
  func hash(of path: String, in disk: Disk) throws(GitError) -> ObjectID? {
    if let target = disk.linkTarget(of: path) { return try repository.hash(target) }
    return disk.kind(of: path) == .file ? try repository.hashFile(disk.absolute(path)) : nil
  }

  private func swap(_ file: Journal.File) throws(SystemError) -> Disk.Placement {
    try location.disk.exchange(notes.disk.absolute(file.prepared), with: file.path)
  }

  /// Gives a work file back what the exchange took, the latest save whatever happens.
  private func restore(_ file: Journal.File) throws(any Error) {
    guard notes.disk.kind(of: file.prepared) != nil else {
      try location.disk.remove(file.path)
      return
    }
    guard file.after != nil else {
      try location.disk.makeDirectory(file.path.folder)
      _ = try swap(file)
      return
    }
    for _ in 0..<Store.mostAttempts {
      if try hash(of: file.prepared, in: notes.disk) == file.after { return }
      _ = try swap(file)
    }
    throw StoreError.restless(path: location.disk.absolute(file.path))
  }

  /// Lets the journal and the displaced files go.
  func finish(_ journal: Journal) throws(SystemError) {
    for file in journal.files { try notes.disk.remove(file.prepared) }
    try notes.disk.remove(Journal.path)
    try notes.disk.remove(Transaction.began)
  }
}

// MARK: Recovering

extension Transaction {
  /// Finishes what a crash left half done, or lets it go; a record is then whole or absent.
  ///
  /// - Returns: whether there was something.
  /// - Throws: when it can be neither finished nor let go.
  @discardableResult
  func recover() throws(StoreError) -> Bool {
    try CloneNotes(gitDirectory: repository.commonDirectory).checkLinks()
    // We hold the lock: whatever else of ours holds git's is dead.
    try mappingErrors { () throws(any Error) in
      if let seconds = timeOfInterrupted { try repository.removeRuins(since: seconds) }
      try IndexLock.removeStale(in: notes.gitDirectory)
      try repository.clearConfigurationLock()
    }
    let hasGoneBack = try mappingErrors { () throws(any Error) in try checkCopy() }
    guard notes.disk.kind(of: Journal.path) != nil else {
      try mappingErrors { () throws(any Error) in try notes.disk.remove(Transaction.began) }
      return hasGoneBack
    }
    let journal = try journal()
    try mappingErrors { () throws(any Error) in
      guard let journal else {
        try notes.disk.remove(Journal.path)
        return try notes.disk.remove(Transaction.began)
      }
      removeStaleBranchLock(journal)
      try mendBranch(journal)
      try mendIndex()
      if try settle(journal) { try takeNote(of: journal) }
      try notes.disk.synchronize()
      try finish(journal)
    }
    return true
  }

  /// The journal that was left; nil when it was cut off while it was written.
  ///
  /// - Throws: `.problems` when it names what no change of ours can: nothing of it is followed.
  private func journal() throws(StoreError) -> Journal? {
    guard let bytes = try notes.disk.bytesIfThere(of: Journal.path) else { return nil }
    do throws(Journal.Refusal) {
      let journal = try Journal(bytes)
      if let file = journal.files.first(where: { location.disk.isBehindLink($0.path) }) {
        throw Journal.Refusal.forbidden(file.path)
      }
      return journal
    } catch {
      guard case .forbidden(let name) = error else { return nil }
      throw .problems([
        notes.problem(
          of: Journal.path,
          "it names \(name), which no change of ours can: the folder may be meant to do harm"
        )
      ])
    }
  }

  /// A lock of the branch is ours when it holds our commit, or what a crash left of it.
  private func removeStaleBranchLock(_ journal: Journal) {
    let disk = Disk(root: repository.commonDirectory)
    let path = journal.branch + ".lock"
    guard !disk.isBehindLink(path), let content = disk.bytes(of: path) else { return }
    let text = String(decoding: content.filter { $0 != 0 }, as: UTF8.self).trimmed
    guard text.isEmpty || journal.commit?.hex.hasPrefix(text) == true else { return }
    do {
      try disk.remove(path)
    } catch {
      // It is named when it is next waited for.
    }
  }

  /// Writes the branch again when a power cut has left its name and nothing that can be read.
  private func mendBranch(_ journal: Journal) throws(any Error) {
    let disk = Disk(root: repository.commonDirectory)
    guard !disk.isBehindLink(journal.branch), let content = disk.bytes(of: journal.branch) else {
      return
    }
    let text = String(decoding: content, as: UTF8.self).trimmed
    guard ObjectID(hex: text) == nil, !text.hasPrefix("ref: ") else { return }
    if let id = try existing(journal.commit) ?? journal.parent {
      try disk.replace(journal.branch, Array("\(id.hex)\n".utf8))
    } else {
      try disk.remove(journal.branch)
    }
  }

  /// Makes the index anew when a power cut has left one that cannot be read.
  func mendIndex() throws(any Error) {
    guard try repository.isIndexDamaged() else { return }
    let lock = try unlessLocked { () throws(GitError) in try IndexLock(of: notes.gitDirectory) }
    try notes.disk.remove("index")
    guard let head = try repository.head().commit else { return }
    let entries = try repository.changes(from: nil, to: head).map { ($0.path, $0.new) }
    try repository.writeIndex(setting: entries, in: location.root, holding: lock)
  }

  /// The commit, if it is there.
  private func existing(_ commit: ObjectID?) throws(GitError) -> ObjectID? {
    guard let commit, try repository.isThere(commit) else { return nil }
    return commit
  }

  /// Brings the branch to where the work files are, if all of them are in place or can be put there.
  private func settle(_ journal: Journal) throws(any Error) -> Bool {
    let head = try repository.head()
    let commit = try existing(journal.commit)
    let isOurs =
      head.branch == journal.branch && commit != nil
      && (head.commit == journal.parent || head.commit == commit)
    var isWhole = true
    for file in journal.files {
      if isOurs, try isWaiting(file) { _ = try put(file) }
      if try hash(of: file.path, in: location.disk) == file.after {
        try keepForeignSave(file)
      }
      let isInPlace = try hash(of: file.path, in: location.disk) == file.after
      isWhole = isWhole && isInPlace
    }
    guard isWhole, isOurs, let commit else { return false }
    if head.commit == journal.parent, commit != journal.parent {
      try repository.move(
        journal.branch,
        from: journal.parent,
        to: commit,
        reflog: "habit: finished after a crash"
      )
    }
    return true
  }

  /// Whether a file is as it was before the change, and what takes its place lies ready.
  private func isWaiting(_ file: Journal.File) throws(GitError) -> Bool {
    guard file.before != file.after,
      try hash(of: file.path, in: location.disk) == file.before
    else { return false }
    guard let after = file.after else { return true }
    return try hash(of: file.prepared, in: notes.disk) == after
  }

  /// Brings the index and what is remembered of the files to where the work files are.
  private func takeNote(of journal: Journal) throws(any Error) {
    var entries: [(path: String, entry: TreeEntry?)] = []
    for file in journal.files {
      try remember(file.path)
      let entry = try journal.commit.flatMap { (commit) throws(GitError) in
        try repository.entry(at: file.path, of: commit)
      }
      entries.append((file.path, entry))
    }
    let lock = try unlessLocked { () throws(GitError) in try IndexLock(of: notes.gitDirectory) }
    try repository.writeIndex(setting: entries, in: location.root, holding: lock)
  }

  /// Notes what stands in a work file of ours now.
  func remember(_ path: String) throws(SystemError) {
    guard Layout(path: path) != nil else { return }
    if let bytes = location.disk.bytes(of: path) {
      try notes.remember(bytes, of: path)
    } else {
      try notes.forget(path)
    }
  }

  /// What the exchange displaced is somebody's save when it is neither what was read nor ours: it
  /// goes back, and our record, which nobody was told of, gives way.
  private func keepForeignSave(_ file: Journal.File) throws(any Error) {
    guard let displaced = try hash(of: file.prepared, in: notes.disk), displaced != file.before,
      displaced != file.after
    else { return }
    _ = try swap(file)
  }
}

extension String {
  /// The folder of a path; empty for what lies at the root.
  var folder: String { split(separator: "/").dropLast().joined(separator: "/") }
}
