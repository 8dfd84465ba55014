internal import HabitCore

/// What Loop Habit Tracker says of a habit, in a database or a CSV export.
struct LoopHabit {
  let name: String
  var question = ""
  var description = ""
  var numerator = 1
  var denominator = 1
  var isNumeric = false
  var isAtMost = false
  /// The target as it is spelled, `8.0`.
  var target = "0"
  var unit = ""
  /// Whether the schedule counts calendar weeks and months, as ours do.
  var isCalendar = false

  init(_ name: String) {
    self.name = name
  }

  /// A habit of so many times in so many days; nil unless both are above zero.
  init?(_ name: String, _ times: Int?, in days: Int?) {
    guard let times, let days, times > 0, days > 0 else { return nil }
    self.init(name)
    (numerator, denominator) = (times, days)
  }

  /// The draft without looks and days.
  func draft(at place: ImportPlace, _ collector: ImportCollector) -> ImportDraft {
    var draft = ImportDraft(name, at: place)
    draft.description = [question, description].map(\.trimmed).filter { !$0.isEmpty }
      .joined(separator: " ")
    if isNumeric {
      draft.goal = Dated(goal(at: place, collector))
      if isAtMost { draft.kind = .breaking(baseline: nil, unlogged: .kept) }
    }
    let isSum = isNumeric && numerator == 1 && [7, 30, 31].contains(denominator)
    if !isSum {
      draft.schedule = Dated(
        isCalendar
          ? Schedule(numerator, inAny: denominator, hasCalendar: true, isLimit: true)
          : collector.window(
            numerator,
            in: denominator,
            of: name,
            isLimit: draft.kind != .formation,
            at: place
          )
      )
    }
    return draft
  }

  private func goal(at place: ImportPlace, _ collector: ImportCollector) -> Goal {
    let spelled = attempt { try Amount(target) }.flatMap { $0 >= .zero ? $0 : nil }
    if spelled == nil {
      collector.tell(place, "the target \"\(target.excerpt)\" is not an amount: 1 here")
    }
    var amount = spelled ?? Amount(1)
    if amount == .zero, !isAtMost {
      collector.tell(place, "at least 0 is not a goal: 1 here")
      amount = Amount(1)
    }
    let period =
      numerator == 1 && denominator == 7
      ? "a week" : numerator == 1 && [30, 31].contains(denominator) ? "a month" : ""
    let goal = collector.goal(amount, unit: unit, per: period, at: place)
    let words = "a day without an entry counts as kept, as in Loop's score, not its streak"
    if isAtMost { collector.tellOnce("at most", place, "\"at most\": \(words)") }
    return goal
  }

  /// What Loop calls the values of an entry.
  enum Value {
    static let skip = 3
    static let yes = 2
    static let automatic = 1
    static let no = 0
    static let unknown = -1

    static let words = [
      "SKIP": skip, "YES_MANUAL": yes, "YES_AUTO": automatic, "NO": no, "UNKNOWN": unknown,
    ]
  }

  /// What an entry says of its day.
  ///
  /// What the schedule covers, and what is unknown, is not progress; its note is kept.
  static func fact(_ value: Int, isNumeric: Bool, note: String) -> ImportedDay {
    switch value {
    case Value.skip: return ImportedDay.skipped.noted(note)
    case Value.unknown: return ImportedDay().noted(note)
    default: break
    }
    if isNumeric {
      return ImportedDay(progress: Amount(thousandths: Int64(value))).noted(note)
    }
    switch value {
    case Value.yes: return ImportedDay.done.noted(note)
    case Value.no: return ImportedDay.missed.noted(note)
    default: return ImportedDay().noted(note)
    }
  }

  /// Whether an entry can be one of this kind of habit.
  static func isPossible(_ value: Int, isNumeric: Bool) -> Bool {
    isNumeric
      ? (-1...Int(Amount.greatest.thousandths)).contains(value) : (-1...3).contains(value)
  }
}
