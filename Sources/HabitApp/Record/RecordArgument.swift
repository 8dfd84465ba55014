public import HabitCore

/// What the options and words of a command mean that record something.
public enum RecordArgument {
  /// The amount in a unit, at least zero; `other` is what else a text may mean that is no amount.
  public static func amount(
    _ text: String,
    in unit: String,
    or other: String? = nil
  ) throws(Failure) -> Amount {
    let amount: Amount
    do {
      amount = try Amount(typed: text, in: unit)
    } catch {
      throw Failure(
        .usage,
        "the amount \"\(text)\" \(error.reason)",
        hint: "an amount is \(Amount.typedForms)\(other.map { "; \($0)" } ?? "")"
      )
    }
    guard amount >= .zero else {
      throw Failure(
        .usage,
        "the amount \(amount) is below 0",
        hint: "take something back with: habit undo"
      )
    }
    return amount
  }

  /// A difficulty: its number, or its words.
  public static func difficulty(_ text: String) throws(Failure) -> Difficulty {
    let word = text.lowercased().replacing("-", with: " ")
    if let difficulty = Difficulty.allCases.first(where: {
      "\($0.rawValue)" == word || $0.words == word
    }) {
      return difficulty
    }
    let forms = Difficulty.allCases.map { "\($0.rawValue) \($0.words)" }
    throw Failure(.usage, "\"\(text)\" is not a difficulty", hint: forms.joined(separator: ", "))
  }

  /// A note that is not empty and not too long.
  public static func note(_ text: String) throws(Failure) -> String {
    let note = text.trimmed
    guard !note.isEmpty else {
      throw Failure(.usage, "the note is empty", hint: "remove one with: habit note --clear")
    }
    guard note.length <= Record.longestNote else {
      throw Failure(
        .usage,
        "the note has \(note.length) characters; \(Record.longestNote) are the most"
      )
    }
    return note
  }

  public static func skip(_ text: String) throws(Failure) -> Skip {
    if let skip = Skip(rawValue: text.lowercased()) { return skip }
    let reasons = Skip.allCases.map(\.rawValue)
    let near = nearest(to: text, among: reasons).map { "did you mean \($0)? " } ?? ""
    throw Failure(
      .usage,
      "\"\(text)\" is not a reason to skip",
      hint: near + "the reasons are: " + reasons.joined(separator: ", ")
    )
  }
}
