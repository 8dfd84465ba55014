/// The identity of an entry: its time and device, compared as text so that any text can merge.
struct EntryKey: Hashable, Comparable, Sendable {
  private let isDated: Bool
  private let key: UTF8Key

  init(_ text: String) {
    self.isDated = text.utf8.prefix { $0 != UInt8(ascii: " ") }.contains(UInt8(ascii: "-"))
    self.key = UTF8Key(text)
  }

  var text: String { key.text }

  /// Times of the day itself first, then dated ones.
  static func < (left: EntryKey, right: EntryKey) -> Bool {
    left.isDated == right.isDated ? left.key < right.key : right.isDated
  }
}
