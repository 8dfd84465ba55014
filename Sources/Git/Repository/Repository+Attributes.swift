internal import CLibgit2

extension Repository {
  public enum Attribute: Hashable, Sendable {
    /// Nothing, or `!NAME`.
    case unspecified
    /// `NAME`.
    case set
    /// `-NAME`.
    case unset
    /// `NAME=VALUE`.
    case value(String)
  }

  /// An attribute of a file, read as git reads it: from `.gitattributes` of all folders on the way,
  /// from `info/attributes`, and from the user's file.
  public func attribute(
    _ name: String,
    of path: GitPath,
    with commit: ObjectID? = nil
  ) throws(GitError) -> Attribute {
    var value: UnsafePointer<CChar>?
    var options = unsafe git_attr_options()
    unsafe options.version = UInt32(GIT_ATTR_OPTIONS_VERSION)
    if let commit {
      unsafe options.flags = UInt32(GIT_ATTR_CHECK_INCLUDE_COMMIT)
      unsafe options.attr_commit_id = commit.raw
    }
    try check(unsafe git_attr_get_ext(&value, handle.pointer, &options, path.cString, name))
    switch unsafe git_attr_value(value) {
    case GIT_ATTR_VALUE_TRUE: return .set
    case GIT_ATTR_VALUE_FALSE: return .unset
    case GIT_ATTR_VALUE_STRING:
      return unsafe value.map { .value(unsafe String(cString: $0)) } ?? .unspecified
    default: return .unspecified
    }
  }

  /// The filter program through which git takes a file in or puts it out; nil without one.
  ///
  /// A filter that no setting describes is ignored, as git does it.
  public func filter(of path: GitPath, with commit: ObjectID? = nil) throws(GitError) -> String? {
    guard case .value(let name) = try attribute("filter", of: path, with: commit) else {
      return nil
    }
    for action in ["clean", "smudge", "process"] {
      let program = try setting("filter.\(name).\(action)") ?? ""
      if !program.isEmpty { return name }
    }
    return nil
  }
}
