internal import CMbedcrypto

/// SHA-256 by Mbed TLS, for the hashes of a Content-Security-Policy and for tokens.
enum SHA256 {
  /// The hash of a text in base64.
  static func base64(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var (hash, code) = (space, [UInt8](repeating: 0, count: 45))
    var length = 0
    check(unsafe mbedtls_md(method, bytes, bytes.count, &hash))
    check(unsafe mbedtls_base64_encode(&code, code.count, &length, hash, hash.count))
    return String(decoding: code.prefix(length), as: UTF8.self)
  }

  /// The code that only who has the key can make of a text, as 64 hexadecimal digits.
  ///
  /// Source: RFC 2104.
  static func code(of text: String, key: String) -> String {
    let (key, bytes) = (Array(key.utf8), Array(text.utf8))
    var code = space
    check(unsafe mbedtls_md_hmac(method, key, key.count, bytes, bytes.count, &code))
    return code.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static var space: [UInt8] { [UInt8](repeating: 0, count: 32) }
  private static var method: OpaquePointer? { unsafe mbedtls_md_info_from_type(MBEDTLS_MD_SHA256) }

  private static func check(_ status: Int32) {
    precondition(status == 0, "Mbed TLS cannot compute SHA-256: \(status)")
  }
}
