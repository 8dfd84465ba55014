internal import Posix

/// The locks that a git has left which had to be ended.
///
/// git removes them itself when it is asked to end, unless the signal comes after it has made one and
/// before it has noted so, or it takes too long and is killed.
///
/// git: tempfile.c, `create_tempfile_mode`.
struct StaleLocks {
  private let locks: [(path: String, stamp: FileStamp)]

  /// How long another git may hold a lock, in seconds; it is milliseconds nearly always.
  private static let lockSeconds = 1

  /// The locks on what a fetch or a push changes.
  ///
  /// - Parameters:
  ///   - directory: git's folder of all linked work trees.
  ///   - began: When the git began that was ended, in seconds since 1970: older locks are others'.
  /// - Throws: when a folder cannot be read.
  init(in directory: String, since began: Int) throws(GitError) {
    var paths = ["packed-refs.lock", "shallow.lock"]
    for folder in ["refs/remotes", "refs/habit"] {
      paths += try StaleLocks.names(in: folder, of: directory)
    }
    locks = paths.compactMap { path in
      let path = "\(directory)/\(path)"
      return FileStamp(ofFileAt: path).map { (path, $0) }
    }
    .filter { $0.stamp.modified.seconds >= began }
  }

  private static func names(in folder: String, of directory: String) throws(GitError) -> [String] {
    var names: [String] = []
    for entry in try System.entries(of: "\(directory)/\(folder)") {
      let path = "\(folder)/\(entry.name)"
      if entry.kind == .directory {
        names += try self.names(in: path, of: directory)
      } else if entry.name.hasSuffix(".lock") {
        names.append(path)
      }
    }
    return names
  }

  /// Removes those that nobody lets go.
  func remove() throws(GitError) {
    let timeout = Timeout(seconds: StaleLocks.lockSeconds)
    while timeout.hasTimeLeft, locks.contains(where: isHeld) { timeout.pause() }
    for lock in locks where isHeld(lock) { try System.remove(lock.path) }
  }

  private func isHeld(_ lock: (path: String, stamp: FileStamp)) -> Bool {
    FileStamp(ofFileAt: lock.path) == lock.stamp
  }
}
