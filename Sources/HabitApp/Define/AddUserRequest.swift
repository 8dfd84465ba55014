public import HabitCore
internal import HabitFiles
internal import HabitStore

public struct AddUserRequest: ChangeRequest {
  public let user: UserID
  private let name: Name

  public init(named name: Name) {
    self.name = name
    user = UserID(naming: name)
  }

  /// The new profile.
  public func plan(in context: CommandContext) throws -> ChangePlan<Void> {
    // A process that was killed adding this user may have been finished just now.
    guard !context.tree.paths.contains(where: { $0.hasPrefix("\(user)/") }) else {
      throw Failure(userTaken: user)
    }
    var profile = Profile()
    profile.name = name
    let edit = ProfileDocument(new: profile, of: user).edit
    return ChangePlan(edits: [edit].compactMap(\.self), subject: "user add \(user)", kind: .upkeep)
    { _ in }
  }
}

extension Application {
  /// Adds a user to the repository of a context, which need not be that user's.
  public func add(
    _ request: AddUserRequest,
    in context: CommandContext
  ) throws -> ChangeOutcome<Void> {
    let location = try context.repository
    guard try !users(of: location).contains(request.user) else {
      throw Failure(userTaken: request.user)
    }
    return try commit(request, in: context.acting(as: request.user))
  }
}

extension Failure {
  fileprivate init(userTaken user: UserID) {
    self.init(
      .cannotCreate,
      "there is already a user \"\(user)\"",
      hint: "habit user switch \(user)"
    )
  }
}
