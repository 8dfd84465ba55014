public import HabitCore
public import HabitFiles
internal import Posix
internal import Synchronization

/// The files of one user in the working tree; a definition is read once as long as it stays the same.
///
/// A command looks at definitions before it takes the lock, under it, and for what it reports. Year
/// files are not kept: there may be a thousand of them.
public struct UserFiles: Sendable {
  private let user: UserID
  private let location: Location
  private let definitions: KnownFiles

  /// The files of a user.
  public init(of user: UserID, in location: Location) {
    self.user = user
    self.location = location
    definitions = KnownFiles(location.disk)
  }

  /// The files that exist now.
  ///
  /// - Throws: when a folder cannot be read.
  public func list() throws(StoreError) -> FileTree {
    do {
      let paths = try location.disk.tree(of: user.text).paths
      let (disk, definitions) = (location.disk, definitions)
      return FileTree(paths: paths) { (path) throws(FileTreeError) in
        switch Layout(path: path) {
        case .profile, .habit: try definitions.contents(of: path)
        default: try disk.contents(of: path)
        }
      }
    } catch {
      throw .system(error)
    }
  }

  /// Reads every file again.
  func forget() { definitions.forget() }
}

/// Files that were read, by their stamps.
private final class KnownFiles: Sendable {
  private let disk: Disk
  private let known = Mutex<[String: (stamp: Disk.Stamp, bytes: [UInt8])]>([:])

  init(_ disk: Disk) {
    self.disk = disk
  }

  func contents(of path: String) throws(FileTreeError) -> [UInt8] {
    let stamp = disk.stamp(of: path)
    if let stamp, let file = known.withLock({ $0[path] }), file.stamp == stamp { return file.bytes }
    let bytes = try disk.contents(of: path)
    if let stamp { known.withLock { $0[path] = (stamp, bytes) } }
    return bytes
  }

  func forget() {
    known.withLock { $0 = [:] }
  }
}
