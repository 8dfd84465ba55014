internal import CSystem

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

  /// What tells a folder from a copy of it, on whichever machine that is, as text.
  ///
  /// Neither number of a device nor that of an inode is part of it: some file systems choose them at
  /// each mount. Where the time of birth is not kept, the inode has to do.
  public func identity(of path: String) -> [UInt8] {
    let path = absolute(path)
    let birth = unsafe system_birth(path)
    let number = birth < 0 ? FileStatus(at: path).map { Int64(bitPattern: $0.inode) } : birth
    var fingerprint = Fingerprint()
    fingerprint.mix("\(number ?? 0) ".utf8)
    fingerprint.mix((try? Disk(root: "/etc").read("machine-id", atMost: 4_096)) ?? [])
    return Array("\(String(fingerprint.digest, radix: 16))\n".utf8)
  }

  /// What lies at a path; links are not followed.
  public typealias Kind = FileStatus.Kind

  /// What lies at a path; nil when nothing does.
  public func kind(of path: String) -> Kind? { FileStatus(at: absolute(path))?.kind }

  /// The status of a regular file; nil without one.
  public func status(of path: String) -> FileStatus? { FileStatus(ofFileAt: absolute(path)) }

  /// Whether a path leads through a symbolic link below the root.
  public func isBehindLink(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    return parts.indices.dropFirst().contains { end in
      kind(of: parts[..<end].joined(separator: "/")) == .symbolicLink
    }
  }

  /// The names in a directory, sorted by bytes; none when it is missing.
  public func names(in path: String) throws(SystemError) -> [(name: String, kind: Kind)] {
    // The root itself may be a link, which the user made.
    try naming(path) { () throws(SystemError) in
      try SystemFiles.entries(of: path.isEmpty ? root : absolute(path), followsLinks: path.isEmpty)
    }
    .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Does something with a file by its absolute path; an error names it as the caller did.
  func naming<Value>(
    _ path: String,
    _ body: () throws(SystemError) -> Value
  ) throws(SystemError) -> Value {
    do {
      return try body()
    } catch {
      throw SystemError(error.operation, path, code: error.code)
    }
  }

  /// The bytes of a regular file of at most so many bytes.
  ///
  /// - Throws: `ELOOP` for a symbolic link, `EISDIR` for another thing that is not a file, `EFBIG` for
  ///   a larger file.
  public func read(_ path: String, atMost limit: Int) throws(SystemError) -> [UInt8] {
    let file = unsafe system_open(absolute(path), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0)
    guard file >= 0 else {
      throw errno == ENXIO ? SystemError("read", path, code: EISDIR) : .last("read", path)
    }
    defer { close(file) }
    guard let status = FileStatus(of: file) else { throw .last("read", path) }
    guard status.kind == .file else { throw SystemError("read", path, code: EISDIR) }
    guard status.size <= limit else { throw SystemError("read", path, code: EFBIG) }
    return try Disk.read(file, expecting: status.size, atMost: limit, path)
  }

  /// The end of a regular file, at most so many bytes; nil when it cannot be read.
  public func tail(of path: String, atMost limit: Int) -> [UInt8]? {
    status(of: path).flatMap { _ in try? SystemFiles.end(of: absolute(path), bytes: limit) }
  }

  /// Reads an open file to its end, whatever its size says.
  private static func read(
    _ file: Int32,
    expecting size: Int,
    atMost limit: Int,
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
          received = unsafe CSystem.read(file, buffer.baseAddress, room)
        } while received < 0 && errno == EINTR
        count = max(received, 0)
      }
      if received < 0 { failure = .last("read", path) }
      bytes = bytes.isEmpty ? chunk : bytes + chunk
      if received < room || bytes.count > limit { break }
    }
    if let failure { throw failure }
    return bytes
  }
}

extension Disk {
  /// Visits what is at most so many directories below one; links are named, but not followed.
  public func visit(
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
