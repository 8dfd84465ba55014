internal import HabitCore

extension String {
  /// The text without what a terminal would obey or not show, line ends kept.
  var terminalSafe: String { replacingUnseen { _ in "\u{FFFD}" } }
}
