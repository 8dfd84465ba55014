public import HabitCore
internal import HabitFiles
public import HabitStore
internal import Posix

// Where, for whom and when a command works: from what was named, the environment and the files.

extension Application {
  /// The context of the user who is meant, or of the user who adopted that history.
  ///
  /// - Parameters:
  ///   - allowingInvalidProfile: Whether the defaults stand for a profile that cannot be read.
  ///   - allowingMissingUser: Whether the user's folder may be gone, as after a sync that brought its
  ///     removal: the next one may bring it back.
  /// - Returns: The context.
  /// - Throws: when the repository, the user, the device or the clock is unknown.
  public func context(
    allowingInvalidProfile: Bool = false,
    allowingMissingUser: Bool = false
  ) throws -> CommandContext {
    let (root, location) = try findRepository()
    trace(location == nil ? "no repository yet at \(root)" : "found the repository \(root)")
    let user = try user(in: location)
    let context = try context(
      of: user,
      at: root,
      location,
      allowingInvalidProfile: allowingInvalidProfile
    )
    if !allowingMissingUser { try checkExists(context) }
    return context
  }

  /// A context at a folder where no repository is yet.
  public func newContext(at root: String) throws -> CommandContext {
    CommandContext(
      location: nil,
      root: root,
      user: try user(in: nil),
      names: try names(in: nil),
      clock: try world.clock(zone: nil),
      profile: Profile(),
      tree: FileTree([:]),
      files: nil,
      trace: trace
    )
  }

  /// The contexts of all users whose history is their own.
  public func allContexts() throws -> [CommandContext] {
    let (root, location) = try findRepository()
    guard let location else { return [try context()] }
    var contexts: [CommandContext] = []
    for user in try users(of: location) {
      let context = try context(of: user, at: root, location, allowingInvalidProfile: false)
      if context.user == user { contexts.append(context) }
    }
    return contexts
  }

  private func context(
    of user: UserID,
    at root: String,
    _ location: Location?,
    allowingInvalidProfile: Bool
  ) throws -> CommandContext {
    let files = location.map { UserFiles(of: user, in: $0) }
    let tree: FileTree
    let profile: Profile
    tree = try files?.listWithVanished() ?? FileTree([:])
    profile = try self.profile(of: user, in: tree, allowingInvalid: allowingInvalidProfile)
    if profile.adopted != nil, let location {
      let owner = adoptions(in: location).owner(of: user)
      if owner != user {
        trace("\(user) was adopted by \(owner)")
        return try context(
          of: owner,
          at: root,
          location,
          allowingInvalidProfile: allowingInvalidProfile
        )
      }
    }
    return CommandContext(
      location: location,
      root: root,
      user: user,
      names: try names(in: location),
      clock: try world.clock(zone: profile.timeZone),
      profile: profile,
      tree: tree,
      files: files,
      trace: trace
    )
  }

  private func profile(
    of user: UserID,
    in tree: FileTree,
    allowingInvalid: Bool
  ) throws(FileProblems) -> Profile {
    do {
      let reader = TrackerReader(tree, taken: FileTree([:]), user: user)
      return try reader.profile()?.profile ?? Profile()
    } catch {
      guard allowingInvalid else { throw error }
      return Profile()
    }
  }
}

// MARK: The repository

extension Application {
  /// The repository: named, else around the working directory, else the default one.
  ///
  /// - Returns: Its folder; and it, nil when the default one has not been made yet.
  /// - Throws: when the named folder is not a repository, or there is no place for one.
  public func findRepository() throws -> (root: String, location: Location?) {
    let found = try nearestRepository()
    try stayInTutorial(found.root)
    return found
  }

  private func nearestRepository() throws -> (root: String, location: Location?) {
    if let named = repository ?? world.variable("HABIT_REPO") {
      let root = world.absolute(named)
      guard let location = try Location(root: root) else {
        throw Failure(
          .noInput,
          "there is no habit repository at \(root)",
          hint: "make one with: habit init \(named.shellQuoted)"
        )
      }
      return (root, location)
    }
    let around = try Location(above: world.workingDirectory)
    if let around { return (around.root, around) }
    let root = try defaultRoot()
    return (root, try Location(root: root))
  }

  /// Refuses what lies outside of the tutorial's folder, in its shell.
  private func stayInTutorial(_ root: String) throws {
    if let folder = world.variable("HABIT_TUTORIAL"), !root.hasPrefix(folder + "/") {
      throw Failure(
        .usage,
        "\(root) is outside of the tutorial",
        hint: "to leave the tutorial, type: exit"
      )
    }
  }

  /// `$XDG_DATA_HOME/habit`.
  public func defaultRoot() throws -> String {
    if let data = world.variable("XDG_DATA_HOME"), data.hasPrefix("/") { return data + "/habit" }
    guard let home = world.variable("HOME") else {
      throw Failure(
        .configuration,
        "HOME is not set, so there is no place for a repository",
        hint: "name one with --repo or HABIT_REPO"
      )
    }
    return world.absolute(home) + "/.local/share/habit"
  }

  /// Makes a folder a repository, or adds what one lacks; false when it lacked nothing.
  ///
  /// A folder with other things in it is left alone.
  public func makeRepository(at root: String) throws -> Bool {
    try stayInTutorial(root)
    guard try Location(root: root) != nil else {
      guard Disk(root: "").kind(of: root) != .file else {
        throw Failure(
          .cannotCreate,
          "\(root) is not a folder",
          hint: "name an empty or a new folder"
        )
      }
      let names = try Disk(root: root).names(in: "").map(\.name)
      let ours = [".git", Layout.readme.path, Layout.attributes.path]
      guard names.allSatisfy(ours.contains) else {
        throw Failure(
          .cannotCreate,
          "\(root) holds other things",
          hint: "name an empty folder, or one that is not there yet"
        )
      }
      return try completeRepository(at: root, newContext(at: root))
    }
    let there = Application(in: world, repository: root, user: user, trace: trace)
    return try completeRepository(at: root, there.context(allowingInvalidProfile: true))
  }

