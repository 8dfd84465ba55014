internal import Git
public import HabitCore
internal import HabitFiles
internal import Posix

// Files that the tool wrote and that are gone, though git has not removed them: a synchroniser or a file
// manager took them away.

extension Location {
  public func vanishedUsers(besides users: [UserID]) throws -> [UserID] {
    guard let notes else { return [] }
    let known = Set(users)
    let noted = try notes.disk.names(in: CloneFile.lastWritten).compactMap { UserID($0.name) }
    return noted.filter { user in
      !known.contains(user) && disk.kind(of: user.text) == nil
        && !vanished(of: user, besides: []).isEmpty
    }
  }

  /// The data files of a user that are gone, as they were last written.
  func vanished(of user: UserID, besides paths: [String]) -> [String: [UInt8]] {
    guard let notes else { return [:] }
    do {
      let noted = try notes.disk.tree(of: CloneFile.lastWritten + user.text).paths
        .map { String($0.dropFirst(CloneFile.lastWritten.count)) }
      let gone = Set(noted).subtracting(paths).filter { Layout(path: $0)?.isData == true }
      guard !gone.isEmpty else { return [:] }
      // What is not checked out, or whose removal is staged, is not missed.
      let index =
        try Repository.indexByFolder(in: notes.gitDirectory)[GitPath(user.text)] ?? []
      // A list of a folder may lack a file that is replaced meanwhile.
      let bytes = index.filter { !$0.isSkipped }.compactMap(\.path.filePath)
        .filter { gone.contains($0) && disk.kind(of: $0) == nil }
        .compactMap { path in notes.lastWritten.bytes(of: path).map { (path, $0) } }
      return Dictionary(bytes) { first, _ in first }
    } catch {
      return [:]
    }
  }
}
