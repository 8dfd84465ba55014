internal import Git
internal import HabitCore
internal import HabitFiles
internal import Posix

// Writing and committing edits: what each file is to contain, the commit, and who sees it when.

extension Transaction {
  /// A file as it is to be, and what is in the work tree now.
  struct Target {
    let path: String
    let before: [UInt8]?
    let after: [UInt8]
    /// A manual edit that was saved there; nil when there was none.
    var saved: [UInt8]?
  }

  /// A conflict copy that is merged into its file, and the bytes that were merged.
  public struct MergedCopy: Sendable {
    let path: String
    let original: String
    let bytes: [UInt8]
  }

  fileprivate struct Step {
    let blobs: [(path: GitPath, blob: ObjectID)]
    let message: String
    let kind: OperationLog.Line.Kind
  }

  /// Commits that no branch has yet; the parent itself when nothing would change.
  struct PendingCommit {
    let parent: ObjectID?
    let commit: ObjectID?
    let kind: OperationLog.Line.Kind
    let subject: String
  }

  /// Writes and commits the manual edits of a scan, then edits, and removes copies that were merged.
  ///
  /// - Returns: the commit, which is nil when there was nothing to commit, and what to tell; nil, with
  ///   nothing changed, when a file was saved or committed meanwhile.
  func write(
    _ edits: [Edit],
    removing copies: [MergedCopy],
    _ scan: WorkingTreeScan,
    _ subject: String,
    _ kind: CommandKind
  ) throws -> (commit: String?, warnings: [String])? {
    let targets = targets(edits, scan)
    guard !targets.isEmpty || !copies.isEmpty else {
      stampEqualFiles(of: scan)
      return (nil, [])
    }
    if try waitForGit() { return nil }
    let branch = try scan.state.branch
    try checkFilters(of: targets.map { GitPath($0.path) })
    try waitForBranchLock(branch)
    try begin()
    let steps = try steps(edits, scan, subject, kind)
    let pending = try pending(steps, on: scan.state.head.commit)
    let saw = try commit(saved: targets, copies)
    let journal = try prepare(targets, steps.blobs, removing: copies, branch: branch, pending, saw)
    let warnings = try publish(journal, decidedOn: scan.state, reflog: pending.subject) { lock in
      // What was read and found equal gets its stamp, too, as git refreshes its index.
      let blobs = scan.equal + steps.blobs
      try repository.writeIndex(setting: blobs, in: location.root, holding: lock)
    }
    guard let warnings else { return nil }
    let more = conclude(journal, after: warnings)
    return (pending.commit == pending.parent ? nil : pending.commit?.hex, warnings + more)
  }

  /// A commit of no branch with what was saved and merged into something newer, and with conflict copies;
  /// nil when there are none.
  ///
  /// No other has them so, and an editor or another device may go on from them.
  private func commit(saved targets: [Target], _ copies: [MergedCopy]) throws -> ObjectID? {
    var saved: [String: [UInt8]] = [:]
    for copy in copies { saved[copy.original] = copy.bytes }
    for target in targets where target.saved != target.after { saved[target.path] = target.saved }
    guard !saved.isEmpty else { return nil }
    let blobs = try blobs(of: saved.map { (path: $0.key, bytes: $0.value) })
    return try repository.writeCommit(
      tree: repository.writeTree(of: nil, setting: blobs),
      parents: [],
      author: signature(),
      committer: signature(),
      message: "saved"
    )
  }

  /// Gives the files that were read and found equal their stamps in the index: a copied or restored
  /// folder is read once.
  private func stampEqualFiles(of scan: WorkingTreeScan) {
    // The stamp of a file from this second, or from the future, tells nothing.
    let equal = scan.equal.filter { file in
      let status = file.path.filePath.flatMap { location.disk.status(of: $0) }
      return status.map { $0.modified.seconds < writer.clock.systemSeconds } ?? false
    }
    do {
      guard !equal.isEmpty, let lock = try freeIndexLock(), try repository.isStill(at: scan.state)
      else { return }
      try repository.writeIndex(
        setting: equal,
        isDurable: true,
        in: location.root,
        holding: lock
      )
      _ = consume lock
    } catch {
      // They are read again.
    }
  }

