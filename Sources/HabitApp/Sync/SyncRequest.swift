public struct SyncRequest: Sendable {
  /// The remote; nil for the one that is followed.
  public var remote: String?
  /// The branch to publish to, by its short name there; nil for the one that is followed.
  public var target: String?
  /// How long it may take, in seconds.
  public var timeout: Int
  /// Whether a remote that has lost what was published is given it again.
  public var republishes = false
  /// Whether lost entries of all users are restored, not only one's own.
  public var restoresAll = false
  /// Whether nothing is to change: only what would be done is reported.
  public var isDry = false
  /// Whether a file that lost most of its days is committed.
  public var acceptsDeletions = false

  /// A sync with the remote that is followed.
  public init(timeout: Int) {
    self.timeout = timeout
  }
}

/// The front end that waits for a sync.
public struct SyncSession: Sendable {
  /// Whether a user at a terminal may be asked for a password.
  public let mayAsk: Bool
  /// Is given what is done, and how far a transfer is.
  public let progress: @Sendable (String) -> Void

  public init(mayAsk: Bool, progress: @escaping @Sendable (String) -> Void) {
    self.mayAsk = mayAsk
    self.progress = progress
  }
}
