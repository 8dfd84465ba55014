public import GitFormats

/// What git's index has of each folder at the root, as it was when it was read.
public struct IndexFolders: Sendable {
  private let folders: [GitPath: [IndexEntry]]

  /// Reads the index that is in a git folder.
  public init(in gitDirectory: String) throws(GitError) {
    let entries = try IndexFiles(gitDirectory: gitDirectory).entries()
    folders = Dictionary(grouping: entries) { $0.path.foldersAbove.last ?? .root }
  }

  /// The lines of files that lie at the root.
  public var files: [IndexEntry] { folders[.root] ?? [] }

  /// The lines below a folder at the root, in their order.
  public func entries(in folder: GitPath) -> [IndexEntry] { folders[folder] ?? [] }
}
