extension Unicode.Scalar {
  /// Whether it is in a block whose characters take two columns; an emoji says so by itself.
  public var isInWideBlock: Bool { Self.wideBlocks.contains { $0.contains(value) } }

  /// Source: Unicode 15.0, EastAsianWidth.txt, classes W and F.
  private static let wideBlocks: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
    0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF, 0x20000...0x3FFFD,
  ]
}
