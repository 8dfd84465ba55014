internal import CSystem

/// An error that a failed system call can become: each module throws its own.
public protocol SystemFailure: Error {
  /// A failure with a code of errno(3).
  init(_ operation: String, _ path: String, code: Int32)
  static func held(_ lock: String) -> Self
}

/// The files of a folder, by paths relative to it; errors name them so, and are thrown as `Failure`.
///
/// No link below the folder is followed. With an empty root it is the whole file system: paths are
/// absolute, and links in it are followed, which the user made, but for the last part of a path where
/// a method does not say so.
public struct Files<Failure: SystemFailure>: Sendable {
  /// The folder, absolute.
  public let root: String

  public init(root: String) {
    self.root = root
  }

  public func absolute(_ path: String) -> String { root.isEmpty ? path : root + "/" + path }

  static func last(_ operation: String, _ path: String) -> Failure {
    Failure(operation, path, code: errno)
  }

  /// Opens a file for the time of a function; nil when it is missing.
  func opening<Value>(
    _ path: String,
    _ options: Int32,
    _ body: (Int32) throws(Failure) -> Value
  ) throws(Failure) -> Value? {
    // A named pipe would be waited for.
    let options = O_RDONLY | O_CLOEXEC | O_NONBLOCK | options
    let file = unsafe system_open(absolute(path), options, 0)
    guard file >= 0 else {
      guard errno == ENOENT else { throw Files.last("read", path) }
      return nil
    }
    defer { close(file) }
    return try body(file)
  }
}

/// The files of a folder; what fails is a ``SystemError``.
public typealias Disk = Files<SystemError>

// MARK: Looking

extension Files {
  public typealias Kind = FileStatus.Kind

  /// What lies at a path, also a link; nil if nothing lies there.
  public func kind(of path: String) -> Kind? { FileStatus(at: absolute(path))?.kind }

  /// The status of a regular file; nil if none lies there.
  public func status(of path: String) -> FileStatus? { FileStatus(ofFileAt: absolute(path)) }

  /// The status of whatever lies at a path; nil when nothing does.
  public func anyStatus(of path: String) throws(Failure) -> FileStatus? {
    if let status = FileStatus(at: absolute(path)) { return status }
    guard errno == ENOENT || errno == ENOTDIR else { throw Files.last("read", path) }
    return nil
  }

  /// Whether a path leads to a file, perhaps through links.
  public func isFile(_ path: String) -> Bool { FileStatus(behind: absolute(path))?.kind == .file }

  public func exists(_ path: String) -> Bool { unsafe access(absolute(path), F_OK) == 0 }

  /// Whether a path leads to a program that we may run.
  public func canRun(_ path: String) -> Bool { unsafe access(absolute(path), X_OK) == 0 }

  /// Sees that a folder can be written to, as far as the system says without a try.
  public func checkWritable(_ path: String) throws(Failure) {
    guard unsafe access(absolute(path), W_OK) == 0 else { throw Files.last("write", path) }
  }

  /// Whether a path leads through a symbolic link below the root.
  public func isBehindLink(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    return parts.indices.dropFirst().contains { end in
      kind(of: parts[..<end].joined(separator: "/")) == .symbolicLink
    }
  }

  public func isSameFile(_ one: String, _ other: String) throws(Failure) -> Bool {
    guard let one = try anyStatus(of: one), let other = try anyStatus(of: other) else {
      return false
    }
    return one.isSameFile(as: other)
  }

  public func isOnAnotherFileSystem(than other: Files) -> Bool {
    guard let mine = FileStatus(behind: root), let its = FileStatus(behind: other.root) else {
      return false
    }
    return mine.device != its.device
  }

  /// The path without links, as bytes, which need not be UTF-8; nil when nothing lies there.
  public func resolved(_ path: String) throws(Failure) -> [UInt8]? {
    guard let resolved = unsafe realpath(absolute(path), nil) else {
      guard errno == ENOENT else { throw Files.last("read", path) }
      return nil
    }
    defer { unsafe free(resolved) }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
  }

  /// Where a symbolic link leads; nil for other files.
  public func linkTarget(of path: String) -> [UInt8]? {
    let size = Int(PATH_MAX)
    let target = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      let room = unsafe UnsafeMutableRawPointer(buffer.baseAddress)?
        .assumingMemoryBound(to: CChar.self)
      guard let room = unsafe room else { return }
      count = max(0, unsafe readlink(absolute(path), room, size))
    }
    return target.isEmpty ? nil : target
  }

  /// The current folder; nil when it was removed.
  public static var currentFolder: String? {
    guard let path = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }
}

// MARK: Directories

extension Files {
  /// The names in a directory, sorted by bytes; none when it is missing.
  public func names(in path: String) throws(Failure) -> [(name: String, kind: Kind)] {
    // The root itself may be a link, which the user made.
    try entries(of: path, followsLink: path.isEmpty || root.isEmpty)
      .sorted { unsafe strcmp($0.name, $1.name) < 0 }
  }

