internal import HabitFiles

// How facts of records and definitions are read. A key that occurs twice, as a text merge may leave
// it, counts with both values.
extension Facts {
  /// When fields were changed, by field.
  typealias Stamps = SortedMap<UTF8Key, UTF8Key>

  static func stamps(among members: [JSONParts.Member], of parts: JSONParts) -> Stamps {
    var stamps = Stamps()
    for member in members where UTF8Key(member.key) == .changed {
      guard parts.kind(of: member.value) == .object else { continue }
      for stamp in parts.members(of: member.value) where parts.kind(of: stamp.value) == .text {
        stamps.join(UTF8Key(stamp.key), UTF8Key(parts.text(of: stamp.value)), max)
      }
    }
    return stamps
  }

  mutating func write(_ field: UTF8Key, _ value: Value, _ stamps: Stamps) {
    note(Register(stamp: stamps[field], value: value), of: field)
  }

  /// Adds the stamps of fields that were removed.
  mutating func keepStamps(_ stamps: Stamps) {
    for (field, stamp) in stamps.pairs where registers[field] == nil {
      registers[field] = Register(stamp: stamp, value: nil)
    }
  }

  /// Adds the elements of a list; a single value is a list of one.
  mutating func insert(_ place: Range<Int>, of parts: JSONParts, into field: UTF8Key) {
    let elements = Facts.elements(place, of: parts)
    guard !elements.isEmpty else { return }
    sets.join(field, Set(elements.map { Value(parts, $0) })) { $0.union($1) }
  }

  /// The texts of a list; any other value counts as its JSON text.
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
