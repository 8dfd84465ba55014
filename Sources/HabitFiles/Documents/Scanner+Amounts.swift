internal import HabitCore

extension Scanner {
  /// Reads an amount; nil, with a fault, if it is another value.
  @inline(__always)
  mutating func amount(
    of field: String,
    least: Amount?,
    faults: inout [Fault]
  ) throws(Fault) -> Amount? {
    let start = position
    if let quick = quickAmount() { return quick }
    position = start
    guard case .number = try kind() else {
      try skipValue()
      faults.add(start, "expected a number for \"\(field)\"")
      return nil
    }
    let range = try number()
    let amount: Amount
    do {
      amount = try Amount(utf8: bytes(range))
    } catch {
      faults.add(start, "\"\(field)\" \(error.reason)")
      return nil
    }
    if let least, amount < least {
      faults.add(start, "\"\(field)\" is below \(least)")
      return nil
    }
    return amount
  }

  /// Fast path: reads a whole number of up to six digits; nil, at an undefined position, for any other
  /// number.
  @inline(__always)
  private mutating func quickAmount() -> Amount? {
    let first = self[position] &- 0x30
    guard first < 10 else { return nil }
    var value = Int(first)
    position += 1
    var digits = 1
    while self[position] &- 0x30 < 10 {
      guard digits < 6 else { return nil }
      value = value * 10 + Int(self[position] &- 0x30)
      position += 1
      digits += 1
    }
    guard digits == 1 || first != 0 else { return nil }
    switch self[position] {
    case UInt8(ascii: ","), UInt8(ascii: "}"), 0x20, 0x0A, 0x0D: return Amount(value)
    default: return nil
    }
  }

  /// Reads the strings of an array, one by one.
  @inline(__always)
  mutating func strings(
    of field: String,
    faults: inout [Fault],
    _ take: (Range<Int>, Scanner, inout [Fault]) -> Void
  ) throws(Fault) {
    guard case .array = try kind() else {
      faults.add(position, "\"\(field)\" is a list", hint: "put it into brackets: [ … ]")
      try skipValue()
      return
    }
    guard try open(UInt8(ascii: "[")) else { return }
    repeat {
      try faults.checkRoom(at: position)
      try countValue()
      guard case .string = try kind() else {
        faults.add(position, "expected a text in \"\(field)\"")
        try skipValue()
        continue
      }
      take(try string(), self, &faults)
    } while try next(UInt8(ascii: "["))
  }
}
