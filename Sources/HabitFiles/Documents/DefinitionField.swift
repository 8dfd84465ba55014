public import HabitCore

/// A field of a definition: its key, its value in words, and how it is read, spelled and merged.
///
/// ``Habit/fields`` and ``Profile/fields`` are the only tables of these keys: documents, merges, changes
/// and imports walk them. A key that they lack is unknown, and kept.
public struct DefinitionField<Definition>: Sendable {
  public let key: String
  /// The name in a sentence: the words of the key, unless another one is given.
  public let name: String
  let merging: FieldMerging
  /// Gives the second definition the value of the first.
  public let copy: @Sendable (Definition, inout Definition) -> Void
  let read: @Sendable (inout Definition, inout Fields) -> Void
  private let value: @Sendable (Definition) -> DefinitionValue?
  private let isUsual: @Sendable (Definition) -> Bool

  /// A field; a `usual` value goes without saying, and `read` gives nil to leave the value as it is.
  init<Value: Equatable & Sendable>(
    _ key: String,
    named name: String? = nil,
    _ path: any WritableKeyPath<Definition, Value> & Sendable,
    _ merging: FieldMerging = .value,
    usual: Value? = nil,
    say: @escaping @Sendable (Value) -> DefinitionValue?,
    read: @escaping @Sendable (inout Fields, String) -> Value? = { _, _ in nil }
  ) {
    self.key = key
    self.name = name ?? key.map { $0.isUppercase ? " \($0.lowercased())" : "\($0)" }.joined()
    self.merging = merging
    self.copy = { $1[keyPath: path] = $0[keyPath: path] }
    self.value = { say($0[keyPath: path]) }
    self.isUsual = { $0[keyPath: path] == usual }
    self.read = { (definition, fields) in
      if let value = read(&fields, key) { definition[keyPath: path] = value }
    }
  }

  /// A field that need not have a value.
  init<Value: Equatable & Sendable>(
    _ key: String,
    named name: String? = nil,
    optional path: any WritableKeyPath<Definition, Value?> & Sendable,
    _ merging: FieldMerging = .value,
    usual: Value? = nil,
    say: @escaping @Sendable (Value) -> DefinitionValue?,
    read: @escaping @Sendable (inout Fields, String) -> Value?
  ) {
    self.init(key, named: name, path, merging, usual: usual) {
      $0.flatMap(say)
    } read: { (fields, key) in
      .some(read(&fields, key))
    }
  }

  /// The value in words; nil without one.
  public func words(_ definition: Definition) -> String? { value(definition)?.words }

  /// The value as the file has it; nil when it is not written.
  func written(_ definition: Definition) -> DefinitionValue? {
    isUsual(definition) ? nil : value(definition)
  }
}

/// The rule by which two values of a field merge.
public enum FieldMerging: Hashable, Sendable {
  /// The later change wins.
  case value
  /// The later change wins, and the first one is stamped too.
  case decision
  /// Elements are added and removed one by one.
  case list
  /// Each date merges by itself, and another value since a date is a change.
  case dated
  /// Each first day merges by itself.
  case spans

  /// The keys of all definitions that merge by some rules.
  public static func keys(_ rules: FieldMerging...) -> [String] {
    Habit.fields.filter { rules.contains($0.merging) }.map(\.key)
      + Profile.fields.filter { rules.contains($0.merging) }.map(\.key)
  }
}

extension Habit {
  /// The fields of `habit.json` in canonical order; the document reads the name and the start.
  public static let fields: [DefinitionField<Habit>] = [
    DefinitionField("name", \.name, say: { .text($0.text) }),
    DefinitionField(
      "aka",
      named: "still found as",
      \.aliases,
      .list,
      say: { .list($0.sortedByBytes) }
    ) {
      $0.texts($1).map(\.text)
    },
    DefinitionField("icon", optional: \.icon, say: { .text($0) }) {
      $0.parsed($1, expecting: "one emoji") { $0.count == 1 ? $0 : nil }
    },
    DefinitionField("color", optional: \.color, say: { .text($0.description) }) {
      $0.parsed($1, expecting: Color.forms) { Color($0) }
    },
    DefinitionField("description", optional: \.description, say: { .text($0) }) {
      $0.text($1, longest: Habit.longestDescription)
    },
    DefinitionField("tags", \.tags, .list, say: { .list($0.sortedByBytes) }) {
      $0.texts($1).map(\.text)
    },
    DefinitionField("type", \.type, usual: .formation, say: { .text($0.rawValue) }) {
      $0.parsed($1, expecting: "formation or breaking") { Kind.Name(rawValue: $0) }
    },
    DefinitionField("baseline", optional: \.baseline, say: { .number($0) }) { $0.baseline($1) },
    DefinitionField("unlogged", optional: \.unlogged, usual: .missed, say: { .text($0.rawValue) }) {
      $0.parsed($1, expecting: "kept or missed") { Unlogged(rawValue: $0) }
    },
    DefinitionField("goal", \.goal, .dated, say: { .dated($0) }) { $0.dated($1, Goal.init(_:)) },
    DefinitionField("schedule", \.schedule, .dated, say: { .dated($0) }) {
      $0.dated($1, Schedule.init(_:))
    },
    DefinitionField("start", \.start, say: { .text("\($0)") }),
    DefinitionField("end", optional: \.end, say: { .text($0.description) }) { $0.day($1) },
    DefinitionField("paused", \.pauses, .spans, say: { .spans($0) }) { $0.spans($1) },
    DefinitionField("deleted", optional: \.deleted, say: { .text($0.description) }) { $0.day($1) },
    DefinitionField("reminders", \.reminders, .list, say: { .list($0.map(\.hoursAndMinutes)) }) {
      $0.reminders($1)
    },
  ]
}

