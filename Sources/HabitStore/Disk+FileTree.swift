public import HabitFiles
public import Posix

extension Disk {
  /// The largest file that is read, in bytes.
  ///
  /// Source: habit-format(5), LIMITS.
  private static var largestFile: Int { 16 * 1024 * 1024 }

  public func contents(of path: String) throws(FileTreeError) -> [UInt8] {
    do {
      return try read(path, atMost: Disk.largestFile)
    } catch {
      throw FileTreeError(error, at: absolute(path))
    }
  }

  /// The bytes of a file; nil when it cannot be read.
  public func bytes(of path: String) -> [UInt8]? { try? contents(of: path) }

  /// The files of one user, read when they are asked for.
  public func tree(of user: String) throws -> FileTree {
    var paths: [String] = []
    try visit(user, depth: 3) { path, kind in
      // A folder that bears a file's name hides no file: it is one that cannot be read.
      if kind != .directory || path.hasSuffix(".json") { paths.append(path) }
    }
    let disk = self
    return FileTree(paths: paths) { (path) throws(FileTreeError) in try disk.contents(of: path) }
  }
}

extension FileTreeError {
  fileprivate init(_ error: SystemError, at path: String) {
    if error.isMissing {
      self = .missing
    } else if error.isSymbolicLink {
      self = .symbolicLink
    } else if error.isDirectory {
      self = .notAFile
    } else if error.isTooLarge {
      self = .tooLarge(bytes: FileStatus(at: path)?.size ?? 0)
    } else {
      self = .unreadable(reason: error.reason)
    }
  }
}
