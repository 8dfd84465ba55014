internal import HabitFiles

/// One version of a file: its lines in the order of their keys, and what holds them together.
struct Page {
  let parts: JSONParts
  let bytes: [UInt8]
  let lines: [Line]
  /// What stands before the first line; nil without lines.
  let head: Range<Int>?
  /// What stands behind the last line; nil without lines.
  let foot: Range<Int>?

  /// A key of the file's object with its value.
  struct Line {
    let key: Spelling
    /// Where the value stands.
    let value: Range<Int>
    /// Where more values stand, when a text merge left the key more than once.
    var more: [Range<Int>] = []
    /// The key and its value.
    let text: Range<Int>
    /// What stands between the comma before and the key; nil on the first line.
    let lead: Range<Int>?
    /// What stands between the value and the comma behind; nil on the last line.
    let trail: Range<Int>?
  }

  init(_ parts: JSONParts) {
    let bytes = parts.bytes
    let members = parts.members(of: parts.root)
    var lines: [Line] = []
    lines.reserveCapacity(members.count)
    var comma: Int?
    for (index, member) in members.enumerated() {
      let lead = comma.map { ($0 + 1)..<member.range.lowerBound }
      var end = member.range.upperBound
      if index < members.count - 1 {
        while bytes[end] != UInt8(ascii: ",") { end += 1 }
        comma = end
      } else {
        comma = nil
      }
      let line = Line(
        key: Spelling(member.key),
        value: member.value,
        text: member.range,
        lead: lead,
        trail: comma.map { member.range.upperBound..<$0 }
      )
      lines.append(line)
    }
    self.parts = parts
    self.bytes = bytes
    self.lines = Page.sorted(lines)
    self.head = members.first.map { 0..<$0.range.lowerBound }
    self.foot = members.last.map { $0.range.upperBound..<bytes.count }
  }

  /// The lines in order, each key once.
  private static func sorted(_ lines: [Line]) -> [Line] {
    guard zip(lines, lines.dropFirst()).contains(where: { $0.key >= $1.key }) else { return lines }
    var sorted: [Line] = []
    // The sort is stable: the first line of a key comes first.
    for line in lines.sorted(by: { $0.key < $1.key }) {
      if let last = sorted.indices.last, sorted[last].key == line.key {
        sorted[last].more.append(line.value)
      } else {
        sorted.append(line)
      }
    }
    return sorted
  }

  /// The format that the file says it has; nil when it says none.
  var format: Int? {
    lines.first { $0.key == "format" }.flatMap { Int(parts.spelling(of: $0.value)) }
  }

  /// Whether a key stands more than once.
  var hasCopies: Bool { lines.contains { !$0.more.isEmpty } }
}
