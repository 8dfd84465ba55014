/// An exact JSON number of any size and precision.
struct Decimal: Hashable, Sendable {
  private let isNegative: Bool
  /// Without zeros at either end; empty for zero.
  private let digits: [UInt8]
  /// The number is 0.DIGITS times ten to this power.
  private let exponent: Int

  /// Parses a JSON number; nil when its exponent is out of range.
  init?(_ spelling: String) {
    let parts = spelling.split(maxSplits: 1) { $0 == "e" || $0 == "E" }
    var exponent = 0
    if parts.count == 2 {
      guard let power = Int(parts[1]), power.magnitude < 1_000_000_000_000 else { return nil }
      exponent = power
    }
    let isNegative = spelling.utf8.first == UInt8(ascii: "-")
    let halves = parts[0].utf8.dropFirst(isNegative ? 1 : 0).split(separator: UInt8(ascii: "."))
    let digits = halves.joined().drop { $0 == UInt8(ascii: "0") }
    guard let last = digits.lastIndex(where: { $0 != UInt8(ascii: "0") }) else {
      self.isNegative = false
      self.digits = []
      self.exponent = 0
      return
    }
    let whole = halves[0].drop { $0 == UInt8(ascii: "0") }
    let leadingZeros =
      whole.isEmpty && halves.count == 2 ? halves[1].prefix { $0 == UInt8(ascii: "0") }.count : 0
    self.isNegative = isNegative
    self.digits = Array(digits[...last])
    self.exponent = exponent + whole.count - leadingZeros
  }

  /// The canonical text: a plain decimal unless that is long.
  var spelling: String {
    guard !digits.isEmpty else { return "0" }
    let sign = isNegative ? "-" : ""
    let text = String(decoding: digits, as: UTF8.self)
    switch exponent {
    case digits.count...max(digits.count, 40):
      return sign + text + String(repeating: "0", count: exponent - digits.count)
    case 1..<digits.count:
      return "\(sign)\(text.prefix(exponent)).\(text.dropFirst(exponent))"
    case -40...0:
      return "\(sign)0." + String(repeating: "0", count: -exponent) + text
    default:
      let fraction = text.dropFirst()
      return "\(sign)\(text.prefix(1))\(fraction.isEmpty ? "" : ".")\(fraction)e\(exponent - 1)"
    }
  }
}

extension Decimal: Comparable {
  static func < (left: Decimal, right: Decimal) -> Bool {
    guard left.sign == right.sign else { return left.sign < right.sign }
    let (small, great) = left.isNegative ? (right, left) : (left, right)
    guard small.exponent == great.exponent else { return small.exponent < great.exponent }
    return small.digits.lexicographicallyPrecedes(great.digits)
  }

  private var sign: Int { digits.isEmpty ? 0 : isNegative ? -1 : 1 }
}
