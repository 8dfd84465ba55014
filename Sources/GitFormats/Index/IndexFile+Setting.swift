// Why libgit2 does not write the index: `log` with 1,000 users may take 1.2 × `git commit`, and takes
// 30.6 beside 26.8 ms (README, group `write` of habit-bench). To read that index of 15,000 lines, set
// one and write it, libgit2 1.5 needs 21 ms of processor time (12.4 + 8.7, the least of eleven runs).
// What is new, removed or in conflict is left to libgit2.

extension IndexFile {
  /// A file whose line is to say something else.
  public struct Change {
    /// From the root, with slashes.
    public let path: GitPath
    /// The contents.
    public let blob: ObjectID
    /// Its type and permissions; nil for those that the line has.
    public let mode: UInt32?
    /// What the line says of the work file; nil when that has other contents.
    public let stamp: FileStamp?

    /// A line that is to say this.
    public init(path: GitPath, blob: ObjectID, mode: UInt32?, stamp: FileStamp?) {
      (self.path, self.blob, self.mode, self.stamp) = (path, blob, mode, stamp)
    }
  }

  /// The bytes of the index with other contents of files that are in it; nil when it is left to
  /// libgit2, as for a new file, one in conflict, or one that the user has marked.
  ///
  /// - Parameters:
  ///   - changes: what the lines are to say.
  ///   - isUnchanged: whether a work file still has the contents of its line, which is asked for
  ///     those that may have changed without a trace.
  /// - Returns: all of the bytes.
  /// - Throws: what the question throws.
  public func setting<Failure: Error>(
    _ changes: [Change],
    isUnchanged: (IndexEntry) throws(Failure) -> Bool
  ) throws(Failure) -> [UInt8]? {
    var edited = bytes
    // The lines are in the order of their bytes; the next to come is the last of these.
    var left = changes.sorted { $1.path < $0.path }
    let paths = left.map { $0.path.bytes[...] }
    var position = IndexFile.header
    for _ in 0..<count {
      guard let line = line(at: position) else { return nil }
      if let change = left.last, bytes[line.path].elementsEqual(change.path.bytes) {
        left.removeLast()
        let mode = IndexFile.number(at: position + 24, in: bytes)
        guard IndexFile.number(at: position + 60, in: bytes, bytes: 2) & 0xF000 == 0,
          change.mode ?? mode == mode
        else { return nil }
        change.write(into: &edited, at: position)
      } else if Int32(bitPattern: IndexFile.number(at: position + 8, in: bytes)) >= written.seconds,
        try mayHaveChanged(entry(at: position, line.path), isUnchanged)
      {
        IndexFile.write(0, into: &edited, at: position + IndexFile.size)
      }
      position = line.end
    }
    guard left.isEmpty, let extensions = extensions(from: position, without: paths) else {
      return nil
    }
    edited.replaceSubrange(position..., with: extensions)
    return edited + SHA1.digest(of: edited)
  }

  private func mayHaveChanged<Failure: Error>(
    _ entry: IndexEntry,
    _ isUnchanged: (IndexEntry) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    guard TreeEntry(id: entry.blob, mode: entry.mode).isFile else { return false }
    return try !isUnchanged(entry)
  }

  /// Where a line has the size of its file.
  fileprivate static let size = 36

  /// What follows the lines, as far as it holds for other ones, too; the rest only makes git faster.
  private func extensions(from start: Int, without paths: [ArraySlice<UInt8>]) -> [UInt8]? {
    let end = bytes.count - IndexFile.checksum
    var (position, kept): (Int, [UInt8]) = (start, [])
    while position + 8 <= end {
      let name = bytes[position..<position + 4]
      let content = position + 8
      position = content + Int(IndexFile.number(at: position + 4, in: bytes))
      guard position <= end, let first = name.first,
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first)
      else { return nil }
      switch String(decoding: name, as: UTF8.self) {
      case "TREE":
        guard let tree = CacheTree(bytes[content..<position], without: paths) else { return nil }
        var size = [UInt8](repeating: 0, count: 4)
        IndexFile.write(UInt32(tree.edited.count), into: &size, at: 0)
        kept += name + size + tree.edited
      case "REUC": kept += bytes[(content - 8)..<position]
      default: break
      }
    }
    return position == end ? kept : nil
  }

  fileprivate static func write(_ number: UInt32, into bytes: inout [UInt8], at position: Int) {
    for byte in 0..<4 {
      bytes[position + byte] = UInt8(truncatingIfNeeded: number >> (24 - UInt32(byte) * 8))
    }
  }
}

extension IndexFile.Change {
  /// Writes all of a line but its mode, its flags and its path.
  ///
  /// Source: gitformat-index(5), "Index entry".
  fileprivate func write(into bytes: inout [UInt8], at position: Int) {
    let numbers: [(offset: Int, number: UInt32?)] = [
      (0, stamp.map { UInt32(bitPattern: $0.changed.seconds) }), (4, stamp?.changed.nanoseconds),
      (8, stamp.map { UInt32(bitPattern: $0.modified.seconds) }), (12, stamp?.modified.nanoseconds),
      (16, stamp?.device), (20, stamp?.inode), (28, stamp?.user), (32, stamp?.group),
      (IndexFile.size, stamp?.size),
    ]
    for (offset, number) in numbers {
      IndexFile.write(number ?? 0, into: &bytes, at: position + offset)
    }
    bytes.replaceSubrange((position + 40)..<(position + 60), with: blob.bytes)
  }
}
