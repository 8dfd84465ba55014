public import HabitCore
internal import HabitFiles
internal import HabitStore
internal import Posix

extension Application {
  /// What the profiles of a repository say.
  func adoptions(in location: Location) -> Adoptions {
    Adoptions { ProfileDocument($0, in: location)?.profile }
  }

  /// The users of a repository who were not adopted.
  func ownUsers(of location: Location) throws -> [UserID] {
    let adoptions = adoptions(in: location)
    return try users(of: location).filter { adoptions.owner(of: $0) == $0 }
  }

  /// What is wrong with the acting user's mark of an adoption; nil when nothing is.
  public func problemOfAdoption(in context: CommandContext) -> Problem? {
    guard context.profile.adopted != nil, let location = context.location else { return nil }
    return problemOfAdoption(of: context.user, in: location)
  }

  /// The marks of some users' profiles that name a user who has not confirmed them.
  func unconfirmedAdoptions(
    of users: [UserID],
    by adopter: UserID,
    in location: Location
  ) -> [Problem] {
    users.filter { ProfileDocument($0, in: location)?.profile.adopted == adopter }
      .compactMap { problemOfAdoption(of: $0, in: location) }
  }

  /// Why the mark in a profile does not count, at its place; nil when it counts or is missing.
  func problemOfAdoption(of user: UserID, in location: Location) -> Problem? {
    guard let document = ProfileDocument(user, in: location), let mark = document.profile.adopted
    else { return nil }
    let adoptions = adoptions(in: location)
    guard adoptions.owner(of: user) == user else { return nil }
    func problem(_ message: String, hint: String, _ severity: Problem.Severity) -> Problem {
      document.problem(at: "adopted", message, hint: hint, severity: severity)
    }
    guard location.disk.kind(of: mark.text) == .directory else {
      return problem(
        "there is no user \"\(mark)\", so this counts for nothing",
        hint: "remove \"adopted\" from the file, or: habit user add \(mark)",
        .error
      )
    }
    guard adoptions.adopter(of: user) == nil else {
      return problem(
        "the adoption of \(user) by \(mark) leads to a circle, so it counts for nothing",
        hint: "to end the circle: habit user adopt \(user) \(mark) --keep both",
        .error
      )
    }
    return problem(
      "\(mark) has not confirmed the adoption of \(user), so it counts for nothing",
      hint: "if you want it: habit user adopt \(user) \(mark) --keep both",
      .warning
    )
  }
}

extension ProfileDocument {
  /// The profile of a user; nil without one that can be read.
  fileprivate init?(_ user: UserID, in location: Location) {
    let path = Layout.profile(user).path
    guard let document = attempt({ try Self(user, bytes: location.disk.contents(of: path)) }) else {
      return nil
    }
    self = document
  }
}
