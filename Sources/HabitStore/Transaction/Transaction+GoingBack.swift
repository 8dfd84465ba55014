public import Git
internal import HabitCore
internal import HabitFiles
internal import Posix

extension Transaction {
  /// Sees that the newest commits are whole where the folder is a copy, and gives a copy, as a new clone,
  /// a nickname of its own.
  ///
  /// One that is made while others write may have the branch and not its newest objects. The result is
  /// whether the branch went back.
  func checkCopy(_ folder: CloneNotes.Folder) throws -> Bool {
    if try notes.lacksNickname(in: folder) { try notes.take(writer.names) }
    guard folder != .known else { return false }
    if let branch = try repository.head().branch {
      // A lock that was copied with the folder; one that is in use goes in milliseconds.
      let timeout = Timeout(seconds: Transaction.secondsOfLock)
      try Disk(root: repository.commonDirectory).removeAbandoned([branch + ".lock"], after: timeout)
    }
    return try goBack()
  }

  /// Puts the branch back when its reference has vanished: without it the next change would begin a new
  /// history.
  mutating func restoreBranch() throws {
    guard let (branch, tip) = try notes.vanishedBranch(in: repository) else { return }
    try repository.mendReferences(settingAsideIn: CloneFile.damaged)
    let reason = "habit: the reference had vanished"
    try repository.move(branch, from: nil, to: tip, reflog: reason)
    repairs.append("restored \(branch), which was missing, at \(tip.hex.prefix(7))")
  }

  static let secondsOfLock = 2

  /// Moves the branch back to its newest commit that is whole, if one of its last commits is not.
  ///
  /// The work files stay, and what they say is taken in as manual edits. A branch of which no commit is
  /// whole becomes one without commits if it `mayRestart`. The result is whether it went back.
  func goBack(mayRestart: Bool = false) throws -> Bool {
    guard case .branch(let branch, let tip) = try repository.head() else { return false }
    let former = try repository.log(of: branch).map(\.old)
    let recent = former.prefix(Transaction.mostFormer).reversed() + [tip]
    var last = try repository.lastWhole(of: recent)
    // A copy that took long can have holes all along it.
    if last == nil { last = try repository.lastWhole(of: former.reversed()) }
    if last == nil { last = try repository.vanishedTip(of: branch, remembering: []) }
    guard last != tip, last != nil || mayRestart else { return false }
    try reset(branch, from: tip, to: last)
    return true
  }

  /// Brings a branch whose newest commits are not whole to one that is, or to before its first one.
  fileprivate func reset(_ branch: String, from tip: ObjectID, to last: ObjectID?) throws {
    if let last {
      try repository.move(branch, from: tip, to: last, reflog: "habit: \(tip.hex) is not whole")
    }
    // Where the branch was before is known only from commits that cannot be read.
    for log in ["logs/HEAD", "logs/" + branch] where notes.disk.kind(of: log) == .file {
      try notes.setAside(log)
    }
    if last == nil { try repository.delete(GitPath(branch), at: tip) }
    try makeIndex(of: last)
  }

  /// The commits that git's own resets to HEAD took off the branch, and that the user has not got back.
  ///
  /// Such a reset, as a stash makes one, moves the branch to where HEAD was when it began, over what was
  /// recorded meanwhile. The result is where each went, and where the branch was before.
  private func overtakenByReset(
    of head: Head
  ) throws -> [(reset: ObjectID, dropped: ObjectID)] {
    guard case .branch(let branch, let tip) = head else { return [] }
    let log = try repository.log(of: branch, bytes: Transaction.recentLog)
    guard log.contains(where: \.isResetToHead) else { return [] }
    var overtaken: [(ObjectID, ObjectID)] = []
    for line in log {
      guard let new = line.new, try repository.hasCommit(line.old), try repository.hasCommit(new)
      else { break }
      if line.isResetToHead {
        // Of what git has tidied away only a part may be left.
        if try !repository.isAncestor(line.old, of: tip),
          try [new, line.old].allSatisfy({ try repository.lastWhole(of: [$0]) != nil })
        {
          overtaken.append((new, line.old))
        }
        continue
      }
      // Who moves a branch back wants nothing of what was there; what the user recorded next has it again.
      guard try repository.isAncestor(line.old, of: new) else { break }
      let isOurs = line.message.hasPrefix("habit")
      if isOurs, try !changes(from: line.old, to: new).isEmpty { break }
    }
    return overtaken
  }

  private func changes(
    from old: ObjectID,
    to new: ObjectID
  ) throws -> [TreeChange] {
    try repository.changes(from: old, to: new, below: GitPath(writer.user.text))
  }

  /// Adds to what is committed next what git's own resets took off the branch.
  func restoreOvertaken(to scan: inout WorkingTreeScan) throws {
    for (reset, dropped) in try overtakenByReset(of: scan.state.head) {
      for change in try changes(from: reset, to: dropped) {
        guard let layout = change.path.text.flatMap({ Layout(path: $0) }), let new = change.new
        else { continue }
        let base = try change.old.map { entry in try repository.blob(entry.id)
        }
        try scan.merge(repository.blob(new.id), since: base, of: layout)
      }
    }
  }

  /// How much of the branch's log tells what happened since the user last recorded something, in bytes.
  private static let recentLog = 8_192

  private static let mostFormer = 100

  func makeIndex(of commit: ObjectID?) throws {
    let lock = try waitForIndexLock()
    if notes.disk.kind(of: "index") != nil { try notes.setAside("index") }
    guard let commit else { return }
    let entries = try repository.changes(from: nil, to: commit).map { ($0.path, $0.new) }
    try repository.writeIndex(setting: entries, in: location.root, holding: lock)
  }
}

extension CloneNotes {
  /// The branch that is checked out when its reference has vanished, and the newest commit that it had; nil
  /// where it has a commit, or never had one.
  ///
  /// - Throws: `.lostBranch` where nothing tells which commit that was.
  func vanishedBranch(
    in repository: borrowing Repository
  ) throws -> (name: String, tip: ObjectID)? {
    // One that cannot be read is no news to what needs it.
    guard case .unborn(let branch)? = try? repository.head() else { return nil }
    let newest = try operations.operations.compactMap(\.new).prefix(8)
    if let tip = try repository.vanishedTip(of: branch, remembering: newest.reversed()) {
      return (branch, tip)
    }
    guard try repository.hasLostCommits(of: branch) else { return nil }
    throw StoreError.lostBranch(branch.replacing("refs/heads/", with: ""))
  }
}

extension Store {
  /// Puts HEAD and the branch back whose references have vanished, as a synchroniser takes them away;
  /// what was done, in words.
  public func restoreReferences(by writer: Writer) throws -> [String] {
    if try Repository.hasHead(in: notes.gitDirectory),
      try Repository(at: location.root).head().commit != nil
    {
      return []
    }
    var transaction = try Transaction(self, writer, lock: lock())
    try transaction.restoreBranch()
    return transaction.repairs
  }

  /// Moves the branch back to its newest commit that is whole; where none is, to before its first one.
  ///
  /// The next change commits what the work files have.
  public func goBack(by writer: Writer) throws -> Bool {
    try Transaction(self, writer, lock: lock()).goBack(mayRestart: true)
  }

  /// Moves a branch whose newest commit is not whole to one that is; the work files stay.
  public func reset(
    _ branch: String,
    from tip: ObjectID,
    to commit: ObjectID,
    by writer: Writer
  ) throws {
    try Transaction(self, writer, lock: lock()).reset(branch, from: tip, to: commit)
  }
}
