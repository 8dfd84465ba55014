/// A text that is compared by its UTF-8 bytes, so that é and e + ´ differ.
struct UTF8Key: Hashable, Comparable, Sendable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  /// Whether the standard library compares the two by their bytes, which is faster.
  private static func areASCII(_ left: UTF8Key, _ right: UTF8Key) -> Bool {
    left.text.utf8Span.isKnownASCII && right.text.utf8Span.isKnownASCII
  }

  static func == (left: UTF8Key, right: UTF8Key) -> Bool {
    left.text == right.text
      && (areASCII(left, right) || left.text.utf8.elementsEqual(right.text.utf8))
  }

  static func < (left: UTF8Key, right: UTF8Key) -> Bool {
    areASCII(left, right)
      ? left.text < right.text
      : left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  // Texts with the same bytes are equal to the standard library, too, so its hash serves.
  func hash(into hasher: inout Hasher) {
    text.hash(into: &hasher)
  }
}

extension UTF8Key: ExpressibleByStringLiteral {
  init(stringLiteral text: String) {
    self.text = text
  }
}
