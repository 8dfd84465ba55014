internal import HabitCore

/// Reads a value on one line.
struct FlowScanner {
  private var text: Substring
  private let line: Int

  init(_ text: String, _ line: Int) {
    self.text = text[...]
    self.line = line
  }

  var rest: String { String(text).trimmed }
  var isAtSpace: Bool { text.isEmpty || text.first == " " }

  private func fault(_ message: String) -> FrontMatter.Fault {
    FrontMatter.Fault(line: line, message: message)
  }

  private mutating func pass(_ character: Character) -> Bool {
    guard text.first == character else { return false }
    text.removeFirst()
    return true
  }

  private mutating func passSpace() { text = text.drop { $0 == " " || $0 == "\t" } }

  /// A key and its colon: quoted, or up to the first colon with a blank behind it.
  mutating func key() throws(FrontMatter.Fault) -> String? {
    if let quote = text.first, quote == "\"" || quote == "'" {
      let key = try quoted()
      return pass(":") ? key : nil
    }
    var last: Character = " "
    for (index, character) in zip(text.indices, text) {
      // What follows is a comment.
      if last == " ", character == "#", index > text.startIndex { return nil }
      if last == ":", character == " " { return key(before: index) }
      last = character
    }
    return last == ":" ? key(before: text.endIndex) : nil
  }

  private mutating func key(before end: Substring.Index) -> String? {
    let key = String(text[..<end].dropLast()).trimmed
    text = text[end...]
    return key.isEmpty ? nil : key
  }

  /// The value of the whole line, but for a comment.
  mutating func wholeValue() throws(FrontMatter.Fault) -> FrontMatter.Value {
    let value = try value(depth: 0, endings: "")
    guard rest.isEmpty || rest.hasPrefix("#") else {
      throw fault("\"\(String(text).excerpt)\" behind a value")
    }
    return value
  }

  private mutating func value(
    depth: Int,
    endings: String
  ) throws(FrontMatter.Fault) -> FrontMatter.Value {
    guard depth < 4 else { throw fault("brackets inside of brackets") }
    passSpace()
    switch text.first {
    case nil: return .null
    case "\"", "'": return .scalar(try quoted(), isQuoted: true)
    case "[":
      var elements: [(value: FrontMatter.Value, line: Int)] = []
      try collection("]") { (scanner) throws(FrontMatter.Fault) in
        elements.append((try scanner.value(depth: depth + 1, endings: ",]"), scanner.line))
      }
      return .list(elements)
    case "{":
      var members: [FrontMatter.Member] = []
      try collection("}") { (scanner) throws(FrontMatter.Fault) in
        guard let key = try scanner.key() else {
          throw scanner.fault("expected \"key: value\" in braces")
        }
        let value = try scanner.value(depth: depth + 1, endings: ",}")
        members.append(FrontMatter.Member(key: key, value: value, line: scanner.line))
      }
      return .map(members)
    case "|", ">", "&", "*", "!", "%", "@", "`":
      throw fault("this kind of YAML is not understood: \(String(text).excerpt)")
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

  /// Reads what is between brackets or braces, with commas between.
  private mutating func collection(
    _ end: Character,
    _ read: (inout FlowScanner) throws(FrontMatter.Fault) -> Void
  ) throws(FrontMatter.Fault) {
    let start = text.removeFirst()
    passSpace()
    while !pass(end) {
      try read(&self)
      passSpace()
      guard pass(",") || text.first == end else {
        throw fault("a \(start) that does not end on its line")
      }
      passSpace()
    }
  }

  private mutating func quoted() throws(FrontMatter.Fault) -> String {
    let quote = text.removeFirst()
    var value = ""
    while let character = text.popFirst() {
      if character == quote {
        guard quote == "'", pass("'") else { return value }
        value.append("'")
      } else if character == "\\", quote == "\"" {
        value += try escape()
      } else {
        value.append(character)
      }
    }
    throw fault("a text that does not end")
  }

  private mutating func escape() throws(FrontMatter.Fault) -> String {
    let letter = text.popFirst() ?? " "
    if let plain = ["n": "\n", "t": "\t", "\"": "\"", "\\": "\\", "/": "/"][letter] {
      return plain
    }
    let count = ["x": 2, "u": 4, "U": 8][letter] ?? 0
    let digits = text.prefix(count)
    guard count > 0, digits.count == count, digits.allSatisfy(\.isHexDigit),
      let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
    else { throw fault("an escape that is not understood") }
    text = text.dropFirst(digits.count)
    return scalar == "\0" ? "" : String(scalar)
  }
}
