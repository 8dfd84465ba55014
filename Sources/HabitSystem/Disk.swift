internal import Glibc
public import HabitFiles

/// The files of a folder, by paths relative to it; no link below the folder is followed.
public struct Disk: Sendable {
  /// The folder, absolute.
  public let root: String

  /// The files of a folder.
  public init(root: String) {
    self.root = root
  }

  /// Where a file of the folder is.
  public func absolute(_ path: String) -> String { root + "/" + path }

  /// What stands at a path, links not followed.
  public enum Kind: Sendable {
    case file, directory, symbolicLink, other
  }

  /// What stands at a path; nil when nothing does.
  public func kind(of path: String) -> Kind? {
    var status = stat()
    guard unsafe lstat(absolute(path), &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .directory
    case S_IFLNK: return .symbolicLink
    default: return .other
    }
  }

  /// Whether a path leads through a symbolic link below the root.
  public func isBehindLink(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    return parts.indices.dropFirst().contains { end in
      kind(of: parts[..<end].joined(separator: "/")) == .symbolicLink
    }
  }

  /// The names in a directory, sorted by bytes; none when the directory is not there.
  public func names(in path: String) throws(SystemError) -> [(name: String, kind: Kind)] {
    // The root itself may be a link, which the person made; O_DIRECTORY takes any other for a file.
    let links = path.isEmpty ? 0 : O_NOFOLLOW
    let file = unsafe open(
      path.isEmpty ? root : absolute(path),
      O_RDONLY | O_DIRECTORY | O_CLOEXEC | links
    )
    guard file >= 0 else {
      let error = SystemError.last("read", path)
      guard error.isMissing else { throw error }
      return []
    }
    guard let directory = unsafe fdopendir(file) else {
      close(file)
      throw .last("read", path)
    }
    defer { unsafe closedir(directory) }
    var names: [(name: String, kind: Kind)] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
        unsafe field.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      guard name != ".", name != ".." else { continue }
      let kind: Kind? =
        switch Int(unsafe entry.pointee.d_type) {
        case Int(DT_REG): .file
        case Int(DT_DIR): .directory
        case Int(DT_LNK): .symbolicLink
        case Int(DT_UNKNOWN): self.kind(of: path.isEmpty ? name : path + "/" + name)
        default: .other
        }
      if let kind { names.append((name, kind)) }
    }
    return names.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// The bytes of a file.
  public func contents(of path: String) throws(FileTreeError) -> [UInt8] {
    let file = unsafe open(absolute(path), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw FileTreeError(code: errno) }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { throw FileTreeError(code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    guard status.st_size <= Disk.largestFile else { throw .tooLarge(bytes: Int(status.st_size)) }
    do {
      return try Disk.read(file, expecting: Int(status.st_size), path)
    } catch {
      throw .unreadable(reason: error.reason)
    }
  }

  /// The bytes of a file; nil when it cannot be read.
  public func bytes(of path: String) -> [UInt8]? {
    do {
      return try contents(of: path)
    } catch {
      return nil
    }
  }

  /// The largest file that is read, in bytes.
  ///
  /// Source: habit-format(5), LIMITS.
  static let largestFile = 16 * 1024 * 1024

  /// Reads an open file to its end, whatever its size says.
  static func read(
    _ file: Int32,
    expecting size: Int,
    _ path: String
  ) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var failure: SystemError?
    while true {
      // One byte more than expected, so that the usual file ends with one short read.
      let room = max(size - bytes.count, 0) + 1
      var received = 0
      let chunk = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        repeat {
          received = unsafe Glibc.read(file, buffer.baseAddress, room)
        } while received < 0 && errno == EINTR
        count = max(received, 0)
      }
      if received < 0 { failure = .last("read", path) }
      bytes = bytes.isEmpty ? chunk : bytes + chunk
      if received < room || bytes.count > largestFile { break }
    }
    if let failure { throw failure }
    return bytes
  }
}

extension FileTreeError {
  fileprivate init(code: Int32) {
    switch code {
    case ENOENT, ENOTDIR: self = .missing
    case ELOOP: self = .symbolicLink
    case EISDIR, ENXIO: self = .notAFile
    default: self = .unreadable(reason: SystemError("read", "", code: code).reason)
    }
  }
}

// MARK: Users

extension Disk {
  /// The files of one user, read when they are asked for.
  public func tree(of user: String) throws(SystemError) -> FileTree {
    var paths: [String] = []
    try visit(user, depth: 3) { path, kind in
      // A folder that bears a file's name hides no file: it is one that cannot be read.
      if kind != .directory || path.hasSuffix(".json") { paths.append(path) }
    }
    let disk = self
    return FileTree(paths: paths) { (path) throws(FileTreeError) in try disk.contents(of: path) }
  }

  /// The files and the directories of one user, the user's own included.
  public func places(of user: String) throws(SystemError) -> [String] {
    var paths = [user]
    try visit(user, depth: 3) { path, _ in paths.append(path) }
    return paths
  }

  /// Visits what is at most so many directories down, links named but not followed.
  private func visit(
    _ path: String,
    depth: Int,
    _ body: (String, Kind) -> Void
  ) throws(SystemError) {
    for (name, kind) in try names(in: path) {
      let inner = path + "/" + name
      body(inner, kind)
      if kind == .directory, depth > 1 { try visit(inner, depth: depth - 1, body) }
    }
  }
}
