internal import GitFormats
internal import Posix

/// The lock under which one process of ours at a time pushes into a directory of this machine.
///
/// libgit2 takes git's locks there, and a process that is killed would leave them for ever.
/// The kernel frees the push lock, and a note beside it names the lock of git's that is ours: the
/// next process to take the push lock removes that.
struct PushLock: ~Copyable {
  /// Whether the process that had the lock before was killed, and may have left references.
  let followsCrash: Bool
  private let directory: String
  private let lock: FileLock

  /// Where habit 0.1 keeps temporary references during a push.
  static let temporaryReferences = "refs/habit/in/"

  /// Waits for the lock.
  ///
  /// - Returns: nil when other processes had it for too long.
  /// - Throws: when the directory cannot be written to.
  static func take(
    at directory: String,
    until end: ContinuousClock.Instant
  ) throws(GitError) -> PushLock? {
    let path = directory + "/habit-push.lock"
    let lock: FileLock
    do {
      lock = try FileLock(path, Timeout(at: end))
    } catch {
      guard case .system = error else { return nil }
      throw GitError(error, at: path)
    }
    let followsCrash = try clear(directory)
    try System.write([], to: note(in: directory))
    return PushLock(directory, lock, followsCrash)
  }

  private init(_ directory: String, _ lock: consuming FileLock, _ followsCrash: Bool) {
    self.directory = directory
    self.lock = lock
    self.followsCrash = followsCrash
  }

  deinit {
    do {
      try System.remove(PushLock.note(in: directory))
    } catch {
      // It stays as after a crash, and the next process to take the lock removes it.
    }
  }

  private static func note(in directory: String) -> String { directory + "/habit-push" }

  /// Whether a process of ours has the lock, or was killed while it had it.
  static func isTaken(at directory: String) throws(GitError) -> Bool {
    try System.status(of: note(in: directory)) != nil
  }

  /// Writes down which reference is about to be moved, and where.
  borrowing func note(_ reference: String, _ target: ObjectID) throws(GitError) {
    try System.write("\(target.hex) \(reference)\n".utf8, to: PushLock.note(in: directory))
  }

  /// Removes the locks and incomplete packs that a killed process of ours left.
  ///
  /// - Returns: whether a process was killed.
  private static func clear(_ directory: String) throws(GitError) -> Bool {
    guard let note = try System.read(note(in: directory)) else { return false }
    for (folder, isOurs) in [
      (temporaryReferences, { $0.hasSuffix(".lock") }),
      ("objects/pack", { $0.hasPrefix("pack_git2_") }),
    ] as [(String, (String) -> Bool)] {
      for name in try System.names(in: "\(directory)/\(folder)") where isOurs(name) {
        try System.remove("\(directory)/\(folder)/\(name)")
      }
    }
    let words = note.split(whereSeparator: \.isWhitespace)
    guard words.count == 2, words[1].hasPrefix("refs/"), !words[1].contains("..") else {
      return true
    }
    let lock = "\(directory)/\(words[1]).lock"
    // Ours holds our commit, or nothing yet; any other is another program's.
    let content = try System.read(lock)?.filter { !$0.isWhitespace }
    if let content, content.isEmpty || content == words[0] { try System.remove(lock) }
    return true
  }
}

extension GitError {
  /// Whether a temporary reference of another push was listed, and was gone when it was read: try
  /// again.
  public var isOfVanishedReference: Bool {
    kind == .notFound && message.contains("'\(PushLock.temporaryReferences)")
  }
}
