public import Git

/// The files of a commit with changes that are not written yet.
public struct TreeDraft {
  public let base: ObjectID
  private var changes: [GitPath: Content?] = [:]
  /// Folders that are taken as another commit has them, whatever is in them.
  private var folders: [GitPath: TreeEntry?] = [:]

  enum Content {
    case entry(TreeEntry)
    /// A file that is made here, of the kind of another.
    case made([UInt8], like: TreeEntry)
  }

  init(on base: ObjectID) {
    self.base = base
  }

  var isEmpty: Bool { changes.isEmpty && folders.isEmpty }

  var paths: [GitPath] { changes.keys.sorted() }

  mutating func set(_ path: GitPath, _ piece: Content?) {
    changes[path] = .some(piece)
  }

  /// Takes a folder as another commit has it.
  mutating func carry(_ folder: GitPath, _ entry: TreeEntry?) {
    folders[folder] = .some(entry)
  }

  func entry<Source: TreeSource & ~Copyable>(
    at path: GitPath,
    in source: borrowing Source
  ) throws -> TreeEntry? {
    switch changes[path] {
    case .some(.some(.made(_, let like))): like
    case .some(.some(.entry(let entry))): entry
    case .some(.none): nil
    case .none: try source.entry(at: path, of: base)
    }
  }

  func file<Source: TreeSource & ~Copyable>(
    at path: GitPath,
    in source: borrowing Source
  ) throws -> (bytes: [UInt8], entry: TreeEntry)? {
    guard let entry = try entry(at: path, in: source), entry.isFile else { return nil }
    if case .some(.some(.made(let bytes, _))) = changes[path] { return (bytes, entry) }
    return (try source.blob(entry.id), entry)
  }

  /// Writes the files, and gives their tree; a repository takes none that git would not write, but in the
  /// folders that are taken as they are.
  public func write<Source: TreeSource & ~Copyable>(
    in source: borrowing Source
  ) throws -> ObjectID {
    var entries: [(path: GitPath, entry: TreeEntry?)] = []
    for (path, piece) in changes.sorted(by: { $0.key < $1.key })
    where !path.foldersAbove.contains(where: folders.keys.contains) {
      switch piece {
      case .entry(let entry): entries.append((path, entry))
      case .made(let bytes, let like):
        entries.append((path, like.holding(try source.writeBlob(bytes))))
      case nil:
        // A folder that is there now is not the file that goes.
        if try source.entry(at: path, of: base) != nil { entries.append((path, nil)) }
      }
    }
    entries += folders.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    return try source.writeTree(of: base, setting: entries)
  }
}