  /// One target a file: an edit was made from what the scan has merged.
  private func targets(_ edits: [Edit], _ scan: WorkingTreeScan) -> [Target] {
    var targets: [String: Target] = [:]
    for file in scan.changed {
      targets[file.path] = Target(
        path: file.path,
        before: file.before,
        after: file.after,
        saved: file.before
      )
    }
    for edit in edits {
      let edited = targets[edit.path]
      targets[edit.path] = Target(
        path: edit.path,
        before: edited.map(\.before) ?? edit.before,
        after: edit.after,
        saved: edited?.saved
      )
    }
    return targets.values.sorted { $0.path < $1.path }
  }

  /// What is committed by itself: manual edits are not part of a command, which can be undone.
  private func steps(
    _ edits: [Edit],
    _ scan: WorkingTreeScan,
    _ subject: String,
    _ kind: CommandKind
  ) throws -> [Step] {
    var steps: [Step] = []
    if !scan.changed.isEmpty {
      let notes = scan.changed.map { $0.description + "\n" }.joined()
      let files = scan.changed.map { ($0.path, $0.after) }
      let message = "edit by hand\n\n\(notes)"
      steps.append(Step(blobs: try blobs(of: files), message: message, kind: .edit))
    }
    if !edits.isEmpty {
      let round = writer.round.map { CommandKind.round + $0 }
      let trailers = [kind.trailer, writer.touch.map(Transaction.trailer), round]
        .compactMap(\.self)
      let body = (trailers.isEmpty ? [] : [""] + trailers).map { $0 + "\n" }.joined()
      let files = edits.map { ($0.path, $0.after) }
      let message = "\(subject)\n\(body)"
      let kind: OperationLog.Line.Kind = kind == .upkeep ? .upkeep : .command
      steps.append(Step(blobs: try blobs(of: files), message: message, kind: kind))
    }
    return steps
  }

  private func blobs(
    of files: [(path: String, bytes: [UInt8])]
  ) throws -> [(path: GitPath, blob: ObjectID)] {
    var blobs: [(path: GitPath, blob: ObjectID)] = []
    for file in files {
      blobs.append((GitPath(file.path), try repository.writeBlob(blobBytes(of: file.bytes))))
    }
    return blobs
  }

  private func pending(_ steps: [Step], on parent: ObjectID?) throws -> PendingCommit {
    var (commit, subject) = (parent, "habit: as it was")
    var kind = OperationLog.Line.Kind.upkeep
    for step in steps {
      let tree = try repository.writeTree(of: commit, setting: step.blobs)
      if let commit, try repository.tree(of: commit) == tree { continue }
      // One for both: a commit with another committer was rewritten.
      let signature = try signature()
      commit = try repository.writeCommit(
        tree: tree,
        parents: [commit].compactMap(\.self),
        author: signature,
        committer: signature,
        message: step.message
      )
      kind = kind != .edit ? step.kind : step.kind == .command ? .edited : .edit
      subject = "habit: " + step.message.prefix { $0 != "\n" }
    }
    return PendingCommit(parent: parent, commit: commit, kind: kind, subject: subject)
  }

  private func signature() throws -> Signature {
    let identity = try repository.identity()
    return Signature(
      name: identity?.name ?? "\(writer.author) on \(writer.device)",
      email: identity?.email ?? "\(writer.author)@\(writer.device)",
      seconds: writer.clock.seconds,
      offsetMinutes: writer.clock.offsetMinutes
    )
  }
}

extension [Transaction.Step] {
  /// What the files are after all of them, by the bytes of their paths.
  fileprivate var blobs: [(path: GitPath, blob: ObjectID)] {
    Dictionary(flatMap(\.blobs).map { ($0.path, $0.blob) }) { _, last in last }
      .sorted { $0.key < $1.key }
      .map { ($0.key, $0.value) }
  }
}
