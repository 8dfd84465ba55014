internal import CLinux
internal import Glibc

/// The few calls to the system that libgit2 has no word for.
enum System {
  /// How making a new name for something went.
  enum Outcome {
    case done
    case taken
    case unsupported
  }

  /// Makes a small file, unless the name is taken.
  static func create(_ path: String, _ text: String = "") throws(GitError) -> Outcome {
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else {
      guard errno == EEXIST else { throw GitError(errno: errno, at: path) }
      return .taken
    }
    defer { close(file) }
    guard unsafe Glibc.write(file, text, text.utf8.count) == text.utf8.count else {
      let error = GitError(errno: errno, at: path)
      unsafe unlink(path)
      throw error
    }
    return .done
  }

  /// Gives a file a second name, unless the name is taken or the filesystem knows no such thing.
  static func link(_ path: String, as name: String) throws(GitError) -> Outcome {
    guard unsafe Glibc.link(path, name) != 0 else { return .done }
    if errno == EEXIST { return .taken }
    if linux_lacks_links(errno) != 0 { return .unsupported }
    throw GitError(errno: errno, at: name)
  }

  /// Makes a directory unless it exists; a symbolic link to one does not count.
  static func makeDirectory(_ path: String) throws(GitError) {
    guard unsafe mkdir(path, 0o777) != 0 else { return }
    guard errno == EEXIST else { throw GitError(errno: errno, at: path) }
    if let status = try status(of: path), status.st_mode & S_IFMT == S_IFLNK {
      throw GitError(errno: ENOTDIR, at: path)
    }
  }

  /// Puts a file in the place of another.
  static func rename(_ path: String, to target: String) throws(GitError) {
    guard unsafe Glibc.rename(path, target) != 0 else { return }
    throw GitError(errno: errno, at: target)
  }

  /// Removes a file, if it is there.
  static func remove(_ path: String) throws(GitError) {
    guard unsafe unlink(path) != 0, errno != ENOENT else { return }
    throw GitError(errno: errno, at: path)
  }

  /// Removes a directory with all that is in it, as far as that can be done; links are not followed.
  static func discard(_ path: String) {
    do {
      for name in try names(in: path) where name != "." && name != ".." {
        let inner = "\(path)/\(name)"
        let isDirectory = try status(of: inner).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
        if isDirectory { discard(inner) } else { try remove(inner) }
      }
    } catch {
      // What cannot be removed stays, as does the directory.
    }
    unsafe rmdir(path)
  }

  /// What lstat(2) says, or nil when nothing is there.
  static func status(of path: String) throws(GitError) -> stat? {
    var status = stat()
    guard unsafe lstat(path, &status) != 0 else { return status }
    guard errno == ENOENT || errno == ENOTDIR else { throw GitError(errno: errno, at: path) }
    return nil
  }

  /// Where programs are looked for.
  static var path: String {
    unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/bin:/bin"
  }

  /// Whether a path leads to a file, perhaps through links.
  static func isFile(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether a program stands at a path that we may run.
  static func canRun(_ path: String) -> Bool { unsafe access(path, X_OK) == 0 }

  /// Gives a file these rights.
  static func restrict(_ path: String, to mode: mode_t) throws(GitError) {
    guard unsafe chmod(path, mode) != 0 else { return }
    throw GitError(errno: errno, at: path)
  }

  /// Where a symbolic link leads in the end; the path itself when it is none, or leads nowhere.
  static func target(of path: String) throws(GitError) -> String {
    guard let resolved = unsafe realpath(path, nil) else {
      guard errno == ENOENT else { throw GitError(errno: errno, at: path) }
      return path
    }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// Sees that a path, with its links resolved, can be given as a text.
  static func checkEncoding(of path: String) throws(GitError) {
    guard let resolved = unsafe realpath(path, nil) else { return }
    defer { unsafe free(resolved) }
    if unsafe String(validatingCString: resolved) == nil { throw encodingError(of: path) }
  }

  static func encodingError(of path: String) -> GitError {
    GitError(
      .unsupported(feature: UnsupportedFeature.encoding),
      "the folder that \(path) leads to is not named in UTF-8"
    )
  }

  /// The names in a directory; none when it is not there.
  static func names(in path: String) throws(GitError) -> [String] {
    guard let directory = unsafe opendir(path) else {
      guard errno == ENOENT else { throw GitError(errno: errno, at: path) }
      return []
    }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
        unsafe field.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      names.append(name)
    }
    return names
  }

  /// Brings everything written to a directory's file system to the disk.
  static func synchronize(_ path: String) throws(GitError) {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw GitError(errno: errno, at: path) }
    defer { close(file) }
    guard linux_syncfs(file) == 0 else { throw GitError(errno: errno, at: path) }
  }

