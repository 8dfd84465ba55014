public import HabitCore
public import HabitFiles

/// Finds a habit by what a person calls it: its id, name or alias, or an unambiguous beginning of one
/// or of a word in it.
public struct HabitLookup {
  private let reading: Reading
  private let habits: [Habit]

  /// Finds among the habits that were read.
  public init(_ reading: Reading, amongDeleted: Bool = false) {
    self.reading = reading
    self.habits = reading.tracker.habits.map(\.habit).filter { amongDeleted || $0.deleted == nil }
  }

  /// The habit that is meant.
  public func habit(_ text: String) throws(AppError) -> Habit {
    let word = text.composed.trimmed.lowercased()
    if let exact = habits.first(where: { $0.id.text == word }) { return exact }
    try checkBroken(word)
    for names in [\Habit.ownName, \Habit.formerNames] {
      if let found = try only(habits.filter { $0[keyPath: names].contains(word) }, text) {
        return found
      }
    }
    guard !word.isEmpty else { throw missing(text) }
    let begun = habits.filter { $0.isNamed { $0.hasPrefix(word) } }
    if let found = try only(begun, text) { return found }
    // Last, the beginning of any word of a name: "water" for "Drink water".
    let within = habits.filter { $0.isNamed { $0.contains(" " + word) } }
    if let found = try only(within, text) { return found }
    // Nobody knows the names of habits that cannot be read.
    let unread = reading.problems.filter { $0.isError && $0.path.hasSuffix("/habit.json") }
    guard unread.isEmpty else { throw .problems(unread) }
    throw missing(text)
  }

  /// The one that was found; nil when none was.
  private func only(_ found: [Habit], _ text: String) throws(AppError) -> Habit? {
    guard found.count > 1 else { return found.first }
    throw .lookup(.ambiguous(text, candidates: found.map(\.id)))
  }

  /// A habit that cannot be read is found all the same, and what is wrong with it told.
  private func checkBroken(_ word: String) throws(AppError) {
    guard let id = reading.broken.first(where: { $0.text == word || $0.text.hasPrefix(word) }),
      word == id.text || habits.allSatisfy({ !$0.id.text.hasPrefix(word) })
    else { return }
    let folder = "\(reading.tracker.user)/habits/\(id)/"
    throw .problems(reading.problems.filter { $0.isError && $0.path.hasPrefix(folder) })
  }

  private func missing(_ text: String) -> AppError {
    let word = text.composed.trimmed.lowercased()
    let deleted = reading.tracker.habits.map(\.habit).first { habit in
      habit.deleted != nil && habit.isNamed { $0.hasPrefix(word) || $0.contains(" " + word) }
    }
    let names = habits.flatMap { $0.allNames + [$0.id.text] }
    return .lookup(
      .unknown(
        text,
        deleted: deleted?.id,
        nearest: nearest(to: text, among: names),
        isFirst: habits.isEmpty
      )
    )
  }
}

/// Why no habit was found.
public enum LookupError: Error, Hashable, Sendable {
  /// Several may be meant.
  case ambiguous(String, candidates: [HabitID])
  /// None is meant: perhaps a deleted one, or one of nearly this name; `isFirst` when there is none yet.
  case unknown(String, deleted: HabitID?, nearest: String?, isFirst: Bool)
}

extension Habit {
  fileprivate var ownName: [String] { [name.folded] }
  fileprivate var formerNames: [String] { aliases.map { $0.composed.lowercased() } }
  fileprivate var allNames: [String] { ownName + formerNames }

  fileprivate func isNamed(_ isMeant: (String) -> Bool) -> Bool {
    (allNames + [id.text]).contains(where: isMeant)
  }
}
