internal import CSystem

/// How long something is waited for, in real time.
public struct Timeout: Sendable {
  private let deadline: ContinuousClock.Instant

  public init(seconds: Int) {
    self.init(at: .now + .seconds(seconds))
  }

  public init(at deadline: ContinuousClock.Instant) {
    self.deadline = deadline
  }

  public var hasTimeLeft: Bool { .now < deadline }

  /// Waits so long, but not beyond the end.
  public func pause(seconds: Double = 0.003) {
    let left = ContinuousClock.now.duration(to: deadline)
    let duration = max(.zero, min(.seconds(seconds), left))
    let microseconds = duration / .microseconds(1)
    usleep(useconds_t(microseconds))
  }
}
