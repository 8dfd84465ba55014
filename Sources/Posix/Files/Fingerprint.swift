/// Bytes as one number, which others do not have by accident.
public struct Fingerprint: Sendable {
  /// The number: FNV-1a, 64 bits.
  ///
  /// Source: <http://www.isthe.com/chongo/tech/comp/fnv/>.
  public private(set) var digest: UInt64 = 14_695_981_039_346_656_037

  public init() {}

  private mutating func mix(_ byte: UInt8) {
    digest = (digest ^ UInt64(byte)) &* 1_099_511_628_211
  }

  public mutating func mix(_ bytes: some Sequence<UInt8>) {
    // Of an array the loop is fast from other modules, too.
    for byte in Array(bytes) { mix(byte) }
  }
}
