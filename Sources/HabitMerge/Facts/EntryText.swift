internal import HabitCore

/// An element of `at`: a key and an effect.
struct EntryText {
  let id: EntryKey
  let effect: Entry.Effect

  init(_ id: EntryKey, _ effect: Entry.Effect) {
    self.id = id
    self.effect = effect
  }

  /// Parses `ID [+AMOUNT | to AMOUNT]`; text that is not an amount belongs to the ID.
  init(_ text: String) {
    if let space = text.utf8.lastIndex(of: UInt8(ascii: " ")) {
      let (head, tail) = (text[..<space], text[text.utf8.index(after: space)...])
      if tail.utf8.first == UInt8(ascii: "+"), let amount = EntryText.amount(tail.dropFirst()) {
        self.init(EntryKey(String(head)), .plus(amount))
        return
      }
      if head.utf8.suffix(3).elementsEqual(" to".utf8), let amount = EntryText.amount(tail) {
        self.init(EntryKey(String(head.dropLast(3))), .to(amount))
        return
      }
    }
    self.init(EntryKey(text), .plus(Amount(1)))
  }

  private static func amount(_ text: Substring) -> Amount? {
    guard let amount = try? Amount(text), amount >= .zero else { return nil }
    return amount
  }

  var text: String {
    switch effect {
    case .plus(Amount(1)): id.text
    case .plus(let amount): "\(id.text) +\(amount)"
    case .to(let amount): "\(id.text) to \(amount)"
    }
  }
}
