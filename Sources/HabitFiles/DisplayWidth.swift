/// How many columns a terminal gives a text.
public func displayWidth(of text: String) -> Int {
  if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
  return text.reduce(0) { $0 + displayWidth(of: $1) }
}

/// How many columns a terminal gives a character: 0, 1 or 2.
func displayWidth(of character: Character) -> Int {
  guard let first = character.unicodeScalars.first else { return 0 }
  let asEmoji =
    first.properties.isEmojiPresentation
    || character.unicodeScalars.contains { $0 == "\u{FE0F}" }
  if asEmoji || wideRanges.contains(where: { $0.contains(first.value) }) { return 2 }
  switch first.properties.generalCategory {
  case .nonspacingMark, .enclosingMark, .format, .control: return 0
  default: return 1
  }
}

/// The blocks whose characters are wide or full-width.
///
/// Source: Unicode 15.0, EastAsianWidth.txt, classes W and F; emoji are recognised by their own property.
private let wideRanges: [ClosedRange<UInt32>] = [
  0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
  0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
  0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF, 0x20000...0x3FFFD,
]
