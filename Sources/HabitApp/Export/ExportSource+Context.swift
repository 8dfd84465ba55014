public import HabitExchange
internal import HabitFiles
internal import HabitStore

extension ExportSource {
  public init(in context: CommandContext) {
    self.init(
      of: context.user,
      in: context.tree,
      lastWritten: context.location?.committed ?? FileTree([:]),
      today: context.today
    )
  }
}
