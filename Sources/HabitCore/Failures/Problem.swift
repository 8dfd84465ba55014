/// An error or a warning about a file, with its place.
public struct Problem: Error, Hashable, Sendable {
  /// The file, relative to the repository's root.
  public let path: String
  /// The line, from 1; nil if the problem is the whole file.
  public let line: Int?
  /// The column, from 1, in Unicode scalars.
  public let column: Int?
  public let severity: Severity
  public let message: String
  public let hint: String?
  /// The line with the problem, safe for a terminal.
  public let excerpt: Excerpt?

  /// Whether the file can still be used.
  public enum Severity: Hashable, Sendable {
    case error
    case warning
  }

  /// A line of a file as it is shown.
  public struct Excerpt: Hashable, Sendable {
    /// The text, cut to fit a screen.
    public let text: String
    /// The number of columns before the place.
    public let caretColumn: Int
  }

  /// A problem of a whole file, or at a place in a line, with the part of the line around it.
  public init(
    _ path: String,
    line: Int? = nil,
    column: Int? = nil,
    _ message: String,
    hint: String? = nil,
    severity: Severity = .error,
    around place: (before: String, after: String)? = nil
  ) {
    self.path = path
    self.line = line
    self.column = column
    self.severity = severity
    self.message = message
    self.hint = hint
    self.excerpt = place.map { Excerpt(before: $0.before, after: $0.after) }
  }

  public var isError: Bool { severity == .error }
}

extension Problem: Comparable {
  public static func < (left: Problem, right: Problem) -> Bool {
    guard left.path == right.path else {
      return left.path.utf8.lexicographicallyPrecedes(right.path.utf8)
    }
    return (left.line ?? 0, left.column ?? 0, left.message)
      < (right.line ?? 0, right.column ?? 0, right.message)
  }
}

extension Problem: CustomStringConvertible {
  /// The place and the message; the line and a caret; the hint.
  public var description: String {
    let place = [path.visible, line.map(String.init), column.map(String.init)]
      .compactMap(\.self).joined(separator: ":")
    let kind = isError ? "" : "warning: "
    var lines = ["\(place): \(kind)\(message.visible)"]
    if let excerpt, let line {
      let number = "  \(line)"
      let margin = String(repeating: " ", count: number.count)
      let caret = String(repeating: " ", count: excerpt.caretColumn) + "^"
      lines += ["\(number) | \(excerpt.text)", "\(margin) | \(caret)"]
    }
    if let hint { lines.append("hint: \(hint.visible)") }
    return lines.joined(separator: "\n")
  }
}

extension Problem.Excerpt {
  private static let widest = 90

  fileprivate init(before: String, after: String) {
    var left = before.visible[...]
    var width = displayWidth(of: String(left))
    if width > 60 {
      while width > 40, let first = left.popFirst() { width -= displayWidth(of: first) }
      left = "…" + left
      width += 1
    }
    self.caretColumn = width
    var text = String(left)
    for character in after.visible.trimmingEnd(\.isWhitespace) {
      guard width < Problem.Excerpt.widest else {
        text += "…"
        break
      }
      text.append(character)
      width += displayWidth(of: character)
    }
    self.text = text
  }
}

extension String {
  /// The text with control and invisible characters as escapes; tabs become spaces.
  fileprivate var visible: String {
    replacingUnseen { scalar in
      switch scalar {
      case "\t", "\r": " "
      default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
  }
}
