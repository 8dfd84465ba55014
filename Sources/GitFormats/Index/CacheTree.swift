/// What the index remembers of the trees its lines make, so that git need not write them again.
///
/// Source: gitformat-index(5), "Cache tree": a node is its name, a zero, the number of its lines, a
/// space, the number of the nodes below it, a line feed and, unless the first number is -1, its id;
/// those below follow.
public struct CacheTree {
  private var nodes: Nodes
  /// What becomes of the bytes: the nodes above what changes have no id.
  private(set) var edited: [UInt8] = []
  private var copied: Int

  /// The tree as it is when these files have changed; nil when it cannot be read.
  init?(_ bytes: ArraySlice<UInt8>, without paths: [ArraySlice<UInt8>]) {
    nodes = Nodes(bytes)
    copied = bytes.startIndex
    guard forget(paths), nodes.areDone else { return nil }
    edited += bytes[copied...]
  }

  /// Goes through a node and those below it, and takes the ids of those above a path.
  private mutating func forget(_ paths: [ArraySlice<UInt8>]) -> Bool {
    guard let node = nodes.next() else { return false }
    guard !paths.isEmpty else { return nodes.skip(node.below) }
    if node.id != nil {
      edited += nodes.bytes[copied..<node.numbers] + Array("-1 \(node.below)\n".utf8)
      copied = nodes.position
    }
    for _ in 0..<node.below {
      guard let name = nodes.nextName else { return false }
      let folder = name + [UInt8(ascii: "/")]
      let inside = paths.filter { $0.starts(with: folder) }.map { $0.dropFirst(folder.count) }
      guard forget(inside) else { return false }
    }
    return true
  }
}

extension CacheTree {
  /// Shows the directories with the ids of their trees, where those are known; what is in one only
  /// when the body says so.
  ///
  /// What cannot be read is not shown.
  public static func walk<Failure: Error>(
    _ bytes: ArraySlice<UInt8>,
    _ body: (GitPath, ObjectID?) throws(Failure) -> Bool
  ) throws(Failure) {
    var nodes = Nodes(bytes)
    _ = try walk(&nodes, in: nil, body)
  }

  private static func walk<Failure: Error>(
    _ nodes: inout Nodes,
    in parent: GitPath?,
    _ body: (GitPath, ObjectID?) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    let name = nodes.nextName.map(GitPath.init(bytes:))
    guard let name, let node = nodes.next() else { return false }
    let path = parent?.appending(name) ?? .root
    guard try body(path, node.id) else { return nodes.skip(node.below) }
    for _ in 0..<node.below {
      guard try walk(&nodes, in: path, body) else { return false }
    }
    return true
  }
}

/// The nodes, one after the other.
private struct Nodes {
  let bytes: ArraySlice<UInt8>
  private(set) var position: Int

  /// A directory.
  struct Node {
    /// Where its numbers are.
    let numbers: Int
    /// The tree; nil when it is not known.
    let id: ObjectID?
    /// How many directories follow that are in it.
    let below: Int
  }

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  var areDone: Bool { position == bytes.endIndex }

  /// What the next one is called.
  var nextName: ArraySlice<UInt8>? {
    bytes[position...].firstIndex(of: 0).map { bytes[position..<$0] }
  }

  /// Goes beyond one node.
  mutating func next() -> Node? {
    guard let name = nextName?.endIndex,
      let space = bytes[name...].firstIndex(of: UInt8(ascii: " ")),
      let end = bytes[space...].firstIndex(of: UInt8(ascii: "\n")),
      let below = Int(String(decoding: bytes[(space + 1)..<end], as: UTF8.self)),
      (0...bytes.count).contains(below)
    else { return nil }
    let isKnown = bytes[name + 1] != UInt8(ascii: "-")
    position = end + 1 + (isKnown ? 20 : 0)
    guard position <= bytes.endIndex else { return nil }
    let id = isKnown ? ObjectID(bytes: bytes[(end + 1)..<position]) : nil
    return Node(numbers: name + 1, id: id, below: below)
  }

  /// Goes beyond so many nodes, and all that are in them.
  mutating func skip(_ count: Int) -> Bool {
    var left = count
    while left > 0 {
      guard let node = next() else { return false }
      left += node.below - 1
    }
    return true
  }
}
