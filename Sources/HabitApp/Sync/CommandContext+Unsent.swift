internal import HabitStore
public import HabitSync

extension CommandContext {
  /// The commits that wait to be sent; nil when none does, or when it cannot be told.
  public var unsentCommits: UnsentCommits? { location.flatMap(UnsentCommits.init) }
}
