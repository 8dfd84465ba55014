/// What a user types for a schedule, in the words of the grammar.
struct TypedSchedule {
  /// The words of the grammar, as far as they are known.
  private(set) var words: [String]

  /// The words of a text in lower case, commas left out.
  init(_ text: String) {
    let text = text.lowercased().replacing("\u{2013}", with: "-").replacing("/", with: " / ")
    words = text.unicodeScalars.split { $0.properties.isWhitespace || $0 == "," }
      .flatMap { TypedSchedule.parts(of: String($0)) }
    if words.count == 1, let whole = TypedSchedule.wholes[words[0]] { words = whole }
    readBeginning()
    readTimes()
    readDays()
    readLastTime()
  }

  /// How the grammar spells the end of a schedule that counts from the last time.
  static let lastTime = ["after", "the", "last", "time"]

  /// What `every 3 months` and `every 2 weeks` can mean, each in the grammar; nil for other texts.
  var meanings: [String]? {
    guard words.count == 3, words[0] == "every", let count = Int(words[1]),
      (2...Schedule.mostMonths).contains(count)
    else { return nil }
    // Of "every other month".
    let unit = words[2].hasSuffix("s") ? words[2] : words[2] + "s"
    let last = "every \(count) \(unit) after the last time"
    switch unit {
    case "weeks": return ["every \(count) weeks on mon", "every \(7 * count) days", last]
    case "months":
      let quota = [3: ["once a quarter"], 6: ["twice a year"], 12: ["once a year"]][count] ?? []
      return ["every \(count) months on 15"] + quota + [last]
    default: return nil
    }
  }

  /// A word that is a whole schedule by itself.
  private static let wholes = [
    "weekly": ["once", "a", "week"], "monthly": ["once", "a", "month"], "anytime": ["any", "time"],
    "quarterly": ["once", "a", "quarter"], "yearly": ["once", "a", "year"],
    "annually": ["once", "a", "year"], "weekday": ["weekdays"], "weekend": ["weekends"],
    "workdays": ["weekdays"],
  ]

  private static let numbers = [
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
    "eight": "8", "nine": "9", "ten": "10",
  ]

  /// `mon-fri` in three words, `3x` in two, `three` and `1st` in figures, `mondays` as one of them.
  private static func parts(of word: String) -> [String] {
    if word == "-" || word == "through" { return ["to"] }
    if word == "x" || word == "\u{D7}" { return ["times"] }
    if word == "thrice" { return ["3", "times"] }
    if let number = numbers[word] { return [number] }
    let ends = word.split(separator: "-", omittingEmptySubsequences: false)
    if ends.count == 2, let first = weekday(String(ends[0])), let last = weekday(String(ends[1])) {
      return [first, "to", last]
    }
    if let weekday = weekday(word) { return [weekday] }
    if let count = number(word.dropLast()), word.last == "x" || word.last == "\u{D7}" {
      return ["\(count)", "times"]
    }
    if ends.count == 2, let month = number(ends[0]), let day = number(ends[1]),
      Day.monthNames.indices.contains(month - 1)
    {
      return [Day.monthNames[month - 1].lowercased(), "\(day)"]
    }
    if word.hasPrefix(".+"), let count = number(word.dropFirst(2).dropLast()),
      let unit = ["d": "days", "w": "weeks", "m": "months", "y": "years"][word.suffix(1)]
    {
      return ["every", "\(count)", unit] + lastTime
    }
    if let ordinal = number(word.dropLast(2)), ["st", "nd", "rd", "th"].contains(word.suffix(2)) {
      return ["\(ordinal)"]
    }
    return [word]
  }

  /// The weekday of `mondays`, `tues` or `thurs`, in its short form.
  private static func weekday(_ word: String) -> String? {
    if ["thur", "thurs"].contains(word) { return Weekday.thursday.short }
    let single = word.last == "s" ? String(word.dropLast()) : word
    return (Weekday(name: word) ?? Weekday(name: single))?.short
  }

