extension Repository {
  /// Downloads what a remote has by the user's git.
  ///
  /// git names every branch that it has fetched, changed or not, so that one connection tells what is
  /// there. Only where the remote's own choice among several counts is it asked once more.
  func fetchWithGit(_ remote: Remote, over network: Network) throws(GitError) -> Advertisement {
    let isFiltered = try setting(remote.filter) != nil
    let whole = (isShallow ? ["--unshallow"] : []) + (isFiltered ? ["--refetch"] : [])
    let answer = try git(over: network).run(
      ["fetch"] + GitCommand.fetchOptions + whole + ["--", remote.name, remote.refspec]
        + [GitCommand.noHead],
      with: GitCommand.fetchSettings
    )
    let hasConflicts = answer.status != 0 && GitCommand.hasNameConflicts(answer.messages)
    guard answer.status == 0 || hasConflicts else { throw GitError(answer.messages, of: remote) }
    if isFiltered { try unset(remote.filter) }
    let names = answer.messages.lines.compactMap(GitCommand.reference(fetchedTo:))
    let present = Set(names.map { GitPath($0) })
    var branches = hasConflicts ? try branches(of: remote, over: network) : [:]
    for (name, id) in try references(matching: remote.followers + "*") {
      guard present.contains(name), let branch = remote.branch(followedBy: name) else { continue }
      branches[branch] = id
    }
    return Advertisement(
      branches: branches,
      defaultBranch: try defaultBranch(among: branches, of: remote, over: network)
    )
  }

  /// The branches of a remote whose commits are here, as it says itself.
  private func branches(
    of remote: Remote,
    over network: Network
  ) throws(GitError) -> [GitPath: ObjectID] {
    let answer = try git(over: network).run(["ls-remote", "--heads", "--", remote.name])
    guard answer.status == 0 else { throw GitError(answer.messages, of: remote) }
    var branches: [GitPath: ObjectID] = [:]
    for line in answer.output {
      let words = line.split(separator: "\t", maxSplits: 1)
      guard words.count == 2, let id = ObjectID(hex: String(words[0])), try hasCommit(id) else {
        continue
      }
      branches[GitPath(String(words[1]))] = id
    }
    return branches
  }

  /// The branch that a remote's HEAD names; nil when it is not needed.
  private func defaultBranch(
    among branches: [GitPath: ObjectID],
    of remote: Remote,
    over network: Network
  ) throws(GitError) -> String? {
    guard branches.count > 1 else { return branches.keys.first?.text }
    let head = try head()
    if head.commit != nil, let branch = head.branch, branches[GitPath(branch)] != nil { return nil }
    let answer = try git(over: network).run(["ls-remote", "--symref", "--", remote.name, "HEAD"])
    guard answer.status == 0 else { throw GitError(answer.messages, of: remote) }
    let words = answer.output.lazy.map { $0.split(whereSeparator: \.isWhitespace) }
    let target = words.first { $0.first == "ref:" }?.dropFirst().first.map { String($0) }
    let commit = words.first { $0.last == "HEAD" && $0.count == 2 }?.first
    return Advertisement.branch(
      target,
      at: commit.flatMap { ObjectID(hex: String($0)) },
      among: branches
    )
  }
}

/// The options of git, so that no setting changes what we mean; and how its answers are read.
enum GitCommand {
  static let fetchOptions = [
    "--verbose", "--progress", "--no-atomic", "--no-tags", "--no-prune", "--no-prune-tags",
    "--no-recurse-submodules", "--no-write-fetch-head", "--no-auto-gc", "--no-show-forced-updates",
    "--update-shallow", "--no-filter", "--refmap=",
  ]

  static let fetchSettings = [
    "fetch.output=full", "fetch.writeCommitGraph=false", "color.ui=false",
    "advice.fetchShowForcedUpdates=false",
  ]

  /// A branch of this name would take the place of the remote's HEAD.
  static let noHead = "^refs/heads/HEAD"

  /// The reference that a line of `git fetch --verbose` is about, as
  /// ` = [up to date]      main       -> origin/main`.
  ///
  /// Source: git-fetch(1), OUTPUT; references below `refs/remotes` are named without that.
  static func reference(fetchedTo line: String) -> String? {
    guard line.hasPrefix(" "), !line.hasPrefix(" ! "), let arrow = line.firstRange(of: " -> ")
    else { return nil }
    let name = line[arrow.upperBound...].prefix { $0 != " " }
    return name.hasPrefix("refs/") ? String(name) : "refs/remotes/" + name
  }

  /// Whether git has left nothing aside but branches whose names are folders here, or the reverse, as
  /// of a branch that has gone there.
  ///
  /// Source: git's builtin/fetch.c, by trying 2.39 and 2.55.
  static func hasNameConflicts(_ messages: GitMessages) -> Bool {
    func says(_ words: String) -> Bool { messages.lines.contains { $0.contains(words) } }
    return says("some local refs could not be updated; try running") && !says("fatal: ")
      && !RemoteFailure.isLock(messages.text)
  }

  static let pushOptions = [
    "--porcelain", "--progress", "--no-follow-tags", "--recurse-submodules=no",
  ]

  static func pushSettings(for remote: Remote) -> [String] {
    ["remote.\(remote.name).mirror=false", "color.ui=false"]
  }
}
