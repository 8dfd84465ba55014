internal import Posix

extension Repository {
  /// Whether git has given up a merge because another program was at work beside it.
  ///
  /// `git merge` leaves its state behind as if the user had conflicts to resolve, although there are
  /// none, in two cases: the lock of the index was held before anything was merged, or the branch had
  /// moved before the result could be committed. The second is known by ORIG_HEAD, where the branch was
  /// when the merge began; the first by an announcement of conflicts that names none.
  ///
  /// git: builtin/merge.c, `cmd_merge`, `try_merge_strategy` and `finish`.
  public func isMergeGivenUp() throws(GitError) -> Bool {
    guard operation == .merge, try state("MERGE_AUTOSTASH") == nil,
      let head = try head().commit, let began = try state("ORIG_HEAD")
    else { return false }
    let lines = try index(under: [""])
    guard lines.allSatisfy({ $0.stage == 0 }) else { return false }
    if began != head.hex { return try !isCommitted(head) }
    guard try state("AUTO_MERGE") == nil, let message = try state("MERGE_MSG"),
      message.hasSuffix("Conflicts:")
    else { return false }
    return try staged().isEmpty
  }

  /// Forgets git's merge; neither the index nor a work file changes.
  ///
  /// git: branch.c, `remove_merge_branch_state`.
  public func forgetMerge() throws(GitError) {
    for name in ["MERGE_RR", "MERGE_MSG", "MERGE_MODE", "AUTO_MERGE", "MERGE_HEAD"] {
      try disk.remove("\(gitDirectory)/\(name)")
    }
  }

  /// The branch of a rebase that git has to give up, because the branch has moved since it began.
  ///
  /// `git rebase --abort` would set the branch back, and take away the commits that moved it.
  public func branchOfOvertakenRebase() throws(GitError) -> String? {
    guard operation == .rebase, let branch = try state("rebase-merge/head-name"),
      let began = try state("rebase-merge/orig-head"), let tip = try tip(of: branch),
      began != tip.hex
    else { return nil }
    return branch
  }

  /// Whether the newest commit is the merge itself, of which git is about to clear the state away.
  private func isCommitted(_ head: ObjectID) throws(GitError) -> Bool {
    for id in try mergeHeads() where try !isAncestor(id, of: head) { return false }
    return true
  }

  private func state(_ name: String) throws(GitError) -> String? {
    guard let text = try disk.text(of: "\(gitDirectory)/\(name)") else { return nil }
    return String(text.reversed().drop(while: \.isWhitespace).reversed())
  }
}
