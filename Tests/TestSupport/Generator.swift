/// Numbers that look random and are the same for the same seed (SplitMix64).
///
/// Source: <https://prng.di.unimi.it/splitmix64.c>.
public struct Generator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// The generator of a seed.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number of a range.
  public mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  /// Whether a chance of so many in a hundred comes true.
  public mutating func chance(_ percent: Int) -> Bool {
    number(0...99) < percent
  }
}
