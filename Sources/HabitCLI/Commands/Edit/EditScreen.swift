internal import HabitApp

/// A file that was changed in an editor.
struct EditScreen: Screen {
  let path: String
  let scores: ScoreChange

  /// The file, then points and streaks.
  var lines: [String] {
    ["edited \(path)"] + [scores.decided?.terminalSafe].compactMap(\.self)
  }

  static let shape = Shape<EditScreen>.object([
    Member("path", .text, "The file that was edited.") { $0.path }, .effect { $0.scores },
  ])
}
