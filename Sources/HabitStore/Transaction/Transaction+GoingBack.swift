internal import Git
internal import Posix

extension Transaction {
  /// Sees that the newest commits are whole where the folder is a copy: one that is made while others
  /// write may have the branch and not its newest objects.
  ///
  /// - Returns: whether the branch went back.
  /// - Throws: when that cannot be done.
  func checkCopy() throws(any Error) -> Bool {
    let place = notes.disk.place
    guard notes.disk.bytes(of: CloneFile.place) != place else { return false }
    if let branch = try repository.head().branch { try removeCopiedLock(of: branch) }
    let hasGoneBack = try goBack() != nil
    try notes.disk.replace(CloneFile.place, place)
    return hasGoneBack
  }

  /// Removes a lock of the branch that was copied with the folder: one that is in use goes in
  /// milliseconds.
  private func removeCopiedLock(of branch: String) throws(SystemError) {
    let disk = Disk(root: repository.commonDirectory)
    let path = branch + ".lock"
    guard let seen = disk.stamp(of: path) else { return }
    let patience = Patience(seconds: Transaction.secondsOfLock)
    while patience.lasts, disk.stamp(of: path) == seen { patience.pause() }
    if disk.stamp(of: path) == seen { try disk.remove(path) }
  }

  private static let secondsOfLock = 2

  /// Lets the branch go back to where it was last whole, if one of its newest commits is not.
  ///
  /// The work files stay, and what they say is taken in as manual edits.
  ///
  /// - Returns: the commit; nil when it did not go back.
  /// - Throws: when that cannot be done.
  func goBack() throws(any Error) -> ObjectID? {
    guard case .branch(let branch, let tip) = try repository.head() else { return nil }
    let former = try repository.formerCommits(of: branch).prefix(Transaction.mostFormer)
    guard let last = repository.lastWhole(of: former.reversed() + [tip]), last != tip else {
      return nil
    }
    try repository.move(branch, from: tip, to: last, reflog: "habit: \(tip.hex) is not whole")
    try notes.disk.makeDirectory(CloneFile.damaged)
    // Where the branch has been is told by commits that cannot be read.
    for log in ["logs/HEAD", "logs/" + branch] where notes.disk.kind(of: log) == .file {
      try notes.disk.move(log, to: CloneFile.damaged(log: log))
    }
    let lock = try unlessLocked { () throws(GitError) in try IndexLock(of: notes.gitDirectory) }
    try notes.disk.remove("index")
    let entries = try repository.changes(from: nil, to: last).map { ($0.path, $0.new) }
    try repository.writeIndex(setting: entries, in: location.root, holding: lock)
    return last
  }

  private static let mostFormer = 100
}

extension Store {
  /// Lets the branch go back to where it was last whole, if its newest commit is not; false when it
  /// is, or was never whole.
  public func goBack(by writer: Writer) throws(StoreError) -> Bool {
    let lock = try lock()
    let transaction = try Transaction(self, writer)
    let commit = try transaction.mappingErrors { () throws(any Error) in try transaction.goBack() }
    _ = consume lock
    return commit != nil
  }
}
