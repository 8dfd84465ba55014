internal import CSystem
internal import Dispatch
internal import Synchronization

/// What is done when the program is interrupted, as with Ctrl-C, before it ends.
///
/// It is for files that are useless when incomplete: all others survive a kill.
public final class Interruption: Sendable {
  private let cleanup: Mutex<(@Sendable () -> Void)?>

  /// Does something before SIGINT, SIGTERM or SIGHUP ends the program, until it is dropped; what other
  /// programs do for this one ends before that.
  ///
  /// To be called once in a program's life.
  public init(_ cleanup: @escaping @Sendable () -> Void) {
    self.cleanup = Mutex(cleanup)
    let signals = system_catch_interruptions()
    guard signals >= 0 else { return }
    DispatchQueue.global(qos: .userInitiated).async { self.wait(for: signals) }
  }

  /// Lets a signal end the program as usual, now that what was made is of use.
  public func drop() { cleanup.withLock { $0 = nil } }

  private func wait(for signals: Int32) {
    var number: UInt8 = 0
    while unsafe read(signals, &number, 1) < 0, errno == EINTR {}
    // It is not dropped between the cleaning and the end.
    cleanup.withLock { cleanup in
      if let cleanup { Subprocess.endAll(before: cleanup) }
      system_end(Int32(number))
    }
  }
}
