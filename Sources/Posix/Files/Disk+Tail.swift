internal import Glibc

extension Disk {
  /// The end of a regular file, at most so many bytes; nil when it cannot be read.
  public func tail(of path: String, atMost limit: Int) -> [UInt8]? {
    let file = unsafe open(absolute(path), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let size = min(Int(status.st_size), limit)
    return unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      let received = unsafe pread(file, buffer.baseAddress, size, Int(status.st_size) - size)
      count = max(received, 0)
    }
  }
}
