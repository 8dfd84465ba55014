internal import CSystem

/// Who may read what is made: those who may read the repository in which it is made.
///
/// A new repository is its owner's alone. One that a group shares, or a server reads, has a folder that
/// lets them, and so has what is added to it, whatever `core.sharedRepository` is called.
public enum CreationMask {
  /// Lets what is made from now on be read by those who may read a directory, and be written by its
  /// group where that may write there.
  ///
  /// - Returns: the mask before, for ``set(_:)``.
  @discardableResult
  public static func follow(_ directory: String) -> UInt32 {
    guard let status = FileStatus(behind: directory) else { return umask(0o077) }
    return umask(~status.permissions & 0o777 | 0o002)
  }

  public static func set(_ mask: UInt32) { umask(mask) }
}
