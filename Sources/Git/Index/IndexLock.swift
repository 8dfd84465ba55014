internal import CLibgit2
internal import Posix

/// The lock on the index that all gits respect, held for as long as the value lives.
///
/// `index.lock` is ours when it says so or is the same file as `habit/index.own`; see ``LockFile``.
public struct IndexLock: ~Copyable {
  let files: IndexFiles

  /// Takes the lock of the index in this directory of git's.
  ///
  /// Only one process of ours may do this at a time; what a crash of ours left is removed first.
  ///
  /// - Throws: `.locked` when another program holds it: wait and try again.
  public init(of gitDirectory: String) throws(GitError) {
    let files = IndexFiles(gitDirectory: gitDirectory)
    try System(root: gitDirectory).makeDirectory("habit")
    try files.ownLock.removeStale()
    try files.ownLock.take()
    self.files = files
  }

  deinit {
    files.ownLock.release()
  }

  /// Removes the lock that a crash of ours left behind; another program's stays.
  ///
  /// The caller knows that no other process of ours is at work.
  public static func removeStale(in gitDirectory: String) throws(GitError) {
    try IndexFiles(gitDirectory: gitDirectory).ownLock.removeStale()
  }
}

extension IndexLock {
  /// Copies the index to where it can be worked on; its status, or nil without one yet.
  borrowing func copyIndex() throws(GitError) -> FileStatus? {
    // It is ours alone, and only a crash leaves it.
    try disk.remove(files.copy + ".lock")
    return try disk.copyContents(of: files.index, to: files.copy, IndexFiles.completed)
  }
}

struct IndexFiles {
  let gitDirectory: String

  var index: String { gitDirectory + "/index" }
  /// Where the next index is made.
  var copy: String { gitDirectory + "/habit/index" }

  var ownLock: LockFile<GitError> {
    LockFile(index + ".lock", own: copy + ".own")
  }

  private static let checksumLength = 20

  /// The checksum at the end of the index; nil without one, as index.skipHash has it.
  ///
  /// Source: gitformat-index(5).
  func checksum() throws(GitError) -> [UInt8]? {
    let length = IndexFiles.checksumLength
    guard let bytes = try disk.end(of: index, bytes: length), bytes.count == length,
      bytes.contains(where: { $0 != 0 })
    else { return nil }
    return bytes
  }

  /// An index with its checksum, where git has left it out.
  static func completed(_ bytes: [UInt8]) -> [UInt8] {
    let end = bytes.count - checksumLength
    guard end > 0, bytes[end...].allSatisfy({ $0 == 0 }) else { return bytes }
    var hash = Array(repeating: UInt8(0), count: checksumLength)
    unsafe clibgit2_sha1(&hash, bytes, end)
    return bytes[..<end] + hash
  }

  /// The index; one without a checksum, which libgit2 refuses before 1.8, from a copy that has one.
  func opened() throws(GitError) -> Handle<IndexKind> {
    do {
      return try Handle<IndexKind> { unsafe git_index_open(&$0, index) }
    } catch {
      guard error.kind == .unsupported(feature: UnsupportedFeature.indexChecksum),
        try checksum() == nil
      else { throw error }
      let copy = "\(index).\(UInt64.random(in: 0 ... .max))"
      defer { _ = try? disk.remove(copy) }
      _ = try disk.copyContents(of: index, to: copy, IndexFiles.completed)
      return try Handle<IndexKind> { unsafe git_index_open(&$0, copy) }
    }
  }
}
