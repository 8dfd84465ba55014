internal import Git
internal import HabitCore
internal import HabitFiles
public import Posix

public struct Location: Hashable, Sendable {
  /// The folder with `.habit.json`, absolute.
  public let root: String
  /// git's folder, absolute; nil where git does not manage the root.
  public let gitDirectory: String?

  /// The repository whose root is this folder; nil when the folder is not a repository.
  ///
  /// It still is one when its marker has vanished, which the next command that writes puts back.
  ///
  /// - Throws: `SystemError` where that cannot be seen.
  public init?(root: String) throws {
    self.init(createdAt: root)
    let files = Disk(root: "")
    guard try files.anyStatus(of: disk.absolute(Layout.marker.path))?.kind != .file else { return }
    // What GIT_DIR names may go with another work tree.
    guard try files.anyStatus(of: disk.absolute(".git")) != nil, let notes,
      try files.anyStatus(of: notes.disk.absolute(CloneFile.place))?.kind == .file,
      index[.root]?.contains(where: { $0.path == Layout.marker.gitPath }) == true
    else { return nil }
  }

  /// A repository whose marker is yet to be written.
  public init(createdAt root: String) {
    self.root = root
    self.gitDirectory = WorkTree.gitDirectory(of: root)
  }

  public init?(above folder: String) throws {
    var parts = folder.split(separator: "/")
    while true {
      if let location = try Location(root: "/" + parts.joined(separator: "/")) {
        self = location
        return
      }
      guard parts.popLast() != nil else { return nil }
    }
  }

  public var marker: [UInt8]? { disk.bytes(of: Layout.marker.path) }

  public var disk: Disk { Disk(root: root) }

  /// What this clone keeps for itself, beside git's own files; nil where git does not manage the
  /// root.
  public var notes: CloneNotes? { gitDirectory.map(CloneNotes.init(gitDirectory:)) }
}
