@_spi(_Unicode) import Swift

/// The name of a habit or a user: NFC, trimmed, 1 to 50 characters, without control characters.
public struct Name: Hashable, Sendable {
  /// The text in NFC.
  public let text: String

  public static let longest = 50

  public init(_ text: String) throws(NameError) {
    guard text.utf8.count <= 1024 * Name.longest else { throw .tooLong(characters: text.length) }
    let composed = text.composed.trimmed
    guard !composed.isEmpty else { throw .empty }
    guard composed.unicodeScalars.allSatisfy({ !$0.isControl }) else { throw .controlCharacter }
    guard composed.length <= Name.longest else {
      throw .tooLong(characters: composed.length)
    }
    self.text = composed
  }

  /// The key by which names that differ only in case are equal.
  public var folded: String { text.lowercased() }
}

/// Why a text is not a name.
public enum NameError: Error, Hashable, Sendable {
  case empty
  case controlCharacter
  /// It has more than ``Name/longest`` characters.
  case tooLong(characters: Int)

  /// The reason in words, to follow "the name".
  public var reason: String {
    switch self {
    case .empty: "is empty"
    case .controlCharacter: "holds a control character"
    case .tooLong(let characters):
      "has \(characters) characters; \(Name.longest) are the most"
    }
  }
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
