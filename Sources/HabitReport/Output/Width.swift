internal import HabitCore

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
    return scalar.isInWideBlock || scalar.properties.isEmojiPresentation ? 2 : 1
  }
}
