internal import Git
internal import HabitCore
internal import HabitFiles
internal import HabitStore

// What a remote refuses that takes only some of a user's files: the others go there by themselves.

extension SyncRun {
  /// The files that are not the user's own and that commits change which the remote lacks.
  private func foreignPaths(from theirs: ObjectID, to head: ObjectID) throws -> [String] {
    let own = GitPath(sync.terms.writer.user.text)
    var paths: Set<GitPath> = []
    for id in try repository.commits(of: [head], without: [theirs]) {
      let commit = try repository.readCommit(id)
      guard commit.parents.count == 1 else { continue }
      let changes = try repository.changes(from: commit.parents[0], to: id)
      paths.formUnion(changes.map(\.path).filter { !$0.isUnder(own) })
    }
    return paths.sorted().map(\.description)
  }

  /// Does what can be done about a refusal: where the remote may mind files of others, the user's own
  /// are sent without them.
  ///
  /// The result is true when the remote has everything; else it throws the refusal.
  mutating func publishOwn(
    _ head: ObjectID,
    _ reason: String,
    _ remarks: String
  ) throws -> Bool {
    var refusal = PushRefusal(remote: remote.name, reason: reason, remarks: remarks)
    if refusal.isOfBranch { refusal.otherBranch = "\(sync.terms.writer.device)" }
    guard let theirs else { throw SyncError.refused(refusal) }
    let paths = try foreignPaths(from: theirs, to: head)
    guard !paths.isEmpty else { throw SyncError.refused(refusal) }
    if let own = try ownRecords(of: head, on: theirs) {
      guard try push(own) else { throw SyncError.refused(refusal) }
      refusal.sentOwn = true
    }
    let sent = self.theirs ?? theirs
    guard try repository.tree(of: head) == repository.tree(of: sent) else {
      refusal.paths = paths
      refusal.branch = "\(remote.name)/\(target.branchName)"
      throw SyncError.refused(refusal)
    }
    // What the remote minds was withdrawn: without the commits in between it is all there.
    report.backup = try keep(head)
    guard try checkOut(sent, over: head, from: nil) else { return false }
    report.unpublished = 0
    return true
  }

  /// A commit on top of theirs with what is new of the user's own files; nil when nothing is.
  private func ownRecords(
    of head: ObjectID,
    on theirs: ObjectID
  ) throws -> ObjectID? {
    var draft = TreeDraft(on: theirs)
    let user = sync.terms.writer.user
    for change in try repository.changes(from: theirs, to: head, below: GitPath(user.text)) {
      draft.set(change.path, change.new.map(TreeDraft.Content.entry))
    }
    guard !draft.isEmpty else { return nil }
    let subject = "sync: the files of \(user) alone"
    return try MergeCommit.put(draft, subject, from: [head], in: repository)
  }

  /// Sends one commit; false when the remote does not take it.
  private mutating func push(_ commit: ObjectID) throws -> Bool {
    let name = "refs/habit/own/\(remote.name)"
    try remember(commit, as: name)
    // One that stays is replaced by the next one that is sent.
    defer { try? repository.delete(GitPath(name), at: commit) }
    let pushed: Pushed
    do {
      pushed = try repository.push(name, as: target, to: remote, over: network)
    } catch {
      throw SyncError(error, with: remote.name)
    }
    guard pushed.verdict == .accepted else { return false }
    theirs = commit
    report.went += 1
    try remember(commit, as: tracking)
    try remember(commit, as: published.name)
    return true
  }
}

public struct PushRefusal: Hashable, Sendable {
  public let remote: String
  public let reason: String
  /// What it said besides, which may be nothing.
  public let remarks: String
  /// Files that are not the user's own and that it may mind.
  public internal(set) var paths: [String] = []
  /// The branch there, as git names it here; empty when no files are named.
  public internal(set) var branch = ""
  /// Whether it has taken the user's own files without them.
  public internal(set) var sentOwn = false
  /// A branch to publish to instead, where the branch is what it minds.
  public internal(set) var otherBranch: String?
}

extension PushRefusal {
  /// Whether it may take the same commits on another branch: the branch is protected.
  ///
  /// Source: the words of GitHub (GH006, GH013), GitLab, Gitea, Bitbucket and Azure DevOps.
  fileprivate var isOfBranch: Bool {
    let words = (reason + "\n" + remarks).lowercased()
    return ["protected", "pull request", "merge request", "to this branch", "restricted branch"]
      .contains { words.contains($0) }
  }
}
