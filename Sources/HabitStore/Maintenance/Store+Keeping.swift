internal import Git
public import HabitFiles
internal import Posix

extension Store {
  /// Keeps the newest commit reachable as `refs/habit/NAME`, whatever becomes of the branch.
  ///
  /// - Returns: Why that failed, beside a commit that is made.
  public func keep(as name: String) -> String? {
    do {
      let lock = try lock()
      let repository = try Repository(at: location.root)
      guard let commit = try repository.head().commit else { return nil }
      let reference = Store.reference(name)
      // No other program writes these: who left git's lock on one was killed. git itself would
      // leave a name without contents after a power cut, and would take whatever lies beside for a
      // reference.
      let disk = Disk(root: repository.commonDirectory)
      try disk.remove(reference + ".lock")
      try disk.makeDirectory(reference.folder)
      try disk.replaceDurably(CloneFile.kept, Array("\(commit.hex)\n".utf8))
      try disk.move(CloneFile.kept, to: reference)
      try disk.synchronize()
      _ = consume lock
      return nil
    } catch {
      return "recorded; but \(error)"
    }
  }

  /// Some files as they were when they were kept under a name; none when they never were.
  public func kept(as name: String, _ paths: [String]) throws -> FileTree {
    let repository = try Repository(at: location.root)
    guard let commit = try repository.tip(of: Store.reference(name)) else { return FileTree([:]) }
    var files: [String: [UInt8]] = [:]
    for path in paths { files[path] = try repository.file(GitPath(path), of: commit) }
    return FileTree(files)
  }

  private static func reference(_ name: String) -> String { "refs/habit/\(name)" }
}
