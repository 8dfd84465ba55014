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
    case .number: readTotal(progress: Value(parts, place), typed: nil, Stamps())
    case .flag, .text, .list: write(.whole, Value(parts, place), Stamps())
    case .object: read(parts.members(of: place), of: parts, keys, isTotalDerived)
    }
  }

  private mutating func read(
    _ members: [JSONParts.Member],
    of parts: JSONParts,
    _ keys: [RecordKey],
    _ isTotalDerived: Bool
  ) {
    let stamps = Facts.stamps(among: members, of: parts)
    var (progress, typed): (Value?, Value?)
    for member in members {
      let place = member.value
      let field = UTF8Key(member.key)
      switch keys.first(where: { UTF8Key($0.name) == field })?.merging {
      case .total: progress = Facts.total(at: place, of: parts, known: progress)
      case .typed: typed = Facts.total(at: place, of: parts, known: typed)
      case .entries:
        for text in Facts.texts(place, of: parts) { insert(EntryText(text)) }
      case .texts: insert(place, of: parts, into: field)
      case .undone: undone.formUnion(Facts.texts(place, of: parts).map { EntryKey($0) })
      case .stamps: break
      case .value, nil: write(field, Value(parts, place), stamps)
      }
    }
    if isTotalDerived, !entries.isEmpty { progress = nil }
    readTotal(progress: progress, typed: typed, stamps)
    keepStamps(stamps)
  }

  private static func total(at place: Range<Int>, of parts: JSONParts, known: Value?) -> Value? {
    guard parts.kind(of: place) != .null else { return known }
    let value = Value(parts, place)
    return known.map { max($0, value) } ?? value
  }

  /// Adds the typed amount; the total follows from it and the entries.
  private mutating func readTotal(progress: Value?, typed: Value?, _ stamps: Stamps) {
    let (shown, stated) = (progress?.amount, typed?.amount)
    guard progress == nil || shown != nil, typed == nil || stated != nil else {
      // A total cannot be computed from something that is not an amount.
      if let progress { write(.progress, progress, stamps) }
      if let typed { write(.typed, typed, stamps) }
      return
    }
    let effects = entries.pairs.lazy.map(\.value)
    var start = effects.isEmpty ? stated ?? shown : stated
    if let shown, !effects.isEmpty, Fold.total(typed: stated ?? .zero, at: effects) != shown {
      start = Fold.typed(total: shown, at: effects)
    }
    if let start { write(.typed, Value(start), stamps) }
  }
}
