/// The index as git writes it by default, read without libgit2, which takes 10 ms for 15,000 lines
/// where only one user's are asked for.
///
/// Source: gitformat-index(5), versions 2 and 3.
public struct IndexFile: Sendable {
  let bytes: [UInt8]
  let count: Int
  let written: FileStamp.Time

  static let header = 12
  static let fixedPart = 62
  /// The length of the checksum at the end, in bytes.
  public static let checksum = 20
  private static let longestPath = 0xFFF

  /// The index of these bytes; nil for one that is left to libgit2: it is of another version, has no
  /// checksum, or cannot be understood without an extension.
  ///
  /// - Parameters:
  ///   - bytes: All of the file.
  ///   - written: When it was written.
  public init?(_ bytes: [UInt8], written: FileStamp.Time) {
    self.bytes = bytes
    self.written = written
    let size = bytes.count
    guard size >= IndexFile.header + IndexFile.checksum,
      bytes.starts(with: Array("DIRC".utf8))
    else { return nil }
    count = Int(IndexFile.number(at: 8, in: bytes))
    guard [2, 3].contains(IndexFile.number(at: 4, in: bytes)),
      bytes.suffix(IndexFile.checksum).contains(where: { $0 != 0 })
    else { return nil }
  }

  /// The lines at these paths and below them, path by path; nil when they are left to libgit2.
  ///
  /// An empty path means all.
  public func entries(under paths: [GitPath]) -> [IndexEntry]? {
    var found = [[IndexEntry]](repeating: [], count: paths.count)
    let folders = paths.map(\.bytes)
    var position = IndexFile.header
    for _ in 0..<count {
      guard let line = line(at: position) else { return nil }
      for (place, folder) in folders.enumerated() where isAtOrUnder(folder, line.path) {
        found[place].append(entry(at: position, line.path))
      }
      position = line.end
    }
    return hasOptionalExtensions(from: position) ? found.flatMap(\.self) : nil
  }

  /// Whether no line has flags of the longer form, as files that a sparse checkout leaves out have.
  public var isPlain: Bool { IndexFile.number(at: 4, in: bytes) == 2 }

  /// Where the path of a line is, and where the line ends; nil when it goes beyond the file.
  func line(at position: Int) -> (path: Range<Int>, end: Int)? {
    guard position + IndexFile.fixedPart < bytes.count - IndexFile.checksum else { return nil }
    let flags = Int(IndexFile.number(at: position + 60, in: bytes, bytes: 2))
    let isExtended = flags & 0x4000 != 0
    let start = position + IndexFile.fixedPart + (isExtended ? 2 : 0)
    var end = start + flags & IndexFile.longestPath
    if flags & IndexFile.longestPath == IndexFile.longestPath {
      guard let zero = bytes.part(from: end)?.firstIndex(of: 0) else { return nil }
      end = zero
    }
    // One to eight zeros follow, so that the length is a multiple of eight.
    let next = position + (end - position + 8) / 8 * 8
    guard next <= bytes.count - IndexFile.checksum, bytes[end] == 0 else { return nil }
    return (start..<end, next)
  }

  private func isAtOrUnder(_ folder: [UInt8], _ path: Range<Int>) -> Bool {
    guard !folder.isEmpty else { return true }
    guard path.count >= folder.count,
      bytes[path.lowerBound..<path.lowerBound + folder.count].elementsEqual(folder)
    else { return false }
    return path.count == folder.count
      || bytes[path.lowerBound + folder.count] == UInt8(ascii: "/")
  }

  /// A line.
  func entry(at position: Int, _ path: Range<Int>) -> IndexEntry {
    func number(_ offset: Int) -> UInt32 { IndexFile.number(at: position + offset, in: bytes) }
    func time(_ offset: Int) -> FileStamp.Time {
      FileStamp.Time(
        seconds: Int32(truncatingIfNeeded: number(offset)),
        nanoseconds: number(offset + 4)
      )
    }
    let stamp = FileStamp(
      modified: time(8),
      changed: time(0),
      size: number(36),
      inode: number(20),
      device: number(16),
      user: number(28),
      group: number(32)
    )
    let isExtended = IndexFile.number(at: position + 60, in: bytes, bytes: 2) & 0x4000 != 0
    return IndexEntry(
      path: GitPath(bytes: bytes[path]),
      blob: ObjectID(bytes: bytes[(position + 40)..<(position + 60)]),
      mode: number(24),
      stage: Int(IndexFile.number(at: position + 60, in: bytes, bytes: 2)) >> 12 & 3,
      stamp: stamp,
      isRacy: stamp.modified >= written,
      isSkipped: isExtended
        && IndexFile.number(at: position + 62, in: bytes, bytes: 2) & 0x4000 != 0
    )
  }

  /// Whether what follows the lines may be ignored: an extension in capitals only makes git faster.
  func hasOptionalExtensions(from start: Int) -> Bool {
    var position = start
    while position + 8 <= bytes.count - IndexFile.checksum {
      guard (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[position]) else { return false }
      position += 8 + Int(IndexFile.number(at: position + 4, in: bytes))
    }
    return position == bytes.count - IndexFile.checksum
  }

  /// What the index remembers of its trees; nil when that is nothing.
  public func cacheTree() -> ArraySlice<UInt8>? {
    var position = IndexFile.header
    for _ in 0..<count {
      guard let line = line(at: position) else { return nil }
      position = line.end
    }
    let end = bytes.count - IndexFile.checksum
    while position + 8 <= end {
      let content = position + 8
      let next = content + Int(IndexFile.number(at: position + 4, in: bytes))
      guard next <= end else { return nil }
      if bytes[position..<position + 4].elementsEqual("TREE".utf8) { return bytes[content..<next] }
      position = next
    }
    return nil
  }

  static func number(at position: Int, in bytes: [UInt8], bytes width: Int = 4) -> UInt32 {
    bytes[position..<position + width].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
