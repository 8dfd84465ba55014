extension Profile {
  /// Habits in the order of lists: those of ``order`` first, the rest by name.
  public func ordered(_ habits: [Habit]) -> [Habit] { ordered(habits) { $0 } }

  /// Elements that each belong to a habit, in the order of lists.
  public func ordered<Element>(_ elements: [Element], by habit: (Element) -> Habit) -> [Element] {
    let places = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
    return elements.map { element in
      let habit = habit(element)
      return (element: element, key: ListKey(habit, place: places[habit.id] ?? .max))
    }
    .sorted { $0.key < $1.key }.map(\.element)
  }
}

/// The sort key of a habit in lists: its place in ``Profile/order``, then its name, without accents and
/// case, with numbers by value.
///
/// Ties go by bytes, so that every device has the same order.
private struct ListKey: Comparable {
  private let place: Int
  /// The name's runs of digits and of anything else, in order.
  private let parts: [Part]
  private let habit: Habit

  init(_ habit: Habit, place: Int) {
    var parts: [Part] = []
    var rest = habit.name.text.searchKey.utf8[...]
    while let first = rest.first {
      let isNumber = first.isDigit
      let run = rest.prefix { $0.isDigit == isNumber }
      rest = rest.dropFirst(run.count)
      parts.append(isNumber ? .number(Array(run.drop { $0 == 0x30 })) : .text(Array(run)))
    }
    self.parts = parts
    self.place = place
    self.habit = habit
  }

  static func == (left: ListKey, right: ListKey) -> Bool { left.habit.id == right.habit.id }

  static func < (left: ListKey, right: ListKey) -> Bool {
    guard left.place == right.place else { return left.place < right.place }
    for (a, b) in zip(left.parts, right.parts) where a != b { return a < b }
    guard left.parts.count == right.parts.count else { return left.parts.count < right.parts.count }
    let (one, other) = (left.habit.name, right.habit.name)
    guard one == other else { return one.text.utf8.lexicographicallyPrecedes(other.text.utf8) }
    return left.habit.id < right.habit.id
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

extension Habit {
  public var group: String? { tags.first }
}
