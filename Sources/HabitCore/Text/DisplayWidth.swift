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
  if asEmoji || first.isInWideBlock { return 2 }
  switch first.properties.generalCategory {
  case .nonspacingMark, .enclosingMark, .format, .control: return 0
  default: return 1
  }
}
