internal import HabitApp
internal import HabitCore
internal import HabitScore

/// What a change of a definition changed, and what that does.
struct DefinitionScreen: Screen {
  let change: DefinitionChange
  let warned: String?
  let style: Style

  /// A line for each field, then points and streaks.
  var lines: [String] {
    guard change.isChanged else { return ["\(change.habit?.text ?? "profile"): nothing to change"] }
    var table = Table([.left, .elastic, .left.dispensable(1)])
    for difference in change.differences {
      table.add([
        Table.Cell(difference.field, .quiet),
        Table.Cell(difference.after ?? "none", .strong),
        Table.Cell(difference.before.map { "was \($0)" } ?? "", .quiet),
      ])
    }
    let effect = change.scores.decided.flatMap { $0 != warned ? $0.terminalSafe : nil }
    let words = [
      changed { $0.share(on: $0.today) },
      changed { $0.habit.schedule.entries.last?.value.shortMonths }, changed(\.firstDue), effect,
    ]
    return table.lines(in: style) + words.compactMap(\.self)
  }

  /// What is said of the habit after the change and was not before: what is left of the running period
  /// where the change divides it, what short months do, the first day that is due.
  private func changed(_ words: (HabitBoard) -> String?) -> String? {
    func said(_ board: Scoreboard) -> String? {
      change.habit.flatMap { board.habits[$0] }.flatMap(words)
    }
    let after = said(change.scores.after)
    return after == said(change.scores.before) ? nil : after
  }

  static let shape = Shape<DefinitionScreen>.object([
    Member("habit", orNull: .id, "The id of the habit; null for the profile.") {
      $0.change.habit?.text
    },
    Member("changes", .list(difference), "What changed.") { $0.change.differences },
    .effect { $0.change.scores },
  ])

  private static let difference = Shape<DefinitionChange.Difference>.object([
    Member("field", .text, "What changed.") { $0.field },
    Member("before", orNull: .text, "What it was.") { $0.before },
    Member("after", orNull: .text, "What it is.") { $0.after },
  ])
}
