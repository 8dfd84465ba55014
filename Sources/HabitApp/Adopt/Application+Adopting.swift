public import HabitCore
internal import HabitFiles
public import HabitMerge
internal import HabitStore
internal import Posix

extension Application {
  /// The history of a user, ready to be adopted by another; nil when the user has none.
  ///
  /// Its manual edits are committed. Who adopts it must exist, and must not be adopted itself.
  public func history(
    of user: UserID,
    adoptedBy adopting: UserID,
    acceptingDeletions: Bool
  ) throws -> AdoptableHistory? {
    guard user != adopting else {
      throw Failure(.usage, "\(user) cannot adopt itself", hint: "habit user adopt FROM TO")
    }
    let context = try acting(as: adopting).context()
    guard context.user == adopting else {
      throw Failure(
        .usage,
        "\(adopting) was adopted by \(context.user) and has no history any more"
      )
    }
    let location = try context.repository
    if user != .guest { try checkExists(user, among: users(of: location)) }
    let other = adoptions(in: location).owner(of: user)
    guard other == user || other == adopting else {
      throw Failure(.cannotCreate, "\(user) was adopted by \(other) already")
    }
    let history = try history(of: user, for: context, in: location, acceptingDeletions)
    return history.isEmpty ? nil : history
  }

  /// Makes a history the adopting user's, in one commit.
  public func adopt(
    _ history: AdoptableHistory,
    keeping preference: Adoption.Preference,
    acceptingDeletions: Bool
  ) throws -> ChangeOutcome<AdoptOutcome> {
    let location = try history.context.repository
    let name = "adopted/\(history.user)"
    let store = try Store(location)
    let base = try store.kept(as: name, history.tree.paths)
    let request = AdoptRequest(history: history, base: base, preference: preference)
    let outcome = try commit(request, in: history.context, acceptingDeletions: acceptingDeletions)
    guard outcome.value.isChanged, let warning = store.keep(as: name) else { return outcome }
    return ChangeOutcome(value: outcome.value, committed: outcome.committed.warning(warning))
  }

  /// Adopts what came for a user whose history the acting user has adopted.
  ///
  /// - Returns: What was done; nil when the acting user has not adopted that history, or has all of it.
  func adoptAgain(
    _ user: UserID,
    for context: CommandContext,
    in location: Location,
    acceptingDeletions: Bool
  ) throws -> SyncOutcome.Adopted? {
    guard user != context.user, adoptions(in: location).owner(of: user) == context.user else {
      return nil
    }
    let history = try history(of: user, for: context, in: location, acceptingDeletions)
    let outcome = try adopt(history, keeping: .both, acceptingDeletions: acceptingDeletions)
    guard outcome.value.isChanged else { return nil }
    return SyncOutcome.Adopted(
      from: user,
      to: context.user,
      committed: [history.committed, outcome.committed],
      changed: outcome.value.changed,
      scores: outcome.value.scores
    )
  }

  private func history(
    of user: UserID,
    for context: CommandContext,
    in location: Location,
    _ acceptingDeletions: Bool
  ) throws -> AdoptableHistory {
    try checkWritable(location)
    let writer = context.acting(as: user).writer(acceptingDeletions: acceptingDeletions)
    let committed = try Store(location).commitManualEdits(by: writer)
    let isAdopted = adoptions(in: location).owner(of: user) == context.user
    return try AdoptableHistory(
      of: user,
      for: context,
      in: location,
      isAdopted: isAdopted,
      committed
    )
  }
}
