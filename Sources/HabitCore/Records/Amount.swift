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
  ///
  /// The sum of a 16 MiB file of such amounts does not overflow.
  public static let greatest = Amount(1_000_000_000)

  public static func < (left: Amount, right: Amount) -> Bool {
    left.thousandths < right.thousandths
  }

  public static func + (left: Amount, right: Amount) -> Amount {
    Amount(thousandths: left.thousandths + right.thousandths)
  }

  public static func - (left: Amount, right: Amount) -> Amount {
    Amount(thousandths: left.thousandths - right.thousandths)
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

  /// The amount spelled as a JSON number in these bytes.
  public init(utf8: some Sequence<UInt8>) throws(AmountError) {
    var digits: [UInt8] = []
    var fraction = 0
    var exponent = 0
    var negative = false
    var state = State.start
    for byte in utf8 {
      switch (state, byte) {
      case (.start, UInt8(ascii: "-")):
        negative = true
        state = .sign
      case (.start, 0x30...0x39), (.sign, 0x30...0x39):
        digits.append(byte - 0x30)
        state = byte == 0x30 ? .leadingZero : .whole
      case (.whole, 0x30...0x39):
        digits.append(byte - 0x30)
      case (.leadingZero, UInt8(ascii: ".")), (.whole, UInt8(ascii: ".")):
        state = .point
      case (.point, 0x30...0x39), (.fraction, 0x30...0x39):
        digits.append(byte - 0x30)
        fraction += 1
        state = .fraction
      case (.leadingZero, 0x45), (.leadingZero, 0x65), (.whole, 0x45), (.whole, 0x65),
        (.fraction, 0x45), (.fraction, 0x65):
        state = .exponentStart
      case (.exponentStart, UInt8(ascii: "+")):
        state = .exponentSign(negative: false)
      case (.exponentStart, UInt8(ascii: "-")):
        state = .exponentSign(negative: true)
      case (.exponentStart, 0x30...0x39):
        exponent = Int(byte - 0x30)
        state = .exponent(negative: false)
      case (.exponentSign(let negative), 0x30...0x39):
        exponent = Int(byte - 0x30)
        state = .exponent(negative: negative)
      case (.exponent, 0x30...0x39):
        // A larger exponent makes every amount too large or too fine.
        exponent = min(exponent * 10 + Int(byte - 0x30), 1_000_000_000)
      default:
        throw .notANumber
      }
    }
    switch state {
    case .leadingZero, .whole, .fraction: break
    case .exponent(let negative): exponent = negative ? -exponent : exponent
    case .start, .sign, .point, .exponentStart, .exponentSign: throw .notANumber
    }
    try self.init(digits: digits, scale: fraction - exponent, negative: negative)
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

  private enum State {
    case start, sign, leadingZero, whole, point, fraction
    case exponentStart
    case exponentSign(negative: Bool)
    case exponent(negative: Bool)
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
