internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitOutput

/// An amount of the command line.
enum AmountArgument {
  /// The amount in a unit, at least zero.
  static func amount(_ text: String, in unit: String) throws(Diagnosis) -> Amount {
    let amount: Amount
    do {
      amount = try Amount(typed: text, in: unit)
    } catch {
      throw Diagnosis(
        .usage,
        "the amount \"\(text)\" \(error.reason)",
        hint: "an amount is \(Amount.typedForms)"
      )
    }
    guard amount >= .zero else {
      throw Diagnosis(
        .usage,
        "the amount \(amount) is below 0",
        hint: "take something back with: habit undo"
      )
    }
    return amount
  }
}

extension String {
  fileprivate var isNumeric: Bool { first?.isNumber == true }

  /// Whether the text is not a number of days, as `-3`: where an amount may stand, that is no date.
  var isNoDayCount: Bool { Int(replacing("\u{2212}", with: "-")) == nil }
}

extension Session {
  /// The amount of a habit that words mean, in the unit of its goal on a day.
  func amount(
    _ words: [String],
    of habit: String,
    on day: Day,
    in context: CommandContext
  ) throws(Diagnosis) -> Amount {
    let text = words.joined(separator: " ").replacing("\u{2212}", with: "-")
    // A bare number is the same in every unit, and needs no file.
    if text.utf8.allSatisfy(\.isDigit) {
      return try AmountArgument.amount(text, in: "")
    }
    let unit = try self.habit(habit, in: context.read(.definitions)).goal.value(on: day).unit
    guard words.count > 1, words[0].isNumeric else {
      return try AmountArgument.amount(text, in: unit)
    }
    do {
      return try Amount(typed: text, in: unit)
    } catch {
      let rest = words.dropFirst()
      guard !rest.contains(where: \.isNumeric) else {
        throw Diagnosis(.usage, "\"\(text)\" is more than one amount", hint: "say one amount")
      }
      throw Diagnosis(
        .usage,
        "the amount \"\(text)\" \(error.reason)",
        hint: "an amount is \(Amount.typedForms); a note: habit note \(habit.shellQuoted) "
          + rest.joined(separator: " ")
      )
    }
  }
}
