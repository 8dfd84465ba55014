internal import CSystem

extension Files {
  /// The bytes of a regular file of at most so many bytes.
  ///
  /// - Throws: `ELOOP` for a symbolic link, `EISDIR` for another thing that is not a file, `EFBIG` for
  ///   a larger file, `ENOENT`.
  public func read(_ path: String, atMost limit: Int) throws(Failure) -> [UInt8] {
    let options = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    let file = unsafe system_open(absolute(path), options, 0)
    guard file >= 0 else {
      throw Failure("read", path, code: errno == ENXIO ? EISDIR : errno)
    }
    defer { close(file) }
    guard let status = FileStatus(of: file) else { throw Files.last("read", path) }
    guard status.kind == .file else { throw Failure("read", path, code: EISDIR) }
    guard status.size <= limit else { throw Failure("read", path, code: EFBIG) }
    var bytes: [UInt8] = []
    while true {
      // One byte more than expected; a read may be shorter than that before the end of the file, too.
      let room = max(status.size - bytes.count, 0) + 1
      let piece = try chunk(of: file, room, path)
      bytes = bytes.isEmpty ? piece : bytes + piece
      let isUsualEnd = piece.count < room && bytes.count == status.size
      if piece.isEmpty || isUsualEnd || bytes.count > limit { return bytes }
    }
  }

  /// The text of a small file, at most 4 KiB of it; nil when it is missing.
  public func text(of path: String) throws(Failure) -> String? {
    try opening(path, O_NOFOLLOW) { (file) throws(Failure) in
      let most = 4_096
      var bytes: [UInt8] = []
      while bytes.count < most {
        let piece = try chunk(of: file, most - bytes.count, path)
        guard !piece.isEmpty else { break }
        bytes += piece
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Shows a file piece by piece, until one is no longer wanted; false when it is missing.
  ///
  /// A link is followed.
  public func visit(
    _ path: String,
    _ body: ([UInt8]) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    try opening(path, 0) { (file) throws(Failure) in
      while true {
        let piece = try chunk(of: file, 65_536, path)
        guard !piece.isEmpty, try body(piece) else { return }
      }
    } != nil
  }

  private func chunk(of file: Int32, _ size: Int, _ path: String) throws(Failure) -> [UInt8] {
    var received = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      repeat {
        received = unsafe CSystem.read(file, buffer.baseAddress, size)
      } while received < 0 && errno == EINTR
      count = max(received, 0)
    }
    guard received >= 0 else { throw Files.last("read", path) }
    return bytes
  }

  /// The last so many bytes of a file, or all of them; nil when it is missing.
  ///
  /// A link is followed.
  public func end(of path: String, bytes count: Int) throws(Failure) -> [UInt8]? {
    try opening(path, 0) { (file) throws(Failure) in
      // A pipe has no end.
      let size = max(0, Int(lseek(file, 0, SEEK_END)))
      var bytes = [UInt8](repeating: 0, count: min(count, size))
      guard !bytes.isEmpty else { return [] }
      let start = size - bytes.count
      var count = 0
      while count < bytes.count {
        let received = unsafe bytes.withUnsafeMutableBytes { buffer in
          unsafe pread(
            file,
            buffer.baseAddress.map { unsafe $0 + count },
            buffer.count - count,
            off_t(start + count)
          )
        }
        if received < 0, errno == EINTR { continue }
        guard received >= 0 else { throw Files.last("read", path) }
        if received == 0 { break }
        count += received
      }
      return Array(bytes.prefix(count))
    }
  }

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
}
