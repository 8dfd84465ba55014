internal import GitFormats
internal import Posix

extension IndexFile {
  /// The index at a path; nil without one, or one that is left to libgit2.
  init?(at path: String) {
    let found: (bytes: [UInt8], status: FileStatus)?
    do {
      found = try System.contents(of: path)
    } catch {
      return nil
    }
    guard let found else { return nil }
    self.init(found.bytes, written: FileStamp(found.status).modified)
  }

  /// The checksum at the end of the index; nil without one.
  static func checksum(at path: String) throws(GitError) -> ObjectID? {
    guard let bytes = try System.end(of: path, bytes: checksum), bytes.count == checksum,
      bytes.contains(where: { $0 != 0 })
    else { return nil }
    return ObjectID(bytes: bytes[...])
  }
}
