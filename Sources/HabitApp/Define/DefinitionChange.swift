public import HabitCore

/// What a change of a definition says, and what it does to points and streaks.
public struct DefinitionChange: Sendable {
  /// The habit that is defined; nil for the profile.
  public let habit: HabitID?
  /// The fields that differ.
  public let differences: [Difference]
  /// Whether anything differs.
  public let isChanged: Bool
  /// What it does to points and streaks.
  public let scores: ScoreChange

  /// A field and its two values; nil where it has none.
  public struct Difference: Sendable {
    /// The field.
    public let field: String
    /// Its value before.
    public let before: String?
    /// Its value after.
    public let after: String?
  }

  static func differences(
    _ old: [(field: String, value: String?)],
    _ new: [(field: String, value: String?)]
  ) -> [Difference] {
    zip(old, new).compactMap { old, new in
      old.value == new.value
        ? nil : Difference(field: old.field, before: old.value, after: new.value)
    }
  }
}
