extension Scanner {
  /// The fault of a next byte that is not what was expected.
  func unexpected(_ wanted: String) -> Fault {
    if let marker = conflictMarker(at: position) { return marker }
    guard position < count else {
      return Fault(
        position,
        "the file ends where \(wanted) is expected",
        hint: "it may have been cut off; git show HEAD:FILE has the last version"
      )
    }
    switch self[position] {
    case UInt8(ascii: "'"):
      return Fault(position, "a single quote", hint: "JSON uses double quotes")
    case UInt8(ascii: "/"), UInt8(ascii: "#"):
      return Fault(position, "a comment; JSON has none", hint: "put it into a \"note\"")
    default:
      return Fault(position, "expected \(wanted)")
    }
  }

  /// The fault of a text with U+0000 that has not been reported yet; nil without one.
  ///
  /// Other programs take U+0000 for the end of the text.
  mutating func takeZero() -> Fault? {
    guard let offset = zero else { return nil }
    zero = nil
    return Fault(offset, "the character U+0000 in a text", hint: "remove \\u0000")
  }

  func conflictMarker(at offset: Int) -> Fault? {
    let byte = self[offset]
    let isMarker =
      [UInt8(ascii: "<"), UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "|")].contains(byte)
      && (offset == 0 || self[offset - 1] == 0x0A)
      && (offset..<offset + 7).allSatisfy { self[$0] == byte }
    guard isMarker else { return nil }
    return Fault(
      offset,
      "a conflict marker of git",
      hint: "habit check --fix joins both sides; or keep the lines of both and remove the markers"
    )
  }

  /// The line of an offset, from 1.
  func line(of offset: Int) -> Int {
    (0..<min(offset, count)).count { self[$0] == 0x0A } + 1
  }
}

extension Fault {
  /// The fault of a key that occurs twice in an object; nil when none does.
  ///
  /// Keys are compared by their decoded bytes: two spellings of é are two keys.
  init?(duplicateAmong keys: [(text: String, offset: Int)], _ scanner: Scanner) {
    guard let (first, second) = Fault.duplicate(among: keys) else { return nil }
    let line = scanner.line(of: first.offset)
    self.init(
      second.offset,
      "the key \"\(second.text)\" occurs twice, first in line \(line)",
      hint: "join the two and remove one"
    )
  }

  private typealias Key = (text: String, offset: Int)

  /// The first key that occurs before, and where it does.
  private static func duplicate(among keys: [Key]) -> (Key, Key)? {
    // For few keys, comparing all pairs is faster than hashing.
    guard keys.count > 8 else {
      for (index, key) in keys.enumerated() {
        let length = key.text.utf8.count
        let first = keys[..<index].first {
          $0.text.utf8.count == length && $0.text.utf8.elementsEqual(key.text.utf8)
        }
        if let first { return (first, key) }
      }
      return nil
    }
    var seen: [[UInt8]: Key] = [:]
    for key in keys {
      if let first = seen.updateValue(key, forKey: Array(key.text.utf8)) { return (first, key) }
    }
    return nil
  }
}
