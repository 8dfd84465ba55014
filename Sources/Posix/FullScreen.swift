internal import CSystem

/// The second screen of the terminal: the first one comes back however the program ends.
///
/// The sequences are of ECMA-48 (CUP, 8.3.21; EL, 8.3.41) but for the one that changes the screen,
/// which is xterm's private mode 1049.
public enum FullScreen {
  /// What fills the screen.
  public struct Frame: Hashable, Sendable {
    /// As many as the screen has.
    public let lines: [String]
    /// Where the cursor stands; nil is the last line.
    public let row: Int?

    public init(lines: [String], row: Int?) {
      self.lines = lines
      self.row = row
    }
  }

  /// Changes to the second screen, until ``leave()``, a signal that ends the program, or a trap.
  public static func enter() throws(SystemError) {
    guard system_enter_screen() == 0 else { throw .last("open", "the terminal") }
  }

  public static func leave() { system_leave_screen() }

  /// Gives the terminal to the shell until the program is continued.
  public static func suspend() { system_suspend_screen() }

  public static func text(of frame: Frame) -> String {
    // A line is erased before it is written: behind a full one the cursor is still on its last column.
    "\u{1B}[H" + frame.lines.map { "\u{1B}[K" + $0 }.joined(separator: "\r\n")
      + "\u{1B}[\((frame.row ?? frame.lines.count - 1) + 1);1H"
  }

  /// A text on the last line, the cursor behind it.
  public static func prompt(_ text: String, height: Int) -> String {
    "\u{1B}[\(height);1H\u{1B}[K" + text
  }
}
