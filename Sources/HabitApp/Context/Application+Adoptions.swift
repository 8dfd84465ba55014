internal import HabitCore
public import HabitFiles
public import HabitStore
internal import Posix

extension Application {
  /// What the profiles of a repository say; a user who does not exist adopts no history.
  func adoptions(in location: Location) throws(AppError) -> Adoptions {
    let users = Set(try users(of: location))
    return Adoptions { user in
      let decision = ProfileDocument(user, in: location)?.adoption
      return decision.flatMap { users.contains($0.adopting) ? $0 : nil }
    }
  }

  /// The users of a repository who were not adopted.
  func ownUsers(of location: Location) throws(AppError) -> [UserID] {
    let adoptions = try adoptions(in: location)
    return try users(of: location).filter { adoptions.owner(of: $0) == $0 }
  }

  /// What is wrong with the adoptions, at the places that say so.
  public func problemsOfAdoptions(in location: Location) throws(AppError) -> [Problem] {
    let users = try users(of: location)
    let adoptions = try adoptions(in: location)
    return users.compactMap { user in
      guard let document = ProfileDocument(user, in: location),
        let adopting = document.profile.adopted
      else { return nil }
      guard users.contains(adopting) else {
        return document.problem(
          at: "adopted",
          "there is no user \"\(adopting)\", so this counts for nothing",
          hint: "remove \"adopted\" from the file, or: habit user add \(adopting)"
        )
      }
      let circle = adoptions.circle(of: user)
      guard !circle.isEmpty else { return nil }
      let names = (circle + [user]).map(\.text).joined(separator: ", ")
      return document.problem(
        at: "adopted",
        "this adoption is part of a circle: \(names)",
        hint: adoptions.overridden(in: circle).count == circle.count
          ? "none of them counts; habit check --fix removes them"
          : "the earliest of them does not count; habit check --fix removes it"
      )
    }
  }

  /// Removes the adoptions that count for nothing because they are part of a circle.
  ///
  /// - Parameter context: Who removes them, and where.
  /// - Returns: what was done, in words.
  /// - Throws: when a profile cannot be read or written.
  public func endAdoptionCircles(_ context: CommandContext) throws(AppError) -> [String] {
    guard let location = context.location else { return [] }
    let adoptions = try adoptions(in: location)
    // Looked for before the first one ends, which would make the others count.
    let overridden = try users(of: location).filter { user in
      adoptions.overridden(in: adoptions.circle(of: user)).contains(user)
    }
    for user in overridden { _ = try commit(EndAdoption(of: user), in: context.acting(as: user)) }
    return overridden.map { user in
      "\(Layout.profile(user).path): removed \"adopted\", which was part of a circle"
    }
  }
}

/// Removes from a profile the mark that the user's history was adopted.
private struct EndAdoption: ChangeRequest {
  private let user: UserID

  init(of user: UserID) {
    self.user = user
  }

  func plan(in context: CommandContext) throws(AppError) -> ChangePlan<Void> {
    do {
      let bytes = try context.tree.existing(Layout.profile(user).path) ?? []
      let document = try ProfileDocument(user, bytes: bytes)
      var profile = document.profile
      profile.adopted = nil
      let edit = try document.changed(to: profile, stamp: context.stamp).edit
      return ChangePlan(
        edits: [edit].compactMap(\.self),
        subject: "end the adoption of \(user)",
        kind: .upkeep
      ) { _ in }
    } catch {
      throw AppError(error)
    }
  }
}

extension ProfileDocument {
  /// The profile of a user; nil without one that can be read.
  fileprivate init?(_ user: UserID, in location: Location) {
    do {
      try self.init(user, bytes: location.disk.contents(of: Layout.profile(user).path))
    } catch {
      return nil
    }
  }
}
