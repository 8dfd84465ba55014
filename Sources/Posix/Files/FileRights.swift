internal import CLinux
internal import Glibc

/// Who may do what with a new file: those who may with the file whose place it takes.
///
/// They are given through the new file's own descriptor before its first byte is written. By its path
/// they could go to another file: another user who may write the folder can put a link there meanwhile.
public struct FileRights: Sendable {
  /// The file whose place it takes; nil without one, and then the umask says who may do what.
  private let old: (path: String, mode: mode_t, group: gid_t)?
  private let canRun: Bool

  /// The rights of the file at an absolute path, if there is one.
  ///
  /// That the old file runs is not kept: git's configuration says that no data file does.
  public init(of path: String?, canRun: Bool = false) {
    self.canRun = canRun
    var status = stat()
    guard let path, unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      old = nil
      return
    }
    old = (path, status.st_mode & 0o666, status.st_gid)
  }

  /// The mode to make the new file with: attributes are given to who may write it.
  var modeAtFirst: mode_t { old.map { $0.mode | 0o600 } ?? 0o666 }

  /// Gives the rights to a file that was just made; false, with errno, when that fails.
  ///
  /// A group that the user is not in cannot be given: then no group gets any rights. A file system
  /// without modes has nothing to keep.
  func give(to file: Int32) -> Bool {
    var made = stat()
    guard unsafe fstat(file, &made) == 0 else { return false }
    guard old != nil || canRun else { return true }
    var mode = old?.mode ?? made.st_mode & 0o777
    if let old {
      let isInGroup = made.st_gid == old.group || fchown(file, .max, old.group) == 0
      unsafe linux_copy_attributes(old.path, file, isInGroup ? 1 : 0)
      if !isInGroup { mode &= ~0o060 }
    }
    if canRun { mode |= (mode & 0o444) >> 2 }
    if fchmod(file, mode) == 0 { return true }
    return [EPERM, ENOTSUP, ENOSYS, EINVAL].contains(errno)
  }
}
