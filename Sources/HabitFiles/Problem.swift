internal import HabitCore

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

  /// A problem of a whole file.
  public init(_ path: String, _ message: String, hint: String? = nil, severity: Severity = .error) {
    self.path = path
    self.line = nil
    self.column = nil
    self.severity = severity
    self.message = message
    self.hint = hint
    self.excerpt = nil
  }

  /// A problem at an offset of a file's bytes.
  public init(
    _ path: String,
    _ bytes: [UInt8],
    at offset: Int,
    _ message: String,
    hint: String?,
    severity: Severity = .error
  ) {
    let fault = Fault(offset, message, hint: hint, severity: severity)
    self.init(path, bytes, fault)
  }

  /// A problem at an offset of a file's bytes.
  init(_ path: String, _ bytes: [UInt8], _ fault: Fault) {
    let offset = min(fault.offset, bytes.count)
    let start = bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let end = bytes[offset...].firstIndex(of: 0x0A) ?? bytes.count
    let text = start + (bytes[start...].starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    self.path = path
    self.line = bytes[..<start].count { $0 == 0x0A } + 1
    self.column = bytes[min(text, offset)..<offset].count { !Problem.continues($0) } + 1
    self.severity = fault.severity
    self.message = fault.message.shortened
    self.hint = fault.hint
    // A line may be as long as a file, so only its part near the place is read.
    let nearby = bytes[min(max(text, offset - Excerpt.reach), offset)..<offset]
    self.excerpt = Excerpt(
      before: String(decoding: nearby.drop(while: Problem.continues), as: UTF8.self),
      after: String(decoding: bytes[offset..<min(end, offset + Excerpt.reach)], as: UTF8.self)
    )
  }

  /// Whether a byte continues a UTF-8 character.
  private static func continues(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

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
  /// The bytes shown before and after the place.
  fileprivate static let reach = 400

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
  /// The text with long quotations shortened in their middle.
  fileprivate var shortened: String {
    guard utf8.count > 1000, unicodeScalars.count > 300 else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.prefix(200))) + "…"
      + String(String.UnicodeScalarView(unicodeScalars.suffix(80)))
  }

  /// The text with control and invisible characters as escapes; tabs become spaces.
  var visible: String {
    replacingUnseen { scalar in
      switch scalar {
      case "\t", "\r": " "
      default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
  }
}

/// An error or a warning at an offset of a file's bytes.
struct Fault: Error, Hashable {
  let offset: Int
  let message: String
  let hint: String?
  let severity: Problem.Severity

  init(
    _ offset: Int,
    _ message: String,
    hint: String? = nil,
    severity: Problem.Severity = .error
  ) { (self.offset, self.message, self.hint, self.severity) = (offset, message, hint, severity) }
}

extension [Fault] {
  /// A file with more problems is not a data file.
  private static var most: Int { 100 }

  /// Whether there are too many problems to show.
  var isFull: Bool { count >= [Fault].most }

  /// Stops the reading of a file that has too many problems.
  @inline(__always)
  func checkRoom(at offset: Int) throws(Fault) {
    if isFull { throw .tooMany(at: offset) }
  }

  mutating func add(
    _ offset: Int,
    _ message: String,
    hint: String? = nil,
    severity: Problem.Severity = .error
  ) { append(Fault(offset, message, hint: hint, severity: severity)) }

  /// Adds a problem, unless there are too many.
  mutating func note(_ fault: @autoclosure () -> Fault) {
    guard !isFull else { return }
    let fault = fault()
    append(count + 1 == [Fault].most ? .tooMany(at: fault.offset, fault.severity) : fault)
  }
}

extension Fault {
  fileprivate static func tooMany(at offset: Int, _ severity: Problem.Severity = .error) -> Fault {
    Fault(offset, "too many problems to list, this one included", severity: severity)
  }
}
