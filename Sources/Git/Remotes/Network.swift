internal import Posix

/// How another repository may be talked to: with which programs, how long, and who may be asked.
public struct Network: Sendable {
  /// Who answers what a program asks: a password, a passphrase, an unknown host's key.
  public enum Prompting: Hashable, Sendable {
    /// No user: where a question would be asked, it fails at once.
    case never
    case terminal
  }

  public typealias Progress = GitMessages.Progress

  /// The variables that `git` and what it starts find, `PATH` among them.
  public var environment: [String: String]

  public var prompting: Prompting

  /// How long the other side may send nothing, in seconds.
  public var timeoutSeconds: Double

  /// When everything must be over, whatever was said until then.
  public var deadline: ContinuousClock.Instant?

  /// Told how far a transfer is, often.
  public var progress: @Sendable (Progress) -> Void

  public init(
    environment: [String: String],
    prompting: Prompting = .never,
    timeoutSeconds: Double = 30,
    deadline: ContinuousClock.Instant? = nil,
    progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) {
    self.environment = environment
    self.prompting = prompting
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
