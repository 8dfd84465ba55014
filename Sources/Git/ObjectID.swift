internal import CLibgit2

/// The name of an object: the SHA-1 of its content.
public struct ObjectID: Hashable, Sendable {
  /// Forty hexadecimal digits.
  public let hex: String

  /// The id with this spelling, or nil when it is none.
  public init?(hex: String) {
    guard hex.utf8.count == 40, hex.allSatisfy({ $0.isHexDigit && !$0.isUppercase }) else {
      return nil
    }
    self.hex = hex
  }

  init(_ id: git_oid) {
    var id = id
    let digits = Array("0123456789abcdef".utf8)
    self.hex = unsafe withUnsafeBytes(of: &id) { bytes in
      let text = unsafe bytes.prefix(20).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
      return String(decoding: text, as: UTF8.self)
    }
  }

  init(_ id: UnsafePointer<git_oid>) {
    self.init(unsafe id.pointee)
  }

  /// libgit2's form.
  var raw: git_oid {
    var id = git_oid()
    var digits = hex.utf8.makeIterator()
    func nibble() -> UInt8 {
      let digit = digits.next() ?? 0x30
      return digit >= 0x61 ? digit - 0x57 : digit - 0x30
    }
    unsafe withUnsafeMutableBytes(of: &id) { bytes in
      for index in 0..<20 { unsafe bytes[index] = nibble() << 4 | nibble() }
    }
    return id
  }
}

/// Who did something, and when.
public struct Signature: Hashable, Sendable {
  /// The name.
  public let name: String
  /// The address.
  public let email: String
  /// Seconds since 1970-01-01T00:00:00Z.
  public let seconds: Int
  /// Minutes by which the local time is ahead of UTC.
  public let offsetMinutes: Int

  /// A signature with these parts.
  public init(name: String, email: String, seconds: Int, offsetMinutes: Int) {
    self.name = name
    self.email = email
    self.seconds = seconds
    self.offsetMinutes = offsetMinutes
  }

  init(_ signature: UnsafePointer<git_signature>) {
    unsafe self.init(
      name: String(cString: signature.pointee.name),
      email: String(cString: signature.pointee.email),
      seconds: Int(signature.pointee.when.time),
      offsetMinutes: Int(signature.pointee.when.offset)
    )
  }

  /// Lends libgit2's form.
  func lend<Result>(_ body: (UnsafePointer<git_signature>) -> Result) -> Result {
    unsafe name.withCString { name in
      unsafe email.withCString { email in
        var signature = unsafe git_signature(
          name: UnsafeMutablePointer(mutating: name),
          email: UnsafeMutablePointer(mutating: email),
          when: git_time(
            time: git_time_t(seconds),
            offset: Int32(offsetMinutes),
            sign: CChar(bitPattern: UInt8(ascii: offsetMinutes < 0 ? "-" : "+"))
          )
        )
        return unsafe body(&signature)
      }
    }
  }
}
