public import HabitCore
public import HabitFiles

/// Finds a habit by what the user calls it, and tells why none is found.
public struct HabitLookup {
  private let reading: Reading
  private let habits: [Habit]
  private let today: Day

  public init(_ reading: Reading, on today: Day, amongDeleted: Bool = false) {
    self.reading = reading
    self.today = today
    self.habits = reading.tracker.habits.map(\.habit).filter { amongDeleted || $0.deleted == nil }
  }

  /// The habits that names mean, in their order.
  public func habits(_ names: [String]) throws -> [Habit] {
    var found: [Habit] = []
    for name in names { found.append(try habit(name)) }
    return found
  }

  public func habit(_ text: String) throws -> Habit {
    let search = HabitSearch(habits, on: today)
    let word = text.composed.trimmed.lowercased()
    if let named = search.named(word) ?? habits.first(where: { $0.id.text == word }) {
      return named
    }
    try checkBroken(word)
    switch search.match(text) {
    case .one(let habit): return habit
    case .several(let habits): throw LookupError.ambiguous(text, candidates: habits)
    case .none(let near):
      // The names of habits that cannot be read are unknown.
      let unread = reading.problems.filter { $0.isError && $0.path.hasSuffix("/habit.json") }
      guard unread.isEmpty else { throw FileProblems(problems: unread) }
      throw LookupError.unknown(
        text,
        deleted: deleted(text),
        nearest: near,
        isFirst: habits.isEmpty
      )
    }
  }

  /// A habit that cannot be read is found all the same, and its errors are reported.
  private func checkBroken(_ word: String) throws {
    guard let id = reading.broken.first(where: { $0.text == word || $0.text.hasPrefix(word) }),
      word == id.text || habits.allSatisfy({ !$0.id.text.hasPrefix(word) })
    else { return }
    let folder = "\(reading.tracker.user)/habits/\(id)/"
    throw FileProblems(
      problems: reading.problems.filter { $0.isError && $0.path.hasPrefix(folder) }
    )
  }

  /// The deleted habit that a text means, if it means one.
  private func deleted(_ text: String) -> HabitID? {
    let deleted = reading.tracker.habits.map(\.habit).filter { $0.deleted != nil }
    if case .one(let habit) = HabitSearch(deleted).match(text) { return habit.id }
    return nil
  }
}

extension [Habit] {
  /// Each of them once, in the order in which they come.
  var onlyOnce: [Habit] {
    var seen: Set<HabitID> = []
    return filter { seen.insert($0.id).inserted }
  }
}

extension Reading {
  /// Whether a word means a habit, or several.
  public func isHabit(_ word: String) -> Bool {
    let habits = tracker.habits.map(\.habit).filter { $0.deleted == nil }
    if case .none = HabitSearch(habits).match(word) { return false }
    return true
  }
}

/// Why no habit was found.
public enum LookupError: Error, Hashable, Sendable {
  /// Several may be meant.
  case ambiguous(String, candidates: [Habit])
  /// No habit matches: perhaps a deleted one, or one of nearly this name; `isFirst` when there is
  /// none yet.
  case unknown(String, deleted: HabitID?, nearest: Habit?, isFirst: Bool)
}
