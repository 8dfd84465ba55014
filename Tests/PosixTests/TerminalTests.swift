import Foundation
import Posix
import TestSupport
import Testing

/// The standard streams are the whole process's, so each test is a process of its own.
@Suite struct TerminalTests {
  /// A new terminal so many columns wide.
  private static func openTerminal(columns: UInt16) throws -> Int32 {
    try openPair(columns: columns).terminal
  }

  /// A new terminal and the end of it where a person sits.
  private static func openPair(columns: UInt16) throws -> (person: Int32, terminal: Int32) {
    let master = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
    // Unlocks the other end and opens it, as unlockpt(3) and ptsname(3) do. Source: ioctl_tty(2).
    var lock: CInt = 0
    try #require(unsafe ioctl(master, 0x4004_5431, &lock) == 0)
    let terminal = ioctl(master, 0x5441, O_RDWR | O_NOCTTY)
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    try #require(terminal >= 0)
    try #require(unsafe ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0)
    return (master, terminal)
  }

  @Test func `each stream is checked for a terminal separately`() async {
    await #expect(processExitsWith: .success) {
      let terminal = try TerminalTests.openTerminal(columns: 97)
      let file = unsafe open("/dev/null", O_RDWR)
      for isTerminal in [
        [true, true, true], [false, true, true], [true, false, true], [true, true, false],
        [false, false, false],
      ] {
        for stream in 0..<3 { dup2(isTerminal[stream] ? terminal : file, Int32(stream)) }
        let found = World.live.terminal
        #expect(found.showsOutput == isTerminal[1])
        #expect(found.isInteractive == (isTerminal[0] && isTerminal[2]))
        #expect(found.columns == (isTerminal[1] ? 97 : nil))
      }
    }
  }

  @Test func `a terminal that does not know its width has none`() async {
    await #expect(processExitsWith: .success) {
      dup2(try TerminalTests.openTerminal(columns: 0), STDOUT_FILENO)
      #expect(World.live.terminal.showsOutput)
      #expect(World.live.terminal.columns == nil)
    }
  }

  @Test(arguments: ["a", "é", "\u{1B}[A", "\n", "\u{3}"])
  func `a key is read at once and shown nowhere, and the terminal is as before`(
    key: String
  ) async {
    await #expect(processExitsWith: .success) { [key = key as String] in
      let (person, terminal) = try TerminalTests.openPair(columns: 80)
      // No key is a signal to us.
      var before = termios()
      unsafe tcgetattr(terminal, &before)
      before.c_lflag &= ~tcflag_t(ISIG)
      unsafe tcsetattr(terminal, TCSANOW, &before)
      dup2(terminal, STDIN_FILENO)
      let typist = Task.detached {
        // What is typed before the key is asked for is shown.
        var settings = termios()
        repeat {
          usleep(1_000)
          unsafe tcgetattr(terminal, &settings)
        } while settings.c_lflag & tcflag_t(ICANON) != 0
        let bytes = Array(key.utf8)
        return unsafe write(person, bytes, bytes.count)
      }
      #expect(try World.live.readKey() == key)
      #expect(await typist.value == key.utf8.count)
      var after = termios()
      unsafe tcgetattr(terminal, &after)
      #expect(after.c_lflag == before.c_lflag)
      var echo: UInt8 = 0
      _ = fcntl(person, F_SETFL, O_NONBLOCK)
      #expect(unsafe read(person, &echo, 1) == -1)
    }
  }

  @Test func `keys that were typed before they are asked for are read one by one`() async {
    await #expect(processExitsWith: .success) {
      // Thrown away it would be waited for.
      alarm(20)
      let (person, terminal) = try TerminalTests.openPair(columns: 80)
      dup2(terminal, STDIN_FILENO)
      #expect(unsafe write(person, "12é", 4) == 4)
      #expect(try World.live.readKey() == "1")
      #expect(try World.live.readKey() == "2")
      #expect(try World.live.readKey() == "é")
    }
  }
}
