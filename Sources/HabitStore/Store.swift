// HabitStore is the repository on disk: where it is, and how a change gets into it so that a crash at
// any point leaves it whole. It owns what habit keeps beside git's own files: see `CloneFile`.
//
// Architecture invariants: every change of a user's files is a `Transaction`, every commit that comes
// from elsewhere a `Checkout`; this module never knows what a habit scores, prints, or asks; reading
// needs none of its git, so that `today` never loads libgit2. Start reading at `Store.begin`.

internal import Git
public import HabitCore
internal import Posix

/// The repository as something that is changed, one whole change at a time.
public struct Store: Sendable {
  let location: Location
  let notes: CloneNotes

  /// How long another program's lock is waited for, in seconds.
  static let timeoutSeconds = 5
  /// How long another `habit` is waited for, in seconds.
  static let crowdTimeoutSeconds = 60
  /// How often a change is made or taken back again because another process saved or committed meanwhile.
  static let mostAttempts = 20

  public init(_ location: Location) throws {
    guard let notes = location.notes else {
      throw StoreError.notUnderGit(
        root: location.root,
        isElsewhere: World.variable("GIT_DIR") != nil
      )
    }
    self.location = location
    self.notes = notes
    CreationMask.follow(notes.gitDirectory)
  }

  /// The libraries inside the program, each with its version.
  public static var libraries: [String: String] { Libgit2.versions }

  /// Who changes something, for whom, and when.
  public struct Writer: Sendable {
    public private(set) var user: UserID
    /// Who is at the device.
    let author: UserID
    public let names: Nicknames
    /// The clock of facts.
    public let clock: Clock
    /// Whether a file that lost most of its days is taken in.
    public let acceptsDeletions: Bool
    /// The touch of a phone that is recorded; nil for any other change.
    public var touch: Touch?
    /// The number of the round of answers that the change belongs to; nil for any other change.
    public var round: String?

    public init(user: UserID, names: Nicknames, clock: Clock, acceptsDeletions: Bool) {
      self.user = user
      author = user
      self.names = names
      self.clock = clock
      self.acceptsDeletions = acceptsDeletions
    }

    /// The same writer at another user's files: commits still say who it was.
    public func acting(as user: UserID) -> Writer {
      var writer = self
      (writer.user, writer.touch, writer.round) = (user, nil, nil)
      return writer
    }

    public var device: Device { names.device }
  }

  /// Whether a process was killed while changing something, or git has not ended a merge or rebase.
  public var isInterrupted: Bool {
    [CloneFile.journal, "MERGE_HEAD", "rebase-merge"].contains { notes.disk.kind(of: $0) != nil }
  }

  /// Finishes a change that a process was killed at, or lets it go; forgets a merge that git gave up.
  public func finishInterrupted(by writer: Writer) throws {
    guard isInterrupted else { return }
    let transaction = try Transaction(self, writer, lock: lock())
    try transaction.recover()
    _ = try transaction.waitForGit()
  }

  /// Sees that git takes the repository for the user's own, or for one that they trust.
  ///
  /// Nothing is made in it before: a lock of root's would keep its owner out.
  public func checkOwner() throws {
    let places = [location.root, notes.gitDirectory].map { FileStatus(behind: $0) }
    guard places.contains(where: { $0?.isOwn == false }) else { return }
    _ = try Repository(at: location.root)
  }

  func lock() throws -> FileLock {
    try checkOwner()
    try notes.checkLinks()
    try notes.disk.makeDirectory(CloneFile.prepared)
    return try FileLock(
      notes.disk.absolute(CloneFile.lock),
      timeoutSeconds: Store.crowdTimeoutSeconds
    )
  }
}
