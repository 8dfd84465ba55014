internal import CLinux
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

  /// What tells the folder from a copy of it, as text; a file system may number it anew when it is
  /// mounted.
  public var place: [UInt8] {
    var status = stat()
    guard unsafe stat(root, &status) == 0 else { return [] }
    return Array("\(status.st_dev) \(status.st_ino)\n".utf8)
  }

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
    defer { close(file) }
    var names: [(name: String, kind: Kind)] = []
    let status = Disk.entries(of: file) { name, type in
      guard name != ".", name != ".." else { return }
      let kind: Kind? =
        switch Int(type) {
        case Int(DT_REG): .file
        case Int(DT_DIR): .directory
        case Int(DT_LNK): .symbolicLink
        case Int(DT_UNKNOWN): self.kind(of: path.isEmpty ? name : path + "/" + name)
        default: .other
        }
      if let kind { names.append((name, kind)) }
    }
    guard status == 0 else { throw .last("read", path) }
    return names.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Gives the names and types of an open directory's entries; 0, or -1 with errno.
  ///
  /// Source: getdents64(2). readdir(3) takes three calls more for each directory, and there may be
  /// nine thousand.
  private static func entries(of directory: Int32, _ body: (String, UInt8) -> Void) -> Int {
    unsafe withUnsafeTemporaryAllocation(byteCount: 8_192, alignment: 8) { buffer in
      while true {
        let size = unsafe linux_read_directory(directory, buffer.baseAddress, buffer.count)
        guard size > 0 else { return size }
        var start = 0
        while start < size {
          // The inode, an offset, the entry's length, its type, and the name with a zero behind.
          let entry = unsafe UnsafeRawBufferPointer(rebasing: buffer[start..<size])
          let name = unsafe entry[19...].prefix { $0 != 0 }
          body(unsafe String(decoding: name, as: UTF8.self), unsafe entry[18])
          start += Int(unsafe entry.loadUnaligned(fromByteOffset: 16, as: UInt16.self))
        }
      }
    }
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
