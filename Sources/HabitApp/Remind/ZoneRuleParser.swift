internal import HabitCore

/// Reads the rule of a zone from left to right.
struct ZoneRuleParser {
  private var rest: Substring

  init(_ text: String) {
    rest = text[...]
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// A name and an offset, `EST5`; nil without one and none is usual.
  mutating func clock(usual: Int?) -> ZoneRule.Clock? {
    let name: Substring
    if take("<") {
      name = word { $0 != ">" }
      guard take(">") else { return nil }
    } else {
      name = word(\.isLetter)
    }
    guard !name.isEmpty else { return nil }
    // POSIX counts westwards.
    let east = seconds().map { -$0 } ?? usual
    return east.map { ZoneRule.Clock(name: String(name), secondsEast: $0) }
  }

  /// `,M3.2.0/2`; two o'clock when no time is named.
  mutating func change() -> ZoneRule.Change? {
    guard take(",M"), let month = number(), take("."), let week = number(), take("."),
      let weekday = number(), (1...12).contains(month), (1...5).contains(week),
      (0...6).contains(weekday)
    else { return nil }
    var seconds = 7_200
    if take("/") {
      guard let time = self.seconds() else { return nil }
      seconds = time
    }
    return ZoneRule.Change(
      month: month,
      week: week,
      weekday: Weekday.allCases[(weekday + 6) % 7],
      seconds: seconds
    )
  }

  /// `[+-]hh[:mm[:ss]]`, in seconds.
  private mutating func seconds() -> Int? {
    let isNegative = rest.hasPrefix("-")
    if !take("-") { _ = take("+") }
    guard var seconds = number() else { return nil }
    for _ in 0..<2 {
      seconds *= 60
      if take(":") { seconds += number() ?? 0 }
    }
    return isNegative ? -seconds : seconds
  }

  private mutating func number() -> Int? { Int(word(\.isASCIIDigit).prefix(3)) }

  private mutating func word(_ isPart: (Character) -> Bool) -> Substring {
    let word = rest.prefix(while: isPart)
    rest = rest.dropFirst(word.count)
    return word
  }

  private mutating func take(_ text: String) -> Bool {
    guard rest.hasPrefix(text) else { return false }
    rest = rest.dropFirst(text.count)
    return true
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isWholeNumber }
}
