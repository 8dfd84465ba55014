internal import CLibgit2
internal import Posix

/// One git repository, opened; what it gives and takes are values.
///
/// It belongs to one thread at a time. Opening is cheap, so open one per piece of work.
public struct Repository: ~Copyable {
  let handle: Handle<RepositoryKind>

  /// Opens the repository exactly at `path`: a work tree, a `.git` directory or a bare repository.
  ///
  /// A linked worktree, whose `.git` is a file, is opened like any other. No directory above is
  /// searched; where there is no `.git`, what `GIT_DIR` names may belong to the path.
  ///
  /// - Throws: `.notARepository`, `.wrongOwner`, `.unsupported`.
  public init(at path: String) throws(GitError) {
    let opened = try Repository.open(path)
    // An object that is cut off is refused, for which libgit2 would wait for ever.
    try check(
      unsafe clibgit2_guard(opened.database().pointer, git_repository_commondir(opened.pointer))
    )
    handle = opened
  }

  /// Creates a repository with a work tree at `path`, and the directories that lead there.
  ///
  /// No template of the machine is copied. Its first branch is `main`, still without a commit. It is
  /// made in a corner, and put in its place when it is on the disk, `HEAD` last: what a crash leaves
  /// is a repository, or has no `HEAD` and is created again.
  ///
  /// - Throws: `.exists` when there is a repository already.
  public init(creatingAt path: String) throws(GitError) {
    try Libgit2.load()
    try Repository.checkEncoding(of: path)
    let (place, corner) = (path + "/.git", path + "/.git/habit/new")
    guard try disk.anyStatus(of: place + "/HEAD") == nil else {
      throw GitError(.exists, "\(path) is a repository already")
    }
    disk.discard(corner)
    defer { disk.discard(corner) }
    var options = unsafe git_repository_init_options()
    let version = UInt32(GIT_REPOSITORY_INIT_OPTIONS_VERSION)
    try check(unsafe git_repository_init_options_init(&options, version))
    unsafe options.flags =
      GIT_REPOSITORY_INIT_NO_REINIT.rawValue | GIT_REPOSITORY_INIT_MKPATH.rawValue
    _ = try Handle<RepositoryKind> { pointer in
      unsafe withCStrings(["main"]) { texts in
        unsafe options.initial_head = texts[0]
        return unsafe git_repository_init_ext(&pointer, corner, &options)
      }
    }
    try System(root: corner).synchronize()
    // libgit2 does not see when it cannot remove a lock of its own.
    let names = try disk.names(in: corner + "/.git").map(\.name).filter {
      $0 != "HEAD" && !$0.hasSuffix(".lock")
    }
    for name in names + ["HEAD"] {
      // What exists already was put there whole.
      if try disk.anyStatus(of: "\(place)/\(name)")?.kind == .directory { continue }
      try disk.move("\(corner)/.git/\(name)", to: "\(place)/\(name)")
    }
    try self.init(at: path)
  }
}

extension Repository {
  /// The directory of this work tree's own git files: `.git`, or a linked worktree's part of it.
  public var gitDirectory: String {
    unsafe Repository.directory(git_repository_path(handle.pointer)) ?? ""
  }

  /// The directory of what all linked worktrees share: objects, branches, configuration.
  public var commonDirectory: String {
    unsafe Repository.directory(git_repository_commondir(handle.pointer)) ?? ""
  }

  public var workDirectory: String? {
    unsafe Repository.directory(git_repository_workdir(handle.pointer))
  }

  /// libgit2's spelling of a directory, which ends in a slash, as git's, which does not.
  private static func directory(_ path: UnsafePointer<CChar>?) -> String? {
    guard let path = unsafe path else { return nil }
    let text = unsafe String(cString: path)
    return text.count > 1 && text.hasSuffix("/") ? String(text.dropLast()) : text
  }
}

extension Repository {
  public func reachDisk() throws(GitError) { try System(root: commonDirectory).synchronize() }
}

extension Repository {
  public enum Operation: String, Hashable, Sendable {
    case merge
    case revert
    case cherryPick = "cherry-pick"
    case bisect
    case rebase
    case applyMailbox = "am"
  }

  /// The unfinished operation of git; nil without one.
  public var operation: Operation? {
    switch git_repository_state_t(UInt32(unsafe git_repository_state(handle.pointer))) {
    case GIT_REPOSITORY_STATE_MERGE: .merge
    case GIT_REPOSITORY_STATE_REVERT, GIT_REPOSITORY_STATE_REVERT_SEQUENCE: .revert
    case GIT_REPOSITORY_STATE_CHERRYPICK, GIT_REPOSITORY_STATE_CHERRYPICK_SEQUENCE: .cherryPick
    case GIT_REPOSITORY_STATE_BISECT: .bisect
    case GIT_REPOSITORY_STATE_REBASE, GIT_REPOSITORY_STATE_REBASE_INTERACTIVE,
      GIT_REPOSITORY_STATE_REBASE_MERGE:
      .rebase
    case GIT_REPOSITORY_STATE_APPLY_MAILBOX, GIT_REPOSITORY_STATE_APPLY_MAILBOX_OR_REBASE:
      .applyMailbox
    default: nil
    }
  }
}

extension Repository {
  /// The commits that an unfinished merge of git takes in; none when there is no such merge.
  public func mergeHeads() throws(GitError) -> [ObjectID] {
    let text = try disk.text(of: gitDirectory + "/MERGE_HEAD") ?? ""
    return text.split(whereSeparator: \.isWhitespace).compactMap { ObjectID(hex: String($0)) }
  }
}

extension Handle<RepositoryKind> {
  borrowing func database() throws(GitError) -> Handle<DatabaseKind> {
    try Handle<DatabaseKind> { unsafe git_repository_odb(&$0, pointer) }
  }
}
