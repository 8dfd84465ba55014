extension Repository {
  /// Those of some files that a sparse checkout leaves out of the work tree.
  ///
  /// A file that is not in the index yet is left out where all its neighbours are: libgit2 does not
  /// know the patterns.
  public func skipped(among paths: some Sequence<GitPath>) throws(GitError) -> Set<GitPath> {
    let entries = try index(under: [.root])
    guard entries.contains(where: \.isSkipped) else { return [] }
    let known = Dictionary(entries.map { ($0.path, $0.isSkipped) }) { first, _ in first }
    // Of each folder, whether all that is below it is left out.
    var folders: [GitPath: Bool] = [:]
    for entry in entries {
      for folder in entry.path.foldersAbove {
        folders[folder] = folders[folder, default: true] && entry.isSkipped
      }
    }
    return Set(
      paths.filter { path in
        known[path] ?? path.foldersAbove.lazy.compactMap { folders[$0] }.first ?? false
      }
    )
  }
}
