internal import Git
public import HabitCore
internal import HabitFiles
internal import Posix

// Data files that are gone, though git's index has them: a synchroniser or a file manager took them away.

extension Location {
  public func vanishedUsers(besides users: [UserID]) throws -> [UserID] {
    let known = Set(users)
    return index.keys.compactMap { $0.text.flatMap { UserID($0) } }.sorted().filter { user in
      !known.contains(user) && disk.kind(of: user.text) == nil
        && !vanished(of: user, besides: []).isEmpty
    }
  }

  /// The data files of a user that are gone, as the index has them.
  ///
  /// What is not checked out, or whose removal is staged, is not missed.
  func vanished(of user: UserID, besides paths: [String]) -> [String: [UInt8]] {
    let known = Set(paths)
    // A list of a folder may lack a file that is replaced meanwhile.
    let gone = (index[GitPath(user.text)] ?? []).compactMap { entry -> (String, ObjectID)? in
      guard !entry.isSkipped, let path = entry.path.filePath, !known.contains(path),
        Layout(path: path)?.isData == true, disk.kind(of: path) == nil
      else { return nil }
      return (path, entry.blob)
    }
    guard !gone.isEmpty else { return [:] }
    do {
      let repository = try Repository(at: root)
      let bytes = gone.compactMap { path, blob in repository.readable(blob).map { (path, $0) } }
      return Dictionary(bytes) { first, _ in first }
    } catch {
      return [:]
    }
  }

  var index: [GitPath: [IndexEntry]] {
    notes.flatMap { notes in
      attempt { try Repository.indexByFolder(in: notes.gitDirectory) }
    } ?? [:]
  }
}
