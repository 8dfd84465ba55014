/// What the index remembers of the trees its lines make, so that git need not write them anew.
///
/// Source: gitformat-index(5), "Cache tree": a node is its name, a zero, the number of its lines, a
/// space, the number of the nodes below it, a line feed and, unless the first number is -1, its id;
/// those below follow.
struct CacheTree {
  private let bytes: ArraySlice<UInt8>
  private var position: Int
  /// What becomes of the bytes: the nodes above what changes have no id.
  private(set) var edited: [UInt8] = []
  private var copied: Int

  /// The tree as it is when these files have changed; nil when it cannot be read.
  init?(_ bytes: ArraySlice<UInt8>, without paths: [ArraySlice<UInt8>]) {
    self.bytes = bytes
    position = bytes.startIndex
    copied = position
    guard forget(paths), position == bytes.endIndex else { return nil }
    edited += bytes[copied...]
  }

  /// Goes through a node and those below it, and takes the ids of those above a path.
  private mutating func forget(_ paths: [ArraySlice<UInt8>]) -> Bool {
    guard let node = next() else { return false }
    guard !paths.isEmpty else { return skip(node.below) }
    if node.isKnown {
      edited += bytes[copied..<node.numbers] + Array("-1 \(node.below)\n".utf8)
      copied = position
    }
    for _ in 0..<node.below {
      guard let end = bytes[position...].firstIndex(of: 0) else { return false }
      let folder = bytes[position..<end] + [UInt8(ascii: "/")]
      let inside = paths.filter { $0.starts(with: folder) }.map { $0.dropFirst(folder.count) }
      guard forget(inside) else { return false }
    }
    return true
  }

  private mutating func skip(_ count: Int) -> Bool {
    var left = count
    while left > 0 {
      guard let node = next() else { return false }
      left += node.below - 1
    }
    return true
  }

  /// Goes beyond one node.
  private mutating func next() -> (numbers: Int, isKnown: Bool, below: Int)? {
    guard let name = bytes[position...].firstIndex(of: 0),
      let space = bytes[name...].firstIndex(of: UInt8(ascii: " ")),
      let end = bytes[space...].firstIndex(of: UInt8(ascii: "\n")),
      let below = Int(String(decoding: bytes[(space + 1)..<end], as: UTF8.self)), below >= 0
    else { return nil }
    let isKnown = bytes[name + 1] != UInt8(ascii: "-")
    position = end + 1 + (isKnown ? 20 : 0)
    return position <= bytes.endIndex ? (name + 1, isKnown, below) : nil
  }
}
