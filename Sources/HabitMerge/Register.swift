/// A field with one value, and when it was last given another.
///
/// A field that was never written is a register that is nil.
struct Register: Hashable, Sendable {
  /// When and on which device the value was changed; nil when it never was, or by a hand.
  ///
  /// Stamps are compared by their bytes: by time, then by device.
  let stamp: Spelling?
  /// The value; nil when it was taken away.
  let value: Value?
}

extension Register: Comparable {
  /// The earlier first, the unstamped before all; then the lesser value.
  ///
  /// A hand that changes a value and leaves its stamp is thereby later than the base, and earlier
  /// than whoever stamps after it.
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
  /// Whether the register has to yield to another one of the field.
  ///
  /// Of two starts that were written at once the earlier one stays: it has the records of both.
  func yields(to other: Register, as field: Spelling) -> Bool {
    let isReversed = field == .start && stamp == other.stamp && value != nil && other.value != nil
    return isReversed ? other < self : self < other
  }

  /// Of two registers that say the same, the one that is written as the side has it that wrote it anew.
  static func rewritten(
    since base: Register?,
    _ ours: Register?,
    _ theirs: Register?
  ) -> Register? {
    guard let ours, let left = ours.value, let right = theirs?.value else { return ours }
    let value = Value.rewritten(since: base?.value, left, right)
    return Register(stamp: ours.stamp, value: value)
  }

  /// The one of two registers of a field that need not yield.
  static func standing(_ left: Register, _ right: Register, as field: Spelling) -> Register {
    if left == right { return rewritten(since: nil, left, right) ?? left }
    return left.yields(to: right, as: field) ? right : left
  }
}

/// What becomes of a register that two sides may have changed.
struct Settlement {
  /// What it is now; nil when it was removed, or never written.
  let kept: Register?
  /// Which side yielded though it had made a change of its own; nil when none had to.
  let yielding: Side?

  /// The rule of registers: who alone made a change has it; of two changes the later one stays, and
  /// of two at once the one with the greater value.
  init(_ field: Spelling, since base: Register?, _ ours: Register?, _ theirs: Register?) {
    if ours == theirs {
      self.kept = Register.rewritten(since: base, ours, theirs)
      self.yielding = nil
    } else if theirs == base {
      self.kept = ours
      self.yielding = nil
    } else if ours == base {
      self.kept = theirs
      self.yielding = nil
    } else {
      // Both made a change, or nothing is known of before; what was never written is the least.
      let isOurs =
        theirs.map { theirs in ours.map { theirs.yields(to: $0, as: field) } ?? false } ?? true
      self.kept = isOurs ? ours : theirs
      self.yielding = ours?.value == theirs?.value ? nil : isOurs ? .theirs : .ours
    }
  }
}

/// One of the two versions that are merged.
public enum Side: Hashable, Sendable {
  /// The version that is here.
  case ours
  /// The version that came.
  case theirs
}
