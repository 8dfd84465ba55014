public import HabitCore
public import HabitStore

extension CommandContext {
  /// The newest changes of the user's files, or of one habit's; none without a repository.
  public func history(of habit: HabitID?, limit: Int) throws -> [Store.PastChange] {
    try location.map { try Store($0).history(of: user, habit, limit: limit) } ?? []
  }

  /// The commits that wrote the record of a day; none where there is no git.
  public func commits(writing habit: HabitID, on day: Day) throws -> [Store.PastChange] {
    guard let location, location.notes != nil, day <= today else { return [] }
    return try Store(location).history(of: user, habit, on: day)
  }
}
