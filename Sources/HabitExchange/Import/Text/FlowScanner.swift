internal import HabitCore

/// Reads a value on one line.
struct FlowScanner {
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
    if text.drop(while: { $0 == " " }).first == "#" { text = "" }
  }

  /// A key: quoted, or up to the first colon with a blank behind it.
  mutating func keyText() throws(FrontMatter.Fault) -> String? {
    if let quote = text.first, quote == "\"" || quote == "'" { return try quoted(quote) }
    var index = text.startIndex
    while let colon = text[index...].firstIndex(of: ":") {
      // What follows is a comment.
      guard !text[..<colon].contains(" #") else { return nil }
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

  mutating func value(depth: Int, endings: String) throws(FrontMatter.Fault) -> FrontMatter.Value {
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
      return scalar == "\0" ? "" : String(scalar)
    default: break
    }
    throw Fault(line: line, message: "an escape that is not understood")
  }
}
