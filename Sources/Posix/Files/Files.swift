internal import CSystem

/// An error that a failed system call can become: each module throws its own.
public protocol SystemFailure: Error {
  /// A failure with a code of errno(3).
  init(_ operation: String, _ path: String, code: Int32)
  /// Another program holds a lock.
  static func held(_ lock: String) -> Self
}

/// Calls to the file system by absolute paths; what fails is thrown as `Failure`.
///
/// ``Disk`` is what a repository's files are read and written with. This is the layer below it, and
/// what git's own files are read and written with.
public enum Files<Failure: SystemFailure> {
  private static func last(_ operation: String, _ path: String) -> Failure {
    Failure(operation, path, code: errno)
  }

  /// How making a new name for something went.
  public enum Outcome: Sendable {
    /// The name was made.
    case done
    /// Something has the name already.
    case taken
    /// The file system has no such names.
    case unsupported
  }

  /// Makes a small file, unless the name is taken.
  public static func create(_ path: String, _ text: String) throws(Failure) -> Outcome {
    let file = unsafe system_open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else {
      guard errno == EEXIST else { throw last("create", path) }
      return .taken
    }
    defer { close(file) }
    do throws(Failure) {
      try write(Array(text.utf8), to: file, path)
    } catch {
      unsafe unlink(path)
      throw error
    }
    return .done
  }

  /// Gives a file a second name, unless the name is taken or the file system has no hard links.
  public static func link(_ path: String, as name: String) throws(Failure) -> Outcome {
    guard unsafe CSystem.link(path, name) != 0 else { return .done }
    if errno == EEXIST { return .taken }
    if system_lacks_links(errno) != 0 { return .unsupported }
    throw last("create", name)
  }

  /// Makes a directory unless it exists; a symbolic link to one does not count.
  public static func makeDirectory(_ path: String) throws(Failure) {
    guard unsafe mkdir(path, 0o777) != 0 else { return }
    guard errno == EEXIST else { throw last("create", path) }
    if FileStatus(at: path)?.kind == .symbolicLink { throw Failure("create", path, code: ENOTDIR) }
  }

  /// Puts a file in the place of another.
  public static func rename(_ path: String, to target: String) throws(Failure) {
    guard unsafe CSystem.rename(path, target) == 0 else { throw last("write", target) }
  }

  /// Removes a file; one that is missing is not an error.
  public static func remove(_ path: String) throws(Failure) {
    guard unsafe unlink(path) == 0 || errno == ENOENT else { throw last("remove", path) }
  }

  /// Removes a directory and everything in it, as far as that can be done; links are not followed.
  public static func discard(_ path: String) {
    do {
      for (name, kind) in try entries(of: path, followsLinks: false) {
        let inner = "\(path)/\(name)"
        if kind == .directory { discard(inner) } else { try remove(inner) }
      }
    } catch {
      // What cannot be removed stays, as does the directory.
    }
    unsafe CSystem.remove(path)
  }

  /// The status of what lies at a path; nil when nothing does.
  public static func status(of path: String) throws(Failure) -> FileStatus? {
    if let status = FileStatus(at: path) { return status }
    guard errno == ENOENT || errno == ENOTDIR else { throw last("read", path) }
    return nil
  }

  /// Whether a path leads to a file, perhaps through links.
  public static func isFile(_ path: String) -> Bool { FileStatus(behind: path)?.kind == .file }

  /// Whether anything lies where a path leads to.
  public static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// Whether a path leads to a program that we may run.
  public static func canRun(_ path: String) -> Bool { unsafe access(path, X_OK) == 0 }

  /// Sees that a folder can be written to, as far as the system says without a try.
  public static func checkWritable(_ path: String) throws(Failure) {
    guard unsafe access(path, W_OK) == 0 else { throw last("write", path) }
  }

  /// Sets the permission bits of a file.
  public static func restrict(_ path: String, to permissions: UInt32) throws(Failure) {
    let done: Void? = try reading(path, O_NOFOLLOW) { (file) throws(Failure) in
      guard fchmod(file, permissions) == 0 else { throw last("write", path) }
    }
    guard done != nil else { throw last("open", path) }
  }

  /// The path without links, as bytes, which need not be UTF-8; nil when nothing lies there.
  public static func resolved(_ path: String) throws(Failure) -> [UInt8]? {
    guard let resolved = unsafe realpath(path, nil) else {
      guard errno == ENOENT else { throw last("read", path) }
      return nil
    }
    defer { unsafe free(resolved) }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
  }

  /// Whether both paths are names of one file.
  public static func isSameFile(_ one: String, _ other: String) throws(Failure) -> Bool {
    guard let one = try status(of: one), let other = try status(of: other) else { return false }
    return one.isSameFile(as: other)
  }

  /// The current folder; nil when it was removed.
  public static var currentFolder: String? {
    guard let path = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }
}

/// Calls that fail with a ``SystemError``.
public typealias SystemFiles = Files<SystemError>

// MARK: Directories

extension Files {
  /// The names in a directory; none when it is missing.
  public static func names(in path: String) throws(Failure) -> [String] {
    try entries(of: path).map(\.name)
  }

