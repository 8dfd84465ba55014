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
    var id = git_oid()
    guard hex.utf8.count == 40, hex.utf8.allSatisfy(\.isHexadecimalDigit),
      unsafe git_oid_fromstr(&id, hex) == 0
    else { return nil }
    self.init(id)
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
