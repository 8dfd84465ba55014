internal import Git
internal import HabitCore
internal import HabitFiles
internal import Posix

extension Store {
  /// Makes a folder a habit repository, or adds what one lacks; false when it lacked nothing.
  public static func create(
    at root: String,
    by writer: Writer,
    program: String?
  ) throws -> Bool {
    try Disk(root: "").makeDirectory(root)
    try makeRepository(at: root)
    CreationMask.follow(root + "/.git")
    let isTold = try MergeSettings(program: program).install(in: Repository(at: root))
    let store = try Store(Location(createdAt: root))
    let disk = store.location.disk
    let tree = FileTree(paths: []) { (path) throws(FileTreeError) in try disk.contents(of: path) }
    var transaction = try store.begin(by: writer)
    while true {
      let edits = RepositoryTemplate.edits(missingFrom: tree)
      let done = try transaction.commit(edits, subject: "init: a habit repository")
      if let done { return done.id != nil || isTold }
    }
  }

  /// Makes git's folder, again where a process was killed before it was complete.
  private static func makeRepository(at root: String) throws {
    let disk = Disk(root: root)
    // HEAD comes last.
    guard WorkTree.gitDirectory(of: root) == nil || disk.hasHalfRepository else { return }
    try disk.makeDirectory(".git")
    let place = disk.absolute(".git/" + CloneFile.lock)
    let lock = try FileLock(place, timeoutSeconds: crowdTimeoutSeconds)
    if disk.hasHalfRepository {
      for (name, _) in try disk.names(in: ".git") where name.isLock {
        try disk.remove(".git/" + name)
      }
      _ = try Repository(creatingAt: root)
    }
    _ = consume lock
  }
}

extension Disk {
  fileprivate var hasHalfRepository: Bool {
    kind(of: ".git") == .directory && kind(of: ".git/HEAD") == nil
  }
}

extension String {
  fileprivate var isLock: Bool { hasSuffix(".lock") && !hasPrefix("habit") }
}
