/// Bytes as text.
///
/// Source: RFC 4648, 4.
enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
  )

  static func text(of bytes: [UInt8]) -> String {
    stride(from: 0, to: bytes.count, by: 3).map { start in
      let three = bytes[start..<min(start + 3, bytes.count)]
      let bits = three.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - three.count))
      let kept = [18, 12, 6, 0].prefix(three.count + 1).map { digits[bits >> $0 & 63] }
      return String(kept) + String(repeating: "=", count: 3 - three.count)
    }.joined()
  }
}
