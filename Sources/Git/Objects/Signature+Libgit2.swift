internal import CLibgit2
internal import GitFormats

extension Signature {
  /// The signature in a commit; what is not UTF-8 in it is repaired.
  init(_ signature: git_signature) {
    unsafe self.init(
      name: String(cString: signature.name),
      email: String(cString: signature.email),
      seconds: Int(signature.when.time),
      offsetMinutes: Int(signature.when.offset)
    )
  }

  /// Lends the signature as libgit2 has it.
  func withRaw<Value>(_ body: (UnsafePointer<git_signature>) -> Value) -> Value {
    unsafe withCStrings([name, email]) { texts in
      let when = git_time(
        time: git_time_t(seconds),
        offset: Int32(truncatingIfNeeded: offsetMinutes),
        sign: CChar(bitPattern: offsetMinutes < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
      )
      var signature = unsafe git_signature(
        name: UnsafeMutablePointer(mutating: texts[0]),
        email: UnsafeMutablePointer(mutating: texts[1]),
        when: when
      )
      return unsafe body(&signature)
    }
  }
}
