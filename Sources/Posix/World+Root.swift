internal import CSystem

extension World {
  /// The number of the user to whom a folder belongs, when root works there through sudo(8).
  ///
  /// Without sudo git's library asks root to say that such a folder is safe, and who has said so means
  /// it, as in a container.
  public func personBehindRoot(at folder: String) -> Int? {
    guard geteuid() == 0, variable("SUDO_UID") != nil else { return nil }
    return FileStatus(behind: folder).flatMap { $0.user == 0 ? nil : Int($0.user) }
  }
}
