internal import HabitCore

/// Reads the lines of properties.
struct FrontMatterParser {
  private var lines: ArraySlice<(number: Int, indent: Int, text: String)>

  private typealias Fault = FrontMatter.Fault
  private typealias Value = FrontMatter.Value
  private typealias Member = FrontMatter.Member

  /// More keys or elements than this are not properties of a note.
  private static let mostValues = 100_000

  init(_ lines: ArraySlice<(number: Int, text: String)>) {
    self.lines =
      lines.map { line in
        let indent = line.text.prefix { $0 == " " }.count
        return (line.number, indent, line.text.trimmed)
      }.filter { !$0.2.isEmpty && !$0.2.hasPrefix("#") }[...]
  }

  /// The members of a map whose keys are at an indentation; those of other keys are passed over.
  mutating func map(
    indent: Int,
    of wanted: Set<String>? = nil
  ) throws(FrontMatter.Fault) -> [FrontMatter.Member] {
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
      guard wanted?.contains(key) ?? true else {
        lines = lines.drop { $0.indent > indent || $0.text.hasPrefix("- ") || $0.text == "-" }
        continue
      }
      guard keys.insert(key).inserted else {
        throw Fault(line: line.number, message: "the key \(key.excerpt) occurs twice")
      }
      guard members.count < FrontMatterParser.mostValues else {
        throw Fault(line: line.number, message: "too many keys")
      }
      let value = rest.isEmpty ? try nested(under: indent) : try flow(rest, line.number)
      members.append(Member(key: key, value: value, line: line.number))
    }
    return members
  }

  /// What follows a key without a value: a list, a map, or nothing.
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

  /// A key and what follows its colon; nil when the line is not a member.
  private static func key(
    _ text: String,
    _ line: Int
  ) throws(FrontMatter.Fault) -> (String, rest: String)? {
    var scanner = FlowScanner(text, line)
    let key = try scanner.keyText()
    guard let key, scanner.pass(":"), scanner.isAtSpace else { return nil }
    return (key, scanner.rest.trimmed)
  }

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
