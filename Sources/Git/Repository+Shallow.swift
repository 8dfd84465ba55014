internal import CLibgit2

extension Repository {
  /// Whether it has only the newest part of its history.
  ///
  /// libgit2:
  /// <https://libgit2.org/docs/reference/main/repository/git_repository_is_shallow.html>
  var isShallow: Bool { unsafe git_repository_is_shallow(handle.pointer) == 1 }

  /// Gets the history that a shallow clone has left out, which libgit2 can neither do nor do without.
  func completeHistory(from remote: Remote, over network: Network) throws(GitError) {
    guard isShallow else { return }
    guard Child.find("git", in: network.environment) != nil else {
      let words = "run: git fetch --unshallow \(remote.name)"
      throw GitError(.unsupported(feature: "a shallow history"), words)
    }
    // Progress keeps it from being taken for silent.
    let git = try Child(
      [
        "git", "fetch", "--unshallow", "--progress", "--no-tags", "--no-write-fetch-head",
        remote.name,
      ],
      with: ["GIT_DIR": gitDirectory],
      over: network
    )
    git.closeInput()
    _ = try git.readAll()
    guard try git.finish() == 0 else {
      let words = remote.address.redacting(git.errorText)
      throw GitError(RemoteFailure(programsWords: words) ?? .disconnected, words)
    }
  }
}
