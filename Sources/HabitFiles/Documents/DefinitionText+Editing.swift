internal import HabitCore

/// The value of a field, as the file and as a sentence have it.
enum DefinitionValue: Equatable {
  /// A text, number or list.
  case plain(String, words: String)
  /// Values by date, in order.
  case map([Entry], words: String)

  struct Entry: Equatable {
    let key: String
    let value: String
  }

  static func text(_ text: String) -> DefinitionValue { .plain(text.jsonQuoted, words: text) }

  static func number(_ amount: Amount) -> DefinitionValue {
    .plain("\(amount)", words: "\(amount)")
  }

  static func list(_ texts: [String]) -> DefinitionValue? {
    texts.listed.map { .plain(texts.jsonList, words: $0) }
  }

  /// A setting: a plain value, or a map if it has dates.
  static func dated(_ dated: Dated<some CustomStringConvertible>) -> DefinitionValue {
    if dated.entries.count == 1, dated.entries[0].from == nil {
      return text("\(dated.entries[0].value)")
    }
    let entries = dated.entries.map {
      Entry(key: $0.from?.description ?? "", value: $0.value.description.jsonQuoted)
    }
    return .map(entries, words: dated.inWords)
  }

  /// Intervals as a map from first to last days.
  static func spans(_ spans: [DaySpan]) -> DefinitionValue? {
    spans.inWords.map { words in
      let entries = spans.map {
        Entry(key: "\($0.start)", value: ($0.end?.description ?? "open").jsonQuoted)
      }
      return .map(entries, words: words)
    }
  }

  var words: String {
    switch self {
    case .plain(_, let words), .map(_, let words): words
    }
  }

  /// The values by date; empty for a plain value.
  var entries: [Entry] {
    switch self {
    case .plain: []
    case .map(let entries, _): entries
    }
  }

  var spelled: String {
    switch self {
    case .plain(let text, _): text
    case .map(let entries, _):
      "{" + entries.map { "\($0.key.jsonQuoted): \($0.value)" }.joined(separator: ", ") + "}"
    }
  }
}

// MARK: From one spelling to another

extension DefinitionText {
  /// Sets and stamps the fields that differ; all other bytes stay.
  func changing<Definition>(
    from old: Definition,
    to new: Definition,
    _ fields: [DefinitionField<Definition>],
    stamp: Stamp
  ) throws(FileProblems) -> DefinitionText {
    do {
      var (text, changed) = (self, [String]())
      for field in fields {
        let (before, after) = (field.written(old), field.written(new))
        if before != after { text = try text.setting(field, before, after, &changed) }
      }
      return try text.stamping(changed, with: stamp)
    } catch {
      throw FileProblems(problems: [Problem(path, bytes, error)])
    }
  }

  /// Sets a field, and adds what is to be stamped of it.
  private func setting<Definition>(
    _ field: DefinitionField<Definition>,
    _ before: DefinitionValue?,
    _ after: DefinitionValue?,
    _ changed: inout [String]
  ) throws(Fault) -> DefinitionText {
    let key = field.key
    let isMap = try isMap(key)
    guard isMap, case .map(let entries, _) = before, case .map(let later, _) = after else {
      // The elements of a list merge one by one.
      if try value(at: [key]) != nil || field.merging == .decision, field.merging != .list {
        changed += DefinitionText.stamped(key, isMap: isMap, before, after)
      }
      return try setting([key], to: after?.spelled)
    }
    let most = Habit.mostDates
    guard later.count <= max(most, entries.count) else {
      let message = "\"\(key)\" would have \(later.count) dates; \(most) are the most"
      throw Fault(0, message, hint: "remove those that changed nothing")
    }
    var text = self
    let had = Dictionary(entries.map { ($0.key, $0.value) }) { first, _ in first }
    let wanted = Dictionary(later.map { ($0.key, $0.value) }) { first, _ in first }
    for entry in Set(had.keys).union(wanted.keys).sorted() where had[entry] != wanted[entry] {
      if had[entry] != nil || field.merging == .dated { changed.append("\(key)/\(entry)") }
      text = try text.setting([key, entry], to: wanted[entry])
    }
    return text
  }

  /// The fields to stamp if the whole value of a key is replaced.
  private static func stamped(
    _ key: String,
    isMap: Bool,
    _ before: DefinitionValue?,
    _ after: DefinitionValue?
  ) -> [String] {
    guard !isMap else { return before?.entries.map { "\(key)/\($0.key)" } ?? [] }
    guard let entries = after?.entries, let first = entries.first else { return [key] }
    // A plain value becomes the first one of the map.
    return entries.dropFirst(first.value == before?.spelled ? 1 : 0).map { "\(key)/\($0.key)" }
  }

