internal import Glibc

/// How long something is waited for, in real time.
public struct Patience: Sendable {
  private let deadline: ContinuousClock.Instant

  /// The patience of so many seconds, from now on.
  public init(seconds: Int) {
    deadline = ContinuousClock().now + .seconds(seconds)
  }

  /// Whether it is not over yet.
  public var lasts: Bool { ContinuousClock().now < deadline }

  /// Lets a moment pass: a few milliseconds.
  public func pause() {
    usleep(3_000)
  }

  /// Lets so many seconds pass, or what is left.
  public func pause(seconds: Double) {
    let left = ContinuousClock().now.duration(to: deadline)
    let duration = max(.zero, min(.seconds(seconds), left))
    let microseconds = duration / .microseconds(1)
    usleep(useconds_t(microseconds))
  }
}
