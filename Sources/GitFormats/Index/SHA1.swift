/// The checksum at the end of git's index.
///
/// It guards against nothing but a broken disk, so that the quick form of it will do; what git names
/// objects by is computed by libgit2, which looks out for forgeries.
///
/// Source: FIPS 180-4, 6.1.2, with the sixteen words of a schedule that goes round.
enum SHA1 {
  /// The twenty bytes for these.
  static func digest(of bytes: [UInt8]) -> [UInt8] {
    var state: (UInt32, UInt32, UInt32, UInt32, UInt32) = (
      0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0
    )
    let whole = bytes.count / 64 * 64
    var tail = Array(bytes[whole...]) + [0x80]
    while tail.count % 64 != 56 { tail.append(0) }
    tail += unsafe withUnsafeBytes(of: UInt64(bytes.count * 8).bigEndian) { unsafe Array($0) }
    unsafe bytes.withUnsafeBytes {
      unsafe mix(UnsafeRawBufferPointer(rebasing: $0[..<whole]), &state)
    }
    unsafe tail.withUnsafeBytes { unsafe mix($0, &state) }
    return [state.0, state.1, state.2, state.3, state.4].flatMap { word in
      unsafe withUnsafeBytes(of: word.bigEndian) { unsafe Array($0) }
    }
  }

  private static func mix(
    _ blocks: UnsafeRawBufferPointer,
    _ state: inout (UInt32, UInt32, UInt32, UInt32, UInt32)
  ) {
    unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 16) { words in
      for block in stride(from: 0, to: blocks.count, by: 64) {
        var (a, b, c, d, e) = state
        for round in 0..<16 {
          let word = unsafe blocks.loadUnaligned(fromByteOffset: block + round * 4, as: UInt32.self)
          unsafe words[round] = word.bigEndian
        }
        func step(_ round: Int, _ choice: UInt32, _ constant: UInt32) {
          let word: UInt32
          if round < 16 {
            word = unsafe words[round]
          } else {
            let mixed =
              unsafe words[(round + 13) & 15] ^ words[(round + 8) & 15]
              ^ words[(round + 2) & 15] ^ words[round & 15]
            word = mixed << 1 | mixed >> 31
            unsafe words[round & 15] = word
          }
          let next = (a << 5 | a >> 27) &+ choice &+ e &+ constant &+ word
          (a, b, c, d, e) = (next, a, b << 30 | b >> 2, c, d)
        }
        for round in 0..<20 { step(round, d ^ (b & (c ^ d)), 0x5A82_7999) }
        for round in 20..<40 { step(round, b ^ c ^ d, 0x6ED9_EBA1) }
        for round in 40..<60 { step(round, (b & c) | (d & (b | c)), 0x8F1B_BCDC) }
        for round in 60..<80 { step(round, b ^ c ^ d, 0xCA62_C1D6) }
        state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d, state.4 &+ e)
      }
    }
  }
}
