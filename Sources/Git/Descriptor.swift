internal import CLinux
internal import Glibc

/// An open file, pipe or socket that is closed when its owner is gone, and never waited for by
/// reading or writing: only `wait` waits.
struct Descriptor: ~Copyable {
  let number: Int32

  init(_ number: Int32) {
    self.number = number
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
  }

  deinit { close(number) }

  /// A pipe: what is written into one end is read from the other.
  ///
  /// The end that a program gets is left to block, as programs expect.
  static func pipe() throws(GitError) -> (reading: Int32, writing: Int32) {
    var ends: (Int32, Int32) = (-1, -1)
    let status = unsafe withUnsafeMutablePointer(to: &ends) { ends in
      unsafe ends.withMemoryRebound(to: Int32.self, capacity: 2) { unsafe linux_pipe($0) }
    }
    guard status == 0 else { throw GitError(errno: errno, at: "pipe") }
    return ends
  }

  /// Which of some descriptors can go on, or none when the time is over.
  ///
  /// - Parameters:
  ///   - wishes: pairs of a descriptor and `POLLIN` or `POLLOUT`.
  ///   - end: how long to wait.
  /// - Returns: those that can go on, or are broken.
  /// - Throws: when the system cannot wait.
  static func wait(
    for wishes: [(number: Int32, events: Int32)],
    until end: ContinuousClock.Instant
  ) throws(GitError) -> [Int32] {
    var entries = wishes.map { pollfd(fd: $0.number, events: Int16($0.events), revents: 0) }
    while true {
      let left = max(.zero, ContinuousClock.now.duration(to: end))
      let milliseconds = min(left / .milliseconds(1), 3_600_000).rounded(.up)
      let count = unsafe poll(&entries, nfds_t(entries.count), Int32(milliseconds))
      guard count < 0 else { return entries.filter { $0.revents != 0 }.map(\.fd) }
      guard errno == EINTR else { throw GitError(errno: errno, at: "poll") }
    }
  }
}
