/// Reads the tokens of a JSON text in place, strictly as RFC 8259 has them.
///
/// The bytes are valid UTF-8, which ``JSONText`` sees to before it makes a scanner.
@safe
struct Scanner {
  private let base: UnsafePointer<UInt8>?
  let count: Int
  /// The offset of the next byte.
  var position: Int
  /// How many arrays and objects are open.
  private var depth = 0

  /// How many values are in lists or are not records.
  private var values = 0

  /// How many of them there may be.
  var mostValues = Scanner.mostValues

  /// The deepest nesting of arrays and objects.
  static let deepest = 32
  /// The most values of a file, records and their fields not counted.
  static let mostValues = 100_000

  init(_ bytes: UnsafeBufferPointer<UInt8>, from position: Int) {
    unsafe self.base = bytes.baseAddress
    self.count = bytes.count
    self.position = position
  }

  /// The byte at an offset; 0, which no JSON text holds, at the end.
  @inline(__always)
  subscript(offset: Int) -> UInt8 {
    guard offset < count, let base = unsafe base else { return 0 }
    return unsafe base[offset]
  }

  /// The text of some bytes.
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

// MARK: Tokens

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

  /// The kind of the next value.
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

  /// Opens an object or array; false when it is empty and closed again.
  @inline(__always)
  mutating func open(_ bracket: UInt8) throws(Fault) -> Bool {
    position += 1
    depth += 1
    guard depth <= Scanner.deepest else {
      throw Fault(
        offset: position - 1,
        message: "the nesting is deeper than \(Scanner.deepest) levels"
      )
    }
    skipSpace()
    guard self[position] == bracket + 2 else { return true }
    position += 1
    depth -= 1
    return false
  }

  /// Passes the comma before another element, or the closing bracket; false when it closed.
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
          offset: comma,
          message: "a comma before \"\(Character(Unicode.Scalar(bracket + 2)))\"",
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
        offset: position,
        message: "expected a comma before this",
        hint: "put a comma behind the entry before"
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

  /// A string: the range between its quotes.
  @inline(__always)
  mutating func string() throws(Fault) -> Range<Int> {
    let start = position + 1
    var end = start
    while true {
      switch self[end] {
      case UInt8(ascii: "\""):
        position = end + 1
        return start..<end
      case UInt8(ascii: "\\"):
        end = try escape(at: end)
      case 0..<0x20:
        throw badString(from: start - 1, at: end)
      default:
        end += 1
      }
    }
  }

  private func badString(from quote: Int, at offset: Int) -> Fault {
    if offset >= count || self[offset] == 0x0A || self[offset] == 0x0D {
      return Fault(
        offset: quote,
        message: "the text has no closing quote",
        hint: "close it with \" on the same line"
      )
    }
    return Fault(
      offset: offset,
      message: "a control character in a text",
      hint: self[offset] == 0x09 ? "write a tab as \\t" : "remove it"
    )
  }

  /// Passes an escape; returns the offset behind it.
  private func escape(at offset: Int) throws(Fault) -> Int {
    switch self[offset + 1] {
    case UInt8(ascii: "u"):
      guard let unit = hexadecimal(at: offset + 2) else { break }
      guard (0xD800...0xDFFF).contains(unit) else { return offset + 6 }
      let isPair =
        unit < 0xDC00 && self[offset + 6] == UInt8(ascii: "\\")
        && self[offset + 7] == UInt8(ascii: "u")
        && hexadecimal(at: offset + 8).map { (0xDC00...0xDFFF).contains($0) } ?? false
      guard isPair else {
        throw Fault(offset: offset, message: "half of a surrogate pair in a text")
      }
      return offset + 12
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return offset + 2
    default: break
    }
    throw Fault(
      offset: offset,
      message: "an unknown escape in a text",
      hint: "write a backslash as \\\\"
    )
  }

