internal import HabitCore
internal import HabitFiles

// How the record of a day is read as facts.
//
// Source: `load` of the merge rules, habit-format(5).
extension Facts {
  /// The facts of the record at a place.
  ///
  /// Nothing is refused: an invalid value merges like an unknown key, and stays in the file, where
  /// `check` reports it.
  init(
    record place: Range<Int>,
    of parts: JSONParts,
    _ keys: [RecordKey],
    isTotalDerived: Bool = false
  ) {
    self.init()
    switch parts.kind(of: place) {
    case .null: break
    case .number: write(total(progress: Value(parts, place), typed: nil), Stamps())
    case .flag, .text, .list: write([(.whole, Value(parts, place))], Stamps())
    case .object: read(parts.members(of: place), of: parts, keys, isTotalDerived)
    }
  }

  private mutating func read(
    _ members: [JSONParts.Member],
    of parts: JSONParts,
    _ keys: [RecordKey],
    _ isTotalDerived: Bool
  ) {
    var (progress, typed): (Value?, Value?)
    var values: [(key: UTF8Key, value: Value)] = []
    var lists: [UTF8Key: Set<Value>] = [:]
    var entries: [(key: EntryKey, value: Entry.Effect)] = []
    for member in members {
      let place = member.value
      let field = UTF8Key(member.key)
      switch keys.first(where: { UTF8Key($0.name) == field })?.merging {
      case .total: progress = Facts.total(at: place, of: parts, known: progress)
      case .typed: typed = Facts.total(at: place, of: parts, known: typed)
      case .entries:
        entries += Facts.texts(place, of: parts).map { EntryText($0) }.map { ($0.id, $0.effect) }
      case .texts: lists[field, default: []].formUnion(Facts.values(place, of: parts))
      case .undone: undone.formUnion(Facts.texts(place, of: parts).map { EntryKey($0) })
      case .stamps: break
      case .value, nil: values.append((field, Value(parts, place)))
      }
    }
    self.entries = SortedMap(entries, Facts.greater)
    if isTotalDerived, !entries.isEmpty { progress = nil }
    write(lists)
    values += total(progress: progress, typed: typed)
    write(values, Facts.stamps(among: members, of: parts))
  }

  private static func total(at place: Range<Int>, of parts: JSONParts, known: Value?) -> Value? {
    guard parts.kind(of: place) != .null else { return known }
    let value = Value(parts, place)
    return known.map { max($0, value) } ?? value
  }

  /// The typed amount, by its field; the total follows from it and the entries.
  private func total(progress: Value?, typed: Value?) -> [(key: UTF8Key, value: Value)] {
    let (shown, stated) = (progress?.amount, typed?.amount)
    guard progress == nil || shown != nil, typed == nil || stated != nil else {
      // A total cannot be computed from something that is not an amount.
      return [(.progress, progress), (.typed, typed)].compactMap { field, value in
        value.map { (field, $0) }
      }
    }
    let effects = entries.pairs.lazy.map(\.value)
    var start = effects.isEmpty ? stated ?? shown : stated
    if let shown, !effects.isEmpty, Fold.total(typed: stated ?? .zero, at: effects) != shown {
      start = Fold.typed(total: shown, at: effects)
    }
    return start.map { [(.typed, Value($0))] } ?? []
  }
}
