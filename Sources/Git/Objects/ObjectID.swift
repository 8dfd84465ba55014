internal import CLibgit2

/// The name of a blob, tree or commit: the SHA-1 of its contents.
public struct ObjectID: Hashable, Sendable {
  // Twenty bytes, big-endian, so that the order of the numbers is the order of the bytes.
  private let high: UInt64
  private let middle: UInt64
  private let low: UInt32

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
  init(bytes: ArraySlice<UInt8>) {
    func number(_ part: ArraySlice<UInt8>) -> UInt64 { part.reduce(0) { $0 << 8 | UInt64($1) } }
    high = number(bytes.prefix(8))
    middle = number(bytes.dropFirst(8).prefix(8))
    low = UInt32(number(bytes.dropFirst(16)))
  }

  /// An id that nothing has.
  static var random: ObjectID {
    ObjectID(high: .random(in: 0...UInt64.max), middle: .random(in: 0...UInt64.max), low: 0)
  }

  private init(high: UInt64, middle: UInt64, low: UInt32) {
    (self.high, self.middle, self.low) = (high, middle, low)
  }

  init(_ id: git_oid) {
    (high, middle, low) = unsafe withUnsafeBytes(of: id) { bytes in
      unsafe (
        UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
        UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)),
        UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt32.self))
      )
    }
  }

  /// Its twenty bytes.
  var bytes: [UInt8] { unsafe withUnsafeBytes(of: raw) { unsafe Array($0) } }

  /// The id that `make` puts into its argument, when its status is a success.
  init(making make: (inout git_oid) -> Int32) throws(GitError) {
    self = try whileFoldersVanish { () throws(GitError) in
      var id = git_oid()
      try check(make(&id))
      return ObjectID(id)
    }
  }

  /// The same id as libgit2 has it.
  var raw: git_oid {
    var id = git_oid()
    unsafe withUnsafeMutableBytes(of: &id) { bytes in
      unsafe bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
      unsafe bytes.storeBytes(of: middle.bigEndian, toByteOffset: 8, as: UInt64.self)
      unsafe bytes.storeBytes(of: low.bigEndian, toByteOffset: 16, as: UInt32.self)
    }
    return id
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
