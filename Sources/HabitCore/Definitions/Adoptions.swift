/// Whose history each user's has become, by what the profiles say.
///
/// Two devices may decide in opposite directions and sync later, and anyone may write a profile:
/// such a circle ends at its earliest decision, which the later ones override. Where several are the
/// earliest, or have no stamp, none of these counts.
public struct Adoptions: Sendable {
  /// A user's history became another's.
  public struct Decision: Hashable, Sendable {
    /// Whose it became.
    public let adopting: UserID
    /// When that was decided; nil where the profile does not say.
    public let stamp: Stamp?

    /// A decision.
    public init(adopting: UserID, stamp: Stamp?) {
      self.adopting = adopting
      self.stamp = stamp
    }
  }

  private let decision: @Sendable (UserID) -> Decision?

  /// The adoptions that the users' profiles contain.
  public init(_ decision: @escaping @Sendable (UserID) -> Decision?) {
    self.decision = decision
  }

  /// The user whose files hold a user's history.
  public func owner(of user: UserID) -> UserID {
    let (path, circle) = path(from: user)
    let overridden = overridden(in: circle)
    return circle.first(where: overridden.contains) ?? path.last ?? user
  }

  /// The users on a circle through this one, in order; none where there is no circle.
  public func circle(of user: UserID) -> [UserID] {
    let circle = path(from: user).circle
    return circle.first == user ? circle : []
  }

  /// The users on a circle whose decisions count for nothing.
  public func overridden(in circle: [UserID]) -> Set<UserID> {
    let stamps = circle.map { ($0, decision($0)?.stamp) }
    let unknown = stamps.filter { $0.1 == nil }
    let earliest = stamps.compactMap(\.1).min()
    return Set((unknown.isEmpty ? stamps.filter { $0.1 == earliest } : unknown).map(\.0))
  }

  /// Where the decisions lead to from a user, and the circle in which they end.
  private func path(from user: UserID) -> (path: [UserID], circle: [UserID]) {
    var path = [user]
    var seen: Set<UserID> = [user]
    var last = user
    while let next = decision(last)?.adopting {
      guard seen.insert(next).inserted else { return (path, Array(path.drop { $0 != next })) }
      path.append(next)
      last = next
    }
    return (path, [])
  }
}
