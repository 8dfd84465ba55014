/// Finds a habit by its name, its id, an alias, or the beginning of any word of these.
public struct HabitSearch: Sendable {
  private let habits: [Habit]
  private let today: Day

  public enum Match: Sendable {
    case one(Habit)
    /// Several habits match equally well.
    case several([Habit])
    /// No habit matches; `near` is within two edits.
    case none(near: Habit?)
  }

  /// A search among these habits; one that will be archived later than today is active.
  public init(_ habits: [Habit], on today: Day = .distantFuture) {
    self.habits = habits
    self.today = today
  }

  /// The active habit that has this name, whatever else has the word for an id.
  public func named(_ folded: String) -> Habit? {
    let named = habits.filter { !$0.canBeRestored(on: today) && $0.name.folded == folded }
    return named.count == 1 ? named[0] : nil
  }

  /// The habit that a text names: by an exact name, id or alias, else by a word, else by a beginning.
  ///
  /// Archived and deleted habits match only if no other habit does.
  /// Accents and case do not matter, unless they alone tell two habits apart.
  public func match(_ text: String) -> Match {
    let key = text.searchKey
    guard !key.isEmpty else { return .none(near: nil) }
    let folded = text.composed.trimmed.lowercased()
    if let named = named(folded) { return .one(named) }
    let phrase = key.replacing("-", with: " ")
    let exact: [(Habit) -> Bool] = [
      { $0.id.text == folded },
      { $0.name.folded == folded },
      { $0.name.text.searchKey == key },
      { habit in habit.aliases.contains { $0.searchKey == key } },
    ]
    let words: [(Habit) -> Bool] = [
      { habit in habit.phrases.contains { " \($0) ".contains(" \(phrase) ") } },
      { habit in habit.phrases.contains { " \($0)".contains(" \(phrase)") } },
    ]
    let active = habits.filter { !$0.canBeRestored(on: today) }
    for (steps, habits) in [(exact, habits), (words, active), (words, habits)] {
      for step in steps {
        let (all, preferred) = (habits.filter(step), active.filter(step))
        let found = preferred.isEmpty ? all : preferred
        if found.count > 1 { return .several(found) }
        if let only = found.first { return .one(only) }
      }
    }
    return .none(near: near(text))
  }

  /// The habit with a name, an id or a word of these within two edits.
  private func near(_ text: String) -> Habit? {
    let candidates = habits.flatMap { habit in
      habit.phrases.flatMap { phrase in
        ([phrase] + phrase.split(separator: " ").map(String.init)).map { ($0, habit) }
      }
    }
    guard let word = nearest(to: text, among: candidates.map(\.0)) else { return nil }
    return candidates.first { $0.0 == word }?.1
  }
}

extension Habit {
  /// Its name, its aliases and its id in words, without accents and case.
  fileprivate var phrases: [String] {
    ([name.text] + aliases + [id.text]).map { $0.searchKey.replacing("-", with: " ") }
  }
}
