internal import HabitCore
internal import HabitFiles
internal import HabitStore
internal import Posix

extension Session {
  /// What the profiles of a repository say; a user who is not there adopts nobody.
  func adoptions(in location: Location) throws(Diagnosis) -> Adoptions {
    let users = Set(try users(of: location))
    return Adoptions { user in
      let decision = ProfileDocument(user, in: location)?.adoption
      return decision.flatMap { users.contains($0.adopting) ? $0 : nil }
    }
  }

  /// What is wrong with the adoptions, at the places that say so.
  func problemsOfAdoptions(in location: Location) throws(Diagnosis) -> [Problem] {
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
  /// - Returns: what was done.
  func endAdoptionCircles(_ location: Location, _ context: CommandContext) throws(Diagnosis)
    -> [String]
  {
    let adoptions = try adoptions(in: location)
    // Looked for before the first one ends, which would make the others count.
    let overridden = try users(of: location).filter { user in
      adoptions.overridden(in: adoptions.circle(of: user)).contains(user)
    }
    for user in overridden {
      let path = Layout.profile(user).path
      try commit(context.acting(as: user), location, nil) { (tree) throws(Diagnosis) in
        do {
          let document = try ProfileDocument(user, bytes: try tree.existing(path) ?? [])
          var profile = document.profile
          profile.adopted = nil
          let edit = try document.changed(to: profile, stamp: context.stamp).edit
          return Store.Decision(
            edits: [edit].compactMap(\.self),
            subject: "end the adoption of \(user)",
            kind: .upkeep,
            value: ()
          )
        } catch let error as FileProblems {
          throw Diagnosis(error.problems)
        } catch let error as Diagnosis {
          throw error
        } catch {
          preconditionFailure("an adoption is ended by its file: \(error)")
        }
      }
    }
    return overridden.map { user in
      "\(Layout.profile(user).path): removed \"adopted\", which was part of a circle"
    }
  }
}

extension ProfileDocument {
  /// The profile of a user; nil when there is none that can be read.
  init?(_ user: UserID, in location: Location) {
    do {
      try self.init(user, bytes: location.disk.contents(of: Layout.profile(user).path))
    } catch {
      return nil
    }
  }
}
