internal import HabitCore

/// The properties at the top of a note: the part of YAML that programs write there.
///
/// Scalars, quoted texts, lists in brackets or behind dashes, maps of one level. Anything else is an
/// error with its line, never a guess.
struct FrontMatter {
  let members: [Member]

  struct Member {
    let key: String
    let value: Value
    let line: Int
  }

  indirect enum Value {
    case null
    /// A scalar as it is spelled, quotes and escapes taken off.
    case scalar(String, isQuoted: Bool)
    case list([(value: Value, line: Int)])
    case map([Member])
  }

  struct Fault: Error {
    let line: Int
    let message: String
  }

  subscript(key: String) -> Value? { members.first { $0.key == key }?.value }

  /// The properties of a note, of which those of other keys need not be understood; nil without any.
  init?(_ lines: [(number: Int, text: String)], of keys: Set<String>) throws(Fault) {
    let isMark = { (line: (number: Int, text: String)) in
      line.text.trimmingEnd(\.isWhitespace) == "---"
    }
    guard let first = lines.first, isMark(first) else { return nil }
    guard let end = lines.dropFirst().firstIndex(where: isMark) else {
      throw Fault(line: 1, message: "the properties do not end: --- is missing")
    }
    var parser = FrontMatterParser(lines[1..<end])
    members = try parser.map(indent: 0, of: keys)
  }
}

extension FrontMatter.Value {
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