  private static func number(_ digits: Substring) -> Int? {
    digits.first?.isNumber == true ? Int(digits) : nil
  }

  /// `every week`, `every other day`, `every weekday`, `weekly on`, `on mondays`.
  private mutating func readBeginning() {
    if words.first == "each" { words[0] = "every" }
    if words.first == "on" { words.removeFirst() }
    if words.starts(with: ["weekly", "on"]) { words.removeFirst(2) }
    guard words.first == "every", words.count > 1 else { return }
    switch words[1] {
    case "week" where words.count == 2, "month" where words.count == 2,
      "quarter" where words.count == 2, "year" where words.count == 2:
      words = ["once", "a", words[1]]
    case "week" where words.count > 3 && words[2] == "on":
      words.removeFirst(3)
    case "month" where words.count > 3 && words[2] == "on":
      words.replaceSubrange(0..<2, with: ["monthly"])
    case "year" where words.count > 4 && words[2] == "on":
      words.replaceSubrange(0..<2, with: ["yearly"])
    case "weekday" where words.count == 2, "weekend" where words.count == 2:
      words = ["\(words[1])s"]
    case "other", "second": words[1] = "2"
    case "third": words[1] = "3"
    default: break
    }
  }

  /// `3 per week`, `3 a week`, `3/week`, `3 times weekly`, `3/7`.
  private mutating func readTimes() {
    guard let first = words.first else { return }
    let isCount = Int(first) != nil
    guard isCount || ["once", "twice"].contains(first) else { return }
    let hasTimes =
      isCount && words.count > 1 && ["time", "times", "day", "days"].contains(words[1])
    let before = hasTimes ? Array(words.prefix(2)) : isCount ? [first, "times"] : [first]
    let rest = Array(words.dropFirst(hasTimes ? 2 : 1))
    guard let span = TypedSchedule.span(rest) else { return }
    let isDaily = span == ["a", "day"] && first == "1" || rest == ["/", first]
    words = isDaily ? ["every", "day"] : before + span
  }

  /// `a week` for `per week`, `each week`, `/ week`, `weekly`, `/ 7`; nil for anything else.
  private static func span(_ words: [String]) -> [String]? {
    let spans = ["day", "week", "month", "quarter", "year"]
    switch words.count {
    case 1:
      switch words[0] {
      case "daily": return ["a", "day"]
      case "weekly": return ["a", "week"]
      case "monthly": return ["a", "month"]
      case "quarterly": return ["a", "quarter"]
      case "yearly", "annually": return ["a", "year"]
      default: return nil
      }
    case 2 where ["a", "per", "each", "every", "/"].contains(words[0]):
      if spans.contains(words[1]) { return ["a", words[1]] }
      guard words[0] == "/", let days = Int(words[1]), days > 0 else { return nil }
      return days == 7
        ? ["a", "week"]
        : days == 30 || days == 31 ? ["a", "month"] : ["every", "\(days)", "days"]
    case 3 where ["per", "in", "/"].contains(words[0]) && Int(words[1]) != nil:
      return ["every", words[1], words[2]]
    default: return nil
    }
  }

  /// `monthly on the 1st and the 15th`, `annually on 24 december`.
  private mutating func readDays() {
    if words.starts(with: ["annually", "on"]) { words[0] = "yearly" }
    let isOfMonths = words.count > 2 && words[0] == "every" && words[2].hasPrefix("month")
    guard ["monthly", "yearly"].contains(words.first) || isOfMonths else { return }
    words.removeAll { ["the", "day", "of"].contains($0) }
  }

  /// `3 days since last time`, `every week after last done`.
  private mutating func readLastTime() {
    guard let index = words.firstIndex(where: { ["after", "since"].contains($0) }) else { return }
    let rest = words[(index + 1)...].filter { $0 != "the" }
    guard rest == ["last", "time"] || rest == ["last", "done"] else { return }
    let interval = words[..<index].drop { $0 == "every" }
    words = ["every"] + interval + TypedSchedule.lastTime
  }
}
