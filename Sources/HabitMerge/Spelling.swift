/// A text that is compared by its UTF-8 bytes: é and e + ´ are two.
struct Spelling: Hashable, Comparable, Sendable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  /// Whether the standard library compares the two by their bytes, as fast as it can.
  private static func areASCII(_ left: Spelling, _ right: Spelling) -> Bool {
    left.text.utf8Span.isKnownASCII && right.text.utf8Span.isKnownASCII
  }

  static func == (left: Spelling, right: Spelling) -> Bool {
    left.text == right.text
      && (areASCII(left, right) || left.text.utf8.elementsEqual(right.text.utf8))
  }

  static func < (left: Spelling, right: Spelling) -> Bool {
    areASCII(left, right)
      ? left.text < right.text
      : left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  // What has the same bytes is the same text to the standard library too.
  func hash(into hasher: inout Hasher) {
    text.hash(into: &hasher)
  }
}

extension Spelling: ExpressibleByStringLiteral {
  init(stringLiteral text: String) {
    self.text = text
  }
}
