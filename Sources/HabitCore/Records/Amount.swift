/// An exact decimal with at most three fractional digits: 0.1 three times is 0.3.
public struct Amount: Hashable, Comparable, Sendable {
  public let thousandths: Int64

  public init(thousandths: Int64) {
    self.thousandths = thousandths
  }

  public init(_ whole: Int) {
    self.thousandths = Int64(whole) * 1000
  }

  public static let zero = Amount(0)

  /// The amount to the nearest hundredth, halves up, as averages are shown.
  public var toHundredths: Amount {
    Amount(thousandths: (thousandths + 5) / 10 * 10)
  }

  /// The largest amount that a file or a command may contain.
  public static let greatest = Amount(1_000_000_000)

  /// What a sum is at most, in thousandths: more than a 16 MiB file adds up to.
  private static let greatestSum: Int64 = 4_000_000_000_000_000_000

  public static func < (left: Amount, right: Amount) -> Bool {
    left.thousandths < right.thousandths
  }

  public static func + (left: Amount, right: Amount) -> Amount {
    Amount(thousandths: clamped(left.thousandths.addingReportingOverflow(right.thousandths)))
  }

  public static func - (left: Amount, right: Amount) -> Amount {
    Amount(thousandths: clamped(left.thousandths.subtractingReportingOverflow(right.thousandths)))
  }

  /// A sum that is no larger than ``greatestSum``; an overflow has the other sign.
  private static func clamped(_ sum: (partialValue: Int64, overflow: Bool)) -> Int64 {
    let value = sum.overflow ? (sum.partialValue < 0 ? .max : .min) : sum.partialValue
    return min(max(value, -greatestSum), greatestSum)
  }
}

/// Why a text is not an amount.
public enum AmountError: Error, Hashable, Sendable {
  case notANumber
  /// It has more than three fractional digits that are not zero.
  case tooFine
  /// It is beyond ``Amount/greatest``.
  case tooLarge
  /// A comma precedes three digits: it may separate thousands or decimals.
  case thousandsOrDecimals

  /// The reason in words, to follow "the amount".
  public var reason: String {
    switch self {
    case .notANumber: "is not a number"
    case .tooFine: "has more than 3 decimals"
    case .tooLarge: "is more than \(Amount.greatest)"
    case .thousandsOrDecimals: "may be thousands or decimals; write 1500 or 1.5"
    }
  }
}

extension Amount {
  /// The amount spelled as a JSON number, exponents included.
  public init(_ text: some StringProtocol) throws(AmountError) {
    try self.init(utf8: text.utf8)
  }

  /// The amount spelled as a JSON number to the nearest thousandth, halves up; anything at all stays
  /// above zero.
  public static func rounding(
    _ text: some StringProtocol
  ) throws(AmountError) -> (amount: Amount, isRounded: Bool) {
    do {
      return (try Amount(text), false)
    } catch {
      guard error == .tooFine else { throw error }
    }
    let mantissa = text.prefix { !"eE".contains($0) }
    let power = Int(text.dropFirst(mantissa.count + 1)) ?? 0
    let digits = String(mantissa.filter(\.isNumber))
    let point = mantissa.firstIndex(of: ".").map { mantissa[$0...].count - 1 } ?? 0
    // How many digits stand up to that of the thousandths.
    let kept = digits.count - point + power + 3
    let isUp = digits.dropFirst(max(kept, 0)).first.map { $0 >= "5" && kept >= 0 } ?? false
    let whole = kept > 0 ? Int64(digits.prefix(kept)) ?? .max : 0
    guard whole <= Amount.greatest.thousandths else { throw .tooLarge }
    let amount = max(whole + (isUp ? 1 : 0), 1)
    return (Amount(thousandths: text.hasPrefix("-") ? -amount : amount), true)
  }

  /// The amount spelled as a JSON number in these bytes.
  public init(utf8: some Collection<UInt8>) throws(AmountError) {
    var rest = utf8[...]
    func take(_ marks: String) -> UInt8? {
      guard let first = rest.first, marks.utf8.contains(first) else { return nil }
      return rest.removeFirst()
    }
    func digits() throws(AmountError) -> [UInt8] {
      let run = rest.prefix(while: \.isDigit).map { $0 - 0x30 }
      guard !run.isEmpty else { throw .notANumber }
      rest = rest.dropFirst(run.count)
      return run
    }
    let isNegative = take("-") != nil
    let whole = try digits()
    let fraction = try take(".") == nil ? [] : digits()
    var exponent = 0
    if take("eE") != nil {
      let sign = take("+-")
      // A larger exponent makes every amount too large or too fine.
      exponent = try digits().reduce(0) { min($0 * 10 + Int($1), 1_000_000_000) }
      if sign == UInt8(ascii: "-") { exponent = -exponent }
    }
    guard rest.isEmpty, whole.count == 1 || whole[0] != 0 else { throw .notANumber }
    try self.init(
      digits: whole + fraction,
      scale: fraction.count - exponent,
      negative: isNegative
    )
  }

  /// The amount of `digits` divided by ten to the power of `scale`.
  private init(digits: [UInt8], scale: Int, negative: Bool) throws(AmountError) {
    var digits = digits
    var scale = scale
    while digits.last == 0 {
      digits.removeLast()
      scale -= 1
    }
    guard !digits.isEmpty else {
      self = .zero
      return
    }
    guard scale <= 3 else { throw .tooFine }
    var value: Int64 = 0
    for digit in digits + Array(repeating: 0, count: min(3 - scale, 20)) {
      let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
      guard !overflow, tens <= Amount.greatest.thousandths else { throw .tooLarge }
      value = tens + Int64(digit)
    }
    guard value <= Amount.greatest.thousandths else { throw .tooLarge }
    self.thousandths = negative ? -value : value
  }
}

extension Amount: CustomStringConvertible {
  /// The shortest decimal, `2.5`.
  public var description: String {
    let magnitude = thousandths.magnitude
    let sign = thousandths < 0 ? "-" : ""
    guard magnitude % 1000 != 0 else { return "\(sign)\(magnitude / 1000)" }
    var fraction = padded(Int(magnitude % 1000), 3)
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return "\(sign)\(magnitude / 1000).\(fraction)"
  }
}
