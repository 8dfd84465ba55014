/// The number of a touch on a phone, by which one that is sent twice is known: 32 hexadecimal digits.
public struct Touch: Hashable, Sendable {
  public let text: String
  /// Whether the phone has sent it before and had no answer.
  public var isSentAgain = false

  /// The touch with these digits; nil when they are others.
  public init?(_ text: some StringProtocol) {
    let isHex = text.utf8.allSatisfy { byte in
      byte.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
    guard text.utf8.count == 32, isHex else { return nil }
    self.text = String(text)
  }
}
