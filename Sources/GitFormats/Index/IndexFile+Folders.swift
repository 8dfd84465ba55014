extension IndexFile {
  /// The lines of files at the root, and where those of each folder there are; nil as for all
  /// entries, and where a folder's lines are not together.
  public func folders() -> (files: [IndexEntry], folders: [GitPath: Range<Int>])? {
    var files: [IndexEntry] = []
    var folders: [GitPath: Range<Int>] = [:]
    // The folder of the line before, with its slash, and where its lines begin.
    var (folder, start) = (0..<0, 0)
    func close(at end: Int) -> Bool {
      guard !folder.isEmpty else { return true }
      let name = GitPath(bytes: bytes[folder.dropLast()])
      return folders.updateValue(start..<end, forKey: name) == nil
    }
    var position = IndexFile.header
    for _ in 0..<count {
      guard let line = line(at: position) else { return nil }
      if folder.isEmpty || !has(folder, at: line.path) {
        guard close(at: position) else { return nil }
        let slash = bytes[line.path].firstIndex(of: UInt8(ascii: "/"))
        (folder, start) = (slash.map { line.path.lowerBound..<$0 + 1 } ?? 0..<0, position)
        if slash == nil { files.append(entry(at: position, line.path)) }
      }
      position = line.end
    }
    guard close(at: position), hasOptionalExtensions(from: position) else { return nil }
    return (files, folders)
  }

  /// Whether the text at one place begins the text at another.
  private func has(_ folder: Range<Int>, at path: Range<Int>) -> Bool {
    guard folder.count <= path.count else { return false }
    return zip(folder, path).allSatisfy { bytes[$0] == bytes[$1] }
  }

  /// The lines that are in a part of the file.
  public func entries(at part: Range<Int>) -> [IndexEntry] {
    var entries: [IndexEntry] = []
    var position = part.lowerBound
    while position < part.upperBound, let line = line(at: position) {
      entries.append(entry(at: position, line.path))
      position = line.end
    }
    return entries
  }
}
