internal import HabitFiles

// How facts of records and definitions are read. A key that occurs twice, as a text merge may leave
// it, counts with both values.
extension Facts {
  /// When fields were changed, by field.
  typealias Stamps = SortedMap<UTF8Key, UTF8Key>

  static func stamps(among members: [JSONParts.Member], of parts: JSONParts) -> Stamps {
    var stamps: [(key: UTF8Key, value: UTF8Key)] = []
    for member in members where UTF8Key(member.key) == .changed {
      guard parts.kind(of: member.value) == .object else { continue }
      for stamp in parts.members(of: member.value) where parts.kind(of: stamp.value) == .text {
        stamps.append((UTF8Key(stamp.key), UTF8Key(parts.text(of: stamp.value))))
      }
    }
    return Stamps(stamps) { max($1, $2) }
  }

  /// Adds the values of fields, with their stamps, and the stamps of fields that were removed.
  mutating func write(_ values: [(key: UTF8Key, value: Value)], _ stamps: Stamps) {
    add(
      SortedMap(
        values.map { ($0.key, Register(stamp: stamps[$0.key], value: $0.value)) },
        Facts.winner
      )
    )
    let removed = stamps.pairs.filter { registers[$0.key] == nil }
      .map { ($0.key, Register(stamp: $0.value, value: nil)) }
    add(SortedMap(removed, Facts.winner))
  }

  /// Adds the elements of lists, by field.
  mutating func write(_ lists: [UTF8Key: Set<Value>]) {
    sets = SortedMap(lists.filter { !$0.value.isEmpty }.map { ($0.key, $0.value) }) { $1.union($2) }
  }

  /// The elements of a list; a single value is a list of one.
  static func values(_ place: Range<Int>, of parts: JSONParts) -> [Value] {
    elements(place, of: parts).map { Value(parts, $0) }
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
