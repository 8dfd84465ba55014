/// A part of a whole, compared and rounded exactly.
public struct Share: Hashable, Sendable {
  /// The part.
  public let part: Int64
  /// The whole, above zero.
  public let whole: Int64

  /// The share of a part in a whole; nil when there is no whole.
  init?(_ part: Int64, of whole: Int64) {
    guard whole > 0 else { return nil }
    self.part = part
    self.whole = whole
  }

  init?(_ part: Int, of whole: Int) {
    self.init(Int64(part), of: Int64(whole))
  }

  /// The share in per cent, rounded half up.
  public var percent: Int { Int((part * 200 + whole) / (whole * 2)) }

  /// Whether the share is less than so many per cent, unrounded.
  func isBelow(percent: Int) -> Bool {
    guard let bar = Share(percent, of: 100) else { return false }
    return self < bar
  }

  /// The share as a number from 0 to 1, for what needs no exactness.
  public var fraction: Double { Double(part) / Double(whole) }
}

extension Share: Comparable {
  /// The lesser share first.
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
