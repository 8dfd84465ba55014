internal import HabitFiles

/// One version of a file: the members of its JSON object by key, and the white space around them.
struct ObjectView {
  let parts: JSONParts
  let bytes: [UInt8]
  let keys: [RecordKey]
  let members: [Member]
  /// The bytes before the first member; nil when the object is empty.
  let head: Range<Int>?
  /// The bytes after the last member; nil when the object is empty.
  let foot: Range<Int>?

  struct Member {
    let key: UTF8Key
    let value: Range<Int>
    /// The places of further values, where a text merge left the key more than once.
    var more: [Range<Int>] = []
    let text: Range<Int>
    /// The bytes between the previous comma and the key; nil for the first member.
    let lead: Range<Int>?
    /// The bytes between the value and the next comma; nil for the last member.
    let trail: Range<Int>?
  }

  init(_ parts: JSONParts, _ keys: [RecordKey]) {
    let bytes = parts.bytes
    let scanned = parts.members(of: parts.root)
    var members: [Member] = []
    members.reserveCapacity(scanned.count)
    var comma: Int?
    for (index, member) in scanned.enumerated() {
      let lead = comma.map { ($0 + 1)..<member.range.lowerBound }
      var end = member.range.upperBound
      if index < scanned.count - 1 {
        while bytes[end] != UInt8(ascii: ",") { end += 1 }
        comma = end
      } else {
        comma = nil
      }
      members.append(
        Member(
          key: UTF8Key(member.key),
          value: member.value,
          text: member.range,
          lead: lead,
          trail: comma.map { member.range.upperBound..<$0 }
        )
      )
    }
    self.parts = parts
    self.keys = keys
    self.bytes = bytes
    self.members = ObjectView.sorted(members)
    self.head = scanned.first.map { 0..<$0.range.lowerBound }
    self.foot = scanned.last.map { $0.range.upperBound..<bytes.count }
  }

  private static func sorted(_ members: [Member]) -> [Member] {
    let isSorted = zip(members, members.dropFirst()).allSatisfy { $0.key < $1.key }
    guard !isSorted else { return members }
    var sorted: [Member] = []
    // The sort is stable: the first member of a key comes first.
    for member in members.sorted(by: { $0.key < $1.key }) {
      if let last = sorted.indices.last, sorted[last].key == member.key {
        sorted[last].more.append(member.value)
      } else {
        sorted.append(member)
      }
    }
    return sorted
  }

  func member(_ key: UTF8Key) -> Member? {
    var (low, high) = (0, members.count)
    while low < high {
      let middle = (low + high) / 2
      if members[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low < members.count && members[low].key == key ? members[low] : nil
  }

  var format: Int? {
    members.first { $0.key == "format" }.flatMap { Int(parts.spelling(of: $0.value)) }
  }

  /// The most bytes that the values of one key have together, where it is there more than once.
  private static let mostCopied = 1024 * 1024

  /// A key whose values are too large to be joined; nil without one.
  var overfullKey: String? {
    members.first { member in
      !member.more.isEmpty
        && member.more.reduce(member.value.count) { $0 + $1.count } > ObjectView.mostCopied
    }?.key.text
  }

  var hasDuplicates: Bool { members.contains { !$0.more.isEmpty } }
}
