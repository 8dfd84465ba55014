internal import CMbedcrypto
internal import HabitCore

/// SHA-256 by Mbed TLS, for the hashes of a Content-Security-Policy and for tokens.
enum SHA256 {
  static func hash(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    var hash = [UInt8](repeating: 0, count: 32)
    check(unsafe mbedtls_md(method, bytes, bytes.count, &hash))
    return hash
  }

  /// The code that only who has the key can make of a text, as 64 hexadecimal digits.
  ///
  /// Source: RFC 2104.
  static func code(of text: String, key: String) -> String {
    let (key, bytes) = (Array(key.utf8), Array(text.utf8))
    var code = [UInt8](repeating: 0, count: 32)
    check(unsafe mbedtls_md_hmac(method, key, key.count, bytes, bytes.count, &code))
    return code.map { padded($0, 2, radix: 16) }.joined()
  }

  private static var method: OpaquePointer? { unsafe mbedtls_md_info_from_type(MBEDTLS_MD_SHA256) }
}

/// Bytes as text, by Mbed TLS.
enum Base64 {
  static func text(of bytes: [UInt8]) -> String {
    // A zero ends it.
    var text = [UInt8](repeating: 0, count: (bytes.count + 2) / 3 * 4 + 1)
    var length = 0
    check(unsafe mbedtls_base64_encode(&text, text.count, &length, bytes, bytes.count))
    return String(decoding: text.prefix(length), as: UTF8.self)
  }

  static func bytes(of text: String) -> [UInt8] {
    let text = Array(text.utf8)
    var bytes = [UInt8](repeating: 0, count: text.count)
    var length = 0
    check(unsafe mbedtls_base64_decode(&bytes, bytes.count, &length, text, text.count))
    return Array(bytes.prefix(length))
  }
}

private func check(_ status: Int32) {
  precondition(status == 0, "Mbed TLS failed: \(status)")
}
