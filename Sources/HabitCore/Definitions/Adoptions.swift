/// Whose history each user's has become, by what the profiles say.
///
/// Anyone may write a profile, so an adoption counts only where both users' profiles say so. Two
/// devices may decide in opposite directions and sync later: nobody in such a circle was adopted.
public struct Adoptions: Sendable {
  private let profile: @Sendable (UserID) -> Profile?

  /// The adoptions that the users' profiles contain; nil is the profile of a user who does not exist.
  public init(_ profile: @escaping @Sendable (UserID) -> Profile?) {
    self.profile = profile
  }

  /// The user who adopted a user's history, by both profiles; nil without one.
  public func adopter(of user: UserID) -> UserID? {
    guard let adopter = profile(user)?.adopted, profile(adopter)?.adopts.contains(user) == true
    else { return nil }
    return adopter
  }

  /// The user whose files hold a user's history.
  public func owner(of user: UserID) -> UserID {
    var seen: Set<UserID> = [user]
    var owner = user
    while let adopter = adopter(of: owner) {
      guard seen.insert(adopter).inserted else { return user }
      owner = adopter
    }
    return owner
  }
}
