/// The amount that a habit asks for, per day or per period.
public struct Goal: DatedValue {
  /// The amount, at least zero.
  public let amount: Amount
  /// What is counted, free text of at most 20 characters: `glasses`.
  public let unit: String
  /// The days whose amounts are summed to reach it.
  public let per: Span

  /// The days whose amounts are summed.
  public enum Span: String, CaseIterable, Hashable, Sendable {
    case day
    /// The calendar week, from the profile's week start.
    case week
    case month
    case quarter
    case year

    /// The calendar's period; nil for a day.
    public var period: Schedule.Period? {
      switch self {
      case .day: nil
      case .week: .week
      case .month: .month
      case .quarter: .quarter
      case .year: .year
      }
    }
  }

  /// One time, the default.
  public static let once = Goal(amount: Amount(1), unit: "time")

  /// The most characters a unit may have.
  public static let longestUnit = 20

  private static let form =
    "AMOUNT [UNIT] [a week|a month|a quarter|a year], as in \"8 glasses\" or \"20 km a week\""

  public init(amount: Amount, unit: String, per span: Span = .day) {
    self.amount = amount
    self.unit = unit
    self.per = span
  }

  /// An amount with its unit: `163 times`, `1 time`, `12 km`.
  public func spelled(_ amount: Amount) -> String { "\(amount) \(unit(of: amount))" }

  /// A sum of days with its unit: `12,342 pages`.
  public func spelled(sum: Amount) -> String { "\(grouped(sum)) \(unit(of: sum))" }

  /// The unit for an amount, singular or plural: `times`, `time`, `km`.
  public func unit(of amount: Amount) -> String {
    guard ["time", "times"].contains(unit) else { return unit }
    return amount == Amount(1) ? "time" : "times"
  }

  /// Whether amounts of the other goal can be added: the unit is the same, singular or plural.
  public func counts(as other: Goal) -> Bool { unit.isUnit(other.unit) }

  /// Whether the amounts of several days are summed.
  public var isSum: Bool { per != .day }
}

extension Goal {
  /// The goal a user typed: spelled as in a file, or with a duration, `1h 30min` or `1:30 hours`.
  ///
  /// `1:30` needs a unit: without one it may be a time of day.
  public init(typed text: String) throws(InvalidText) {
    var words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    if let clock = words.first, clock.contains(":") {
      guard words.count > 1, !Goal.articles.contains(words[1].lowercased()) else {
        throw Goal.timeOfDay(clock)
      }
      do {
        words[0] = try Amount(typed: clock, in: words[1]).description
      } catch {
        throw Goal.invalid("the amount \(AmountError.notANumber.reason)")
      }
    } else if let duration = Goal.duration(words) {
      words = duration
    }
    try self.init(words.joined(separator: " "))
    let parts = unit.lowercased().split { $0.isWhitespace || $0 == "/" }.map(String.init)
    if let word = parts.last(where: Goal.periodWords.contains) {
      throw Goal.invalid(
        "\"\(word)\" is not part of a unit; the periods are a day, a week, a month, a quarter and a year"
      )
    }
  }

  /// Why `22:30` is no goal.
  private static func timeOfDay(_ clock: String) -> InvalidText {
    let parts = clock.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let hours = parts[0], let minutes = parts[1] else {
      return invalid("the amount \(AmountError.notANumber.reason)")
    }
    let duration = "for so long: --goal \"\(hours)h \(minutes)min\""
    guard (0..<24).contains(hours) else {
      return InvalidText("a duration has units", hint: duration)
    }
    return InvalidText(
      "it may be a time of day, or a duration",
      hint: "to be reminded then: --remind \(clock); \(duration)"
    )
  }

  /// The words of `1h 30min a week` with the duration in minutes; nil for any other text.
  private static func duration(_ words: [String]) -> [String]? {
    var rest = words
    _ = takeSpan(from: &rest)
    let text = rest.joined(separator: " ")
    let numbers = text.split { !$0.isASCII || !$0.isNumber && !".,".contains($0) }
    guard numbers.count > 1, let minutes = attempt({ try Amount(typed: text, in: "min") }) else {
      return nil
    }
    return ["\(minutes)", "min"] + words.suffix(from: rest.count)
  }

  private static let articles: Set = ["a", "per", "each", "every", "/"]

  private static let periodWords: Set = articles.union([
    "an", "day", "days", "daily", "week", "weeks", "weekly", "weekday", "weekdays", "weekend",
    "weekends", "fortnight", "fortnights", "fortnightly", "month", "months", "monthly", "quarter",
    "quarters", "quarterly", "year", "years", "yearly", "annually",
  ])

  /// The goal spelled `AMOUNT [UNIT] [a week|a month|a quarter|a year]`.
  ///
  /// An amount may be spelled as users type it, `2,5`, `10k` or `30min`; a week is also `per week`,
  /// `every week` or `/week`.
  public init(_ text: String) throws(InvalidText) {
    // By scalars: a mark behind a space is the unit's, not the space's.
    var words = text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
      .map(String.init)
    let span = Goal.takeSpan(from: &words)
    let first = words.isEmpty ? "" : words.removeFirst()
    let (number, attached) = Goal.splitUnit(of: first)
    let amount: Amount
    do {
      amount = try Amount(typed: number)
    } catch {
      throw Goal.invalid("the amount \(error.reason)")
    }
    guard amount >= .zero else { throw Goal.invalid("the amount is below 0") }
    let unit = (attached + words).joined(separator: " ")
    guard unit.length <= Goal.longestUnit else {
      throw Goal.invalid("the unit is longer than \(Goal.longestUnit) characters")
    }
    guard unit.unicodeScalars.allSatisfy({ !$0.isControl }) else {
      throw Goal.invalid("the unit holds a control character")
    }
    let counted = amount == Goal.once.amount ? Goal.once.unit : "times"
    self.init(amount: amount, unit: unit.isEmpty ? counted : unit, per: span)
  }

  private static func invalid(_ reason: String) -> InvalidText {
    InvalidText(reason, hint: "a goal is \(form)")
  }

  /// Removes `a week`, `per month` or `/day` from the end of the words.
  private static func takeSpan(from words: inout [String]) -> Span {
    guard let last = words.last?.lowercased() else { return .day }
    if words.count > 2, let span = Span(rawValue: last),
      articles.contains(words[words.count - 2].lowercased())
    {
      words.removeLast(2)
      return span
    }
    guard let slash = last.lastIndex(of: "/"),
      let span = Span(rawValue: String(last[slash...].dropFirst()))
    else { return .day }
    let unit = words.removeLast().dropLast(span.rawValue.count + 1)
    if !unit.isEmpty { words.append(String(unit)) }
    return span
  }

  /// The amount and the unit of `30min` or `3x`; a word that is a number has no unit.
  private static func splitUnit(of word: String) -> (number: String, unit: [String]) {
    do {
      _ = try Amount(typed: word)
      return (word, [])
    } catch {
      let number = word.prefix { $0.isASCII && ($0.isNumber || "+-.,".contains($0)) }
      let unit = word.dropFirst(number.count)
      guard let first = unit.first, first.isLetter, number.contains(where: \.isNumber) else {
        return (word, [])
      }
      return (String(number), unit.lowercased() == "x" ? [] : [String(unit)])
    }
  }
}

extension Goal: CustomStringConvertible {
  /// `8 glasses` or `20 km a week`, the form every file and command reads.
  public var description: String { "\(amount) \(unit)" + (isSum ? " a \(per.rawValue)" : "") }
}
