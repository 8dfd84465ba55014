public import HabitApp

/// A file that was changed in an editor.
public struct EditedScreen: Screen {
  private let path: String
  private let scores: ScoreChange

  /// A file by its path in the repository, and what the change does to points and streaks.
  public init(_ path: String, scores: ScoreChange) {
    self.path = path
    self.scores = scores
  }

  /// The file, then points and streaks.
  public var lines: [String] {
    ["edited \(path)"] + [scores.decided?.terminalSafe].compactMap(\.self)
  }

  /// The file, and the effect.
  public static let shape = Shape<EditedScreen>.object([
    Member("path", .text, "The file that was edited.") { $0.path }, .effect { $0.scores },
  ])
}
