extension Scanner {
  /// A string: the range between its quotes.
  @inline(__always)
  mutating func string() throws(Fault) -> Range<Int> {
    let start = position + 1
    var end = start
    while true {
      end = endOfPlainText(from: end)
      switch self[end] {
      case UInt8(ascii: "\""):
        position = end + 1
        return start..<end
      case UInt8(ascii: "\\"):
        end = try escape(at: end)
      default:
        throw badString(from: start - 1, at: end)
      }
    }
  }

  private func badString(from quote: Int, at offset: Int) -> Fault {
    if offset >= count || self[offset] == 0x0A || self[offset] == 0x0D {
      return Fault(
        quote,
        "the text has no closing quote",
        hint: "close it with \" on the same line"
      )
    }
    return Fault(
      offset,
      "a control character in a text",
      hint: self[offset] == 0x09 ? "write a tab as \\t" : "remove it"
    )
  }

  /// Skips an escape, and returns the offset behind it.
  private mutating func escape(at offset: Int) throws(Fault) -> Int {
    switch self[offset + 1] {
    case UInt8(ascii: "u"):
      guard let unit = hexadecimal(at: offset + 2) else { break }
      if unit == 0, zero == nil { zero = offset }
      guard (0xD800...0xDFFF).contains(unit) else { return offset + 6 }
      let isPair =
        unit < 0xDC00 && self[offset + 6] == UInt8(ascii: "\\")
        && self[offset + 7] == UInt8(ascii: "u")
        && hexadecimal(at: offset + 8).map { (0xDC00...0xDFFF).contains($0) } ?? false
      guard isPair else {
        throw Fault(offset, "half of a surrogate pair in a text")
      }
      return offset + 12
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return offset + 2
    default: break
    }
    throw Fault(offset, "an unknown escape in a text", hint: "write a backslash as \\\\")
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
        throw Fault(start, "a number begins with 0", hint: "remove the zeros")
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
}
