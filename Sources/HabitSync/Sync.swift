// HabitSync makes one history of what this clone and a remote have.
//
// Architecture invariants: what is recorded is committed before anything is fetched, and work never
// waits for the network; a merge is decided by HabitMerge alone; work files change before the branch;
// this module never prints or asks. Start reading at `Sync.run`, then `SyncRun.run`.

internal import Git
public import HabitCore
internal import HabitFiles
public import HabitStore
internal import Posix

public struct Sync: Sendable {
  let location: Location
  let store: Store
  let terms: Terms
  /// When it has to end, waiting for another sync included.
  let deadline: ContinuousClock.Instant

  public struct Terms: Sendable {
    public let writer: Store.Writer
    /// Whose manual edits are committed first.
    public let users: [UserID]
    /// The variables that programs find which talk to the remote.
    public let environment: [String: String]
    public let mayAsk: Bool
    /// How long it may take, in seconds.
    public let seconds: Int
    /// Whether a remote that has lost what we published is given it again.
    public let republishes: Bool
    /// The branch to publish to, by its short name there; nil for the one that is followed.
    public let target: String?
    /// Whether everybody's entries that foreign merges lost are put back, not only the writer's.
    public let restoresAll: Bool
    /// Whether nothing is to change, here and there: only what would be done is said.
    public let isDry: Bool
    /// Told what is done, and how far a transfer is.
    public let progress: @Sendable (String) -> Void

    public init(
      writer: Store.Writer,
      users: [UserID],
      environment: [String: String],
      mayAsk: Bool,
      seconds: Int = 60,
      republishes: Bool = false,
      target: String? = nil,
      restoresAll: Bool = false,
      isDry: Bool = false,
      progress: @escaping @Sendable (String) -> Void
    ) {
      self.writer = writer
      self.users = users
      self.environment = environment
      self.mayAsk = mayAsk
      self.seconds = seconds
      self.republishes = republishes
      self.target = target
      self.restoresAll = restoresAll
      self.isDry = isDry
      self.progress = progress
    }
  }

  public init(_ location: Location, _ terms: Terms) throws {
    self.location = location
    self.terms = terms
    deadline = .now + .seconds(terms.seconds)
    store = try Store(location)
  }

  /// Makes one history of what is here and what a remote has, here and there.
  ///
  /// - Parameter name: The remote; nil for the one that is followed.
  /// - Returns: What was done; the remote has everything when it says that nothing is unpublished.
  /// - Throws: why not. What was recorded here is committed, and the next sync goes on.
  public func run(with name: String?) throws -> SyncReport {
    try store.checkOwner()
    try location.notes?.checkLinks()
    let running = try Sync.lock(
      (location.gitDirectory ?? "") + "/" + CloneFile.syncLock,
      timeoutSeconds: terms.seconds
    )
    let isWhole = !store.isInterrupted && !StaleFiles.isMarked(in: location)
    // All users are looked at where something is to be mended first.
    let touched = isWhole ? try store.usersTouched(among: terms.users) : nil
    try store.finishInterrupted(by: terms.writer)
    let repairs = try store.restoreReferences(by: terms.writer)
    let repository = try Repository(at: location.root)
    let staleFiles = StaleFiles(
      in: location.gitDirectory ?? "",
      and: repository.commonDirectory
    )
    let cut = try staleFiles.begin(at: terms.writer.clock.systemSeconds)
    if let cut { try StaleFiles.setDamagedAside(since: cut, in: repository) }
    let report = exchange(in: repository, with: name, touched, after: repairs)
    try staleFiles.end()
    _ = consume running
    return try report.get()
  }

  /// Manual edits that are not committed; nothing is changed.
  public func manualEdits() throws -> Store.ManualEdits {
    try store.manualEdits(of: terms.users, by: terms.writer)
  }

  private func exchange(
    in repository: consuming Repository,
    with name: String?,
    _ touched: [UserID]?,
    after repairs: [String]
  ) -> Result<SyncReport, any Error> {
    do {
      var run = try SyncRun(self, in: repository, with: name, touched)
      try run.run(after: repairs)
      return .success(run.report)
    } catch {
      return .failure(error)
    }
  }

  /// Takes a lock that a sync or a clone holds from its beginning to its end.
  static func lock(_ path: String, timeoutSeconds: Int) throws -> FileLock {
    do {
      return try FileLock(path, timeoutSeconds: timeoutSeconds)
    } catch {
      throw error == .held ? SyncError.alreadyRunning : SyncError(error)
    }
  }
}

extension Sync.Terms {
  /// Whether HABIT_DEVICE is set: the nickname, unless another clone was seen to write under it.
  ///
  /// Source: habit(1), ENVIRONMENT.
  var namesDevice: Bool { environment["HABIT_DEVICE"]?.isEmpty == false }
}