  public func completeRepository(at root: String, _ context: CommandContext) throws -> Bool {
    try Store.create(at: root, by: context.writer(), program: world.executable)
  }

  /// The context in its repository, which is made in the default place when there is none.
  ///
  /// - Returns: The context; and the folder when a repository was made there.
  /// - Throws: when none can be made.
  public func ensuringRepository(
    _ context: CommandContext
  ) throws -> (context: CommandContext, made: String?) {
    if context.location != nil { return (context, nil) }
    _ = try completeRepository(at: context.root, context)
    guard let location = try Location(root: context.root) else {
      throw Failure(.cannotCreate, "no repository could be made at \(context.root)")
    }
    return (context.at(location), context.root)
  }

  /// Sees that this program may write to a repository.
  ///
  /// Files of a newer format are read, never written; and what root leaves in another user's
  /// repository that user could not change.
  public func checkWritable(_ location: Location) throws {
    try checkOwner(location)
    guard let bytes = location.marker else { return }
    switch RepositoryTemplate.marker(bytes) {
    case .known: return
    case .newer(let format):
      throw Failure(
        .data,
        "\(location.root) has format \(format); "
          + "this habit writes format \(RepositoryTemplate.format)",
        hint: "install a newer habit; reading works"
      )
    case .unreadable(let problem): throw FileProblems(problems: [problem])
    }
  }

  /// Sees that a repository belongs to the user, or that git trusts it.
  public func checkOwner(_ location: Location) throws {
    if let owner = world.personBehindRoot(at: location.root) {
      throw Failure(
        .noPermission,
        "\(location.root) belongs to another user, who could not change what root writes there",
        hint: "run it as that user: sudo -u '#\(owner)' habit"
      )
    }
    try Store(location).checkOwner()
  }
}

// MARK: The user, the device and the clock

extension Application {
  /// The users of a repository: folders with a profile or with habits, and those that are gone.
  public func users(of location: Location) throws -> [UserID] {
    let disk = location.disk
    let users = try disk.names(in: "").compactMap { name, kind -> UserID? in
      guard kind == .directory, let user = UserID(name),
        disk.kind(of: "\(name)/habits") == .directory
          || disk.kind(of: Layout.profile(user).path) == .file
      else { return nil }
      return user
    }
    return users + (try location.vanishedUsers(besides: users))
  }

  /// The user: named, else the one this clone switched to, else the guest.
  private func user(in location: Location?) throws -> UserID {
    guard let named = user ?? world.variable("HABIT_USER") else {
      return try location?.notes?.user ?? .guest
    }
    guard let user = UserID(named) else { throw Failure(noUser: named) }
    return user
  }

  /// Sees that the user of a context has a folder, or is the guest.
  public func checkExists(_ context: CommandContext) throws {
    let user = context.user
    guard context.tree.paths.isEmpty, user != .guest, let location = context.location else {
      return
    }
    try checkExists(user, among: users(of: location))
  }

  func checkExists(_ user: UserID, among users: [UserID]) throws {
    guard !users.contains(user) else { return }
    throw UnknownUser(user: user, nearest: nearest(to: user.text, among: users.map(\.text)))
  }

  private func names(in location: Location?) throws -> Nicknames {
    let drawn = Device(hostName: world.hostName, drawing: world.random())
    let notes = location?.notes
    if let named = world.variable("HABIT_DEVICE"), try notes?.clash == nil {
      guard let device = Device(named) else {
        throw Failure(
          .usage,
          "HABIT_DEVICE is \"\(named)\", which is not a nickname",
          hint: "a nickname is a-z, 0-9 and -, at most \(Device.longest)"
        )
      }
      return Nicknames(device: device, drawn: drawn)
    }
    let known = try notes?.nickname(onHost: Device(hostName: world.hostName))
    return Nicknames(device: known ?? drawn, drawn: drawn)
  }
}

extension Application {
  /// Lets this clone act as a user from now on.
  ///
  /// - Parameter user: What the user is called, an id.
  /// - Returns: The user's context.
  /// - Throws: when there is no such user.
  public func switchUser(to user: String) throws -> CommandContext {
    let context = try Application(in: world, repository: repository, user: user, trace: trace)
      .context()
    let location = try context.repository
    guard let notes = location.notes else { throw Failure.noRepository }
    try checkOwner(location)
    try notes.choose(context.user)
    return context
  }
}

/// A user who is not there; one of nearly this name may be.
public struct UnknownUser: Failing {
  public let user: UserID
  let nearest: String?

  public init(user: UserID, nearest: String? = nil) {
    self.user = user
    self.nearest = nearest
  }

  public var failure: Failure {
    Failure(
      .noInput,
      "there is no user \"\(user)\"",
      hint: nearest.map { "did you mean: \($0)" }
        ?? "add one with: habit user add \(user); if a commit removed it: git log -- \(user)"
    )
  }
}

extension Failure {
  static let noRepository = Failure(.noInput, "there is no repository yet", hint: "habit init")

  public init(noUser text: String) {
    self.init(.usage, "\"\(text)\" is not a user", hint: "a user is named by \(UserID.forms)")
  }
}

extension UserID {
  public static let forms = "a folder: a-z, 0-9 and -, at most 50"
}
