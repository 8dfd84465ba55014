public import HabitCore
internal import HabitStore
internal import HabitSync
public import Posix

// What the page for a phone needs beside the use cases of commands.

extension Application {
  /// The folder of the key, the passwords and the server's configuration, made if it is missing.
  ///
  /// Only its owner can read it.
  public func webFolder(in context: CommandContext) throws -> Disk {
    guard let notes = context.location?.notes else { throw Failure.noRepository }
    try notes.checkLinks()
    let disk = Disk(root: notes.gitDirectory)
    try disk.makeDirectory(CloneFile.web, for: .owner)
    return Disk(root: disk.absolute(CloneFile.web))
  }

  /// The address by which browsers know the server behind a proxy, such as `https://habits.example.org`,
  /// whatever path stands behind it; nil when it is not set.
  public var webOrigin: String? {
    guard let origin = world.variable("HABIT_WEB_ORIGIN") else { return nil }
    let parts = origin.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    return parts.prefix(3).joined(separator: "/")
  }

  /// The key to the page, 32 hexadecimal digits; drawn if it is missing or another one is asked for.
  public func webKey(in context: CommandContext, drawingAnother: Bool = false) throws -> String {
    try drawn("key", in: context, drawingAnother: drawingAnother)
  }

  /// The number by which pages say whose they are: never drawn again, so that a touch which waits on a
  /// phone finds its user whatever the key is.
  public func webSecret(in context: CommandContext) throws -> String {
    try drawn("secret", in: context, drawingAnother: false)
  }

  /// The line of a user's password, which the server keeps as a hash: empty where there are no passwords
  /// and the user is the clone's own; nil for who cannot sign in.
  public func webPassword(of user: UserID, in context: CommandContext) throws -> String? {
    let disk = try webFolder(in: context)
    guard disk.kind(of: "passwords") == .file else {
      return try self.context(allowingMissingUser: true).user == user ? "" : nil
    }
    let text = String(decoding: try disk.read("passwords", atMost: 65_536), as: UTF8.self)
    return text.split(separator: "\n").map(String.init).first { $0.hasPrefix("\(user):") }
  }

  private func drawn(
    _ name: String,
    in context: CommandContext,
    drawingAnother: Bool
  ) throws -> String {
    let disk = try webFolder(in: context)
    func kept() throws -> String? {
      guard !drawingAnother, disk.kind(of: name) == .file else { return nil }
      let text = String(decoding: try disk.read(name, atMost: 100), as: UTF8.self).trimmed
      return Touch(text)?.text
    }
    if let number = try kept() { return number }
    // The first requests come at once, and all must get one number.
    let lock = try FileLock(folder: disk.root, timeoutSeconds: 10)
    let number = try kept() ?? drawNumber()
    try disk.replace(name, Array("\(number)\n".utf8), for: .owner)
    _ = consume lock
    return number
  }

  /// A number of 128 bits that nobody can foresee, 32 hexadecimal digits.
  public func drawNumber() -> String {
    [world.random(), world.random()].map { padded($0, 16, radix: 16) }.joined()
  }

  /// The newest command of this device that can be undone: its commit's id and its words; nil without one.
  public func lastCommand(in context: CommandContext) throws -> (commit: String, words: String)? {
    do {
      let plan = try UndoRequest(.undo, of: nil, on: nil, in: context).plan(in: context)
      guard case .undo(let commit, _) = plan.kind else { return nil }
      return (commit, String(plan.subject.drop { $0 != " " }.dropFirst()))
    } catch is NothingToUndo {
      return nil
    }
  }

  /// How many commits wait to be sent, and why the last sync failed, in its own words; zero and nil when
  /// all is well, or there is no remote.
  public func publication(in context: CommandContext) -> (waiting: Int, failure: String?) {
    guard let location = context.location, let unsent = context.unsentCommits else {
      return (0, nil)
    }
    return (unsent.count ?? 1, location.notes?.lastSync(with: unsent.remote).failure)
  }

  /// Has a program sync in the background when something waits to be sent, at most once a minute.
  public func startSync(in context: CommandContext, by arguments: [String]) {
    guard context.unsentCommits != nil, let executable = world.executable else { return }
    do {
      try Subprocess([executable] + arguments, environment: world.environment).detach()
    } catch {
      // The page tells that something waits.
    }
  }

  /// Waits until a minute has passed since the last sync in the background; false when another process
  /// waits already, whose sync will publish everything.
  public func waitForTurnToSync(in context: CommandContext) throws -> Bool {
    let disk = try webFolder(in: context)
    do {
      let lock = try FileLock(disk.absolute("waiting"), timeoutSeconds: 0)
      let age = disk.status(of: "synced").map { $0.modified.age(at: world.now()) } ?? .max
      if (0..<60).contains(age) { Timeout(seconds: 60).pause(seconds: Double(60 - age)) }
      try disk.replace("synced", [])
      _ = consume lock
      return true
    } catch let error as FileLockError where error == .held {
      return false
    }
  }
}

extension CommandContext {
  /// How many seconds ago a day of the user began, but for a change of the clock.
  public func secondsSince(_ day: Day) -> Int {
    86_400 * (day.distance(to: today) + 1) - (endOfDay - clock.seconds)
  }

  /// When the user's day that is today ends, in seconds since 1970, but for a change of the clock.
  public var endOfDay: Int {
    let passed = Int(clock.local.time.seconds) - Int(profile.dayStart.seconds)
    return clock.seconds + 86_400 - (passed + 86_400) % 86_400
  }
}
