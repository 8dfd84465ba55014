public import HabitCore

/// A JSON value with its place in the text; numbers keep their text.
public struct JSON: Sendable {
  public let value: Value
  /// Its place in the bytes.
  public let range: Range<Int>

  public enum Value: Sendable {
    case null
    case flag(Bool)
    /// A number, as text.
    case number(String)
    case text(String)
    case array([JSON])
    /// An object: no key occurs twice.
    case object([Member])
  }

  public struct Member: Sendable {
    public let key: String
    /// The place of the key's opening quote.
    public let keyOffset: Int
    public let value: JSON
  }
}

extension JSON {
  /// The size limit of another program's file, in bytes.
  public static let largestForeign = 64 * 1024 * 1024
  /// The number of values in another program's file: a century of days of fifty habits.
  static let mostForeignValues = 4_000_000

  /// Parses another program's file, which may be larger than a data file.
  ///
  /// - Throws: where the file at `path` is not well-formed.
  public init(foreign bytes: [UInt8], path: String) throws(Problem) {
    do {
      let text = try JSONText(bytes, largest: JSON.largestForeign)
      self = try text.scan { (scanner) throws(Fault) in
        scanner.mostValues = JSON.mostForeignValues
        return try scanner.value()
      }
    } catch {
      throw Problem(path, bytes, error)
    }
  }
}

/// The bytes of a file, checked to be valid UTF-8 of an allowed size.
struct JSONText {
  let bytes: [UInt8]
  /// Where the text begins: behind a byte order mark.
  let start: Int

  static let largest = 16 * 1024 * 1024

  init(_ bytes: [UInt8], largest: Int = JSONText.largest) throws(Fault) {
    guard bytes.count <= largest else {
      throw Fault(0, "the file is larger than \(largest >> 20) MiB")
    }
    if let offset = JSONText.firstInvalidByte(of: bytes) {
      throw Fault(offset, "a byte that is not UTF-8", hint: "save the file as UTF-8")
    }
    self.bytes = bytes
    self.start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard bytes[start...].contains(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else {
      throw Fault(
        start,
        "the file is empty",
        hint: "an empty object is {}; the next habit log puts back what was here, "
          + "unless a commit has emptied it"
      )
    }
  }

  private static func firstInvalidByte(of bytes: [UInt8]) -> Int? {
    do {
      _ = try UTF8Span(validating: bytes.span)
      return nil
    } catch {
      return error.byteOffsets.lowerBound
    }
  }

  /// Runs a scanner over the text, from its start to its end.
  func scan<Result>(_ body: (inout Scanner) throws(Fault) -> Result) throws(Fault) -> Result {
    let outcome: Swift.Result<Result, Fault> = unsafe bytes.withUnsafeBufferPointer { buffer in
      var scanner = unsafe Scanner(buffer, from: start)
      do throws(Fault) {
        let result = try body(&scanner)
        try scanner.end()
        return .success(result)
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }

  /// The members of the file's object.
  func members() throws(Fault) -> [JSON.Member] {
    try scan { (scanner) throws(Fault) in
      guard case .object = try scanner.kind() else {
        throw Fault(scanner.position, "expected an object: { … }")
      }
      guard case .object(let members) = try scanner.value().value else { return [] }
      if let fault = scanner.takeZero() { throw fault }
      return members
    }
  }
}

extension Scanner {
  mutating func value() throws(Fault) -> JSON {
    let kind = try kind()
    let start = position
    try countValue()
    let value: JSON.Value
    switch kind {
    case .string: value = .text(String(jsonBetweenQuotes: text(try string())))
    case .number: value = .number(text(try number()))
    case .literal:
      switch text(try literal()) {
      case "true": value = .flag(true)
      case "false": value = .flag(false)
      default: value = .null
      }
    case .array:
      var elements: [JSON] = []
      if try open(UInt8(ascii: "[")) {
        repeat { elements.append(try self.value()) } while try next(UInt8(ascii: "["))
      }
      value = .array(elements)
    case .object:
      var members: [JSON.Member] = []
      if try open(UInt8(ascii: "{")) {
        repeat {
          let key = try key()
          members.append(
            JSON.Member(
              key: String(jsonBetweenQuotes: text(key)),
              keyOffset: key.lowerBound - 1,
              value: try self.value()
            )
          )
        } while try next(UInt8(ascii: "{"))
      }
      if let fault = Fault(duplicateAmong: members.map { ($0.key, $0.keyOffset) }, self) {
        throw fault
      }
      value = .object(members)
    }
    return JSON(value: value, range: start..<position)
  }
}

// MARK: Spelling

extension JSON {
  /// The value on one line, with spaces behind colons and commas; numbers keep their text.
  public var spelled: String {
    switch value {
    case .null: "null"
    case .flag(let flag): "\(flag)"
    case .number(let spelling): spelling
    case .text(let text): text.jsonQuoted
    case .array(let elements): "[" + elements.map(\.spelled).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { "\($0.key.jsonQuoted): \($0.value.spelled)" }.joined(separator: ", ")
        + "}"
    }
  }
}

extension Collection<String> {
  public var jsonList: String { "[\(map(\.jsonQuoted).joined(separator: ", "))]" }
}

extension String {
  /// The text as a JSON string with as few escapes as possible.
  public var jsonQuoted: String {
    let isPlain = utf8.allSatisfy {
      $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    if isPlain { return "\"\(self)\"" }
    var quoted = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\u{08}": quoted += "\\b"
      case "\u{0C}": quoted += "\\f"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case "\u{00}"..<"\u{20}":
        quoted += "\\u" + padded(scalar.value, 4, radix: 16)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
