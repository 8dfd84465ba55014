internal import HabitCore

/// The properties at the top of a note: the part of YAML that programs write there.
///
/// Scalars, quoted texts, lists in brackets or behind dashes, maps of one level. Anything else is an
/// error with its line, never a guess.
struct FrontMatter {
  /// The members of the map that the properties are.
  let members: [Member]

  /// A key and its value.
  struct Member {
    let key: String
    let value: Value
    let line: Int
  }

  /// A value and the line it begins in.
  indirect enum Value {
    case null
    /// A scalar as it is spelled, quotes and escapes taken off.
    case scalar(String, isQuoted: Bool)
    case list([(value: Value, line: Int)])
    case map([Member])
  }

  /// What cannot be read.
  struct Fault: Error {
    let line: Int
    let message: String
  }

  /// The value of a key.
  subscript(key: String) -> Value? { members.first { $0.key == key }?.value }

  /// The properties of a note; nil when it has none.
  init?(_ lines: [(number: Int, text: String)]) throws(Fault) {
    guard lines.first?.text.trimmedEnd == "---" else { return nil }
    guard let end = lines.dropFirst().firstIndex(where: { $0.text.trimmedEnd == "---" }) else {
      throw Fault(line: 1, message: "the properties do not end: --- is missing")
    }
    var parser = FrontMatterParser(lines[1..<end])
    members = try parser.map(indent: 0)
  }
}

extension FrontMatter.Value {
  /// The text of a scalar; nil of anything else.
  var text: String? {
    if case .scalar(let text, _) = self { text } else { nil }
  }

  /// Yes or no, where it is spelled so without quotes.
  var flag: Bool? {
    guard case .scalar(let text, isQuoted: false) = self else { return nil }
    switch text.lowercased() {
    case "true", "yes", "on": return true
    case "false", "no", "off": return false
    default: return nil
    }
  }

  /// The elements of a list; a scalar is a list of one.
  var elements: [FrontMatter.Value] {
    switch self {
    case .list(let elements): elements.map(\.value)
    case .scalar: [self]
    case .null, .map: []
    }
  }

  var members: [FrontMatter.Member] {
    if case .map(let members) = self { members } else { [] }
  }
}

/// Reads the lines of properties.
private struct FrontMatterParser {
  private var lines: ArraySlice<(number: Int, indent: Int, text: String)>

  private typealias Fault = FrontMatter.Fault
  private typealias Value = FrontMatter.Value
  private typealias Member = FrontMatter.Member

  /// More keys or elements than this are no properties of a note.
  private static let mostValues = 100_000

  init(_ lines: ArraySlice<(number: Int, text: String)>) {
    self.lines =
      lines.map { line in
        let indent = line.text.prefix { $0 == " " }.count
        return (line.number, indent, line.text.trimmed)
      }.filter { !$0.2.isEmpty && !$0.2.hasPrefix("#") }[...]
  }

  /// The members of a map whose keys stand at an indentation.
  mutating func map(indent: Int) throws(FrontMatter.Fault) -> [FrontMatter.Member] {
    var members: [Member] = []
    var keys: Set<String> = []
    while let line = lines.first, line.indent >= indent {
      guard line.indent == indent, !line.text.hasPrefix("- ") else {
        throw Fault(line: line.number, message: "an indentation that fits nowhere")
      }
      lines.removeFirst()
      guard let (key, rest) = try FrontMatterParser.key(line.text, line.number) else {
        throw Fault(line: line.number, message: "expected \"key: value\"")
      }
      guard keys.insert(key).inserted else {
        throw Fault(line: line.number, message: "the key \(key.excerpt) stands twice")
      }
      guard members.count < FrontMatterParser.mostValues else {
        throw Fault(line: line.number, message: "too many keys")
      }
      let value = rest.isEmpty ? try nested(under: indent) : try flow(rest, line.number)
      members.append(Member(key: key, value: value, line: line.number))
    }
    return members
  }

  /// What stands below a key without a value: a list, a map, or nothing.
  private mutating func nested(under indent: Int) throws(FrontMatter.Fault) -> FrontMatter.Value {
    guard let next = lines.first else { return .null }
    if next.text == "-" || next.text.hasPrefix("- "), next.indent >= indent {
      return .list(try list(indent: next.indent))
    }
    guard next.indent > indent else { return .null }
    guard indent == 0 else {
      throw Fault(line: next.number, message: "a map inside of a map is not understood")
    }
    return .map(try map(indent: next.indent))
  }

  private mutating func list(
    indent: Int
  ) throws(FrontMatter.Fault) -> [(value: FrontMatter.Value, line: Int)] {
    var elements: [(value: Value, line: Int)] = []
    while let line = lines.first, line.indent == indent,
      line.text == "-" || line.text.hasPrefix("- ")
    {
      guard elements.count < FrontMatterParser.mostValues else {
        throw Fault(line: line.number, message: "too many elements")
      }
      lines.removeFirst()
      let spaces = line.text.dropFirst().prefix { $0 == " " }.count
      let text = String(line.text.dropFirst(1 + spaces))
      if !text.hasPrefix("\""), !text.hasPrefix("{"), !text.hasPrefix("["),
        try FrontMatterParser.key(text, line.number) != nil
      {
        // A map begins on the line of its dash.
        let inner = indent + 1 + spaces
        lines = [(line.number, inner, text)] + lines
        elements.append((.map(try map(indent: inner)), line.number))
      } else {
        elements.append((try flow(text, line.number), line.number))
      }
    }
    return elements
  }

