internal import Glibc

/// The file by which git knows that somebody is tidying a repository, and lets it be.
///
/// It holds a process and a host, so that git can tell when whoever made it is dead. It is made as
/// git makes it, by git's lock, which is a second name of a file of ours: a crash that leaves the
/// lock leaves that too.
///
/// Source: `lock_repo_for_gc` in git's builtin/gc.c.
struct TidyingMark: ~Copyable {
  private let directory: String

  private static let hours = 12

  /// Takes the turn to tidy; nil when somebody else has it.
  ///
  /// The caller knows that no other process of ours is at it.
  init?(in directory: String) throws(GitError) {
    guard try TidyingMark.make(in: directory) else { return nil }
    self.directory = directory
  }

  deinit {
    do {
      try System.remove(directory + "/gc.pid")
    } catch {
      // It says who has died.
    }
  }

  private static func make(in directory: String) throws(GitError) -> Bool {
    let (mark, own) = (directory + "/gc.pid", directory + "/habit-gc.pid")
    let lock = mark + ".lock"
    if try System.isSameFile(own, lock) { try System.remove(lock) }
    try System.remove(own)
    try System.write("\(getpid()) \(System.hostName)", to: own)
    defer { unsafe unlink(own) }
    let isLocked = try System.link(own, as: lock)
    guard isLocked != .taken else { return false }
    defer { if isLocked == .done { unsafe unlink(lock) } }
    guard try !isHeld(mark) else { return false }
    // Where a file can have one name only, ours takes the place of the mark without git's lock.
    try System.rename(isLocked == .done ? lock : own, to: mark)
    return true
  }

  /// Whether the mark is of somebody who may still be at work.
  private static func isHeld(_ mark: String) throws(GitError) -> Bool {
    guard let status = try System.status(of: mark), let text = try System.read(mark),
      time(nil) - status.st_mtim.tv_sec <= hours * 3600
    else { return false }
    let words = text.split(separator: " ", maxSplits: 1)
    guard words.count == 2, let process = pid_t(words[0]) else { return false }
    return words[1] != System.hostName || kill(process, 0) == 0 || errno == EPERM
  }
}
