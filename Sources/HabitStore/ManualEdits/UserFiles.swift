internal import Git
public import HabitCore
public import HabitFiles
internal import Posix
internal import Synchronization

/// The files of one user in the working tree, each read once in a change as long as it stays the same.
///
/// A command looks at definitions before it takes the lock, under it, and for what it reports; at year
/// files under the lock and for what it reports. Beyond a few MiB nothing more is kept: there may be
/// thousands of year files.
public final class UserFiles: Sendable {
  private let user: UserID
  private let location: Location
  private let state = Mutex(State())

  private struct State {
    /// Files that were read, by their stamps.
    var files: [String: (status: FileStatus, bytes: [UInt8])] = [:]
    var size = 0
    var keepsYears = false
    var vanished: [String] = []
  }

  private static let mostBytes = 4 * 1024 * 1024

  public init(of user: UserID, in location: Location) {
    self.user = user
    self.location = location
  }

  public func list() throws -> FileTree {
    FileTree(
      paths: try location.disk.tree(of: user.text).paths,
      isCommitted: { [location] in location.hasVersion($0, of: $1) },
      contents: { (path) throws(FileTreeError) in try self.contents(of: path) }
    )
  }

  /// The files that exist now, and those that are gone as they were last written.
  public func listWithVanished() throws -> FileTree {
    let tree = try list()
    let vanished = location.vanished(of: user, besides: tree.paths)
    state.withLock { $0.vanished = vanished.keys.sorted() }
    return tree.overlaid(with: vanished)
  }

  public var vanished: [String] { state.withLock { $0.vanished } }

  func keepYears() { state.withLock { $0.keepsYears = true } }

  func forget() { state.withLock { ($0.files, $0.size) = ([:], 0) } }

  private func contents(of path: String) throws(FileTreeError) -> [UInt8] {
    let disk = location.disk
    guard isKept(path), let status = disk.status(of: path) else {
      return try disk.contents(of: path)
    }
    if let file = state.withLock({ $0.files[path] }), file.status == status { return file.bytes }
    let bytes = try disk.contents(of: path)
    state.withLock { state in
      guard state.size + bytes.count <= UserFiles.mostBytes else { return }
      state.size += bytes.count
      state.files[path] = (status, bytes)
    }
    return bytes
  }

  private func isKept(_ path: String) -> Bool {
    switch Layout(path: path) {
    case .profile, .habit: true
    case .year: state.withLock { $0.keepsYears }
    case .marker, .attributes, .readme, .report, nil: false
    }
  }
}

extension Location {
  /// Whether bytes are a version that the history has of a file; false where that cannot be told.
  fileprivate func hasVersion(_ bytes: [UInt8], of path: String) -> Bool {
    do {
      let repository = try Repository(at: root)
      return try repository.hasBlob(of: bytes) && repository.hasVersion(bytes, of: GitPath(path))
    } catch {
      return false
    }
  }
}
