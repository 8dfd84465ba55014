public import Git
public import HabitSync

/// Trees in memory, in the place of a repository: a commit is its tree.
public final class Forest: TreeSource {
  public typealias Files = [GitPath: TreeEntry]

  /// What no repository would do.
  public struct Refusal: Error {
    public let words: String
  }

  public init() {}

  private var trees: [ObjectID: Files] = [:]
  private var folders: [ObjectID: Files] = [:]
  private var blobs: [ObjectID: [UInt8]] = [:]

  /// The id of contents, which depends on nothing else.
  private func id(of bytes: some Sequence<UInt8>) -> ObjectID {
    var (first, second): (UInt64, UInt64) = (0xcbf2_9ce4_8422_2325, 0x9e37_79b9_7f4a_7c15)
    for byte in bytes {
      first = (first ^ UInt64(byte)) &* 0x100_0000_01b3
      second = (second &+ UInt64(byte)) &* 0xbf58_476d_1ce4_e5b9 ^ first >> 29
    }
    let digits = [first, second, first &* 31 ^ second].map { number in
      let text = String(number, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }
    guard let id = ObjectID(hex: String(digits.joined().prefix(40))) else {
      preconditionFailure("forty digits")
    }
    return id
  }

  private func id(of files: Files) -> ObjectID {
    var lines: [UInt8] = []
    for (path, entry) in files.sorted(by: { $0.key < $1.key }) {
      lines += path.bytes + [0] + Array("\(entry.mode) \(entry.id.hex)\n".utf8)
    }
    return id(of: lines)
  }

  public func commit(_ files: Files) -> ObjectID {
    let id = id(of: files)
    trees[id] = files
    return id
  }

  public func files(of commit: ObjectID?) -> Files { commit.flatMap { trees[$0] } ?? [:] }

  public func changes(from old: ObjectID?, to new: ObjectID?) -> [TreeChange] {
    let (left, right) = (files(of: old), files(of: new))
    return Set(left.keys).union(right.keys).sorted().filter { left[$0] != right[$0] }
      .map { TreeChange(path: $0, old: left[$0], new: right[$0]) }
  }

  public func place(at path: GitPath, of commit: ObjectID) -> TreeEntry? {
    if let entry = trees[commit]?[path] { return entry }
    var inside: Files = [:]
    for (name, entry) in trees[commit] ?? [:] where name.bytes.starts(with: path.bytes + [0x2F]) {
      inside[GitPath(bytes: name.bytes.dropFirst(path.bytes.count + 1))] = entry
    }
    guard !inside.isEmpty else { return nil }
    let id = id(of: inside)
    folders[id] = inside
    return TreeEntry(id: id, mode: TreeEntry.tree)
  }

  public func rootEntries(of commit: ObjectID) -> [GitPath: TreeEntry] {
    var entries: [GitPath: TreeEntry] = [:]
    for path in files(of: commit).keys {
      let name = path.names[0]
      if entries[name] == nil { entries[name] = place(at: name, of: commit) }
    }
    return entries
  }

  public func names(in path: GitPath, of commit: ObjectID) -> [GitPath] {
    let names = files(of: commit).keys.filter { $0 != path && $0.isUnder(path) }
      .map { $0.names[path.names.count] }
    return Set(names).sorted()
  }

  public func isLarge(_ id: ObjectID) -> Bool { blobs[id].map { $0.count > 200 } ?? false }

  public func blob(_ id: ObjectID) throws -> [UInt8] {
    guard let bytes = blobs[id] else { throw Refusal(words: "no blob \(id)") }
    return bytes
  }

  public func mergeAttribute(of path: GitPath) -> Repository.Attribute {
    let name = path.name.bytes
    if name.starts(with: "union".utf8) { return .value("union") }
    return name.starts(with: "binary".utf8) ? .unset : .unspecified
  }

  /// A merge of texts that depends on the order of the sides, as that of git does.
  public func mergeTexts(
    _ ours: [UInt8],
    _ theirs: [UInt8],
    since base: [UInt8],
    keepingBoth: Bool
  ) -> [UInt8]? {
    if ours == theirs || theirs == base { return ours }
    if ours == base { return theirs }
    guard keepingBoth else { return nil }
    let (known, mine) = (Set(base.split(separator: 0x0A)), ours.split(separator: 0x0A))
    let its = theirs.split(separator: 0x0A).filter { !known.contains($0) && !mine.contains($0) }
    return Array((mine + its).joined(separator: [0x0A]))
  }

  public func writeBlob(_ bytes: [UInt8]) -> ObjectID {
    let id = id(of: bytes)
    blobs[id] = bytes
    return id
  }

  public func writeTree(
    of base: ObjectID?,
    setting entries: [(path: GitPath, entry: TreeEntry?)]
  ) throws -> ObjectID {
    var files = files(of: base)
    for (path, entry) in entries where entry == nil {
      files = files.filter { !$0.key.isUnder(path) }
    }
    for (path, entry) in entries {
      guard let entry else { continue }
      if entry.isTree {
        files = files.filter { !$0.key.isUnder(path) }
        for (name, entry) in folders[entry.id] ?? [:] { files[path.appending(name)] = entry }
      } else {
        files[path] = entry
      }
    }
    for path in files.keys {
      if let file = path.foldersAbove.first(where: { files[$0] != nil }) {
        throw Refusal(words: "cannot replace 'tree' with 'blob' at '\(file)'")
      }
    }
    return commit(files)
  }
}
