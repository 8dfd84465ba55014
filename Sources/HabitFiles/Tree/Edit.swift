/// A change of one file; only the documents of this module make one.
public struct Edit: Hashable, Sendable {
  /// The file, relative to the repository's root.
  public let path: String
  /// The original bytes; nil if there was no file.
  public let before: [UInt8]?
  /// The new bytes.
  public let after: [UInt8]

  init(path: String, before: [UInt8]?, after: [UInt8]) {
    self.path = path
    self.before = before
    self.after = after
  }

  /// The edit and a later one of the same file, as one.
  public func followed(by last: Edit?) -> Edit {
    Edit(path: path, before: before, after: last?.after ?? after)
  }
}

/// The bytes of the blob in git: `\n` in place of `\r\n`, by the attributes `text eol=lf`.
public func blobBytes(of bytes: [UInt8]) -> [UInt8] {
  guard bytes.contains(0x0D) else { return bytes }
  var blob: [UInt8] = []
  blob.reserveCapacity(bytes.count)
  for (index, byte) in bytes.enumerated() {
    let isReturnBeforeNewline = byte == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
    if !isReturnBeforeNewline { blob.append(byte) }
  }
  return blob
}
