internal import Git
internal import Posix

// How a change lives beside git's own commands.
//
// git waits for no lock. A merge that meets the lock of the index, or a branch that has moved before the
// merge is committed, is given up, and its state is left behind. So git is waited for instead, also for
// the moment between its last lock and its commit; and what it has given up is forgotten.
extension Transaction {
  /// How long after git has let a lock go its command may still be at work, in seconds.
  private static let settlingSeconds = 0.03
  /// How long after a merge, a rebase or the like has begun git may still be at work on it, in seconds.
  private static let operatingSeconds = 2

  /// Waits until git has ended what it is doing here, for as long as is polite.
  ///
  /// It says whether git was at work: files and branch may have changed then. It throws `.locked` when git
  /// does not let the lock of the index go, and `.overtakenRebase`.
  func waitForGit() throws -> Bool {
    let timeout = Timeout(seconds: Store.timeoutSeconds)
    let brief = Timeout(seconds: Transaction.operatingSeconds)
    var hasWaited = false
    while true {
      if isIndexLocked {
        guard timeout.hasTimeLeft else {
          throw StoreError.locked(path: notes.disk.absolute(Transaction.indexLock))
        }
      } else if repository.operation == nil {
        return hasWaited
      } else if try !forgetsMerge() {
        guard hasJustBegun, brief.hasTimeLeft else { break }
      }
      hasWaited = true
      timeout.pause(seconds: Transaction.settlingSeconds)
    }
    if let branch = try repository.branchOfOvertakenRebase() {
      throw StoreError.overtakenRebase(branch: branch.replacing("refs/heads/", with: ""))
    }
    return hasWaited
  }

  /// Takes the lock of the index for a change that is prepared, while git may be in the middle of one
  /// `operation`.
  ///
  /// - Returns: nil, with the change let go, when git was faster or is at work, or HEAD and the index are
  ///   not as they were in `state`.
  /// - Throws: why the lock cannot be taken, with the change let go.
  func lockIndex(
    for journal: Journal,
    decidedOn state: GitState? = nil,
    besides operation: Repository.Operation? = nil
  ) throws -> IndexLock? {
    do {
      // A rebase takes the lock for each commit: it is not even taken for a look.
      if repository.operation == operation, let lock = try freeIndexLock() {
        let isSame =
          if let state { try repository.isStill(at: state) } else {
            try repository.head().branch == journal.branch && repository.operation == operation
          }
        if isSame { return lock }
      }
      try takeBack([], journal)
      return nil
    } catch {
      try takeBack([], journal)
      throw error
    }
  }

  /// The lock of the index; nil when another program has it.
  func freeIndexLock() throws(GitError) -> IndexLock? {
    do {
      return try IndexLock(of: notes.gitDirectory)
    } catch  where error.kind == .locked {
      return nil
    }
  }

  private static let indexLock = "index.lock"

  private var isIndexLocked: Bool { notes.disk.kind(of: Transaction.indexLock) != nil }

  /// Whether git has begun a merge, a rebase or the like when this command did.
  private var hasJustBegun: Bool {
    guard repository.operation != nil else { return false }
    let states = ["MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply"]
    let began = states.compactMap { notes.disk.status(of: $0)?.modified }.max()
    let age = began?.age(at: writer.clock.systemSeconds)
    return age.map { $0 < Transaction.operatingSeconds } ?? false
  }

  /// Forgets a merge that git gave up because we were at work beside it; whether there was one.
  ///
  /// What it had merged already stays in the work files, as a manual edit: the next merge finds it there.
  private func forgetsMerge() throws -> Bool {
    guard try repository.isMergeGivenUp() else { return false }
    // Where git holds it, git is at work, and waited for.
    guard let lock = try freeIndexLock() else { return true }
    try resetIndex(holding: lock)
    try repository.forgetMerge()
    _ = consume lock
    return true
  }

  /// Brings the lines of the index that differ from HEAD to what it has.
  private func resetIndex(holding lock: borrowing IndexLock) throws {
    guard let head = try repository.head().commit else { return }
    var committed: [GitPath: TreeEntry] = [:]
    for change in try repository.changes(from: nil, to: head) {
      committed[change.path] = change.new
    }
    let lines = try repository.index(under: [.root])
    let same = Set(lines.filter { committed[$0.path]?.id == $0.blob }.map(\.path))
    let differing = Set(lines.map(\.path)).union(committed.keys).subtracting(same)
    guard !differing.isEmpty else { return }
    let entries = differing.sorted().map { (path: $0, entry: committed[$0]) }
    try repository.writeIndex(setting: entries, in: location.root, holding: lock)
  }
}
