@_spi(_Unicode) import Swift

/// The name of a habit or a user: NFC, trimmed, 1 to 50 characters, without control characters.
public struct Name: Hashable, Sendable {
  /// The text in NFC.
  public let text: String

  public static let longest = 50

  public init(_ text: String) throws(InvalidText) {
    let isHuge = text.utf8.count > 1024 * Name.longest
    let composed = isHuge ? text : text.composed.trimmed
    guard !composed.isEmpty else { throw InvalidText("is empty") }
    guard isHuge || composed.unicodeScalars.allSatisfy({ !$0.isControl }) else {
      throw InvalidText("holds a control character")
    }
    guard composed.length <= Name.longest else {
      throw InvalidText("has \(composed.length) characters; \(Name.longest) are the most")
    }
    self.text = composed
  }

  /// The key by which names that differ only in case are equal.
  public var folded: String { text.lowercased() }
}

extension Name: CustomStringConvertible {
  public var description: String { text }
}

extension String {
  /// The number of characters, for limits.
  ///
  /// A letter can carry any number of marks, so a character counts as at most 64 bytes.
  public var length: Int { max(count, utf8.count / 64) }

  public var composed: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    var composed = String.UnicodeScalarView()
    composed.append(contentsOf: _nfc)
    return String(composed)
  }

  public var trimmed: String {
    // Fast path: most texts begin and end with an ASCII letter.
    let visible: ClosedRange<UInt8> = 0x21...0x7E
    if let first = utf8.first, let last = utf8.last, visible ~= first, visible ~= last {
      return self
    }
    return String(drop(while: \.isWhitespace)).trimmingEnd(\.isWhitespace)
  }

  /// The text without such characters at its end.
  public func trimmingEnd(_ isTrimmed: (Character) -> Bool) -> String {
    lastIndex { !isTrimmed($0) }.map { String(self[...$0]) } ?? ""
  }
}
