internal import HabitApp
internal import HabitCore

/// A remark about a day, as the command line has it.
enum RemarkArgument {
  /// A difficulty: its number, or its words.
  static func difficulty(_ text: String) throws -> Difficulty {
    try TypingError.difficulty(text)
  }

  /// A note that is not empty and not too long.
  static func note(_ text: String) throws -> String {
    try TypingError.note(text)
  }

  /// A reason to skip.
  static func skip(_ text: String) throws -> Skip {
    try TypingError.skip(text)
  }
}