extension Profile {
  /// The fields of `profile.json` in canonical order.
  public static let fields: [DefinitionField<Profile>] = [
    DefinitionField("name", optional: \.name, say: { .text($0.text) }) { $0.name($1) },
    DefinitionField("timeZone", optional: \.timeZone, say: { .text($0) }) {
      $0.parsed($1, expecting: "an IANA zone, as in Europe/Berlin") { $0.isZoneName ? $0 : nil }
    },
    DefinitionField("dayStart", \.dayStart, usual: .midnight, say: { .text($0.hoursAndMinutes) }) {
      $0.time($1)
    },
    DefinitionField("weekStart", \.weekStart, usual: .monday, say: { .text($0.rawValue) }) {
      $0.parsed($1, expecting: "a weekday, as in monday") { Weekday(name: $0) }
    },
    DefinitionField("streakMode", \.streakMode, .dated, usual: Dated(.full), say: { .dated($0) }) {
      $0.dated($1, StreakMode.init)
    },
    DefinitionField("vacations", \.vacations, .spans, say: { .spans($0) }) { $0.spans($1) },
    DefinitionField("order", \.order, say: { .list($0.map(\.text)) }) {
      $0.ids($1, "a habit's", "set it with: habit edit profile --order HABIT...") { HabitID($0) }
    },
    DefinitionField("planReminder", optional: \.planReminder, say: { .text($0.hoursAndMinutes) }) {
      $0.time($1)
    },
    DefinitionField(
      "eveningReminder",
      optional: \.eveningReminder,
      say: { .text($0.hoursAndMinutes) }
    ) { $0.time($1) },
    DefinitionField("adopts", \.adopts, .list, say: { .list($0.map(\.text)) }) {
      $0.ids($1, "a user's", "as in [\"guest\"]") { UserID($0) }
    },
    DefinitionField("adopted", optional: \.adopted, .decision, say: { .text($0.text) }) {
      $0.parsed($1, expecting: "a user") { UserID($0) }
    },
  ]
}

extension [String] {
  /// The texts in the order that all devices write.
  fileprivate var sortedByBytes: [String] {
    sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension String {
  /// Whether it has the form of a time zone: words of letters, digits and `_+-`, with slashes between.
  fileprivate var isZoneName: Bool {
    let parts = split(separator: "/", omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      part.first?.isLetter == true
        && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_+-".contains($0)) }
    }
  }
}

// MARK: Values

extension Fields {
  mutating func name(_ key: String) -> Name? {
    guard let text = text(key) else { return nil }
    do {
      return try Name(text)
    } catch {
      fault(at: key, "the name \(error.reason)")
      return nil
    }
  }

  fileprivate mutating func time(_ key: String) -> TimeOfDay? {
    parsed(key, expecting: "a time, as in 04:00") { $0.utf8.count == 5 ? TimeOfDay($0) : nil }
  }

  fileprivate mutating func baseline(_ key: String) -> Amount? {
    guard let json = value(key) else { return nil }
    guard case .number(let spelling) = json.value else {
      fault(at: key, "\"\(key)\" is a number")
      return nil
    }
    do {
      let amount = try Amount(spelling)
      if amount <= .zero { fault(at: key, "\"\(key)\" is not above 0") }
      return amount
    } catch {
      fault(at: key, "\"\(key)\" \(error.reason)")
      return nil
    }
  }

  fileprivate mutating func reminders(_ key: String) -> [TimeOfDay] {
    var reminders: [TimeOfDay] = []
    for (text, offset) in texts(key) {
      guard text.utf8.count == 5, let time = TimeOfDay(text) else {
        fault(offset, "\"\(text)\" is not a time", hint: "a reminder is written \"09:00\"")
        continue
      }
      guard !reminders.contains(time) else {
        fault(offset, "the reminder \(text) occurs twice", hint: "remove one")
        continue
      }
      reminders.append(time)
    }
    return reminders.sorted()
  }

  /// The ids of a list, each once; an invalid id, or one that occurs twice, is reported and ignored.
  fileprivate mutating func ids<ID: Equatable>(
    _ key: String,
    _ whose: String,
    _ hint: String,
    _ parse: (String) -> ID?
  ) -> [ID] {
    var ids: [ID] = []
    for (text, offset) in texts(key) {
      guard let id = parse(text), !ids.contains(id) else {
        let reason = parse(text) == nil ? "is not \(whose) id" : "occurs twice"
        fault(offset, "\"\(text)\" in \"\(key)\" \(reason)", hint: hint, severity: .warning)
        continue
      }
      ids.append(id)
    }
    return ids
  }
}

extension Profile.StreakMode {
  fileprivate init(_ text: String) throws(InvalidText) {
    guard let mode = Profile.StreakMode(rawValue: text) else {
      throw InvalidText("\"\(text)\" is not a streak mode", hint: "it is full or partial")
    }
    self = mode
  }
}
