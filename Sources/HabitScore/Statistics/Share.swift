/// A part of a whole, compared and rounded exactly.
public struct Share: Hashable, Sendable {
  public let part: Int64
  /// The whole, above zero.
  public let whole: Int64

  /// The share of a part in a whole; nil when there is no whole.
  public init?(_ part: Int64, of whole: Int64) {
    guard whole > 0 else { return nil }
    self.part = part
    self.whole = whole
  }

  /// The share of a part in a whole; nil when there is no whole.
  public init?(_ part: Int, of whole: Int) {
    self.init(Int64(part), of: Int64(whole))
  }

  /// The share of each part in their sum; nil if the sum is 0.
  public static func of(_ parts: [Int]) -> [Share?] {
    parts.map { Share($0, of: parts.reduce(0, +)) }
  }

  /// The share in per cent, rounded half up.
  public var percent: Int {
    let (product, overflow) = part.multipliedReportingOverflow(by: 200)
    let (sum, isLarge) = product.addingReportingOverflow(whole)
    // So large a part is a sum of amounts, of which the last digits make no difference.
    guard !overflow, !isLarge, whole < .max / 4 else {
      return Int((min(max(fraction * 100, -1e9), 1e9)).rounded())
    }
    return Int(sum / (whole * 2))
  }

  /// Whether the unrounded share is less than a percentage.
  func isBelow(percent: Int) -> Bool {
    guard let bar = Share(percent, of: 100) else { return false }
    return self < bar
  }

  /// Whether the share is more than `percent` percentage points below the mean of some shares, exactly.
  func isBehind(_ shares: [Share], percent: Int) -> Bool {
    // The share is behind if the sum of these fractions is above zero.
    var fractions = shares.map { other in
      (
        part: 100 * (other.part * whole - part * other.whole)
          - Int64(percent) * other.whole * whole,
        whole: other.whole
      )
    }
    var sum: Int64 = 0
    // Digit by digit; after this many digits, a sum that is not zero is known to be so.
    for _ in 0..<(2 * fractions.count + 2) {
      for (index, fraction) in fractions.enumerated() {
        let remainder = ((fraction.part % fraction.whole) + fraction.whole) % fraction.whole
        sum += (fraction.part - remainder) / fraction.whole
        fractions[index].part = remainder << 16
      }
      if sum > 0 { return true }
      if sum <= -Int64(fractions.count) { return false }
      sum <<= 16
    }
    return false
  }

  /// The share as a number from 0 to 1, inexact.
  public var fraction: Double { Double(part) / Double(whole) }
}

extension Share: Comparable {
  public static func < (left: Share, right: Share) -> Bool {
    let (a, b) = (
      left.part.multipliedFullWidth(by: right.whole), right.part.multipliedFullWidth(by: left.whole)
    )
    return (a.high, a.low) < (b.high, b.low)
  }

  /// Equal shares of different wholes are equal.
  public static func == (left: Share, right: Share) -> Bool { !(left < right) && !(right < left) }

  /// Hashes what equal shares have in common.
  public func hash(into hasher: inout Hasher) { hasher.combine(fraction) }
}
