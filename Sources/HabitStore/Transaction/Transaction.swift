internal import Git
public import HabitCore
public import HabitFiles
internal import Posix

/// A change of a user's files on its way into the repository, under the lock, which its end frees.
///
/// The order is what makes a crash harmless: objects, then prepared files and the journal, all on
/// the disk before anything others see changes; then work files by exchange, the branch by
/// compare-and-swap, the index; then the disk again.
public struct Transaction: ~Copyable {
  let location: Location
  let notes: CloneNotes
  let repository: Repository
  let writer: Store.Writer
  private let lock: FileLock?
  private var source: UserFiles
  private var scan: WorkingTreeScan?
  private var attempts = 0
  /// What was put right before the change, in words.
  var repairs: [String] = []
  /// Files that are put back though their removal is staged.
  private var wanted: Set<String> = []

  /// The user's files as they will be once manual edits are committed.
  public private(set) var files = FileTree([:])

  /// What is under way in a repository; without a lock it may only look.
  init(_ store: Store, _ writer: Store.Writer, lock: consuming FileLock? = nil) throws {
    let isRestored = try Repository.restoreHead(
      in: store.notes.gitDirectory,
      settingAsideIn: CloneFile.damaged
    )
    self.init(store, writer, try Repository(at: store.location.root), lock)
    if isRestored { repairs.append("restored HEAD, which was missing") }
  }

  /// What cannot fail: Swift 6.2 makes no value that is not copied of an init that throws halfway.
  private init(
    _ store: Store,
    _ writer: Store.Writer,
    _ repository: consuming Repository,
    _ lock: consuming FileLock?
  ) {
    self.location = store.location
    self.notes = store.notes
    self.writer = writer
    self.source = UserFiles(of: writer.user, in: store.location)
    self.repository = repository
    self.lock = lock
  }
}

extension Store {
  /// Begins a change: takes the lock, finishes what a crash left, and finds manual edits.
  public func begin(
    by writer: Writer,
    reading files: UserFiles? = nil
  ) throws -> Transaction {
    let lock = try lock()
    let files = files ?? UserFiles(of: writer.user, in: location)
    files.keepYears()
    let listed = try files.list()
    var transaction = try Transaction(self, writer, lock: lock)
    try transaction.scan(files, listed)
    return transaction
  }

  public func commitManualEdits(by writer: Writer) throws -> Transaction.Outcome {
    var transaction = try begin(by: writer)
    while true {
      if let done = try transaction.commit([], subject: "") { return done }
    }
  }
}

extension Transaction {
  /// What has recorded the writer's touch; nil when nothing has.
  ///
  /// All commits are looked through only for a touch that was sent before: other devices may have made
  /// so many since that the list of commands has forgotten it, and a new clone has no list.
  public var touchedBefore: TouchRecord? {
    get throws {
      guard let touch = writer.touch else { return nil }
      if let record = try notes.operations.record(of: touch) { return record }
      guard touch.isSentAgain else { return nil }
      let all = try repository.history(of: GitPath(writer.user.text), limit: .max)
      let trailer = Transaction.trailer(of: touch)
      return all.first { $0.body.hasSuffix(trailer) }.map { TouchRecord(commit: $0.id.hex) }
    }
  }

  /// The line of a commit's message by which its touch is known again.
  static func trailer(of touch: Touch) -> String { "Touch: \(touch.text)" }

  public struct Outcome: Sendable {
    public let id: String?
    public let manualEdits: [String]
    public let problems: [Problem]
    public private(set) var warnings: [String]

    public func warning(_ text: String) -> Outcome {
      var outcome = self
      outcome.warnings.append(text)
      return outcome
    }
  }

