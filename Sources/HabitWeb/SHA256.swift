internal import CMd
internal import HabitCore

/// SHA-256 by libmd, for the hashes of a Content-Security-Policy and for tokens.
enum SHA256 {
  static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var context = SHA2_CTX()
    var hash = [UInt8](repeating: 0, count: 32)
    unsafe SHA256Init(&context)
    unsafe SHA256Update(&context, bytes, bytes.count)
    unsafe SHA256Final(&hash, &context)
    return hash
  }

  /// The code that only who has the key can make of a text, as 64 hexadecimal digits.
  ///
  /// Source: RFC 2104.
  static func code(of text: String, key: String) -> String {
    var block = Array(key.utf8)
    if block.count > 64 { block = hash(block) }
    block += [UInt8](repeating: 0, count: 64 - block.count)
    let inner = hash(block.map { $0 ^ 0x36 } + text.utf8)
    return hash(block.map { $0 ^ 0x5c } + inner).map { padded($0, 2, radix: 16) }.joined()
  }
}
