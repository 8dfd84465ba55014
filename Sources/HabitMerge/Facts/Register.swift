/// A field with one value, and when it was last given another.
///
/// A field that was never written is a register that is nil.
struct Register: Hashable, Sendable {
  /// When and on which device the value was changed; nil when it never was, or was changed manually.
  ///
  /// Stamps are compared by their bytes: by time, then by device.
  let stamp: UTF8Key?
  let value: Value?
}

extension Register: Comparable {
  /// By stamp, unstamped ones first; then by value.
  ///
  /// A manual edit that leaves the old stamp is thereby later than the base, and earlier than any
  /// stamped change after it.
  static func < (left: Register, right: Register) -> Bool {
    guard left.stamp == right.stamp else {
      guard let stamp = left.stamp, let other = right.stamp else { return left.stamp == nil }
      return stamp < other
    }
    guard let value = left.value, let other = right.value else {
      return left.value == nil && right.value != nil
    }
    return value < other
  }
}

extension Register {
  /// Whether another register of the field wins over this one.
  ///
  /// Of two starts with equal stamps the earlier one wins: it covers the records of both.
  func isOverridden(by other: Register, as field: UTF8Key) -> Bool {
    let isReversed = field == .start && stamp == other.stamp && value != nil && other.value != nil
    return isReversed ? other < self : self < other
  }

  /// Of two registers with equal values, the one whose spelling changed since the base.
  static func rewritten(
    since base: Register?,
    _ ours: Register?,
    _ theirs: Register?
  ) -> Register? {
    guard let ours, let left = ours.value, let right = theirs?.value else { return ours }
    let value = Value.rewritten(since: base?.value, left, right)
    return Register(stamp: ours.stamp, value: value)
  }

  static func winner(_ left: Register, _ right: Register, as field: UTF8Key) -> Register {
    if left == right { return rewritten(since: nil, left, right) ?? left }
    return left.isOverridden(by: right, as: field) ? right : left
  }
}

struct Settlement {
  /// The merged register; nil when it was removed, or never written.
  let kept: Register?
  let overridden: Side?

  /// The rule of registers: a change of one side is kept; of two changes the later one wins, and of two
  /// with equal stamps the one with the greater value.
  init(_ field: UTF8Key, since base: Register?, _ ours: Register?, _ theirs: Register?) {
    if ours == theirs {
      self.kept = Register.rewritten(since: base, ours, theirs)
      self.overridden = nil
    } else if theirs == base {
      self.kept = ours
      self.overridden = nil
    } else if ours == base {
      self.kept = theirs
      self.overridden = nil
    } else {
      // Both changed it, or there is no base; a register that was never written is the least.
      let isOurs =
        theirs.map { theirs in ours.map { theirs.isOverridden(by: $0, as: field) } ?? false }
        ?? true
      self.kept = isOurs ? ours : theirs
      self.overridden = ours?.value == theirs?.value ? nil : isOurs ? .theirs : .ours
    }
  }
}

/// One of the two versions that are merged.
public enum Side: Hashable, Sendable {
  case ours
  case theirs
}
