internal import CLibgit2

extension Repository {
  /// Whether it has only the newest part of its history; libgit2 can do nothing with one.
  var isShallow: Bool { unsafe git_repository_is_shallow(handle.pointer) == 1 }
}
