extension [IndexEntry] {
  /// Those of some files that a sparse checkout leaves out of the work tree, by the lines of the index.
  ///
  /// A file that is not in it yet is left out where all its neighbours are: libgit2 does not
  /// know the patterns.
  public func skipped(among paths: some Sequence<GitPath>) -> Set<GitPath> {
    guard contains(where: \.isSkipped) else { return [] }
    let known = Dictionary(map { ($0.path, $0.isSkipped) }) { first, _ in first }
    // Of each folder, whether all that is below it is left out.
    var folders: [GitPath: Bool] = [:]
    for entry in self {
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
