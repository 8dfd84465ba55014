public import HabitCore
internal import HabitFiles
internal import Posix

/// What one clone keeps for itself, in the files that ``CloneFile`` lists; none of it is a fact.
public struct CloneNotes: Hashable, Sendable {
  /// git's own folder, absolute.
  public let gitDirectory: String

  init(gitDirectory: String) {
    self.gitDirectory = gitDirectory
  }

  var disk: Disk { Disk(root: gitDirectory) }

  /// The user that `habit user switch` chose, for a linked work tree also in the main one.
  ///
  /// It throws for a note that cannot be read: no user may act as another then.
  public var user: UserID? {
    get throws {
      if let own = try word(in: CloneFile.user) { return UserID(own) }
      return try main?.user
    }
  }

  /// The option that names a user to a command that is typed next, which takes the one that was chosen.
  func option(naming user: UserID) -> String {
    // Where it is not known who is meant, it is said.
    (try? self.user ?? .guest) == user ? "" : " --user \(user)"
  }

  /// Lets this clone act as a user from now on.
  public func choose(_ user: UserID) throws {
    try disk.makeDirectory(CloneFile.folder)
    try disk.replaceDurably(CloneFile.user, Array("\(user)\n".utf8))
  }

  /// Moves what is of no use any more out of the way, as a log of commits that cannot be read.
  func setAside(_ path: String) throws {
    let place = CloneFile.damaged + "/" + path.replacing("/", with: "-")
    try disk.makeDirectory(CloneFile.damaged)
    // A folder takes no file's place, nor the reverse.
    if [path, place].contains(where: { disk.kind(of: $0) == .directory }) { disk.discard(place) }
    try disk.move(path, to: place)
  }

  func word(in path: String) throws -> String? {
    try disk.bytesIfThere(of: path).map { String(decoding: $0, as: UTF8.self).trimmed }
  }
}

// MARK: Distrust

extension CloneNotes {
  /// Refuses links in our folder, through which something would be written or removed elsewhere.
  ///
  /// Those further down are refused by what writes there.
  public func checkLinks() throws {
    let folder = CloneFile.folder
    let isLink = disk.kind(of: folder) == .symbolicLink
    let names =
      try isLink
      ? [folder]
      : disk.names(in: folder).filter { $0.kind == .symbolicLink }.map { "\(folder)/\($0.name)" }
    guard names.isEmpty else {
      throw StoreError.problems(names.map { problem(of: $0, FileTreeError.symbolicLink.reason) })
    }
  }

  /// What is wrong with a file of ours, and how to do without it.
  func problem(of path: String, _ message: String) -> Problem {
    let file = disk.absolute(path)
    return Problem(file, message, hint: "remove it: rm \(file.shellQuoted)")
  }
}

extension Disk {
  /// The bytes of a file; nil when it is not there.
  func bytesIfThere(of path: String) throws -> [UInt8]? {
    do {
      return try contents(of: path)
    } catch .missing {
      return nil
    } catch {
      let file = absolute(path)
      let hint = kind(of: path) == .directory ? "remove it: rm -r \(file.shellQuoted)" : nil
      throw StoreError.problems([Problem(file, error.reason, hint: hint)])
    }
  }
}
