// GitFormats is what git's files, names and messages say: the index, object ids, modes, paths that a
// tree may have, URLs of remotes, refspecs, what git prints.
//
// Bytes and texts in, values out: nothing here opens a file, starts a program or needs libgit2. Start
// reading at GitPath or RemoteAddress.

/// The name of a blob, tree or commit: the SHA-1 of its contents.
public struct ObjectID: Hashable, Sendable {
  /// The first eight bytes, big-endian: so the order of the numbers is the order of the bytes.
  public let high: UInt64
  /// The next eight bytes.
  public let middle: UInt64
  /// The last four bytes.
  public let low: UInt32

  /// The id of these forty lower-case hexadecimal digits, or nil when they are something else.
  public init?(hex: String) {
    let digits = Array(hex.utf8)
    guard digits.count == 40, digits.allSatisfy(\.isHexadecimalDigit),
      let high = UInt64(hex.prefix(16), radix: 16),
      let middle = UInt64(hex.dropFirst(16).prefix(16), radix: 16),
      let low = UInt32(hex.suffix(8), radix: 16)
    else { return nil }
    self.high = high
    self.middle = middle
    self.low = low
  }

  /// The id of these twenty bytes.
  public init(bytes: ArraySlice<UInt8>) {
    func number(_ part: ArraySlice<UInt8>) -> UInt64 { part.reduce(0) { $0 << 8 | UInt64($1) } }
    high = number(bytes.prefix(8))
    middle = number(bytes.dropFirst(8).prefix(8))
    low = UInt32(number(bytes.dropFirst(16)))
  }

  /// An id that nothing has.
  public static var random: ObjectID {
    ObjectID(high: .random(in: 0...UInt64.max), middle: .random(in: 0...UInt64.max), low: 0)
  }

  /// The id of these numbers.
  public init(high: UInt64, middle: UInt64, low: UInt32) {
    (self.high, self.middle, self.low) = (high, middle, low)
  }

  /// Its twenty bytes.
  public var bytes: [UInt8] {
    func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
      unsafe withUnsafeBytes(of: number.bigEndian) { unsafe Array($0) }
    }
    return bytes(high) + bytes(middle) + bytes(low)
  }
}

extension ObjectID: Comparable {
  /// In the order of the bytes.
  public static func < (left: ObjectID, right: ObjectID) -> Bool {
    (left.high, left.middle, left.low) < (right.high, right.middle, right.low)
  }
}

extension ObjectID: CustomStringConvertible {
  /// Forty hexadecimal digits.
  public var description: String { hex }

  /// Forty hexadecimal digits.
  public var hex: String {
    ObjectID.digits(high, count: 16) + ObjectID.digits(middle, count: 16)
      + ObjectID.digits(low, count: 8)
  }

  private static func digits(_ number: some FixedWidthInteger, count: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: count - digits.utf8.count) + digits
  }
}

extension UInt8 {
  fileprivate var isHexadecimalDigit: Bool {
    (0x30...0x39).contains(self) || (0x61...0x66).contains(self)
  }
}
