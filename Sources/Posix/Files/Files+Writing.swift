internal import CSystem

extension Files {
  public enum Readers: Sendable {
    /// Those whom the user's umask lets.
    case usual
    case owner
  }

  /// Writes a new file; its bytes reach the disk with the next ``synchronize()``.
  ///
  /// It gets the rights of the `old` file, an absolute path, whose place it is to take; those who may read
  /// it may run it if it `canRun`.
  public func create(
    _ path: String,
    _ bytes: [UInt8],
    for readers: Readers = .usual,
    like old: String? = nil,
    canRun: Bool = false
  ) throws(Failure) {
    try create(path, for: readers, with: FileRights(of: old, canRun: canRun)) {
      (write) throws(Failure) in try write(bytes)
    }
  }

  /// Writes a new file with a function that is given what writes a piece; nothing is left of it when
  /// that fails.
  public func create<Value>(
    _ path: String,
    for readers: Readers = .usual,
    with rights: FileRights = FileRights(of: nil),
    _ body: (([UInt8]) throws(Failure) -> Void) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let value = try createIfMissing(path, for: readers, with: rights, body)
    guard let value else { throw Failure("create", path, code: EEXIST) }
    return value
  }

  /// Writes a new file; nil when something has its name.
  func createIfMissing<Value>(
    _ path: String,
    for readers: Readers = .usual,
    with rights: FileRights = FileRights(of: nil),
    _ body: (([UInt8]) throws(Failure) -> Void) throws(Failure) -> Value
  ) throws(Failure) -> Value? {
    let file = unsafe system_open(
      absolute(path),
      O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
      readers == .owner ? 0o600 : rights.modeAtFirst
    )
    guard file >= 0 else {
      guard errno == EEXIST else { throw Files.last("create", path) }
      return nil
    }
    defer { close(file) }
    do throws(Failure) {
      guard rights.give(to: file) else { throw Files.last("write", path) }
      return try body { (bytes) throws(Failure) in try Files.write(bytes, to: file, path) }
    } catch {
      unsafe unlink(absolute(path))
      throw error
    }
  }

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

  public func append(_ bytes: [UInt8], to path: String) throws(Failure) {
    let options = O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW
    let file = unsafe system_open(absolute(path), options, 0)
    guard file >= 0 else { throw Files.last("write", path) }
    defer { close(file) }
    try Files.write(bytes, to: file, path)
  }

  /// Writes a file in the place of whatever is there, whole or not at all.
  ///
  /// At first the new file has the name `temporary`, or a usual one.
  public func replace(
    _ path: String,
    _ bytes: [UInt8],
    for readers: Readers = .usual,
    by temporary: String? = nil
  ) throws(Failure) {
    try move(prepare(path, bytes, for: readers, as: temporary), to: path)
  }

  /// Writes a file in the place of whatever is there; a power cut leaves the one or the other, and
  /// after it has returned this one.
  public func replaceDurably(_ path: String, _ bytes: [UInt8]) throws(Failure) {
    let temporary = try prepare(path, bytes, for: .usual)
    try synchronize()
    try move(temporary, to: path)
    try synchronize()
  }

  private func prepare(
    _ path: String,
    _ bytes: [UInt8],
    for readers: Readers,
    as name: String? = nil
  ) throws(Failure) -> String {
    let temporary = name ?? path + ".new"
    unsafe unlink(absolute(temporary))
    try create(temporary, bytes, for: readers, like: readers == .usual ? absolute(path) : nil)
    return temporary
  }

  public func restrict(_ path: String, to permissions: UInt32) throws(Failure) {
    try withExisting(path, O_NOFOLLOW) { fchmod($0, permissions) }
  }

  /// Sets the time at which a file was written to now; false if the file is missing.
  public func touch(_ path: String) -> Bool {
    unsafe utimensat(AT_FDCWD, absolute(path), nil, AT_SYMLINK_NOFOLLOW) == 0
  }

  /// Brings everything written to the folder's file system to the disk.
  ///
  /// One call for any number of files and directories, in place of an fsync for each.
  public func synchronize() throws(Failure) {
    try Files(root: "").withExisting(root, 0, system_synchronize)
  }

  /// Brings what is in a file to the disk; its name need not be there afterwards.
  public func synchronizeFile(_ path: String) throws(Failure) {
    try withExisting(path, 0, fsync)
  }

  private func withExisting(
    _ path: String,
    _ options: Int32,
    _ call: (Int32) -> Int32
  ) throws(Failure) {
    let done: Void? = try opening(path, options) { (file) throws(Failure) in
      guard call(file) == 0 else { throw Files.last("write", path) }
    }
    guard done != nil else { throw Files.last("open", path) }
  }
}