  private func hexadecimal(at offset: Int) -> UInt32? {
    var value: UInt32 = 0
    for index in offset..<offset + 4 {
      guard let digit = Character(Unicode.Scalar(self[index])).hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  /// A number: the range of its spelling.
  @inline(__always)
  mutating func number() throws(Fault) -> Range<Int> {
    let start = position
    if self[position] == UInt8(ascii: "-") { position += 1 }
    guard isDigit(position) else { throw unexpected("a digit") }
    if self[position] == 0x30 {
      position += 1
      if isDigit(position) {
        throw Fault(offset: start, message: "a number begins with 0", hint: "remove the zeros")
      }
    } else {
      skipDigits()
    }
    if self[position] == UInt8(ascii: ".") {
      position += 1
      guard isDigit(position) else { throw unexpected("a digit behind the point") }
      skipDigits()
    }
    if self[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if self[position] == UInt8(ascii: "+") || self[position] == UInt8(ascii: "-") {
        position += 1
      }
      guard isDigit(position) else { throw unexpected("a digit in the exponent") }
      skipDigits()
    }
    return start..<position
  }

  @inline(__always)
  private func isDigit(_ offset: Int) -> Bool { self[offset] &- 0x30 < 10 }

  @inline(__always)
  private mutating func skipDigits() { while isDigit(position) { position += 1 } }

  /// `true`, `false` or `null`: the range of its spelling.
  mutating func literal() throws(Fault) -> Range<Int> {
    for word in ["true", "false", "null"] {
      let end = position + word.utf8.count
      if end <= count, text(position..<end) == word {
        defer { position = end }
        return position..<end
      }
    }
    throw unexpected("a value")
  }

  /// Counts a value of which a file could have any number.
  @inline(__always)
  mutating func countValue() throws(Fault) {
    values += 1
    guard values <= mostValues else {
      throw Fault(
        offset: position,
        message: "more than \(mostValues) values",
        hint: "no file of habits has so many"
      )
    }
  }

  /// Passes any value.
  mutating func skipValue() throws(Fault) {
    try countValue()
    switch try kind() {
    case .string: _ = try string()
    case .number: _ = try number()
    case .literal: _ = try literal()
    case .array:
      guard try open(UInt8(ascii: "[")) else { return }
      repeat { try skipValue() } while try next(UInt8(ascii: "["))
    case .object:
      guard try open(UInt8(ascii: "{")) else { return }
      var keys: [(text: String, offset: Int)] = []
      repeat {
        let key = try key()
        keys.append((String(jsonBetweenQuotes: text(key)), key.lowerBound - 1))
        try skipValue()
      } while try next(UInt8(ascii: "{"))
      if let fault = Fault(duplicateAmong: keys, self) { throw fault }
    }
  }

  /// The end of the text: nothing but space may follow the value.
  mutating func end() throws(Fault) {
    skipSpace()
    guard position < count else { return }
    if let marker = conflictMarker(at: position) { throw marker }
    throw Fault(offset: position, message: "text behind the end of the object")
  }
}

// MARK: Faults

extension Scanner {
  /// The fault of finding something else at the next byte.
  func unexpected(_ wanted: String) -> Fault {
    if let marker = conflictMarker(at: position) { return marker }
    guard position < count else {
      return Fault(
        offset: position,
        message: "the file ends where \(wanted) is expected",
        hint: "it may have been cut off; git show HEAD:FILE has the last version"
      )
    }
    switch self[position] {
    case UInt8(ascii: "'"):
      return Fault(
        offset: position,
        message: "a single quote",
        hint: "JSON uses double quotes"
      )
    case UInt8(ascii: "/"), UInt8(ascii: "#"):
      return Fault(
        offset: position,
        message: "a comment; JSON has none",
        hint: "put it into a \"note\""
      )
    default:
      return Fault(offset: position, message: "expected \(wanted)")
    }
  }

  /// The fault of a line that git left in a merge that was not finished.
  private func conflictMarker(at offset: Int) -> Fault? {
    let byte = self[offset]
    let isMarker =
      [UInt8(ascii: "<"), UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "|")].contains(byte)
      && (offset == 0 || self[offset - 1] == 0x0A)
      && (offset..<offset + 7).allSatisfy { self[$0] == byte }
    guard isMarker else { return nil }
    return Fault(
      offset: offset,
      message: "a conflict marker of git",
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
      offset: second.offset,
      message: "the key \"\(second.text)\" occurs twice, first in line \(line)",
      hint: "join the two and remove one"
    )
  }

  private typealias Key = (text: String, offset: Int)

  /// The first key that occurs before, and where it does.
  private static func duplicate(among keys: [Key]) -> (Key, Key)? {
    // Comparing few keys with each other takes less time than hashing them.
    guard keys.count > 8 else {
      for (index, key) in keys.enumerated() {
        let first = keys[..<index].first { $0.text.utf8.elementsEqual(key.text.utf8) }
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

extension String {
  /// The text between the quotes of a well-formed JSON string.
  init(jsonBetweenQuotes spelling: String) {
    guard spelling.utf8.contains(UInt8(ascii: "\\")) else {
      self = spelling
      return
    }
    var units: [UInt16] = []
    var rest = spelling.utf16.makeIterator()
    while let unit = rest.next() {
      guard unit == 0x5C, let escape = rest.next() else {
        units.append(unit)
        continue
      }
      switch Unicode.Scalar(escape) {
      case "b": units.append(0x08)
      case "f": units.append(0x0C)
      case "n": units.append(0x0A)
      case "r": units.append(0x0D)
      case "t": units.append(0x09)
      case "u":
        var value: UInt16 = 0
        for _ in 0..<4 {
          let digit = rest.next().flatMap(Unicode.Scalar.init).flatMap {
            Character($0).hexDigitValue
          }
          value = value << 4 | UInt16(digit ?? 0)
        }
        units.append(value)
      default: units.append(escape)
      }
    }
    self = String(decoding: units, as: UTF16.self)
  }
}
