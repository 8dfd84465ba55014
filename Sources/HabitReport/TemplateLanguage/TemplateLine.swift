internal import HabitCore

/// A line of a template, taken apart.
struct TemplateLine: Sendable {
  /// From 1.
  let number: Int
  let text: String
  let scalars: [Unicode.Scalar]
  /// The name after the dot; empty on a line of text.
  let macro: String
  /// The arguments of the macro.
  let words: [Word]
  let escapes: [Escape]
  private let start: Int

  /// An argument of a macro.
  struct Word: Sendable {
    let text: String
    /// Where it begins, in scalars from the line's beginning.
    let column: Int
  }

  /// A backslash and what belongs to it.
  struct Escape: Sendable {
    let kind: Kind
    let text: String
    /// Where it begins, in scalars from the line's beginning.
    let column: Int
    var length: Int { text.unicodeScalars.count }

    enum Kind: Sendable {
      case allowed
      case value(String)
      case forbidden
    }
  }

  /// Whether the line says nothing.
  var isComment: Bool { text.hasPrefix(".\\\"") }

  /// Where a column is in the bytes of the template.
  func offset(of column: Int) -> Int {
    start + String(String.UnicodeScalarView(scalars.prefix(column))).utf8.count
  }

  private init(_ number: Int, _ text: String, start: Int) {
    self.number = number
    self.text = text
    self.start = start
    let scalars = Array(text.unicodeScalars)
    self.scalars = scalars
    let isRequest = scalars.first == "."
    let macro = isRequest ? scalars.dropFirst().prefix { $0 != " " } : []
    self.macro = String(String.UnicodeScalarView(macro))
    self.words = isRequest ? TemplateLine.words(scalars, from: 1 + macro.count) : []
    self.escapes = text.hasPrefix(".\\\"") ? [] : TemplateLine.escapes(scalars)
  }

  /// The lines of a template, and what no line may hold.
  static func lines(of bytes: [UInt8]) -> ([TemplateLine], [TemplateError]) {
    guard bytes.count <= Template.largest else {
      return ([], [TemplateError(0, "the template is larger than \(Template.largest / 1024) KiB")])
    }
    var lines: [TemplateLine] = []
    var errors: [TemplateError] = []
    var start = 0
    let body = bytes.last == 0x0A ? bytes.dropLast() : bytes[...]
    for part in body.split(separator: 0x0A, omittingEmptySubsequences: false) {
      guard let text = String(validating: part, as: UTF8.self) else {
        errors.append(TemplateError(start, "this line is not UTF-8"))
        start += part.count + 1
        continue
      }
      let line = TemplateLine(lines.count + errors.count + 1, text, start: start)
      lines.append(line)
      if let column = line.scalars.firstIndex(where: { Escaping.shown($0) != $0 }) {
        let digits = padded(line.scalars[column].value, 4, radix: 16).uppercased()
        errors.append(
          TemplateError(
            line.offset(of: column),
            "character U+\(digits) is not allowed in a template",
            hint: digits == "0009"
              ? "write spaces" : digits == "000D" ? "end lines as Unix does" : nil
          )
        )
      }
      start += part.count + 1
    }
    return (lines, errors)
  }

  /// The words of a macro's arguments; one in quotes is one.
  private static func words(_ scalars: [Unicode.Scalar], from first: Int) -> [Word] {
    var words: [Word] = []
    var index = first
    while index < scalars.count {
      guard scalars[index] != " " else {
        index += 1
        continue
      }
      let column = index
      let isQuoted = scalars[index] == "\""
      if isQuoted { index += 1 }
      while index < scalars.count, isQuoted ? scalars[index] != "\"" : scalars[index] != " " {
        index += 1
      }
      if isQuoted, index < scalars.count { index += 1 }
      let text = String(String.UnicodeScalarView(scalars[column..<index]))
      words.append(Word(text: text, column: column))
    }
    return words
  }

  /// The escapes of a line.
  private static func escapes(_ scalars: [Unicode.Scalar]) -> [Escape] {
    var escapes: [Escape] = []
    var index = 0
    while let start = scalars[index...].firstIndex(of: "\\") {
      let (kind, length) = escape(scalars[(start + 1)...])
      let end = min(start + 1 + length, scalars.count)
      let text = String(String.UnicodeScalarView(scalars[start..<end]))
      escapes.append(Escape(kind: kind, text: text, column: start))
      index = end
    }
    return escapes
  }

  /// What an escape is, and how many scalars behind the backslash belong to it.
  private static func escape(_ rest: ArraySlice<Unicode.Scalar>) -> (Escape.Kind, Int) {
    guard let first = rest.first else { return (.forbidden, 0) }
    let behind = rest.dropFirst()
    switch first {
    case _ where Roff.escapes.contains(Character(first)): return (.allowed, 1)
    case "f":
      let isFont = behind.first.map { ["B", "I", "R", "P"].contains($0) } ?? false
      return (isFont ? .allowed : .forbidden, 2)
    case "(":
      let name = behind.prefix(2)
      return (name.count == 2 && name.allSatisfy(\.isGlyphName) ? .allowed : .forbidden, 3)
    case "[":
      guard let name = bracketed(behind) else { return (.forbidden, 1) }
      return (isGlyph(name) ? .allowed : .forbidden, name.count + 2)
    case "*":
      guard behind.first == "[", let name = bracketed(behind.dropFirst()) else {
        return (.forbidden, 2)
      }
      return (.value(String(String.UnicodeScalarView(name))), name.count + 3)
    default: return (.forbidden, 2)
    }
  }

  private static func bracketed(
    _ rest: ArraySlice<Unicode.Scalar>
  ) -> ArraySlice<Unicode.Scalar>? {
    rest.firstIndex(of: "]").map { rest[..<$0] }
  }

  /// Whether a name in brackets is that of a glyph: `ha`, `u2605`.
  private static func isGlyph(_ name: ArraySlice<Unicode.Scalar>) -> Bool {
    let text = String(String.UnicodeScalarView(name))
    guard (2...10).contains(name.count), name.allSatisfy(\.isGlyphName), !text.hasPrefix("char")
    else { return false }
    // By number a character is `u` and four to six digits; several of them are not allowed.
    guard text.first == "u", text.utf8.count > 4 else { return true }
    guard let value = UInt32(text.dropFirst(), radix: 16), let scalar = Unicode.Scalar(value) else {
      return false
    }
    return Escaping.shown(scalar) == scalar
  }
}

extension Unicode.Scalar {
  /// Whether this may be part of a glyph's name.
  fileprivate var isGlyphName: Bool {
    isASCII && value > 0x20 && value < 0x7F && !["\\", "[", "]", "\""].contains(self)
  }
}
