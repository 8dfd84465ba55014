internal import HabitCore

struct FrontMatterParser {
  private var lines: ArraySlice<Line>

  private typealias Line = (number: Int, indent: Int, text: String)
  private typealias Fault = FrontMatter.Fault

  /// More keys or elements than this are not properties of a note.
  private static let mostValues = 100_000

  init(_ lines: ArraySlice<(number: Int, text: String)>) {
    self.lines =
      lines.map { line in
        (line.number, line.text.prefix { $0 == " " }.count, line.text.trimmed)
      }.filter { !$0.2.isEmpty && !$0.2.hasPrefix("#") }[...]
  }

  /// The members of a map whose keys are at an indentation; those of other keys are passed over.
  mutating func map(
    indent: Int,
    of wanted: Set<String>? = nil
  ) throws(FrontMatter.Fault) -> [FrontMatter.Member] {
    var members: [FrontMatter.Member] = []
    var keys: Set<String> = []
    while let line = lines.first, line.indent >= indent {
      guard line.indent == indent, !line.text.hasPrefix("- ") else {
        throw Fault(line: line.number, message: "an indentation that fits nowhere")
      }
      guard let (key, rest) = try FrontMatterParser.member(line) else {
        throw Fault(line: line.number, message: "expected \"key: value\"")
      }
      lines.removeFirst()
      guard wanted?.contains(key) ?? true else {
        lines = lines.drop { $0.indent > indent || FrontMatterParser.isElement($0) }
        continue
      }
      guard keys.insert(key).inserted else {
        throw Fault(line: line.number, message: "the key \(key.excerpt) occurs twice")
      }
      guard members.count < FrontMatterParser.mostValues else {
        throw Fault(line: line.number, message: "too many keys")
      }
      var scanner = FlowScanner(rest, line.number)
      let value = rest.isEmpty ? try nested(under: indent) : try scanner.wholeValue()
      members.append(FrontMatter.Member(key: key, value: value, line: line.number))
    }
    return members
  }

  /// What follows a key without a value: a list, a map, or nothing.
  private mutating func nested(under indent: Int) throws(FrontMatter.Fault) -> FrontMatter.Value {
    guard let next = lines.first else { return .null }
    if FrontMatterParser.isElement(next), next.indent >= indent {
      return .list(try list(indent: next.indent))
    }
    guard next.indent > indent else { return .null }
    guard indent == 0 else {
      throw Fault(line: next.number, message: "a map inside of a map is not understood")
    }
    return .map(try map(indent: next.indent))
  }

  private static func isElement(_ line: Line) -> Bool {
    line.text == "-" || line.text.hasPrefix("- ")
  }

  private mutating func list(
    indent: Int
  ) throws(FrontMatter.Fault) -> [(value: FrontMatter.Value, line: Int)] {
    var elements: [(value: FrontMatter.Value, line: Int)] = []
    while let line = lines.first, line.indent == indent, FrontMatterParser.isElement(line) {
      guard elements.count < FrontMatterParser.mostValues else {
        throw Fault(line: line.number, message: "too many elements")
      }
      let spaces = line.text.dropFirst().prefix { $0 == " " }.count
      let inner = (line.number, indent + 1 + spaces, String(line.text.dropFirst(1 + spaces)))
      let isValue = inner.2.first.map { "\"{[".contains($0) } ?? true
      if !isValue, try FrontMatterParser.member(inner) != nil {
        // A map begins on the line of its dash.
        lines[lines.startIndex] = inner
        elements.append((.map(try map(indent: inner.1)), line.number))
      } else {
        lines.removeFirst()
        var scanner = FlowScanner(inner.2, line.number)
        elements.append((try scanner.wholeValue(), line.number))
      }
    }
    return elements
  }

  /// A key and what follows its colon; nil when the line is not a member.
  private static func member(_ line: Line) throws(FrontMatter.Fault) -> (String, rest: String)? {
    var scanner = FlowScanner(line.text, line.number)
    guard let key = try scanner.key(), scanner.isAtSpace else { return nil }
    return (key, scanner.rest)
  }
}