  private func entries(
    of path: String,
    followsLink: Bool
  ) throws(Failure) -> [(name: String, kind: Kind)] {
    let place = path.isEmpty ? root : absolute(path)
    guard let directory = unsafe system_open_entries(place, followsLink ? 1 : 0) else {
      guard errno == ENOENT || errno == ENOTDIR else {
        throw Files.last("read", path.isEmpty ? root : path)
      }
      return []
    }
    defer { unsafe system_close_entries(directory) }
    var entries: [(name: String, kind: Kind)] = []
    var kind = system_other
    while let name = unsafe system_next_entry(directory, &kind) {
      entries.append((unsafe String(cString: name), Kind(kind)))
    }
    guard errno == 0 else { throw Files.last("read", path) }
    return entries
  }

  /// Visits what is at most so many directories below one; links are named, but not followed.
  public func visit(
    _ path: String,
    depth: Int,
    _ body: (String, Kind) -> Void
  ) throws(Failure) {
    for (name, kind) in try names(in: path) {
      let inner = path + "/" + name
      body(inner, kind)
      if kind == .directory, depth > 1 { try visit(inner, depth: depth - 1, body) }
    }
  }

  /// Makes a directory and those above it, below the root.
  ///
  /// - Throws: `ENOTDIR` where a link is on the way; with the whole file system as the root links
  ///   are what people made them.
  public func makeDirectory(_ path: String, for readers: Readers = .usual) throws(Failure) {
    var made = root
    for part in path.split(separator: "/") {
      made += "/" + part
      let path = String(made.dropFirst(root.count + 1))
      // Nearly all of them are there: a look costs less than another attempt.
      var found = FileStatus(at: made)?.kind
      if found == nil {
        if unsafe mkdir(made, readers == .owner ? 0o700 : 0o777) == 0 { continue }
        guard errno == EEXIST else { throw Files.last("create", made) }
        found = FileStatus(at: made)?.kind
      }
      guard root.isEmpty || found != .symbolicLink else {
        throw Failure("write", path, code: ENOTDIR)
      }
    }
  }

  /// Removes a directory and those below it, as far as they are empty.
  public func removeEmptyDirectories(_ path: String) {
    guard kind(of: path) == .directory else { return }
    for (name, _) in namesOrNone(in: path) { removeEmptyDirectories(path + "/" + name) }
    unsafe rmdir(absolute(path))
  }

  /// Removes a folder and everything in it, as far as that can be done; links are not followed.
  public func discard(_ path: String) {
    do {
      for (name, kind) in try entries(of: path, followsLink: false) {
        let inner = path.isEmpty ? name : path + "/" + name
        if kind == .directory { discard(inner) } else { try remove(inner) }
      }
    } catch {
      // What cannot be removed stays, as does the directory.
    }
    unsafe CSystem.remove(path.isEmpty ? root : absolute(path))
  }

  /// Removes all that is in the folder, and the folder itself unless it was there before, while the
  /// rest of the program goes on to write there.
  public func discardAtOnce(keepingRoot isKept: Bool) {
    // Under other names nothing more is added to it, or next to nothing.
    let gone = Files(root: root + ".habit-gone")
    for _ in 0..<10 {
      if isKept { unsafe mkdir(gone.root, 0o700) } else { unsafe rename(root, gone.root) }
      for (name, _) in (isKept ? namesOrNone(in: "") : []) {
        unsafe rename(absolute(name), gone.absolute(name))
      }
      gone.discard("")
      if gone.kind(of: "") == nil, isKept ? namesOrNone(in: "").isEmpty : kind(of: "") == nil {
        return
      }
    }
  }

  private func namesOrNone(in path: String) -> [(name: String, kind: Kind)] {
    (try? names(in: path)) ?? []
  }
}

// MARK: Names

extension Files {
  /// Gives a file another name, in the place of whatever is there.
  public func move(_ path: String, to other: String) throws(Failure) {
    guard unsafe rename(absolute(path), absolute(other)) == 0 else {
      throw Files.last("write", other)
    }
  }

  /// Removes a file; one that is missing is not an error.
  public func remove(_ path: String) throws(Failure) {
    guard unsafe unlink(absolute(path)) == 0 || errno == ENOENT else {
      throw Files.last("remove", path)
    }
  }

  public func createLink(_ path: String, to target: [UInt8]) throws(Failure) {
    let text = String(decoding: target, as: UTF8.self)
    guard unsafe symlink(text, absolute(path)) == 0 else { throw Files.last("create", path) }
  }

  enum LinkFailure { case taken, unsupported }

  /// Gives a file a second name, unless the name is taken or the file system has no hard links.
  func link(_ path: String, as name: String) throws(Failure) -> LinkFailure? {
    guard unsafe CSystem.link(absolute(path), absolute(name)) != 0 else { return nil }
    if errno == EEXIST { return .taken }
    if system_lacks_links(errno) != 0 { return .unsupported }
    throw Files.last("create", name)
  }
}
