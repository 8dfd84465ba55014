internal import HabitApp

/// A file that was changed in an editor.
struct EditScreen: Screen {
  private let path: String
  private let scores: ScoreChange

  /// A file by its path in the repository, and what the change does to points and streaks.
  init(_ path: String, scores: ScoreChange) {
    self.path = path
    self.scores = scores
  }

  /// The file, then points and streaks.
  var lines: [String] {
    ["edited \(path)"] + [scores.decided?.terminalSafe].compactMap(\.self)
  }

  /// The file, and the effect.
  static let shape = Shape<EditScreen>.object([
    Member("path", .text, "The file that was edited.") { $0.path }, .effect { $0.scores },
  ])
}