  /// Writes and commits edits that were decided on ``files``, and removes conflict copies that they have
  /// taken in; durable when it returns.
  ///
  /// - Returns: nil, with nothing changed and ``files`` read again, when a file was saved or committed
  ///   meanwhile: the edits have to be decided again.
  /// - Throws: why nothing was changed.
  public mutating func commit(
    _ edits: [Edit],
    removing copies: [MergedCopy] = [],
    subject: String,
    kind: CommandKind = .upkeep
  ) throws -> Outcome? {
    guard let scan else { throw StoreError.restless(path: location.root) }
    if let problem = edits.compactMap({ scan.refused[$0.path] }).first {
      throw StoreError.problems([problem])
    }
    // What a sparse checkout leaves out would be written as if it were new.
    let new = edits.filter { $0.before == nil }.map { GitPath($0.path) }
    if let path = scan.state.lines.skipped(among: new).min() {
      throw StoreError.leftOut(path: path.description)
    }
    let removed = try stagedRemovals(of: edits, at: scan.state)
    if removed.isEmpty, let done = try write(edits, removing: copies, scan, subject, kind) {
      if writer.touch != nil, edits.isEmpty || done.commit == nil {
        let head = try repository.head()
        try note(.touch, on: head.branch, from: head.commit, to: head.commit)
      }
      return Outcome(
        id: done.commit,
        manualEdits: scan.changed.flatMap(\.messages),
        problems: scan.problems,
        warnings: repairs + done.warnings
      )
    }
    wanted.formUnion(removed)
    attempts += 1
    guard attempts < Store.mostAttempts else { throw StoreError.restless(path: location.root) }
    _ = try waitForGit()
    source.forget()
    try rescan(source.list())
    return nil
  }

  /// The years that would be rebuilt although HEAD has them: their removal is staged, or a `git
  /// switch` has removed them and not yet moved HEAD.
  private func stagedRemovals(
    of edits: [Edit],
    at state: GitState
  ) throws -> [String] {
    guard let head = state.head.commit else { return [] }
    return try edits.filter { edit in
      guard edit.before == nil, case .year = Layout(path: edit.path) else { return false }
      return try repository.file(GitPath(edit.path), of: head) != nil
    }
    .map(\.path)
  }

  fileprivate mutating func scan(
    _ source: UserFiles,
    _ listed: FileTree
  ) throws {
    self.source = source
    let hasRecovered = try recover()
    var state = try repository.state()
    if state.head.commit == nil {
      try restoreBranch()
      state = try repository.state()
    }
    let hasWaited = try waitForGit()
    try rescan(hasRecovered || hasWaited ? source.list() : listed, hasWaited ? nil : state)
  }

  private mutating func rescan(_ listed: FileTree, _ known: GitState? = nil) throws {
    let state = try known ?? repository.state()
    // Files in the middle of a merge cannot be read, either.
    try state.refuseOperation()
    var scan = try manualEdits(in: listed, at: state)
    try restoreOvertaken(to: &scan)
    files = scan.tree(of: listed)
    self.scan = scan
  }

  func manualEdits(
    in files: FileTree,
    at state: GitState
  ) throws -> WorkingTreeScan {
    try WorkingTreeScan(
      by: writer,
      files: files,
      in: location,
      notes: notes,
      repository: repository,
      at: state,
      puttingBack: wanted
    )
  }
}

// MARK: Before anything changes

extension Transaction {
  /// Takes the lock of the index, waiting for another program as long as is polite.
  func waitForIndexLock() throws -> IndexLock {
    try unlessLocked(until: Timeout(seconds: Store.timeoutSeconds)) {
      try IndexLock(of: notes.gitDirectory)
    }
  }

  /// Sees that git has no program to change these files with on their way into it, as one that
  /// encrypts: left out, what it hides would be published.
  ///
  /// A user writes the own files alone, so other users' attributes stop nobody.
  func checkFilters(
    of paths: some Sequence<GitPath>,
    with commit: ObjectID? = nil
  ) throws {
    for path in paths {
      guard let layout = Layout(path: path), layout.user == nil || layout.user == writer.user,
        let filter = try repository.filter(of: path, with: commit)
      else { continue }
      throw StoreError.filtered(path: path.description, filter: filter)
    }
  }

  /// Marks when the change began: a power cut may truncate what is written from now on.
  func begin() throws {
    if notes.disk.kind(of: CloneFile.began) == nil {
      try notes.disk.create(CloneFile.began, [])
    }
  }

  /// Waits until no other process is moving the branch, before anything is changed.
  func waitForBranchLock(_ branch: String) throws {
    let disk = Disk(root: repository.commonDirectory)
    let timeout = Timeout(seconds: Store.timeoutSeconds)
    while disk.kind(of: branch + ".lock") != nil {
      guard timeout.hasTimeLeft else {
        throw StoreError.locked(path: disk.absolute(branch + ".lock"))
      }
      timeout.pause()
    }
  }
}

extension GitState {
  var branch: String {
    get throws {
      guard let branch = head.branch else { throw StoreError.detachedHead }
      return branch
    }
  }

  func refuseOperation(besides allowed: Repository.Operation? = nil) throws {
    guard let operation, operation != allowed else { return }
    throw StoreError.busy(operation: operation.rawValue)
  }
}
