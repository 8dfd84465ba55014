public import Git
public import HabitCore
internal import HabitFiles
internal import Posix

extension Store {
  /// The users whose files may differ from what git has of them, by the files' stamps.
  ///
  /// One look at git's index serves for all of them; the files are not read.
  public func usersTouched(among users: [UserID]) throws -> [UserID] {
    let index = try Repository.indexByFolder(in: notes.gitDirectory)
    let disk = location.disk
    let roots = Store.roots.map(\.gitPath)
    let isRootTouched = (index[.root] ?? []).contains { entry in
      roots.contains(entry.path) && !entry.isUntouched(on: disk)
    }
    let touched = concurrently(users) { user in
      Store.isTouched(user, on: disk, index[GitPath(user.text)] ?? [])
    }
    // Files at the root belong to the user who changes something next.
    return zip(users, touched).enumerated()
      .filter { $0.element.1 || isRootTouched && $0.offset == 0 }
      .map(\.element.0)
  }

  /// The users of whom git's index has something that is not committed: it was staged, and the
  /// stamps of the files say nothing about it.
  public func usersStaged(
    among users: [UserID],
    in repository: borrowing Repository
  ) throws -> Set<UserID> {
    let names = try repository.staged().compactMap(\.names.first)
    let staged = Set(users).intersection(names.compactMap(\.text).compactMap { UserID($0) })
    // Files at the root belong to the user who changes something next.
    let isRootStaged = Store.roots.contains { names.contains($0.gitPath) }
    return isRootStaged ? staged.union(users.prefix(1)) : staged
  }

  static let roots: [Layout] = [.marker, .attributes, .readme]

  public struct ManualEdits: Sendable {
    /// Files that the next command which writes takes in, or puts back.
    public let uncommitted: [String]
    /// What cannot be taken in, and why.
    public let problems: [Problem]
  }

  /// The manual edits of these users' files that are not committed; nothing is changed.
  public func manualEdits(of users: [UserID], by writer: Writer) throws -> ManualEdits {
    var (uncommitted, problems): ([String], [Problem]) = ([], [])
    let edited = try Set(usersTouched(among: users))
      .union(usersStaged(among: users, in: Repository(at: location.root)))
    for user in users where edited.contains(user) {
      let transaction = try Transaction(self, writer.acting(as: user))
      let state = try transaction.repository.state()
      let scan = try transaction.manualEdits(
        in: UserFiles(of: user, in: location).list(),
        at: state
      )
      uncommitted += scan.changed.map(\.path)
      problems += scan.problems
    }
    return ManualEdits(uncommitted: uncommitted, problems: problems)
  }

  /// Whether a user's files may differ from the lines that git's index has of them.
  private static func isTouched(_ user: UserID, on disk: Disk, _ known: [IndexEntry]) -> Bool {
    guard let files = try? disk.tree(of: user.text).paths else { return true }
    func isOurs(_ path: String) -> Bool { Layout(path: path) != nil }
    // What is not ours is recognised only where something differs: there are many users.
    let paths = known.filter { !$0.isSkipped }.compactMap(\.path.text)
    guard files == paths || files.filter(isOurs) == paths.filter(isOurs) else { return true }
    return known.contains {
      !$0.isSkipped && !$0.isUntouched(on: disk) && Layout(path: $0.path) != nil
    }
  }
}
