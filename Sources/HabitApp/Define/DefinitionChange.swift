public import HabitCore
internal import HabitFiles

/// What a change of a definition says, and what it does to points and streaks.
public struct DefinitionChange: Sendable {
  /// The habit that is defined; nil for the profile.
  public let habit: HabitID?
  public let differences: [Difference]
  public let isChanged: Bool
  /// What it does to points and streaks.
  public let scores: ScoreChange

  /// A field and its two values; nil where it has none.
  public struct Difference: Sendable {
    public let field: String
    public let before: String?
    public let after: String?
  }

  static func differences<Definition>(
    _ fields: [DefinitionField<Definition>],
    _ old: Definition,
    _ new: Definition
  ) -> [Difference] {
    fields.compactMap { field in
      let (before, after) = (field.words(old), field.words(new))
      return before == after ? nil : Difference(field: field.name, before: before, after: after)
    }
  }
}
