internal import HabitScore

/// What a printed page is drawn with: glyphs of its fonts, and strings of habit.tmac.
enum Paper {
  /// Whether there is a glyph for a character, among the fonts' own and those of habit.tmac.
  static func has(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F, 0xA1...0xFF: true
    default: glyphs.contains(scalar)
    }
  }

  /// A character, or its name when there is no glyph for it, as mandoc(1) does it.
  static func spelled(_ scalar: Unicode.Scalar) -> String {
    guard !has(scalar) else { return String(scalar) }
    // What joins emoji has no look of its own.
    guard scalar.value != 0x200D, scalar.value != 0xFE0F else { return "" }
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "<U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ">"
  }

  private static let glyphs = Set("–—‘’“”•…€™ŁłŒœŠšŸŽžı✓✗□■▣▪▫·★━─▁▂▃▄▅▆▇".unicodeScalars)
}

// MARK: Strings of habit.tmac

extension Paper {
  /// The placeholder of a map's cell until the line is escaped; nil for a day that is not shown.
  static func cell(_ level: HeatLevel?) -> String { place(level.map { $0.rawValue + 1 } ?? 0) }

  /// The placeholder of a day in a row until the line is escaped; nil for a day that is not shown.
  static func mark(_ mark: DayMark?) -> String {
    switch mark {
    case .done: place(6)
    case .begun: place(7)
    case .open: place(8)
    case .missed: place(9)
    case .skipped: place(10)
    case .extra: place(11)
    case .free: place(12)
    case nil: place(13)
    }
  }

  /// The string of habit.tmac that draws a placeholder; nil for any other character.
  static func drawing(_ scalar: Unicode.Scalar) -> String? {
    let index = Int(scalar.value) - Int(firstPlace)
    return strings.indices.contains(index) ? "\\*[ha-\(strings[index])]" : nil
  }

  private static let strings = [
    "blank", "cell0", "cell1", "cell2", "cell3", "cell4", "done", "begun", "open", "missed",
    "skipped", "extra", "free", "none",
  ]

  private static func place(_ index: Int) -> String {
    String(Character(Unicode.Scalar(firstPlace + UInt8(index))))
  }

  /// Text that was made visible has no control characters; these do not end a line.
  private static let firstPlace: UInt8 = 0x0E
}
