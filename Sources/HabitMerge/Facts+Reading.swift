internal import HabitFiles

// What records and definitions have in common. A field that stands twice, as a text merge leaves
// it, says both.
extension Facts {
  /// When fields were changed, by field.
  typealias Stamps = Sorted<Spelling, Spelling>

  /// The stamps of a `changed` among some members.
  static func stamps(among members: [JSONParts.Member], of parts: JSONParts) -> Stamps {
    var stamps = Stamps()
    for member in members where Spelling(member.key) == .changed {
      guard parts.kind(of: member.value) == .object else { continue }
      for stamp in parts.members(of: member.value) where parts.kind(of: stamp.value) == .text {
        stamps.join(Spelling(stamp.key), Spelling(parts.text(of: stamp.value)), max)
      }
    }
    return stamps
  }

  /// Notes the value of a field.
  mutating func write(_ field: Spelling, _ value: Value, _ stamps: Stamps) {
    note(Register(stamp: stamps[field], value: value), of: field)
  }

  /// Notes the stamps of fields that were taken away.
  mutating func keepStamps(_ stamps: Stamps) {
    for (field, stamp) in stamps.pairs where registers[field] == nil {
      registers[field] = Register(stamp: stamp, value: nil)
    }
  }

  /// Notes the elements of a list; a value alone is a list of one.
  mutating func insert(_ place: Range<Int>, of parts: JSONParts, into field: Spelling) {
    let elements = Facts.elements(place, of: parts)
    guard !elements.isEmpty else { return }
    sets.join(field, Set(elements.map { Value(parts, $0) })) { $0.union($1) }
  }

  /// The texts of a list; what is no text is taken as it is spelled.
  static func texts(_ place: Range<Int>, of parts: JSONParts) -> [String] {
    elements(place, of: parts).map {
      parts.kind(of: $0) == .text ? parts.text(of: $0) : Value(parts, $0).spelled
    }
  }

  private static func elements(_ place: Range<Int>, of parts: JSONParts) -> [Range<Int>] {
    switch parts.kind(of: place) {
    case .null: []
    case .list: parts.elements(of: place)
    case .flag, .number, .text, .object: [place]
    }
  }
}
