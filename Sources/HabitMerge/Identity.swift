/// The identity of an entry as merges see it: a text, whatever it is made of.
struct Identity: Hashable, Comparable, Sendable {
  /// Whether its time carries a date.
  private let isDated: Bool
  private let spelling: Spelling

  init(_ text: String) {
    self.isDated = text.utf8.prefix { $0 != UInt8(ascii: " ") }.contains(UInt8(ascii: "-"))
    self.spelling = Spelling(text)
  }

  var text: String { spelling.text }

  /// Times of the day itself first, then dated ones.
  static func < (left: Identity, right: Identity) -> Bool {
    left.isDated == right.isDated ? left.spelling < right.spelling : right.isDated
  }
}
