/// What a tree says about one of its names.
public struct TreeEntry: Hashable, Sendable {
  public let id: ObjectID
  public let mode: UInt32

  public var isTree: Bool { mode & TreeEntry.type == TreeEntry.tree }

  /// A regular file: neither a directory nor a symbolic link nor another repository.
  public var isFile: Bool { mode & TreeEntry.type == TreeEntry.file }

  public var isExecutable: Bool { isFile && mode & 0o100 != 0 }

  /// A symbolic link; the blob holds where it leads.
  public var isLink: Bool { mode & TreeEntry.type == 0o120000 }

  /// A submodule: a commit of another repository, which is not here.
  public var isSubmodule: Bool { mode & TreeEntry.type == 0o160000 }

  /// The mode as git reads it, and writes it today: a file's says only whether it is executable.
  ///
  /// libgit2 writes no other. Source: git's cache.h, `canon_mode`.
  static func canonical(_ mode: UInt32) -> UInt32 {
    switch mode & type {
    case file: mode & 0o100 != 0 ? 0o100755 : plainFile
    default: mode & type
    }
  }

  public func holding(_ blob: ObjectID) -> TreeEntry { TreeEntry(id: blob, mode: mode) }

  public init(file blob: ObjectID) {
    self.init(id: blob, mode: TreeEntry.plainFile)
  }

  public init(id: ObjectID, mode: UInt32) {
    self.id = id
    self.mode = mode
  }

  public static let tree: UInt32 = 0o040000
  public static let plainFile: UInt32 = 0o100644
  private static let file: UInt32 = 0o100000
  private static let type: UInt32 = 0o170000
}

extension TreeEntry: Comparable {
  public static func < (left: TreeEntry, right: TreeEntry) -> Bool {
    (left.id, left.mode) < (right.id, right.mode)
  }
}
