internal import HabitCore

extension Amount {
  init?(plain text: some StringProtocol) {
    if let whole = Amount.short(text.utf8) {
      self.init(whole)
      return
    }
    guard let amount = try? Amount(text) else { return nil }
    self = amount
  }

  /// Parses a whole number of few digits: nearly all amounts are.
  private static func short(_ digits: some Collection<UInt8>) -> Int? {
    guard digits.count <= 6, let first = digits.first,
      digits.count == 1 || first != UInt8(ascii: "0")
    else { return nil }
    var number = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      number = number * 10 + Int(digit - 0x30)
    }
    return number
  }
}
