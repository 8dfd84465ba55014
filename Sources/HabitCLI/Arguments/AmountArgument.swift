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

extension Session {
  /// The amount of a habit that a text means, in the unit of its goal on a day.
  func amount(_ text: String, of habit: String, on day: DayOption) throws(Diagnosis) -> Amount {
    // A bare number is the same in every unit, and needs no file.
    if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return try AmountArgument.amount(text, in: "")
    }
    let context = try context()
    let day = try day.pastDay(today: context.today)
    let habit = try self.habit(habit, in: context.read(.definitions))
    return try AmountArgument.amount(text, in: habit.goal.value(on: day).unit)
  }
}
