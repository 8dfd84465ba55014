internal import Git
public import HabitFiles

extension Store {
  /// Keeps the newest commit reachable as `refs/habit/NAME`, whatever becomes of the branch.
  public func keep(as name: String) throws(StoreError) {
    do {
      let repository = try Repository(at: location.root)
      guard let commit = try repository.head().commit else { return }
      let reference = Store.reference(name)
      try repository.move(
        reference,
        from: repository.tip(of: reference),
        to: commit,
        reflog: "habit: kept"
      )
    } catch {
      throw StoreError(error, in: location)
    }
  }

  /// Some files as they were when they were kept under a name; none when they never were.
  public func kept(as name: String, _ paths: [String]) throws(StoreError) -> FileTree {
    do {
      let repository = try Repository(at: location.root)
      guard let commit = try repository.tip(of: Store.reference(name)) else { return FileTree([:]) }
      var files: [String: [UInt8]] = [:]
      for path in paths { files[path] = try repository.file(path, of: commit) }
      return FileTree(files)
    } catch {
      throw StoreError(error, in: location)
    }
  }

  private static func reference(_ name: String) -> String { "refs/habit/\(name)" }
}
