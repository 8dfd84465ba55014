internal import HabitApp
internal import HabitCore

/// An answer to a question of ``Ask``.
enum AskReply {
  case later, back, decline, quit, help, undo
  /// A key that means nothing, or an empty text where one was asked for.
  case nothing
  case record(RecordAction)

  /// The keys, for `?`.
  static let keys = [
    "y, space: done", "3, +3: so much more", "=3: the total", "n: no, not asked again",
    "enter, right: later", "left: back", "s: skip", "t: note", "r: how hard", "u: undo", "q: stop",
  ]

  /// The keys that more is typed behind, and what is asked then.
  static let openEnded: [Character: String] = [
    "+": "how much more?", "=": "what is the total?", "t": "note:", "r": "how hard, 1 to 5?",
    "s":
      "why? [other] \(Skip.allCases.filter { $0 != .other }.map(\.rawValue).joined(separator: ", "))",
  ]

  /// The answer that a key of the terminal gives for a habit, with what is typed behind a prompt where
  /// more belongs to it; nil at the end of input.
  init?(
    _ key: String,
    of name: String,
    counting unit: String,
    typing: (_ prompt: String) throws -> String?
  ) throws {
    switch key {
    case " ": self = .record(.done(at: nil, note: nil, difficulty: nil))
    case "\u{1B}[A", "\u{1B}OA", "\u{1B}[D", "\u{1B}OD", "\u{7F}", "\u{8}": self = .back
    case "\u{1B}[B", "\u{1B}OB", "\u{1B}[C", "\u{1B}OC", "\n", "\r", "\t": self = .later
    case _ where key.hasPrefix("\u{1B}"): self = .nothing
    default:
      let more = key.first.flatMap { AskReply.openEnded[$0] }.map { "\($0) " }
      // A number may have more digits than the key that began it.
      guard more != nil || key.first?.isNumber == true else {
        self = try AskReply(key, counting: unit)
        return
      }
      guard let text = try typing("\(name): \(more ?? key)") else { return nil }
      self = try AskReply(more == nil ? key + text : "\(key) \(text)", counting: unit)
    }
  }

  /// The answer that a line gives for a habit that counts in a unit.
  init(_ text: String, counting unit: String) throws {
    let text = text.trimmed
    guard let key = text.first else {
      self = .later
      return
    }
    let rest = String(text.dropFirst()).trimmed
    switch text.lowercased() {
    case "y", "yes", "d", "done": self = .record(.done(at: nil, note: nil, difficulty: nil))
    case "n", "no": self = .decline
    case "l", "later", "leave": self = .later
    case "b", "back": self = .back
    case "q", "quit", "\u{3}", "\u{4}": self = .quit
    case "?", "h", "help": self = .help
    case "u", "undo": self = .undo
    case "s", "skip": self = .record(.skip(.other))
    case "+", "=", "t", "r": self = .nothing
    default:
      switch key {
      case "+": self = .more(try RecordArgument.amount(rest, in: unit))
      case "=": self = .record(.set(try RecordArgument.amount(rest, in: unit)))
      case "0"..."9": self = .more(try RecordArgument.amount(text, in: unit))
      case "s" where text.dropFirst().first == " ":
        let fitting = Skip.allCases.filter { $0.rawValue.hasPrefix(rest.lowercased()) }
        self = .record(.skip(try fitting.count == 1 ? fitting[0] : RecordArgument.skip(rest)))
      case "t" where text.dropFirst().first == " ":
        self = .record(.note(try RecordArgument.note(rest), nil))
      case "r" where text.dropFirst().first == " ":
        self = .record(.rate(try RecordArgument.difficulty(rest)))
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
