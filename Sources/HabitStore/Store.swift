internal import Dispatch
internal import Git
public import HabitCore
public import HabitFiles
public import Posix

/// The repository as something that is changed, one whole change at a time.
public struct Store: Sendable {
  let location: Location
  let notes: CloneNotes

  /// How long another program's lock is waited for, in seconds.
  static let patienceSeconds = 5
  /// How long another `habit` is waited for, in seconds.
  static let crowdPatienceSeconds = 60
  /// How often a change is made or taken back anew because somebody saved or committed meanwhile.
  static let mostAttempts = 20

  /// The store of a repository that git manages.
  public init(_ location: Location) throws(StoreError) {
    guard let notes = location.notes else {
      throw .notUnderGit(root: location.root, isElsewhere: WorkTree.variable("GIT_DIR") != nil)
    }
    self.location = location
    self.notes = notes
    CreationMask.follow(notes.gitDirectory)
  }

  /// Begins to load git's library beside what the program does until it writes.
  ///
  /// What goes wrong is told when the library is needed.
  public static func prepare() {
    DispatchQueue.global(qos: .userInitiated).async {
      do {
        try Libgit2.load()
      } catch {
        // Whoever needs it is given the same error.
      }
    }
  }

  /// Who changes something, for whom, and when.
  public struct Writer: Sendable {
    /// Whose files are changed.
    public let user: UserID
    /// Who is at the device.
    let author: UserID
    /// The device.
    public let device: Device
    /// The clock of facts.
    public let clock: Clock
    /// Whether a file that lost most of its days is taken in.
    public let acceptsDeletions: Bool

    /// A writer.
    public init(user: UserID, device: Device, clock: Clock, acceptsDeletions: Bool) {
      self.init(user, by: user, device, clock, acceptsDeletions)
    }

    private init(
      _ user: UserID,
      by author: UserID,
      _ device: Device,
      _ clock: Clock,
      _ acceptsDeletions: Bool
    ) {
      self.user = user
      self.author = author
      self.device = device
      self.clock = clock
      self.acceptsDeletions = acceptsDeletions
    }

    /// The same writer at another user's files: commits still say who it was.
    public func acting(as user: UserID) -> Writer {
      Writer(user, by: author, device, clock, acceptsDeletions)
    }
  }

  /// What a command decided to change.
  public struct Decision<Value: Sendable>: Sendable {
    /// The files.
    public let edits: [Edit]
    /// The first line of the commit message.
    public let subject: String
    /// What it is to undo and redo.
    public let kind: CommandKind
    /// What the command wants to know afterwards.
    public let value: Value

    /// A decision.
    public init(edits: [Edit], subject: String, kind: CommandKind = .command, value: Value) {
      self.edits = edits
      self.subject = subject
      self.kind = kind
      self.value = value
    }
  }

  /// What came of a change.
  public struct Outcome<Value: Sendable>: Sendable {
    /// What the command wanted to know.
    public let value: Value
    /// The commit, or nil when there was nothing to commit.
    public let commit: String?
    /// Manual edits that were committed with it, in words.
    public let manualEdits: [String]
    /// What could not be taken in.
    public let problems: [Problem]
    /// What to tell the person besides.
    public let warnings: [String]
  }

  /// Makes a change: decides under the lock, writes, commits; returns when the commit is durable.
  ///
  /// `decide` sees the user's files as they will be once hand edits are taken in. It is asked again
  /// when somebody saved or committed meanwhile. When it throws nothing changes.
  public func change<Value: Sendable, Refusal: Error & Sendable>(
    by writer: Writer,
    decide: (FileTree) throws(Refusal) -> Decision<Value>
  ) throws(ChangeError<Refusal>) -> Outcome<Value> {
    let lock: FileLock = try ChangeError<Refusal>.telling { () throws(StoreError) in try self.lock()
    }
    // Listed while git's library is still being loaded.
    var files = try ChangeError<Refusal>.telling { () throws(StoreError) in try list(writer.user) }
    let transaction: Transaction = try ChangeError<Refusal>.telling { () throws(StoreError) in
      try Transaction(self, writer)
    }
    let hasRecovered = try ChangeError<Refusal>.telling { () throws(StoreError) in
      let hasRecovered = try transaction.recover()
      let hasWaited = try transaction.waitForGit()
      // Files in the middle of a merge cannot be read, either.
      try transaction.refuseOperation()
      return hasRecovered || hasWaited
    }
    for attempt in 0..<Store.mostAttempts {
      if attempt > 0 || hasRecovered {
        files = try ChangeError<Refusal>.telling { () throws(StoreError) in try list(writer.user) }
      }
      let scan: WorkingTreeScan = try ChangeError<Refusal>.telling { () throws(StoreError) in
        try transaction.scan(of: files)
      }
      let tree = scan.tree(of: files)
      let decision: Decision<Value>
      do {
        decision = try decide(tree)
      } catch {
        throw .refused(error)
      }
      let ending: Transaction.Ending = try ChangeError<Refusal>.telling { () throws(StoreError) in
        try transaction.commit(decision.edits, scan, decision.subject, decision.kind)
      }
      guard case .done(let commit, let warnings) = ending else { continue }
      _ = consume lock
      return Outcome(
        value: decision.value,
        commit: commit,
        manualEdits: scan.changed.flatMap(\.messages),
        problems: scan.problems,
        warnings: warnings
      )
    }
    throw .store(.restless(path: location.root))
  }

  func list(_ user: UserID) throws(StoreError) -> FileTree {
    do {
      return try location.disk.tree(of: user.text)
    } catch {
      throw .system(error)
    }
  }

  /// Whether a process was killed while changing something, or git has not ended a merge or rebase.
  public var isInterrupted: Bool {
    [Journal.path, "MERGE_HEAD", "rebase-merge"].contains { notes.disk.kind(of: $0) != nil }
  }

  /// Finishes a change that a process was killed at, or lets it go; forgets a merge that git gave up.
  public func finishInterrupted(by writer: Writer) throws(StoreError) {
    guard isInterrupted else { return }
    let lock = try lock()
    let transaction = try Transaction(self, writer)
    try transaction.recover()
    _ = try transaction.waitForGit()
    _ = consume lock
  }

  func lock() throws(StoreError) -> FileLock {
    try notes.checkLinks()
    do {
      try notes.disk.makeDirectory(Journal.prepared)
    } catch {
      throw .system(error)
    }
    do {
      return try FileLock(
        notes.disk.absolute("habit.lock"),
        patienceSeconds: Store.crowdPatienceSeconds
      )
    } catch {
      switch error {
      case .held: throw .crowded
      case .system(let error): throw .system(error)
      }
    }
  }
}

extension ChangeError {
  /// Runs what the store may fail at.
  fileprivate static func telling<Result: ~Copyable>(
    _ body: () throws(StoreError) -> Result
  ) throws(ChangeError) -> Result {
    do {
      return try body()
    } catch {
      throw .store(error)
    }
  }
}
