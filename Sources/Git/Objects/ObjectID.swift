internal import CLibgit2

/// The name of a blob, tree or commit: the SHA-1 of its contents.
public struct ObjectID: Hashable, Sendable {
  /// The first eight bytes, big-endian: so the order of the numbers is the order of the bytes.
  let high: UInt64
  let middle: UInt64
  let low: UInt32
}

extension ObjectID {
  /// The id of these forty lower-case hexadecimal digits, or nil when they are something else.
  public init?(hex: String) {
    let digits = Array(hex.utf8)
    guard digits.count == 40, digits.allSatisfy(\.isHexadecimalDigit),
      let high = UInt64(hex.prefix(16), radix: 16),
      let middle = UInt64(hex.dropFirst(16).prefix(16), radix: 16),
      let low = UInt32(hex.suffix(8), radix: 16)
    else { return nil }
    self.init(high: high, middle: middle, low: low)
  }
}

extension ObjectID: Comparable {
  public static func < (left: ObjectID, right: ObjectID) -> Bool {
    (left.high, left.middle, left.low) < (right.high, right.middle, right.low)
  }
}

extension ObjectID: CustomStringConvertible {
  public var description: String { hex }

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

extension ObjectID {
  init(_ id: git_oid) {
    self = unsafe withUnsafeBytes(of: id) { bytes in
      unsafe ObjectID(
        high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
        middle: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)),
        low: UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt32.self))
      )
    }
  }

  /// The id that `make` puts into its argument, when its status is a success.
  init(making make: (inout git_oid) -> Int32) throws(GitError) {
    self = try whileFoldersVanish { () throws(GitError) in
      var id = git_oid()
      try check(make(&id))
      return ObjectID(id)
    }
  }

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
