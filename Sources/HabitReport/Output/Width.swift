/// How many columns a text takes, as mandoc(1) counts them.
enum Width {
  /// The text, cut with an ellipsis to at most so many columns.
  static func cut(
    _ text: String,
    to columns: Int,
    ellipsis: String,
    by measure: (Character) -> Int = { of(String($0)) }
  ) -> String {
    guard text.reduce(0, { $0 + measure($1) }) > columns else { return text }
    var kept = ""
    var width = ellipsis.reduce(0) { $0 + measure($1) }
    for character in text {
      width += measure(character)
      guard width <= columns else { break }
      kept.append(character)
    }
    return kept + ellipsis
  }

  private static func of(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + of($1) }
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    let isWide =
      wide.contains { $0.contains(scalar.value) } || scalar.properties.isEmojiPresentation
    return isWide ? 2 : 1
  }

  /// The blocks whose characters are wide.
  ///
  /// Source: Unicode 15.0, EastAsianWidth.txt, classes W and F.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
    0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF, 0x20000...0x3FFFD,
  ]
}
