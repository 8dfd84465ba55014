internal import CLibgit2

extension Repository {
  /// Brings work files that are as one commit has them to another; leaves what is edited or missing.
  public func checkOut(
    _ paths: [GitPath],
    from old: ObjectID,
    on new: ObjectID,
    in workTree: String
  ) throws(GitError) {
    guard !paths.isEmpty else { return }
    let baseline = try tree(tree(of: old))
    let target = try tree(tree(of: new))
    let status = unsafe withCStrings([GitPath(workTree)] + paths) { texts in
      var names = unsafe texts.dropFirst()
        .map { unsafe Optional(UnsafeMutablePointer(mutating: $0)) }
      return unsafe names.withUnsafeMutableBufferPointer { names in
        var options = unsafe git_checkout_options()
        unsafe git_checkout_options_init(&options, UInt32(GIT_CHECKOUT_OPTIONS_VERSION))
        let strategy = [
          GIT_CHECKOUT_SAFE, GIT_CHECKOUT_ALLOW_CONFLICTS, GIT_CHECKOUT_DISABLE_PATHSPEC_MATCH,
          GIT_CHECKOUT_DONT_UPDATE_INDEX,
        ]
        unsafe options.checkout_strategy = strategy.reduce(0) { $0 | $1.rawValue }
        unsafe options.target_directory = texts[0]
        unsafe options.baseline = baseline.pointer
        unsafe options.paths = git_strarray(strings: names.baseAddress, count: names.count)
        return unsafe git_checkout_tree(handle.pointer, target.pointer, &options)
      }
    }
    try check(status)
  }
}
