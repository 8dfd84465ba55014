internal import CSystem

/// Who may do what with a new file: those who may with the file whose place it takes.
///
/// They are given through the new file's own descriptor before its first byte is written. By its path
/// they could go to another file: another user who may write the folder can put a link there meanwhile.
public struct FileRights: Sendable {
  /// The file whose place it takes; if there is none, the umask says who may do what.
  private let old: (path: String, mode: UInt32, group: UInt32)?
  private let canRun: Bool

  /// The rights of the file at an absolute path, if there is one.
  ///
  /// That the old file runs is not kept: git's configuration says that no data file does.
  public init(of path: String?, canRun: Bool = false) {
    self.canRun = canRun
    old = path.flatMap { path in
      FileStatus(ofFileAt: path).map { (path, $0.permissions & 0o666, $0.group) }
    }
  }

  /// The mode to make the new file with: attributes are given to who may write it.
  var modeAtFirst: UInt32 { old.map { $0.mode | 0o600 } ?? 0o666 }

  /// Gives the rights to a file that was just made; false, with errno, when that fails.
  ///
  /// A group that the user is not in cannot be given: then no group gets any rights. A file system
  /// without modes has nothing to keep.
  func give(to file: Int32) -> Bool {
    guard old != nil || canRun else { return true }
    guard let made = FileStatus(of: file) else { return false }
    var mode = old?.mode ?? made.permissions & 0o777
    if let old {
      let isInGroup = made.group == old.group || fchown(file, .max, old.group) == 0
      unsafe system_copy_attributes(old.path, file, isInGroup ? 1 : 0)
      if !isInGroup { mode &= ~0o060 }
    }
    if canRun { mode |= (mode & 0o444) >> 2 }
    if fchmod(file, mode) == 0 { return true }
    return [EPERM, ENOTSUP, ENOSYS, EINVAL].contains(errno)
  }
}