  /// A key and what stands behind its colon; nil when the line is no member.
  private static func key(
    _ text: String,
    _ line: Int
  ) throws(FrontMatter.Fault) -> (String, rest: String)? {
    var scanner = FlowScanner(text, line)
    let key = try scanner.keyText()
    guard let key, scanner.pass(":"), scanner.isAtSpace else { return nil }
    return (key, scanner.rest.trimmed)
  }

  /// A value on one line.
  private func flow(_ text: String, _ line: Int) throws(FrontMatter.Fault) -> FrontMatter.Value {
    var scanner = FlowScanner(text, line)
    let value = try scanner.value(depth: 0, endings: "")
    scanner.passComment()
    guard scanner.rest.trimmed.isEmpty else {
      throw Fault(line: line, message: "\"\(scanner.rest.excerpt)\" behind a value")
    }
    return value
  }
}

/// Reads a value that stands on one line.
private struct FlowScanner {
  private var text: Substring
  private let line: Int

  private typealias Fault = FrontMatter.Fault

  init(_ text: String, _ line: Int) {
    self.text = text[...]
    self.line = line
  }

  var rest: String { String(text) }
  var isAtSpace: Bool { text.isEmpty || text.first == " " }

  mutating func pass(_ character: Character) -> Bool {
    guard text.first == character else { return false }
    text.removeFirst()
    return true
  }

  private mutating func passSpace() { text = text.drop { $0 == " " || $0 == "\t" } }

  mutating func passComment() {
    let behind = text.drop { $0 == " " }
    if behind.first == "#", behind.startIndex > text.startIndex || text.isEmpty { text = "" }
  }

  /// A key: quoted, or up to the first colon with a blank behind it.
  mutating func keyText() throws(FrontMatter.Fault) -> String? {
    if let quote = text.first, quote == "\"" || quote == "'" { return try quoted(quote) }
    var index = text.startIndex
    while let colon = text[index...].firstIndex(of: ":") {
      let next = text.index(after: colon)
      if next == text.endIndex || text[next] == " " {
        let key = String(text[..<colon]).trimmed
        text = text[colon...]
        return key.isEmpty ? nil : key
      }
      index = next
    }
    return nil
  }

  mutating func value(
    depth: Int,
    endings: String
  ) throws(FrontMatter.Fault) -> FrontMatter.Value {
    guard depth < 4 else { throw Fault(line: line, message: "brackets inside of brackets") }
    passSpace()
    switch text.first {
    case nil: return .null
    case "\"", "'": return .scalar(try quoted(text.first ?? "\""), isQuoted: true)
    case "[": return try list(depth)
    case "{": return try map(depth)
    case "|", ">", "&", "*", "!", "%", "@", "`":
      throw Fault(line: line, message: "this kind of YAML is not understood: \(rest.excerpt)")
    default: return plain(endings)
    }
  }

  private mutating func plain(_ endings: String) -> FrontMatter.Value {
    var end = text.startIndex
    while end < text.endIndex, !endings.contains(text[end]) {
      if text[end] == "#", end > text.startIndex, text[text.index(before: end)] == " " { break }
      end = text.index(after: end)
    }
    let word = String(text[..<end]).trimmed
    text = text[end...]
    return ["", "~", "null", "Null", "NULL"].contains(word)
      ? .null : .scalar(word, isQuoted: false)
  }

  private mutating func list(_ depth: Int) throws(FrontMatter.Fault) -> FrontMatter.Value {
    _ = pass("[")
    var elements: [(value: FrontMatter.Value, line: Int)] = []
    passSpace()
    while !pass("]") {
      elements.append((try value(depth: depth + 1, endings: ",]"), line))
      passSpace()
      guard pass(",") || text.first == "]" else { throw open("[") }
      passSpace()
    }
    return .list(elements)
  }

  private mutating func map(_ depth: Int) throws(FrontMatter.Fault) -> FrontMatter.Value {
    _ = pass("{")
    var members: [FrontMatter.Member] = []
    passSpace()
    while !pass("}") {
      guard let key = try keyText(), pass(":") else {
        throw Fault(line: line, message: "expected \"key: value\" in braces")
      }
      let value = try value(depth: depth + 1, endings: ",}")
      members.append(FrontMatter.Member(key: key, value: value, line: line))
      passSpace()
      guard pass(",") || text.first == "}" else { throw open("{") }
      passSpace()
    }
    return .map(members)
  }

  private func open(_ bracket: String) -> FrontMatter.Fault {
    Fault(line: line, message: "a \(bracket) that does not end on its line")
  }

  private mutating func quoted(_ quote: Character) throws(FrontMatter.Fault) -> String {
    text.removeFirst()
    var value = ""
    while let character = text.popFirst() {
      if character == quote {
        guard quote == "'", text.first == "'" else { return value }
        text.removeFirst()
        value.append("'")
      } else if character == "\\", quote == "\"" {
        value += try escape()
      } else {
        value.append(character)
      }
    }
    throw Fault(line: line, message: "a text that does not end")
  }

  private mutating func escape() throws(FrontMatter.Fault) -> String {
    switch text.popFirst() {
    case "n": return "\n"
    case "t": return "\t"
    case "\"": return "\""
    case "\\": return "\\"
    case "/": return "/"
    case let letter? where letter == "u" || letter == "U" || letter == "x":
      let count = letter == "x" ? 2 : letter == "u" ? 4 : 8
      let digits = text.prefix(count)
      guard digits.count == count, digits.allSatisfy(\.isHexDigit),
        let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
      else { break }
      text = text.dropFirst(count)
      return String(scalar)
    default: break
    }
    throw Fault(line: line, message: "an escape that is not understood")
  }
}

extension String {
  /// The text without white space at its end.
  fileprivate var trimmedEnd: String {
    var text = self[...]
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }
}
