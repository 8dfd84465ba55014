/// The adoptions of a repository: which user has adopted whose history.
///
/// Anyone may write a profile, so an adoption counts only if both users' profiles say so. If two
/// devices decide in opposite directions before they sync, none of the users in the circle is adopted.
public struct Adoptions: Sendable {
  private let profile: @Sendable (UserID) -> Profile?

  /// The adoptions that the users' profiles contain; nil is the profile of a user who does not exist.
  public init(_ profile: @escaping @Sendable (UserID) -> Profile?) {
    self.profile = profile
  }

  /// The user who adopted a user's history; nil if none did.
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
