internal import Git
internal import HabitCore
internal import HabitFiles
internal import HabitStore

// What a remote refuses that takes only some of a user's files: the others go there by themselves.

extension SyncRun {
  /// The files that are not the user's own and that commits change which the remote lacks.
  func foreignPaths(from theirs: ObjectID, to head: ObjectID) throws -> [String] {
    let own = GitPath(sync.terms.writer.user.text)
    var paths: Set<GitPath> = []
    for commit in try commits(of: [head], without: [theirs]) where commit.parents.count == 1 {
      let changes = try repository.changes(from: commit.parents[0], to: commit.id)
      paths.formUnion(changes.map(\.path).filter { !$0.isUnder(own) })
    }
    return paths.sorted().map(\.description)
  }

  /// A commit on top of theirs with what is new of the user's own files; nil when nothing is.
  func ownRecords(
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
  func sendOwn(_ commit: ObjectID) throws -> Bool {
    let name = "refs/habit/own/\(remote.name)"
    try remember(commit, as: name)
    // One that stays is replaced by the next one that is sent.
    defer { try? repository.delete(GitPath(name), at: commit) }
    return try push(name).verdict == .accepted
  }

  /// Pushes a reference, or asks whether the remote would take it.
  func push(_ name: String, isDry: Bool = false) throws -> Pushed {
    do {
      let there = place.there.name
      return try repository.push(name, as: there, to: remote, over: network, isDry: isDry)
    } catch {
      if error.kind == .remote(.incomplete) { try checkReferenceNames() }
      // It was there a moment ago: a server that only gives may call the repository unknown.
      guard error.kind == .remote(.notFound), !remote.pushesElsewhere else {
        throw SyncError(error, with: remote.name)
      }
      throw SyncError.unreachable(.denied, remote: remote.name, message: error.message)
    }
  }

  /// Sees that a remote in a folder has no file among its references whose name none can have: git takes
  /// nothing beside one, and calls it a bad object.
  private func checkReferenceNames() throws {
    guard let folder = try repository.directory(of: remote) else { return }
    let hub = try Repository(at: folder)
    for path in try hub.damagedFiles()
    where path.hasPrefix("refs/") && !ReferenceName.isValid(path) {
      let names = [path, place.there.name + ".copy"].map { "\(hub.commonDirectory)/\($0)" }
      throw SyncError.invalidReference(remote: remote.name, file: names[0], copy: names[1])
    }
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
  init(of pushed: Pushed, by remote: Remote, _ reason: String) {
    self.init(remote: remote.name, reason: reason, remarks: pushed.remarks)
  }

  /// Whether it may take the same commits on another branch: the branch is protected.
  ///
  /// Source: the words of GitHub (GH006, GH013), GitLab, Gitea, Bitbucket and Azure DevOps.
  var isOfBranch: Bool {
    let words = (reason + "\n" + remarks).lowercased()
    return ["protected", "pull request", "merge request", "to this branch", "restricted branch"]
      .contains { words.contains($0) }
  }
}
