extension Name {
  /// Whether one name comes before another in a list: without accents and case, numbers by their value.
  ///
  /// Names that differ in nothing else are in the order of their bytes, so that every device lists alike.
  public static func precedes(_ left: Name, _ right: Name) -> Bool {
    let (one, other) = (left.parts, right.parts)
    for (a, b) in zip(one, other) where a != b { return a < b }
    guard one.count == other.count else { return one.count < other.count }
    return left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  /// The runs of digits and of anything else, in order.
  private var parts: [Part] {
    var parts: [Part] = []
    var rest = text.searchKey.utf8[...]
    while let first = rest.first {
      let isNumber = first.isDigit
      let run = rest.prefix { $0.isDigit == isNumber }
      rest = rest.dropFirst(run.count)
      parts.append(isNumber ? .number(Array(run.drop { $0 == 0x30 })) : .text(Array(run)))
    }
    return parts
  }

  private enum Part: Comparable {
    /// The digits without leading zeros.
    case number([UInt8])
    case text([UInt8])

    /// Numbers before text; a number with fewer digits is less.
    static func < (left: Part, right: Part) -> Bool {
      switch (left, right) {
      case (.number(let a), .number(let b)):
        a.count == b.count ? a.lexicographicallyPrecedes(b) : a.count < b.count
      case (.text(let a), .text(let b)): a.lexicographicallyPrecedes(b)
      case (.number, .text): true
      case (.text, .number): false
      }
    }
  }
}

extension Profile {
  /// Habits in the order of lists: those of ``order`` first, the rest by name.
  public func ordered(_ habits: [Habit]) -> [Habit] {
    let places = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
    return habits.sorted { left, right in
      switch (places[left.id], places[right.id]) {
      case (let a?, let b?): a < b
      case (_?, nil): true
      case (nil, _?): false
      case (nil, nil):
        left.name == right.name ? left.id < right.id : Name.precedes(left.name, right.name)
      }
    }
  }
}

extension Habit {
  /// The group it is listed in: its first tag.
  public var group: String? { tags.first }
}
