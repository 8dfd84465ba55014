/// How another repository may be talked to: with which programs, how long, and who may be asked.
public struct Network: Sendable {
  /// Who answers what a program asks: a password, a passphrase, an unknown host's key.
  public enum Prompting: Hashable, Sendable {
    /// Nobody: what would have to be asked fails at once.
    case never
    /// The person at the terminal.
    case terminal
  }

  /// How far a transfer is.
  public struct Progress: Hashable, Sendable {
    /// Objects received or sent so far.
    public let objects: Int
    /// Objects in all.
    public let totalObjects: Int
    /// Bytes received or sent so far.
    public let bytes: Int
  }

  /// What follows from progress.
  public enum Answer: Hashable, Sendable {
    /// On.
    case proceed
    /// An end, as soon as possible.
    case cancel
  }

  /// The variables that `ssh`, `git` and what they start find, `PATH` among them.
  public var environment: [String: String]

  /// Who answers what a program asks.
  public var prompting: Prompting

  /// How long the other side may be silent, in seconds.
  public var silenceSeconds: Double

  /// When everything must be over, whatever was said until then.
  public var deadline: ContinuousClock.Instant?

  /// Told how far a transfer is, often.
  public var progress: @Sendable (Progress) -> Answer

  /// A network like this.
  public init(
    environment: [String: String],
    prompting: Prompting = .never,
    silenceSeconds: Double = 30,
    deadline: ContinuousClock.Instant? = nil,
    progress: @escaping @Sendable (Progress) -> Answer = { _ in .proceed }
  ) {
    self.environment = environment
    self.prompting = prompting
    self.silenceSeconds = silenceSeconds
    self.deadline = deadline
    self.progress = progress
  }
}

extension Network {
  /// Until when the other side may be silent from now on.
  var patience: ContinuousClock.Instant {
    let silence = ContinuousClock.now + .seconds(silenceSeconds)
    return deadline.map { min($0, silence) } ?? silence
  }

  /// Whether the time is over.
  var isOver: Bool { deadline.map { $0 <= .now } ?? false }
}
