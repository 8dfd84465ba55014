internal import HabitApp
internal import HabitCore

/// An answer to a question of ``Ask``.
enum AskReply {
  case leave, decline, quit, help, undo
  case record(RecordAction)

  /// The keys, for `?`.
  static let keys = [
    "y done    3 or +3 so much more    =3 the total    n no, not asked again",
    "l or enter later    s skip    t note    r how hard    u undo    q stop    ? this",
  ]

  /// The keys that more is typed behind, and what is asked then.
  static let openEnded: [Character: String] = [
    "+": "how much more?", "=": "what is the total?", "s": "why? [other]", "t": "note:",
    "r": "how hard, 1 to 5?",
  ]

  /// The answer a line or a key gives for a habit that counts in a unit.
  init(_ text: String, counting unit: String) throws {
    let text = text.trimmed
    guard let key = text.first else {
      self = .leave
      return
    }
    let rest = String(text.dropFirst()).trimmed
    switch text.lowercased() {
    case "y", "yes", "d", "done": self = .record(.done(at: nil, note: nil, difficulty: nil))
    case "n", "no": self = .decline
    case "l", "later", "leave": self = .leave
    case "q", "quit", "\u{3}", "\u{4}": self = .quit
    case "?", "h", "help": self = .help
    case "u", "undo": self = .undo
    case "s", "skip": self = .record(.skip(.other))
    default:
      switch key {
      case "+": self = .more(try TypingError.amount(rest, in: unit))
      case "=": self = .record(.set(try TypingError.amount(rest, in: unit)))
      case "0"..."9": self = .more(try TypingError.amount(text, in: unit))
      case "s" where text.dropFirst().first == " ":
        self = .record(.skip(try TypingError.skip(rest)))
      case "t" where text.dropFirst().first == " ":
        self = .record(.note(try TypingError.note(rest), nil))
      case "r" where text.dropFirst().first == " ":
        self = .record(.rate(try TypingError.difficulty(rest)))
      default: throw Diagnosis(.usage, "\"\(text)\" is not an answer", hint: "? shows the answers")
      }
    }
  }
}

extension AskReply {
  /// Whether the question is answered by an action; a remark leaves it open.
  static func settles(_ action: RecordAction) -> Bool {
    switch action {
    case .log, .done, .set, .skip: true
    case .rate, .note, .replaceNotes: false
    }
  }

  private static func more(_ amount: Amount) -> AskReply {
    .record(.log(amount, at: nil, note: nil, difficulty: nil))
  }
}