  /// The names in a directory, which may be a symbolic link if `followsLinks`, and what they are; none
  /// when it is missing.
  public static func entries(
    of path: String,
    followsLinks: Bool = true
  ) throws(Failure) -> [(name: String, kind: FileStatus.Kind)] {
    guard let directory = unsafe system_open_entries(path, followsLinks ? 1 : 0) else {
      guard errno == ENOENT || errno == ENOTDIR else { throw last("read", path) }
      return []
    }
    defer { unsafe system_close_entries(directory) }
    var entries: [(name: String, kind: FileStatus.Kind)] = []
    var kind = system_other
    while let name = unsafe system_next_entry(directory, &kind) {
      entries.append((unsafe String(cString: name), FileStatus.Kind(kind)))
    }
    guard errno == 0 else { throw last("read", path) }
    return entries
  }
}

// MARK: Contents

extension Files {
  /// Opens a file for the time of a function; nil when it is missing.
  private static func reading<Value>(
    _ path: String,
    _ options: Int32,
    _ body: (Int32) throws(Failure) -> Value
  ) throws(Failure) -> Value? {
    // A named pipe would be waited for.
    let file = unsafe system_open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | options, 0)
    guard file >= 0 else {
      guard errno == ENOENT else { throw last("read", path) }
      return nil
    }
    defer { close(file) }
    return try body(file)
  }

  /// The text of a small file, at most 4 KiB of it; nil when it is missing.
  public static func read(_ path: String) throws(Failure) -> String? {
    try reading(path, O_NOFOLLOW) { (file) throws(Failure) in
      String(decoding: try chunk(of: file, 4_096, path), as: UTF8.self)
    }
  }

  /// Shows a file piece by piece, until one is no longer wanted; false when it is missing.
  public static func visit(
    _ path: String,
    _ body: ([UInt8]) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    try reading(path, 0) { (file) throws(Failure) in
      while true {
        let piece = try chunk(of: file, 65_536, path)
        guard !piece.isEmpty, try body(piece) else { return }
      }
    } != nil
  }

  private static func chunk(
    of file: Int32,
    _ size: Int,
    _ path: String
  ) throws(Failure) -> [UInt8] {
    var received = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      repeat {
        received = unsafe CSystem.read(file, buffer.baseAddress, size)
      } while received < 0 && errno == EINTR
      count = max(received, 0)
    }
    guard received >= 0 else { throw last("read", path) }
    return bytes
  }

  /// The last so many bytes of a file, or all of them; nil when it is missing.
  public static func end(of path: String, bytes count: Int) throws(Failure) -> [UInt8]? {
    try reading(path, 0) { (file) throws(Failure) in
      // A pipe has no end.
      let size = max(0, Int(lseek(file, 0, SEEK_END)))
      var bytes = [UInt8](repeating: 0, count: min(count, size))
      guard !bytes.isEmpty else { return [] }
      let received = unsafe pread(file, &bytes, bytes.count, off_t(size - bytes.count))
      guard received >= 0 else { throw last("read", path) }
      return Array(bytes.prefix(received))
    }
  }

  /// Writes a file in the place of what was there; a crash may leave a part of it.
  public static func write(_ bytes: some Collection<UInt8>, to path: String) throws(Failure) {
    let file = unsafe system_open(
      path,
      O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK,
      0o666
    )
    guard file >= 0 else { throw last("write", path) }
    defer { close(file) }
    try write(Array(bytes), to: file, path)
  }

  /// Writes a new file with a function that is given what writes a piece; nothing is left of it when
  /// that fails.
  public static func writeNew<Value>(
    _ path: String,
    for readers: Disk.Readers = .usual,
    with rights: FileRights,
    _ body: (([UInt8]) throws(Failure) -> Void) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let file = unsafe system_open(
      path,
      O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
      readers == .owner ? 0o600 : rights.modeAtFirst
    )
    guard file >= 0 else { throw last("create", path) }
    defer { close(file) }
    do throws(Failure) {
      guard rights.give(to: file) else { throw last("write", path) }
      return try body { (bytes) throws(Failure) in try write(bytes, to: file, path) }
    } catch {
      unsafe unlink(path)
      throw error
    }
  }

  /// Writes to an open file, whose path is named when that fails.
  static func write(_ bytes: [UInt8], to file: Int32, _ path: String) throws(Failure) {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe CSystem.write(file, $0.baseAddress?.advanced(by: done), bytes.count - done)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Failure("write", path, code: count < 0 ? errno : EIO) }
      done += count
    }
  }

  /// Copies a file's contents.
  ///
  /// - Returns: the status of the file that was copied, or nil when it is missing.
  public static func copy(_ path: String, to target: String) throws(Failure) -> FileStatus? {
    try reading(path, 0) { (source) throws(Failure) in
      let copy = unsafe system_open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
      guard copy >= 0 else { throw last("write", target) }
      defer { close(copy) }
      guard let status = FileStatus(of: source) else { throw last("read", path) }
      guard system_copy(source, copy) == 0 else { throw last("write", target) }
      return status
    }
  }

  /// Brings everything written to a directory's file system to the disk.
  ///
  /// One call for any number of files and directories, in place of an fsync for each.
  public static func synchronize(_ path: String) throws(Failure) {
    let done: Void? = try reading(path, 0) { (file) throws(Failure) in
      guard system_synchronize(file) == 0 else { throw last("write", path) }
    }
    guard done != nil else { throw last("open", path) }
  }

  /// Brings what is in a file to the disk; its name need not be there afterwards.
  public static func synchronizeFile(_ path: String) throws(Failure) {
    let done: Void? = try reading(path, 0) { (file) throws(Failure) in
      guard fsync(file) == 0 else { throw last("write", path) }
    }
    guard done != nil else { throw last("open", path) }
  }
}
