internal import Glibc

/// The turn to push into a directory of this machine, one process of ours after the other.
///
/// libgit2 takes git's locks there, and one of us who is killed would leave them to keep everybody
/// out for ever. The lock of the turn is freed by the kernel, and a note under it says which of git's
/// locks is ours: whoever has the turn next removes it.
struct Turn: ~Copyable {
  /// Whether who had the turn before was killed, and may have left references.
  let followsCrash: Bool
  private let directory: String
  private let file: Int32

  /// Where references lie for a moment.
  static let courier = "refs/habit/in/"

  /// Waits for the turn.
  ///
  /// - Returns: nil when others had it for too long.
  /// - Throws: when the directory cannot be written to.
  static func take(
    at directory: String,
    until end: ContinuousClock.Instant
  ) throws(GitError) -> Turn? {
    let file = try System.lock(directory + "/habit-push.lock", until: end)
    guard let file else { return nil }
    let followsCrash: Bool
    do {
      followsCrash = try clear(directory)
      try System.write("", to: note(in: directory))
    } catch {
      close(file)
      throw error
    }
    return Turn(directory, file, followsCrash)
  }

  private init(_ directory: String, _ file: Int32, _ followsCrash: Bool) {
    self.directory = directory
    self.file = file
    self.followsCrash = followsCrash
  }

  deinit {
    do {
      try System.remove(Turn.note(in: directory))
    } catch {
      // It stays as after a crash, and whoever has the turn next removes it.
    }
    close(file)
  }

  private static func note(in directory: String) -> String { directory + "/habit-push" }

  /// Whether one of us has the turn, or was killed who had it.
  static func isTaken(at directory: String) throws(GitError) -> Bool {
    try System.status(of: note(in: directory)) != nil
  }

  /// Writes down which reference is about to be moved, and where.
  borrowing func note(_ reference: String, _ target: ObjectID) throws(GitError) {
    try System.write("\(target.hex) \(reference)\n", to: Turn.note(in: directory))
  }

  /// Removes the locks and halves of packs that one of us left who was killed: where the note is,
  /// nobody else has removed them.
  ///
  /// - Returns: whether somebody was killed.
  private static func clear(_ directory: String) throws(GitError) -> Bool {
    guard let note = try System.read(note(in: directory)) else { return false }
    for (folder, isOurs) in [
      (courier, { $0.hasSuffix(".lock") }),
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
  /// Whether a reference was listed that another of us had for the moment of a push, and was gone when
  /// it was read: it is to be tried again.
  public var isOfVanishedCourier: Bool {
    kind == .notFound && message.contains("'\(Turn.courier)")
  }
}