  /// Stamps fields that had a value, later than all stamps of the text.
  private func stamping(_ fields: [String], with stamp: Stamp) throws(Fault) -> DefinitionText {
    guard !fields.isEmpty else { return self }
    var ignored: [Fault] = []
    let stamps = try value(at: ["changed"]).map { Stamp.scan($0, faults: &ignored) } ?? [:]
    let spelled = stamp.following(stamps.values).description.jsonQuoted
    guard try value(at: ["changed"]) != nil else {
      let entries = fields.sorted().map { DefinitionValue.Entry(key: $0, value: spelled) }
      return try setting(["changed"], to: DefinitionValue.map(entries, words: "").spelled)
    }
    var text = self
    for field in fields { text = try text.setting(["changed", field], to: spelled) }
    return text
  }
}

// MARK: One member

extension DefinitionText {
  /// The value at the end of a path of keys; nil when it is not there.
  func value(at path: [String]) throws(Fault) -> JSON? {
    var json = try root()
    for key in path {
      guard case .object(let members) = json.value,
        let member = members.first(where: { $0.key == key })
      else { return nil }
      json = member.value
    }
    return json
  }

  private func isMap(_ key: String) throws(Fault) -> Bool {
    guard case .object = try value(at: [key])?.value else { return false }
    return true
  }

  private func root() throws(Fault) -> JSON {
    try JSONText(bytes).scan { (scanner) throws(Fault) in try scanner.value() }
  }

  /// The text with a member set, or removed when the value is nil.
  func setting(_ path: [String], to value: String?) throws(Fault) -> DefinitionText {
    guard let key = path.last, let object = try self.value(at: path.dropLast()),
      case .object(let members) = object.value
    else { return self }
    let edited: [UInt8]
    if let index = members.firstIndex(where: { $0.key == key }) {
      edited =
        value.map { replacing(members[index].value.range, with: $0) }
        ?? removing(index, of: members)
    } else if let value {
      let isFirstLevel = path.count == 1
      edited = inserting(key, value, into: members, of: object) { other in
        let places = isFirstLevel ? (place(of: other), place(of: key)) : (0, 0)
        return places.0 == places.1
          ? other.utf8.lexicographicallyPrecedes(key.utf8) : places.0 < places.1
      }
    } else {
      edited = bytes
    }
    return DefinitionText(path: self.path, before: before, bytes: edited, order: order)
  }

  private func replacing(_ range: Range<Int>, with text: String) -> [UInt8] {
    bytes[..<range.lowerBound] + Array(text.utf8) + bytes[range.upperBound...]
  }

  /// Removes a member and one comma beside it.
  private func removing(_ index: Int, of members: [JSON.Member]) -> [UInt8] {
    let end = members[index].value.range.upperBound
    if index > 0 {
      return replacing(members[index - 1].value.range.upperBound..<end, with: "")
    }
    guard members.count > 1 else { return replacing(members[index].keyOffset..<end, with: "") }
    return replacing(members[index].keyOffset..<members[1].keyOffset, with: "")
  }

  /// Inserts a member behind its predecessor, with the white space of its neighbours.
  private func inserting(
    _ key: String,
    _ value: String,
    into members: [JSON.Member],
    of object: JSON,
    behind precedes: (String) -> Bool
  ) -> [UInt8] {
    let member = "\(key.jsonQuoted): \(value)"
    guard let first = members.first else {
      return replacing(object.range, with: "{\n  \(member)\n}")
    }
    guard let index = members.lastIndex(where: { precedes($0.key) }) else {
      let gap = gap(among: members, beside: 0)
      return replacing(first.keyOffset..<first.keyOffset, with: "\(member),\(gap)")
    }
    let end = members[index].value.range.upperBound
    return replacing(end..<end, with: ",\(gap(among: members, beside: index))\(member)")
  }

  /// The white space between the comma and the next member.
  private func gap(among members: [JSON.Member], beside index: Int) -> String {
    guard members.count == 1 else { return gap(before: members[max(index, 1)]) }
    let gap = gap(before: members[0])
    return gap.contains("\n") ? gap : " "
  }

  /// The white space in front of a member.
  private func gap(before member: JSON.Member) -> String {
    let end = member.keyOffset
    let start = bytes[..<end].lastIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return String(decoding: bytes[((start ?? -1) + 1)..<end], as: UTF8.self)
  }
}
