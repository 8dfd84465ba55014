internal import Glibc

/// The turn to push into a directory of this machine, one process of ours after the other.
///
/// libgit2 takes git's locks there, and one of us who is killed would leave them to keep everybody
/// out for ever. The lock of the turn is freed by the kernel, and a note under it says which of git's
/// locks is ours: whoever has the turn next removes it.
struct Turn: ~Copyable {
  private let directory: String
  private let file: Int32

  private static let courier = "refs/habit/in"

  /// Waits for the turn.
  ///
  /// - Returns: nil when others had it for too long.
  /// - Throws: when the directory cannot be written to.
  static func take(at directory: String, over network: Network) throws(GitError) -> Turn? {
    let file = try System.lock(directory + "/habit-push.lock", until: network.patience)
    guard let file else { return nil }
    let turn = Turn(directory, file)
    try turn.clear()
    try System.write("", to: turn.notePath)
    return turn
  }

  private init(_ directory: String, _ file: Int32) {
    self.directory = directory
    self.file = file
  }

  deinit {
    do {
      try System.remove(notePath)
    } catch {
      // It stays as after a crash, and whoever has the turn next removes it.
    }
    close(file)
  }

  private var notePath: String { directory + "/habit-push" }

  /// Writes down which reference is about to be moved, and where.
  borrowing func note(_ reference: String, _ target: ObjectID) throws(GitError) {
    try System.write("\(target.hex) \(reference)\n", to: notePath)
  }

  /// Removes what one of us left who was killed: where the note is, nobody else has removed it.
  private borrowing func clear() throws(GitError) {
    guard let note = try System.read(notePath) else { return }
    for (folder, isOurs) in [
      ("refs/habit/in", { $0.hasSuffix(".lock") }),
      ("objects/pack", { $0.hasPrefix("pack_git2_") }),
    ] as [(String, (String) -> Bool)] {
      for name in try System.names(in: "\(directory)/\(folder)") where isOurs(name) {
        try System.remove("\(directory)/\(folder)/\(name)")
      }
    }
    let words = note.split(whereSeparator: \.isWhitespace)
    guard words.count == 2, words[1].hasPrefix("refs/"), !words[1].contains("..") else { return }
    let lock = "\(directory)/\(words[1]).lock"
    // Ours holds our commit, or nothing yet; any other is another program's.
    let content = try System.read(lock)?.filter { !$0.isWhitespace }
    if let content, content.isEmpty || content == words[0] { try System.remove(lock) }
  }
}
