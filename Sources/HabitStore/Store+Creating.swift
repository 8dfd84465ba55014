internal import Git
internal import HabitCore
internal import HabitFiles
internal import HabitSystem

extension Store {
  /// Makes a folder a habit repository, or adds what one lacks; false when it lacked nothing.
  ///
  /// - Parameters:
  ///   - root: The folder.
  ///   - writer: Who makes it.
  ///   - program: The file of this program, which git is told of; nil when nobody knows.
  /// - Returns: Whether anything was made or added.
  /// - Throws: why it could not be.
  public static func create(
    at root: String,
    by writer: Writer,
    program: String?
  ) throws(StoreError) -> Bool {
    let isTold: Bool
    do {
      try Disk(root: "").makeDirectory(root)
      if Disk(root: root).kind(of: ".git") == nil { _ = try Repository(creatingAt: root) }
      isTold = try MergeSettings(program: program).install(in: Repository(at: root))
    } catch let error as GitError {
      throw .git(message: error.message, hint: nil, isMissingLibrary: error.kind == .libraryMissing)
    } catch let error as SystemError {
      throw .system(error)
    } catch {
      preconditionFailure("a repository is made by git and the system: \(error)")
    }
    let store = try Store(Location(createdAt: root))
    do {
      let disk = store.location.disk
      let outcome = try store.change(by: writer) { (_) throws(Never) in
        let tree = FileTree(paths: []) { (path) throws(FileTreeError) in
          try disk.contents(of: path)
        }
        return Decision(
          edits: Skeleton.edits(missingFrom: tree),
          subject: "init: a habit repository",
          value: ()
        )
      }
      return outcome.commit != nil || isTold
    } catch {
      switch error {
      case .store(let error): throw error
      }
    }
  }
}

extension StoreError {
  fileprivate static func git(
    message: String,
    hint: String?,
    isMissingLibrary: Bool
  ) -> StoreError {
    isMissingLibrary ? .libraryMissing(message: message) : .git(message: message, hint: hint)
  }
}
