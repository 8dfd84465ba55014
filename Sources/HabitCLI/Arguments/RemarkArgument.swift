internal import HabitCore

/// A remark about a day, as the command line has it.
enum RemarkArgument {
  /// A difficulty: its number, or its words.
  static func difficulty(_ text: String) throws -> Difficulty {
    let word = text.lowercased().replacing("-", with: " ")
    if let difficulty = Difficulty.allCases.first(where: {
      "\($0.rawValue)" == word || $0.words == word
    }) {
      return difficulty
    }
    let forms = Difficulty.allCases.map { "\($0.rawValue) \($0.words)" }
    throw Diagnosis(
      .usage,
      "\"\(text)\" is not a difficulty",
      hint: forms.joined(separator: ", ")
    )
  }

  /// A note that is not empty and not too long.
  static func note(_ text: String) throws -> String {
    let note = text.trimmed
    guard !note.isEmpty else {
      throw Diagnosis(.usage, "the note is empty", hint: "remove one with: habit note --clear")
    }
    guard note.length <= Record.longestNote else {
      throw Diagnosis(
        .usage,
        "the note has \(note.length) characters; \(Record.longestNote) are the most"
      )
    }
    return note
  }

  /// A reason to skip.
  static func skip(_ text: String) throws -> Skip {
    if let skip = Skip(rawValue: text.lowercased()) { return skip }
    let reasons = Skip.allCases.map(\.rawValue)
    let near = nearest(to: text, among: reasons).map { "did you mean \($0)? " } ?? ""
    throw Diagnosis(
      .usage,
      "\"\(text)\" is not a reason to skip",
      hint: near + "the reasons are: " + reasons.joined(separator: ", ")
    )
  }
}
