extension Reconfiguration {
  /// Whether a configuration has a URL with a password, as `https://ann:secret@host/`.
  static func holdsPassword(_ bytes: [UInt8]) -> Bool {
    let slash = UInt8(ascii: "/")
    return bytes.split(whereSeparator: { $0 <= 0x20 || $0 == UInt8(ascii: "\"") }).contains {
      word in
      guard let start = word.firstRange(of: "://".utf8)?.upperBound else { return false }
      let authority = word[start...].prefix { $0 != slash }
      guard let at = authority.lastIndex(of: UInt8(ascii: "@")) else { return false }
      return authority[..<at].contains(UInt8(ascii: ":"))
    }
  }
}
