internal import HabitApp
internal import HabitCore
internal import HabitFiles

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
  ) throws -> Amount {
    let text = words.joined(separator: " ").replacing("\u{2212}", with: "-")
    // A bare number is the same in every unit, and needs no file.
    if text.utf8.allSatisfy(\.isDigit) {
      return try RecordArgument.amount(text, in: "")
    }
    let found = try self.habit(habit, in: context.read(.definitions), on: context.today)
    let unit = found.goal.value(on: day).unit
    let rest = words.dropFirst()
    let note = "a note: habit note \(habit.shellQuoted) \(rest.joined(separator: " "))"
    do {
      return try RecordArgument.amount(text, in: unit, or: rest.isEmpty ? nil : note)
    } catch {
      guard rest.contains(where: \.isNumeric) else { throw error }
      throw Diagnosis(.usage, "\"\(text)\" is more than one amount", hint: "say one amount")
    }
  }
}
