public import HabitFiles

extension ScoreChange {
  /// What edits of a user's files do to points and streaks, with the other files as they are.
  public init(of edits: [Edit], in context: CommandContext) {
    self.init(
      from: context.read(.everything).tracker,
      to: context.applying(edits).read(.everything).tracker,
      on: context.today
    )
  }
}
