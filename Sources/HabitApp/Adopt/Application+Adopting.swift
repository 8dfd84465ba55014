public import HabitCore
internal import HabitFiles
public import HabitMerge
internal import HabitStore
internal import Posix

extension Application {
  /// The history of a user, ready to be adopted by another: its manual edits are committed.
  ///
  /// - Parameters:
  ///   - user: Whose history it is.
  ///   - adopting: Who is to adopt it, and must exist and not itself be adopted.
  ///   - acceptingDeletions: Whether a file that lost most of its days is committed.
  /// - Returns: The history; nil when the user has none.
  /// - Throws: why it cannot be adopted.
  public func history(
    of user: UserID,
    adoptedBy adopting: UserID,
    acceptingDeletions: Bool
  ) throws(AppError) -> AdoptableHistory? {
    guard user != adopting else { throw .adoption(.sameUser(user)) }
    let context = try acting(as: adopting).context()
    guard context.user == adopting else {
      throw .adoption(.adopterIsAdopted(adopting, by: context.user))
    }
    guard let location = context.location else { throw .context(.noRepository) }
    guard try users(of: location).contains(user) else { return nil }
    let history = try history(of: user, for: context, in: location, acceptingDeletions)
    if let other = history.profile.adopted, other != adopting {
      throw .adoption(.isAdopted(user, by: other))
    }
    return history.isEmpty ? nil : history
  }

  /// Makes a history the adopting user's, in one commit.
  ///
  /// - Parameters:
  ///   - history: The history.
  ///   - preference: Which is kept where both users have a habit.
  ///   - acceptingDeletions: Whether a file that lost most of its days is committed.
  /// - Returns: What it did.
  /// - Throws: why nothing changed.
  public func adopt(
    _ history: AdoptableHistory,
    keeping preference: Adoption.Preference,
    acceptingDeletions: Bool
  ) throws(AppError) -> ChangeOutcome<AdoptOutcome> {
    guard let location = history.context.location else { throw .context(.noRepository) }
    let name = "adopted/\(history.user)"
    do {
      let store = try Store(location)
      let base = try store.kept(as: name, history.tree.paths)
      let request = AdoptRequest(history: history, base: base, preference: preference)
      let outcome = try commit(
        request,
        in: history.context,
        acceptingDeletions: acceptingDeletions
      )
      if outcome.value.isChanged { try store.keep(as: name) }
      return outcome
    } catch {
      throw AppError(error)
    }
  }

  /// Adopts what came for a user whose history is another's by now.
  ///
  /// - Returns: What was committed; none when the user is not adopted or nothing came.
  func adoptAgain(
    _ user: UserID,
    in location: Location,
    acceptingDeletions: Bool
  ) throws(AppError) -> [Transaction.Outcome] {
    guard isAdopted(user, in: location) else { return [] }
    let context = try acting(as: user).context(allowingInvalidProfile: true)
    guard context.user != user else { return [] }
    let history = try history(of: user, for: context, in: location, acceptingDeletions)
    let outcome = try adopt(history, keeping: .both, acceptingDeletions: acceptingDeletions)
    return outcome.value.isChanged ? [history.committed, outcome.committed] : []
  }

  private func history(
    of user: UserID,
    for context: CommandContext,
    in location: Location,
    _ acceptingDeletions: Bool
  ) throws(AppError) -> AdoptableHistory {
    try checkWritable(location)
    let writer = context.acting(as: user).writer(acceptingDeletions: acceptingDeletions)
    do {
      let committed = try Store(location).commitManualEdits(by: writer)
      return try AdoptableHistory(of: user, for: context, in: location, committed)
    } catch {
      throw AppError(error)
    }
  }

  /// Whether a user's profile says that another user has adopted the history.
  private func isAdopted(_ user: UserID, in location: Location) -> Bool {
    do {
      let bytes = try location.disk.contents(of: Layout.profile(user).path)
      return try ProfileDocument(user, bytes: bytes).profile.adopted != nil
    } catch {
      return false
    }
  }
}
