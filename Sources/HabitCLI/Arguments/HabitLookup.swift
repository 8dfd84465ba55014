internal import HabitCore
internal import HabitFiles

/// Finds a habit by what a person calls it: its id, name or alias, or an unambiguous beginning of one
/// or of a word in it.
struct HabitLookup {
  private let reading: Reading
  private let habits: [Habit]

  init(_ reading: Reading, amongDeleted: Bool = false) {
    self.reading = reading
    self.habits = reading.tracker.habits.map(\.habit).filter { amongDeleted || $0.deleted == nil }
  }

  /// The habit that is meant.
  func habit(_ text: String) throws(Diagnosis) -> Habit {
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
    guard unread.isEmpty else { throw Diagnosis(unread) }
    throw missing(text)
  }

  /// The one that was found; nil when none was.
  private func only(_ found: [Habit], _ text: String) throws(Diagnosis) -> Habit? {
    guard found.count > 1 else { return found.first }
    let ids = found.map(\.id.text).joined(separator: ", ")
    throw Diagnosis(.usage, "\"\(text)\" may be any of: \(ids)", hint: "type more of it")
  }

  /// A habit that cannot be read is found all the same, and what is wrong with it told.
  private func checkBroken(_ word: String) throws(Diagnosis) {
    guard let id = reading.broken.first(where: { $0.text == word || $0.text.hasPrefix(word) }),
      word == id.text || habits.allSatisfy({ !$0.id.text.hasPrefix(word) })
    else { return }
    let folder = "\(reading.tracker.user)/habits/\(id)/"
    throw Diagnosis(reading.problems.filter { $0.isError && $0.path.hasPrefix(folder) })
  }

  private func missing(_ text: String) -> Diagnosis {
    let names = habits.flatMap { $0.allNames + [$0.id.text] }
    let hint: String
    let word = text.composed.trimmed.lowercased()
    let deleted = reading.tracker.habits.map(\.habit).first { habit in
      habit.deleted != nil && habit.isNamed { $0.hasPrefix(word) || $0.contains(" " + word) }
    }
    if let deleted {
      hint = "it was deleted; bring it back with: habit restore \(deleted.id)"
    } else if let near = nearest(to: text, among: names) {
      hint = "did you mean \"\(near)\"?"
    } else if habits.isEmpty {
      hint = "there is none yet; add one with: habit add \(text.shellQuoted)"
    } else {
      hint = "habit list shows them all; add one with: habit add \(text.shellQuoted)"
    }
    return Diagnosis(.noInput, "there is no habit \"\(text)\"", hint: hint)
  }
}

extension Habit {
  fileprivate var ownName: [String] { [name.folded] }
  fileprivate var formerNames: [String] { aliases.map { $0.composed.lowercased() } }
  fileprivate var allNames: [String] { ownName + formerNames }

  fileprivate func isNamed(_ isMeant: (String) -> Bool) -> Bool {
    (allNames + [id.text]).contains(where: isMeant)
  }
}
