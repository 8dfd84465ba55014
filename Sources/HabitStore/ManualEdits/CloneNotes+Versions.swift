public import HabitFiles
internal import Posix

// Versions of work files that history need not have: what a manual edit may have been made from.

extension CloneNotes {
  /// The bytes the tool last wrote to the work files or took from them.
  public var lastWritten: FileTree {
    let disk = disk
    return FileTree(paths: []) { (path) throws(FileTreeError) in
      try disk.contents(of: CloneFile.lastWritten + path)
    }
  }

  func timeOfLastWrite(_ path: String) -> FileStatus.Time? {
    disk.status(of: CloneFile.lastWritten + path)?.modified
  }

  /// Forgets a work file that is gone.
  func forget(_ path: String) throws {
    try remove(CloneFile.lastWritten + path)
  }

  /// Removes a file of ours, but nothing that a link leads to.
  func remove(_ path: String) throws {
    if !disk.isBehindLink(path) { try disk.remove(path) }
  }

  /// Remembers what a work file holds now, and the entries of what was last written that it lacks; of
  /// `before` it lacks none.
  func remember(
    _ bytes: [UInt8],
    of path: String,
    after before: [UInt8]? = nil
  ) throws {
    if let written = lastWritten.bytes(of: path), written != before {
      try noteFormerEntries(of: path, from: written, to: bytes)
    }
    try disk.makeDirectory(CloneFile.lastWritten + path.folder)
    try disk.replace(CloneFile.lastWritten + path, bytes)
  }
}

extension CloneNotes {
  /// How many merged manual edits of a file are kept: as many editors and devices may go on from
  /// what they saved.
  private static let mostSaved = 8

  /// The manual edits of a file that were merged into something newer, the newest first.
  func saved(of path: String) -> [[UInt8]] {
    (0..<CloneNotes.mostSaved).compactMap { disk.bytes(of: "\(CloneFile.saved)\(path)/\($0)") }
  }

  /// Keeps a manual edit that was merged into something newer: the editor may go on from it.
  func keep(saved bytes: [UInt8], of path: String) throws {
    let folder = CloneFile.saved + path
    let others = saved(of: path).filter { $0 != bytes }.prefix(CloneNotes.mostSaved - 1)
    try disk.makeDirectory(folder)
    for (number, version) in ([bytes] + others).enumerated() {
      try disk.replace("\(folder)/\(number)", version)
    }
  }
}
