/// Reads the tokens of a JSON text in place, by RFC 8259.
///
/// The bytes are valid UTF-8; ``JSONText`` checks that before it makes a scanner.
@safe
struct Scanner {
  private let base: UnsafePointer<UInt8>?
  let count: Int
  /// The offset of the next byte.
  var position: Int
  /// How many arrays and objects are open.
  private var depth = 0

  /// The number of values in lists and unknown keys.
  private var values = 0

  /// Their limit.
  var mostValues = Scanner.mostValues

  /// The offset of the first U+0000 that is not yet reported.
  var zero: Int?

  /// The limit of nesting.
  static let deepest = 32
  /// The limit of values in a file; records and their fields are not counted.
  static let mostValues = 100_000

  init(_ bytes: UnsafeBufferPointer<UInt8>, from position: Int) {
    unsafe self.base = bytes.baseAddress
    self.count = bytes.count
    self.position = position
  }

  /// The byte at an offset; at the end 0, which no JSON text contains.
  @inline(__always)
  subscript(offset: Int) -> UInt8 {
    guard offset < count, let base = unsafe base else { return 0 }
    return unsafe base[offset]
  }

  /// Whether these bytes are at an offset.
  @inline(__always)
  func has(_ text: StaticString, at offset: Int) -> Bool {
    for index in 0..<text.utf8CodeUnitCount
    where unsafe text.utf8Start[index] != self[offset + index] { return false }
    return true
  }

  /// The offset of the next quote, backslash or control character, or the end.
  ///
  /// Compares eight bytes at once; a byte behind the first hit may be a false hit.
  ///
  /// Source: Anderson, "Bit Twiddling Hacks": Determine if a word has a zero byte.
  @inline(__always)
  func endOfPlainText(from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var offset = start
    while offset + 8 <= count, let base = unsafe base {
      let word = unsafe UInt64(
        littleEndian: UnsafeRawPointer(base + offset).loadUnaligned(as: UInt64.self)
      )
      let (quotes, slashes) = (word ^ (ones &* 0x22), word ^ (ones &* 0x5C))
      let hits =
        ((quotes &- ones) & ~quotes | (slashes &- ones) & ~slashes | (word &- (ones &* 0x20))
          & ~word)
        & (ones &* 0x80)
      if hits != 0 { return offset + hits.trailingZeroBitCount >> 3 }
      offset += 8
    }
    while self[offset] != UInt8(ascii: "\""), self[offset] != UInt8(ascii: "\\"),
      self[offset] >= 0x20
    {
      offset += 1
    }
    return offset
  }

  func text(_ range: Range<Int>) -> String {
    unsafe String(decoding: UnsafeBufferPointer(start: base, count: count)[range], as: UTF8.self)
  }

  /// The text between two quotes when it contains escapes; nil otherwise.
  func unescaped(_ range: Range<Int>) -> String? {
    guard range.contains(where: { self[$0] == UInt8(ascii: "\\") }) else { return nil }
    return String(jsonBetweenQuotes: text(range))
  }

  func bytes(_ range: Range<Int>) -> [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: base, count: count)[range])
  }
}

// MARK: Values and their nesting

extension Scanner {
  /// The kind of the next value, by its first byte.
  enum Kind {
    case object, array, string, number, literal
  }

  @inline(__always)
  mutating func skipSpace() {
    while position < count {
      switch self[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  @inline(__always)
  mutating func kind() throws(Fault) -> Kind {
    skipSpace()
    switch self[position] {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "-"), 0x30...0x39: return .number
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): return .literal
    default: throw unexpected("a value")
    }
  }

  /// Opens an object or array; false if it is empty, and then closed.
  @inline(__always)
  mutating func open(_ bracket: UInt8) throws(Fault) -> Bool {
    position += 1
    depth += 1
    guard depth <= Scanner.deepest else {
      throw Fault(position - 1, "the nesting is deeper than \(Scanner.deepest) levels")
    }
    skipSpace()
    guard self[position] == bracket + 2 else { return true }
    position += 1
    depth -= 1
    return false
  }

  /// Skips a comma or the closing bracket; false after the bracket.
  @inline(__always)
  mutating func next(_ bracket: UInt8) throws(Fault) -> Bool {
    skipSpace()
    switch self[position] {
    case UInt8(ascii: ","):
      let comma = position
      position += 1
      skipSpace()
      if self[position] == bracket + 2 {
        throw Fault(
          comma,
          "a comma before \"\(Character(Unicode.Scalar(bracket + 2)))\"",
          hint: "remove the comma behind the last entry"
        )
      }
      return true
    case bracket + 2:
      position += 1
      depth -= 1
      return false
    case UInt8(ascii: "\""):
      throw Fault(
        position,
        "expected a comma before this",
        hint: "add a comma after the previous entry"
      )
    default:
      throw unexpected("\",\" or \"\(Character(Unicode.Scalar(bracket + 2)))\"")
    }
  }

  /// A key and the colon behind it: the range between its quotes.
  @inline(__always)
  mutating func key() throws(Fault) -> Range<Int> {
    skipSpace()
    guard self[position] == UInt8(ascii: "\"") else { throw unexpected("a key in double quotes") }
    let key = try string()
    skipSpace()
    guard self[position] == UInt8(ascii: ":") else { throw unexpected("\":\" behind the key") }
    position += 1
    return key
  }

  /// Counts a value against the limit.
  @inline(__always)
  mutating func countValue() throws(Fault) {
    values += 1
    guard values <= mostValues else {
      throw Fault(position, "more than \(mostValues) values", hint: "no file of habits has so many")
    }
  }

  /// What is asked of a value that is skipped.
  enum Check {
    case wellFormed
    /// And that there are not too many values.
    case counting
    /// And that no key occurs twice in an object.
    case complete
  }

  mutating func skipValue(_ check: Check = .complete) throws(Fault) {
    if check != .wellFormed { try countValue() }
    switch try kind() {
    case .string: _ = try string()
    case .number: _ = try number()
    case .literal: _ = try literal()
    case .array:
      guard try open(UInt8(ascii: "[")) else { return }
      repeat { try skipValue(check) } while try next(UInt8(ascii: "["))
    case .object:
      guard try open(UInt8(ascii: "{")) else { return }
      var keys: [(text: String, offset: Int)] = []
      repeat {
        let key = try key()
        if check == .complete {
          keys.append((String(jsonBetweenQuotes: text(key)), key.lowerBound - 1))
        }
        try skipValue(check)
      } while try next(UInt8(ascii: "{"))
      if let fault = Fault(duplicateAmong: keys, self) { throw fault }
    }
  }

  /// The end of the text: nothing but space may follow the value.
  mutating func end() throws(Fault) {
    skipSpace()
    guard position < count else { return }
    if let marker = conflictMarker(at: position) { throw marker }
    throw Fault(position, "text behind the end of the object")
  }
}
