public import GitFormats

/// What git's index has of each folder at the root, as it was when it was read.
public struct IndexFolders: Sendable {
  /// The lines of files that lie at the root.
  public let files: [IndexEntry]
  private let lines: Lines

  private enum Lines: Sendable {
    /// Where they are in the file.
    case positions([GitPath: Range<Int>], in: IndexFile)
    /// As libgit2 gives them.
    case entries([GitPath: [IndexEntry]])
  }

  /// Reads the index; git's library is needed only where it is of an unusual form.
  ///
  /// - Parameters:
  ///   - root: The work tree.
  ///   - gitDirectory: Its own git folder.
  /// - Throws: when the index cannot be read.
  public init(of root: String, in gitDirectory: String) throws(GitError) {
    if let file = IndexFile(at: IndexFiles(gitDirectory: gitDirectory).index),
      let (files, positions) = file.folders()
    {
      self.files = files
      lines = .positions(positions, in: file)
      return
    }
    let all = Dictionary(grouping: try Repository(at: root).index(under: [.root])) { entry in
      entry.path.foldersAbove.last ?? .root
    }
    files = all[.root, default: []]
    lines = .entries(all.filter { $0.key != .root })
  }

  /// The lines below a folder at the root, in their order.
  public func entries(in folder: GitPath) -> [IndexEntry] {
    switch lines {
    case .positions(let positions, let file): positions[folder].map(file.entries(at:)) ?? []
    case .entries(let entries): entries[folder] ?? []
    }
  }
}
