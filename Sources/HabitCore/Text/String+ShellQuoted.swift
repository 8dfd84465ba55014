extension Habit {
  /// What a command calls it: its id, or the name where that makes another id, since the id may then be
  /// the name of another habit.
  public var typed: String {
    HabitID(naming: name) == id ? id.text : name.text.shellQuoted
  }
}

extension String {
  /// The text as one word of sh(1), for a command in a hint.
  ///
  /// Control and invisible characters are replaced with U+FFFD, line breaks included.
  public var shellQuoted: String {
    guard !isPlainWord else { return self }
    let quoted = replacingUnseen { _ in "\u{FFFD}" }.escaping { scalar in
      switch scalar {
      case "\n": "\u{FFFD}"
      case "'": "'\\''"
      default: nil
      }
    }
    return "'" + quoted + "'"
  }

  /// Whether a shell interprets none of its characters.
  private var isPlainWord: Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
          || (0x61...0x7A).contains(byte) || "%+,-./:=@_".utf8.contains(byte)
      }
  }
}
