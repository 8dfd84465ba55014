internal import CLinux
internal import Glibc

/// The keys of a terminal, one at a time and not echoed.
enum Keyboard {
  /// The next key, nil at the end of input.
  ///
  /// An arrow or function key is one text of several letters. The terminal is as before when this
  /// returns, and when a signal ends the program meanwhile.
  static func readKey() throws(SystemError) -> String? {
    var usual = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &usual) == 0 else { throw .last("ask", "the terminal") }
    var raw = usual
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    // Signals that end the program are waited for beside the key, so that none finds it raw.
    let blocked = SignalSet([SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    let signals = blocked.openDescriptor()
    guard signals >= 0, unsafe tcsetattr(STDIN_FILENO, TCSANOW, &raw) == 0 else {
      throw .last("set", "the terminal")
    }
    defer {
      unsafe tcsetattr(STDIN_FILENO, TCSANOW, &usual)
      close(signals)
      blocked.unblock()
    }
    while true {
      var waited = [
        pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
        pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
      ]
      guard unsafe poll(&waited, 2, -1) >= 0 || errno == EINTR else { throw .last("ask", "a key") }
      // The pending signal ends the program as soon as it is unblocked.
      if waited[1].revents != 0 { return nil }
      guard waited[0].revents != 0 else { continue }
      var bytes = [UInt8](repeating: 0, count: 16)
      var count = unsafe read(STDIN_FILENO, &bytes, 1)
      if count < 0, errno == EINTR { continue }
      // The other bytes of a letter, or of a key that has a name. What was typed behind a key is read next.
      if count == 1, bytes[0] >= 0x80 || bytes[0] == 0x1B, unsafe poll(&waited, 1, 0) == 1 {
        let more = unsafe bytes.withUnsafeMutableBytes { buffer in
          unsafe read(STDIN_FILENO, buffer.baseAddress?.advanced(by: 1), buffer.count - 1)
        }
        count += max(more, 0)
      }
      guard count >= 0 else { throw .last("read", "a key") }
      return count == 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
    }
  }
}

/// Signals that are held back.
private struct SignalSet {
  private var set = sigset_t()

  /// Holds these signals back from now on.
  init(_ signals: [Int32]) {
    unsafe sigemptyset(&set)
    for signal in signals { unsafe sigaddset(&set, signal) }
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// A descriptor that can be read once one of them is pending; below 0 when there is none to have.
  func openDescriptor() -> Int32 {
    var set = set
    return unsafe linux_signal_descriptor(&set)
  }

  func unblock() {
    var set = set
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }
}
