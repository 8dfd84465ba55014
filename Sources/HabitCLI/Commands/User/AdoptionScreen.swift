internal import HabitApp
internal import HabitCore

/// The history of one user that became another's.
struct AdoptionScreen: Screen {
  let done: AdoptOutcome?
  let from: UserID
  let to: UserID

  /// How much was adopted, then points and streaks.
  var lines: [String] {
    guard let done else { return ["\(from) has no history: nothing to do"] }
    guard done.isChanged else { return ["\(to) has all of \(from)'s history: nothing to do"] }
    let amount = "\(counted(done.habits, "habit")) and \(counted(done.records, "record"))"
    return ["\(amount) of \(from) are \(to)'s now"]
      + [done.scores.text?.terminalSafe].compactMap(\.self)
  }

  /// Where the state before is.
  var notices: [String] {
    done?.isChanged == true ? ["the state before is kept as refs/habit/adopted/\(from)^"] : []
  }

  static let shape = Shape<AdoptionScreen>.object([
    Member("from", .id, "Whose history it was.") { $0.from.text },
    Member("to", .id, "Whose it is.") { $0.to.text },
    Member("changed", .flag, "Whether anything was adopted.") { $0.done?.isChanged ?? false },
    Member("habits", .count, "How many habits.") { $0.done?.habits ?? 0 },
    Member("records", .count, "How many records.") { $0.done?.records ?? 0 },
    .anyEffect { $0.done?.scores },
  ])
}
