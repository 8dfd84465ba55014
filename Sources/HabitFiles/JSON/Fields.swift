internal import HabitCore

/// Reads the members of a definition one by one, and collects all errors.
struct Fields {
  private let members: [String: JSON.Member]
  private let order: [JSON.Member]
  private(set) var faults: [Fault] = []

  init(_ text: JSONText) throws(Fault) {
    let members = try text.members()
    self.order = members
    self.members = Dictionary(members.map { ($0.key, $0) }) { first, _ in first }
  }

  mutating func fault(
    _ offset: Int,
    _ message: String,
    hint: String? = nil,
    severity: Problem.Severity = .error
  ) { faults.note(Fault(offset, message, hint: hint, severity: severity)) }

  /// The most dates of a setting, and of intervals.
  static let mostDates = 10 * Habit.mostDates

  /// The members of a map of dates; empty, with a fault, if there are too many.
  private mutating func dates(_ entries: [JSON.Member], of key: String) -> [JSON.Member] {
    guard entries.count > Fields.mostDates else { return entries }
    fault(
      entries[Fields.mostDates].keyOffset,
      "\"\(key)\" has \(entries.count) dates; \(Fields.mostDates) are the most",
      hint: "remove those that changed nothing"
    )
    return []
  }

  /// The value of a key; nil if it is missing or null.
  func value(_ key: String) -> JSON? {
    guard let json = members[key]?.value else { return nil }
    if case .null = json.value { return nil }
    return json
  }

  /// Adds a fault at the value of a key, or at the start of the file if the key is missing.
  mutating func fault(
    at key: String,
    _ message: String,
    hint: String? = nil,
    severity: Problem.Severity = .error
  ) { fault(members[key]?.value.range.lowerBound ?? 0, message, hint: hint, severity: severity) }

  /// A text, with at most so many characters.
  mutating func text(_ key: String, longest: Int = .max) -> String? {
    guard let json = value(key) else { return nil }
    guard case .text(let text) = json.value else {
      fault(at: key, "\"\(key)\" is a text", hint: "put it into double quotes")
      return nil
    }
    guard text.length <= longest else {
      fault(at: key, "\"\(key)\" has \(text.length) characters; \(longest) are the most")
      return nil
    }
    return text
  }

  /// A parsed text; an invalid one is a fault that says what is expected.
  mutating func parsed<Value>(
    _ key: String,
    expecting expected: String,
    _ parse: (String) -> Value?
  ) -> Value? {
    guard let text = text(key) else { return nil }
    guard let value = parse(text) else {
      fault(at: key, "\"\(text)\" is not a value of \"\(key)\"", hint: "it is \(expected)")
      return nil
    }
    return value
  }

  mutating func texts(_ key: String) -> [(text: String, offset: Int)] {
    guard let json = value(key) else { return [] }
    guard case .array(let elements) = json.value else {
      fault(at: key, "\"\(key)\" is a list of texts", hint: "for example [\"one\", \"two\"]")
      return []
    }
    var texts: [(String, Int)] = []
    for element in elements {
      guard case .text(let text) = element.value else {
        fault(element.range.lowerBound, "expected a text in \"\(key)\"")
        continue
      }
      texts.append((text, element.range.lowerBound))
    }
    return texts
  }

  /// A setting: a text, or a map from dates to texts.
  mutating func dated<Value>(
    _ key: String,
    _ parse: (String) throws(InvalidText) -> Value
  ) -> Dated<Value>? {
    guard let json = value(key) else { return nil }
    func parsed(_ json: JSON, _ fields: inout Fields) -> Value? {
      guard case .text(let text) = json.value else {
        fields.fault(json.range.lowerBound, "expected a text for \"\(key)\"")
        return nil
      }
      do {
        return try parse(text)
      } catch {
        fields.fault(json.range.lowerBound, error.reason, hint: error.hint)
        return nil
      }
    }
    guard case .object(let entries) = json.value else {
      return parsed(json, &self).map(Dated.init)
    }
    var values: [(from: Day, value: Value)] = []
    for entry in dates(entries, of: key) {
      let value = parsed(entry.value, &self)
      if let from = day(entry.key, at: entry.keyOffset), let value {
        values.append((from, value))
      }
    }
    guard !entries.isEmpty else {
      fault(at: key, "\"\(key)\" is empty", hint: "name a value, or remove the key")
      return nil
    }
    return Dated(values)
  }

  /// Intervals: a map from first days to last days or `"open"`.
  mutating func spans(_ key: String) -> [DaySpan] {
    guard let json = value(key) else { return [] }
    guard case .object(let entries) = json.value else {
      fault(
        at: key,
        "\"\(key)\" maps first days to last days",
        hint: "for example {\"2026-07-01\": \"2026-07-14\"}, or \"open\" for the last"
      )
      return []
    }
    var spans: [DaySpan] = []
    for entry in dates(entries, of: key) {
      guard let start = day(entry.key, at: entry.keyOffset) else { continue }
      switch entry.value.value {
      case .null: continue
      case .text("open"): spans.append(DaySpan(start: start, end: nil))
      case .text(let text):
        guard let end = day(text, at: entry.value.range.lowerBound) else { continue }
        guard start <= end else {
          fault(entry.value.range.lowerBound, "the last day \(end) is before the first, \(start)")
          continue
        }
        spans.append(DaySpan(start: start, end: end))
      case .flag, .number, .array, .object:
        fault(entry.value.range.lowerBound, "expected a day or \"open\"")
      }
    }
    return spans.sorted { $0.start < $1.start }
  }

  mutating func day(_ key: String) -> Day? {
    guard let text = text(key) else { return nil }
    return day(text, at: members[key]?.value.range.lowerBound ?? 0)
  }

  private mutating func day(_ text: String, at offset: Int) -> Day? {
    guard let day = Day(text) else {
      fault(offset, "\"\(text)\" is not a day", hint: "a day is written \"2026-03-01\"")
      return nil
    }
    return day
  }

  /// Checks the stamps of the definition, which do not change its meaning.
  mutating func checkStamps() {
    guard let json = value("changed") else { return }
    _ = Stamp.scan(json, faults: &faults)
  }

  /// Warns of keys that are misspelled, and refuses scores.
  mutating func checkKeys(known: [String]) {
    // Nobody types a thousand.
    let isTyped = order.count < 1_000
    for member in order where !known.contains(member.key) {
      if let score = Fault(score: member.key, offset: member.keyOffset) {
        faults.note(score)
      } else if isTyped, let meant = known.first(where: { isOneLetterOff($0, member.key) }) {
        fault(
          member.keyOffset,
          "unknown key \"\(member.key)\"",
          hint: "did you mean \"\(meant)\"?",
          severity: .warning
        )
      }
    }
  }
}

/// Whether two words differ by at most one letter, ignoring the case of Latin ones.
func isOneLetterOff(_ left: String, _ right: String) -> Bool {
  var (left, right) = (left.unicodeScalars[...], right.unicodeScalars[...])
  while let one = left.first, one.isSameLetter(as: right.first) {
    left.removeFirst()
    right.removeFirst()
  }
  while let one = left.last, one.isSameLetter(as: right.last) {
    left.removeLast()
    right.removeLast()
  }
  return left.dropFirst().isEmpty && right.dropFirst().isEmpty
}

extension Unicode.Scalar {
  fileprivate func isSameLetter(as other: Unicode.Scalar?) -> Bool {
    guard let other, self != other else { return other != nil }
    return isASCII && properties.isAlphabetic && value ^ other.value == 0x20
  }
}
