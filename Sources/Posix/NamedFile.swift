internal import Glibc
public import HabitFiles

/// A file or folder that the user names: links are followed, and the size is limited by the caller.
public struct NamedFile: Sendable {
  /// Where it is, absolute.
  public let path: String

  /// What stands at a path.
  public init(_ path: String) {
    self.path = path
  }

  /// The last part of the path.
  public var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// The path of the folder it stands in.
  public var folder: String {
    let parts = path.split(separator: "/").dropLast()
    return "/" + parts.joined(separator: "/")
  }

  /// Whether it is a folder.
  public var isFolder: Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// How many bytes it has; nil when it does not exist.
  public var size: Int? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Its bytes.
  public func contents(largest: Int) throws(FileTreeError) -> [UInt8] {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      throw errno == ENOENT || errno == ENOTDIR
        ? .missing : .unreadable(reason: SystemError.last("read", path).reason)
    }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .notAFile
    }
    guard status.st_size <= largest else { throw .tooLarge(bytes: Int(status.st_size)) }
    do {
      return try Disk.read(file, expecting: Int(status.st_size), path)
    } catch {
      throw .unreadable(reason: error.reason)
    }
  }

  /// Its first bytes; none when it cannot be read.
  public func head(_ count: Int) -> [UInt8] {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return [] }
    defer { close(file) }
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, received in
      received = max(unsafe Glibc.read(file, buffer.baseAddress, count), 0)
    }
  }
}
