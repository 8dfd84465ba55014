extension Repository {
  /// Downloads what a remote has by the user's git.
  ///
  /// git names every branch that it has fetched, changed or not, so that one connection tells what is
  /// there. Only where the remote's own choice among several counts is it asked once more.
  func fetchWithGit(_ remote: Remote, over network: Network) throws(GitError) -> Advertisement {
    let depth = isShallow ? ["--unshallow"] : []
    let answer = try git(over: network).run(
      ["fetch"] + GitCommand.fetchOptions + depth + ["--", remote.name, remote.refspec]
        + [GitCommand.noHead],
      with: GitCommand.fetchSettings
    )
    guard answer.status == 0 else { throw GitError(answer.messages, of: remote) }
    let names = answer.messages.lines.compactMap(GitCommand.reference(fetchedTo:))
    let present = Set(names.map { GitPath($0) })
    var branches: [GitPath: ObjectID] = [:]
    for (name, id) in try references(matching: remote.followers + "*") {
      guard present.contains(name), let branch = remote.branch(followedBy: name) else { continue }
      branches[branch] = id
    }
    return Advertisement(
      branches: branches,
      defaultBranch: try defaultBranch(among: branches, of: remote, over: network)
    )
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
    "--verbose", "--progress", "--atomic", "--no-tags", "--no-prune", "--no-prune-tags",
    "--no-recurse-submodules", "--no-write-fetch-head", "--no-auto-gc", "--no-show-forced-updates",
    "--refmap=",
  ]

  static let fetchSettings = [
    "fetch.output=full", "fetch.writeCommitGraph=false", "color.ui=false",
  ]

  /// A branch of this name would take the place of the remote's HEAD.
  static let noHead = "^refs/heads/HEAD"

  /// The reference that a line of `git fetch --verbose` is about, as
  /// ` = [up to date]      main       -> origin/main`.
  ///
  /// Source: git-fetch(1), OUTPUT; references below `refs/remotes` are named without that.
  static func reference(fetchedTo line: String) -> String? {
    guard line.hasPrefix(" "), let arrow = line.firstRange(of: " -> ") else { return nil }
    let name = line[arrow.upperBound...].prefix { $0 != " " }
    return name.hasPrefix("refs/") ? String(name) : "refs/remotes/" + name
  }

  static let pushOptions = [
    "--porcelain", "--progress", "--no-follow-tags", "--recurse-submodules=no",
  ]

  static func pushSettings(for remote: Remote) -> [String] {
    ["remote.\(remote.name).mirror=false", "color.ui=false"]
  }
}
