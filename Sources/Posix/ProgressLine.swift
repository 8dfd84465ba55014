internal import Dispatch
internal import Synchronization

/// A line on standard error that says what a long command does, and for how long already.
///
/// It appears after half a second, only on a terminal, renews itself, and is gone when the work ends.
public final class ProgressLine: Sendable {
  private struct State {
    var isShown = false
    var isOver = false
  }

  private let step: String
  private let world: World
  private let state = Mutex(State())
  private let start = ContinuousClock.now

  public init(_ step: String, in world: World) {
    self.step = step
    self.world = world
    guard world.terminal.isInteractive else { return }
    renew(after: .milliseconds(500))
  }

  public func end() {
    state.withLock { state in
      if state.isShown, !state.isOver { write("\r\u{1B}[K") }
      state.isOver = true
    }
  }

  private func renew(after delay: DispatchTimeInterval) {
    DispatchQueue.global().asyncAfter(deadline: .now() + delay) {
      let isOver = self.state.withLock { state in
        guard !state.isOver else { return true }
        let seconds = (ContinuousClock.now - self.start).components.seconds
        self.write("\r\(self.step)…\(seconds > 0 ? " \(seconds) s" : "")\u{1B}[K")
        state.isShown = true
        return false
      }
      if !isOver { self.renew(after: .milliseconds(200)) }
    }
  }

  private func write(_ text: String) {
    // Where the reader is gone, the work goes on.
    try? world.write(.error, text)
  }
}
