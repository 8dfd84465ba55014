internal import Posix

/// How another repository may be talked to: with which programs, how long, and who may be asked.
public struct Network: Sendable {
  public typealias Progress = GitMessages.Progress

  /// The variables that `git` and what it starts find, `PATH` among them.
  public var environment: [String: String]

  /// Whether a program may ask at the terminal for a password, a passphrase or an unknown host's key; else
  /// it fails at once where it would.
  public var mayAsk: Bool

  /// How long the other side may send nothing, in seconds.
  public var timeoutSeconds: Double

  /// When everything must be over, whatever was said until then.
  public var deadline: ContinuousClock.Instant?

  /// Told how far a transfer is, often.
  public var progress: @Sendable (Progress) -> Void

  public init(
    environment: [String: String],
    mayAsk: Bool = false,
    timeoutSeconds: Double = 30,
    deadline: ContinuousClock.Instant? = nil,
    progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) {
    self.environment = environment
    self.mayAsk = mayAsk
    self.timeoutSeconds = timeoutSeconds
    self.deadline = deadline
    self.progress = progress
  }
}

extension Network {
  var limit: Subprocess.Limit {
    Subprocess.Limit(idleSeconds: timeoutSeconds, deadline: deadline)
  }

  func report(_ step: Progress) throws(GitError) {
    if let deadline, deadline <= .now { throw GitError(.timedOut, "the time is over") }
    progress(step)
  }
}
