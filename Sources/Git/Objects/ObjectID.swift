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
    self.init(digits: Array(hex.utf8)[...])
  }

  init?(digits: ArraySlice<UInt8>) {
    guard digits.count == 40 else { return nil }
    func number<Number: FixedWidthInteger>(_ range: Range<Int>) -> Number? {
      var number: Number = 0
      for digit in digits.dropFirst(range.lowerBound).prefix(range.count) {
        guard let value = digit.hexadecimalValue else { return nil }
        number = number << 4 | Number(value)
      }
      return number
    }
    guard let high: UInt64 = number(0..<16), let middle: UInt64 = number(16..<32),
      let low: UInt32 = number(32..<40)
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
    var (id, digits) = (raw, [CChar](repeating: 0, count: 41))
    return unsafe String(cString: git_oid_tostr(&digits, digits.count, &id))
  }
}

extension UInt8 {
  fileprivate var hexadecimalValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x61...0x66: self - 0x61 + 10
    default: nil
    }
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
