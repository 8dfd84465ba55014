internal import HabitCore

/// The rows of a CSV text, one after the other, as RFC 4180 has them.
///
/// A quote in the middle of a field is a character; line breaks may be inside quotes.
struct CSVReader: Sequence, IteratorProtocol {
  struct Row {
    let line: Int
    let fields: [String]

    /// The field of a column, trimmed; empty where the row is too short.
    func text(_ column: Int?) -> String {
      guard let column, column < fields.count else { return "" }
      return fields[column].trimmed
    }

    /// Whether nothing is in a column or in those behind it.
    func isBlank(from column: Int) -> Bool {
      fields.dropFirst(column).allSatisfy { $0.allSatisfy(\.isWhitespace) }
    }
  }

  private let bytes: ArraySlice<UInt8>
  private let separator: UInt8
  private var position: Int
  private var line = 1
  /// Where a quote begins that does not end.
  private(set) var openQuote: Int?

  init(_ bytes: ArraySlice<UInt8>, separator: UInt8 = UInt8(ascii: ",")) {
    self.bytes = bytes
    self.separator = separator
    self.position = bytes.startIndex
  }

  /// The next row that is not blank.
  mutating func next() -> Row? {
    while position < bytes.endIndex, openQuote == nil {
      let first = line
      var fields: [String] = []
      repeat { fields.append(field()) } while openQuote == nil && passSeparator()
      passLineEnd()
      let row = Row(line: first, fields: fields)
      if openQuote == nil, !row.isBlank(from: 0) { return row }
    }
    return nil
  }

  /// The separator of a text: a tab where its first line has one, else the more frequent of `;` and `,`
  /// outside of quotes.
  static func separator(of bytes: ArraySlice<UInt8>) -> UInt8? {
    let header = bytes.prefix { $0 != 0x0A }
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in header {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if !isQuoted { counts[byte, default: 0] += 1 }
    }
    if counts[0x09] != nil { return 0x09 }
    let (semicolons, commas) = (counts[UInt8(ascii: ";")] ?? 0, counts[UInt8(ascii: ",")] ?? 0)
    guard semicolons + commas > 0 else { return nil }
    return UInt8(ascii: semicolons < commas ? "," : ";")
  }

  private mutating func field() -> String {
    if position < bytes.endIndex, bytes[position] == UInt8(ascii: "\"") { return quotedField() }
    let start = position
    passUnquoted()
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func passUnquoted() {
    while position < bytes.endIndex, bytes[position] != separator, bytes[position] != 0x0A,
      !(bytes[position] == 0x0D && (position + 1 == bytes.endIndex || bytes[position + 1] == 0x0A))
    {
      position += 1
    }
  }

  private mutating func quotedField() -> String {
    let first = line
    position += 1
    var text: [UInt8] = []
    while position < bytes.endIndex {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\"") {
        guard position < bytes.endIndex, bytes[position] == byte else {
          let rest = position
          passUnquoted()
          return String(decoding: text + bytes[rest..<position], as: UTF8.self)
        }
        position += 1
      } else if byte == 0x0A {
        line += 1
      }
      text.append(byte)
    }
    openQuote = first
    return ""
  }

  private mutating func passSeparator() -> Bool {
    guard position < bytes.endIndex, bytes[position] == separator else { return false }
    position += 1
    return true
  }

  private mutating func passLineEnd() {
    if position < bytes.endIndex, bytes[position] == 0x0D { position += 1 }
    if position < bytes.endIndex, bytes[position] == 0x0A { position += 1 }
    line += 1
  }
}
