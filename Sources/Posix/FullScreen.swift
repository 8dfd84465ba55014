internal import CSystem

/// The second screen of the terminal: the first one comes back however the program ends or stops.
///
/// The sequences are of ECMA-48 (CUP, 8.3.21; EL, 8.3.41) but for the one that changes the screen,
/// which is xterm's private mode 1049.
public enum FullScreen {
  /// Changes to the second screen, on which keys are not echoed, until ``leave()``.
  public static func enter() throws(SystemError) {
    guard system_enter_screen() == 0 else { throw .last("open", "the terminal") }
  }

  public static func leave() { system_leave_screen() }

  /// What fills the screen with as many lines as it has, and puts the cursor on one of them, or behind
  /// the last.
  public static func text(of lines: [String], row: Int?) -> String {
    // A line is erased before it is written: behind a full one the cursor is still on its last column.
    "\u{1B}[H" + lines.map { "\u{1B}[K" + $0 }.joined(separator: "\r\n")
      + (row.map { "\u{1B}[\($0 + 1);1H" } ?? "")
  }
}