  /// Brings what is in a file to the disk; its name need not be there afterwards.
  static func synchronizeFile(_ path: String) throws(GitError) {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw GitError(errno: errno, at: path) }
    defer { close(file) }
    guard fsync(file) == 0 else { throw GitError(errno: errno, at: path) }
  }

  /// Takes a lock that the kernel frees when its holder dies.
  ///
  /// - Returns: the open file, or nil when another process has the lock for longer than that.
  static func lock(_ path: String, until end: ContinuousClock.Instant) throws(GitError) -> Int32? {
    let file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard file >= 0 else {
      let isDenied = [EACCES, EPERM, EROFS].contains(errno)
      let error = GitError(errno: errno, at: path)
      throw isDenied ? GitError(.forbidden, error.message) : error
    }
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      // A filesystem without such locks has git's own to keep us apart.
      if [ENOLCK, ENOTSUP, ENOSYS, EINVAL].contains(errno) { break }
      guard errno == EWOULDBLOCK || errno == EINTR else {
        let error = GitError(errno: errno, at: path)
        close(file)
        throw error
      }
      guard .now < end else {
        close(file)
        return nil
      }
      usleep(3_000)
    }
    return file
  }

  /// The text of a small file; nil when there is none.
  static func read(_ path: String) throws(GitError) -> String? {
    // A named pipe would be waited for.
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else {
      guard errno == ENOENT else { throw GitError(errno: errno, at: path) }
      return nil
    }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe Glibc.read(file, $0.baseAddress, $0.count)
    }
    guard count >= 0 else { throw GitError(errno: errno, at: path) }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  /// The last so many bytes of a file, or all of them; nil when there is none.
  static func end(of path: String, bytes count: Int) throws(GitError) -> [UInt8]? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      guard errno == ENOENT else { throw GitError(errno: errno, at: path) }
      return nil
    }
    defer { close(file) }
    let size = lseek(file, 0, SEEK_END)
    var bytes = [UInt8](repeating: 0, count: count)
    let received = unsafe pread(file, &bytes, count, max(0, size - off_t(count)))
    guard size >= 0, received >= 0 else { throw GitError(errno: errno, at: path) }
    return Array(bytes.prefix(received))
  }

  /// Writes a small file in the place of what was there; a crash may leave a part of it.
  static func write(_ text: String, to path: String) throws(GitError) {
    try write(Array(text.utf8), to: path)
  }

  /// Writes a file in the place of what was there; a crash may leave a part of it.
  static func write(_ bytes: [UInt8], to path: String) throws(GitError) {
    let file = unsafe open(
      path,
      O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK,
      0o666
    )
    guard file >= 0 else { throw GitError(errno: errno, at: path) }
    defer { close(file) }
    try write(bytes, to: file, path)
  }

  /// Makes a new file; the caller closes it.
  static func createFile(_ path: String) throws(GitError) -> Int32 {
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard file >= 0 else { throw GitError(errno: errno, at: path) }
    return file
  }

  /// Writes to an open file, whose path is told when that fails.
  static func write(_ bytes: [UInt8], to file: Int32, _ path: String) throws(GitError) {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes[done...].withUnsafeBytes {
        unsafe Glibc.write(file, $0.baseAddress, $0.count)
      }
      guard count > 0 else { throw GitError(errno: count < 0 ? errno : EIO, at: path) }
      done += count
    }
  }

  /// Whether both names are of one file.
  static func isSameFile(_ one: String, _ other: String) throws(GitError) -> Bool {
    guard let one = try status(of: one), let other = try status(of: other) else { return false }
    return one.st_ino == other.st_ino && one.st_dev == other.st_dev
  }

  /// Copies a file's contents.
  ///
  /// - Returns: what fstat(2) says about the file, or nil when nothing is there.
  static func copy(_ path: String, to target: String) throws(GitError) -> stat? {
    let source = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else {
      guard errno == ENOENT else { throw GitError(errno: errno, at: path) }
      return nil
    }
    defer { close(source) }
    let copy = unsafe open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard copy >= 0 else { throw GitError(errno: errno, at: target) }
    defer { close(copy) }
    var status = stat()
    guard unsafe fstat(source, &status) == 0 else { throw GitError(errno: errno, at: path) }
    var left = Int(status.st_size)
    while left > 0 {
      let count = sendfile(copy, source, nil, left)
      guard count > 0 else { throw GitError(errno: count < 0 ? errno : EIO, at: target) }
      left -= count
    }
    return status
  }
}

extension GitError {
  /// A failure of the system at a path.
  init(errno code: Int32, at path: String) {
    self.init(.other(code: 0), unsafe "\(path): \(String(cString: strerror(code)))")
  }
}
