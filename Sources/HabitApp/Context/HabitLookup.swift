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
    case .several(let habits):
      let names = habits.map { "\($0.typed) (\($0.name))" }.joined(separator: ", ")
      throw Failure(.usage, "\"\(text)\" may be any of: \(names)", hint: "type more of it")
    case .none(let near):
      // The names of habits that cannot be read are unknown.
      let unread = reading.problems.filter { $0.isError && $0.path.hasSuffix("/habit.json") }
      guard unread.isEmpty else { throw FileProblems(problems: unread) }
      throw UnknownHabit(
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

/// A text that no habit is called by.
public struct UnknownHabit: Failing {
  private let text: String
  private let deleted: HabitID?
  private let nearest: Habit?
  private let isFirst: Bool

  /// A text that names no habit; it may be a deleted one, or nearly a name; `isFirst` without any habit.
  public init(
    _ text: String,
    deleted: HabitID? = nil,
    nearest: Habit? = nil,
    isFirst: Bool = false
  ) {
    self.text = text.replacing("\u{2212}", with: "-")
    self.deleted = deleted
    self.nearest = nearest
    self.isFirst = isFirst
  }

  public var failure: Failure { failure(besides: []) }

  /// The failure in a program with commands, which may be meant.
  public func failure(besides commands: [String]) -> Failure {
    let isDate = !text.isEmpty && text.utf8.allSatisfy { $0.isDigit || "./-".utf8.contains($0) }
    let hint =
      if isDate {
        "a day is \(Day.forms); several days: --from -3 --to -1"
      } else if let deleted {
        "it was deleted; bring it back with: habit restore \(deleted)"
      } else if let nearest {
        "did you mean \(nearest.typed) (\(nearest.name))?"
      } else if commands.contains(text.lowercased()) {
        "the command is: habit \(text.lowercased())"
      } else if isFirst {
        "there are no habits yet; add one with: habit add NAME"
      } else {
        "habit list shows them all"
      }
    return Failure(.noInput, "there is no habit \"\(text)\"", hint: hint)
  }
}
