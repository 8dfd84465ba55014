internal import HabitCore
internal import HabitScore
@_spi(_Unicode) import Swift

/// What a printed page is drawn with: glyphs of its fonts, and strings of habit.tmac.
enum Paper {
  /// A text as far as its letters can be printed: Greek and Cyrillic ones in Latin, symbols and emoji
  /// left out; nil when other letters are in it.
  static func name(_ text: String) -> String? {
    let shown = printed(text, insteadOfSymbols: "")
    let isWhole = shown == printed(text, insteadOfSymbols: "", insteadOfLetters: "")
    return isWhole && shown.contains { $0.isLetter || $0.isNumber } ? shown : nil
  }

  /// How many columns of a sheet a text takes: letters are narrower than those, and marks wider.
  static func columns(of text: String) -> Int {
    let marks = text.unicodeScalars.count {
      $0.value < 0x20 || (0x2500...0x27FF).contains($0.value)
    }
    return (Width.of(text) * 9 + marks * 4 + 9) / 10
  }

  /// The columns of a line on a sheet.
  static let width = 89

  /// A text as far as it can be printed, with an ellipsis for what cannot.
  static func printed(
    _ text: String,
    insteadOfSymbols: String = "…",
    insteadOfLetters: String = "…"
  ) -> String {
    var shown = ""
    for scalar in text.composed.unicodeScalars {
      if spelled(scalar) != nil {
        shown.unicodeScalars.append(scalar)
      } else if let letters = Romanization.letters(of: scalar) {
        shown += letters
      } else if scalar.properties.generalCategory == .nonspacingMark {
        continue
      } else {
        let isLetter = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        let mark = isLetter ? insteadOfLetters : insteadOfSymbols
        if shown.last(where: { $0 != " " }).map(String.init) != mark { shown += mark }
      }
    }
    return shown.split(separator: " ").joined(separator: " ")
  }

  /// The roff of a character; nil when there is no glyph for it, and none to put together.
  static func spelled(_ scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0x20..<0x7F, 0xA1...0xFF: return String(scalar)
    default: break
    }
    if glyphs.contains(scalar) { return String(scalar) }
    var parts = Array(String(scalar)._nfd)[...]
    guard let base = parts.popFirst(), base.isASCII, base.properties.isAlphabetic else {
      return nil
    }
    return parts.reduce(base == "i" ? "\\[.i]" : String(base)) { letter, mark in
      guard let accent = accents[mark] else { return letter }
      // An accent of a font is placed above a small letter.
      let isHigh =
        letter.count > 1 && base != "i" || base.properties.isUppercase
        || "dhklt".unicodeScalars.contains(base)
      if below.contains(mark) || !isHigh { return "\\o@\(letter)\(accent)@" }
      return "\\Z@\\v'-.18m'\\h'.14m'\(accent)@\(letter)"
    }
  }

  /// The fonts' glyphs for accents.
  private static let accents: [Unicode.Scalar: String] = [
    "\u{300}": "\\(ga", "\u{301}": "\\(aa", "\u{302}": "\\(a^", "\u{303}": "\\(a~",
    "\u{304}": "\\(a-", "\u{306}": "\\(ab", "\u{307}": "\\(a.", "\u{308}": "\\(ad",
    "\u{30A}": "\\(ao", "\u{30B}": "\\[a\"]", "\u{30C}": "\\(ah", "\u{326}": "\\(ac",
    "\u{327}": "\\(ac", "\u{328}": "\\(ho",
  ]
  private static let below: Set<Unicode.Scalar> = ["\u{326}", "\u{327}", "\u{328}"]

  private static let glyphs = Set("–—−‘’“”•…€™ŁłŒœŠšŸŽžı✓✗□■▣▪▫·★━─▁▂▃▄▅▆▇".unicodeScalars)
}

// MARK: Strings of habit.tmac

extension Paper {
  /// The placeholder of a map's cell in a table until the line is escaped; nil for a day that is not shown.
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

  /// The square of a day in a map, in roff; nil for a day without one.
  static func square(_ level: HeatLevel?) -> String {
    "\\*[ha-\(strings[level.map { $0.rawValue + 1 } ?? 0])]"
  }

  /// Where a week of a map begins, in points.
  static func place(ofWeek week: Int) -> Int { 26 + week * 78 / 10 }

  /// The distance of the fields of a month, in points.
  static let fieldWidth = 40

  /// The field of a day in a month, with its number, in roff.
  static func field(_ level: HeatLevel?, _ number: Int) -> String {
    guard let level else { return "\\h'4p'\(number)" }
    let text = level >= .most ? "\\m[white]\(number)\\m[]" : "\(number)"
    return "\\*[ha-day\(level.rawValue)]\\h'4p'\(text)"
  }

  /// The string of habit.tmac that draws a habit's colour.
  static func dot(_ color: Color) -> String { "\\*[ha-\(color.palette)]" }

  private static func place(_ index: Int) -> String {
    String(Character(Unicode.Scalar(firstPlace + UInt8(index))))
  }

  /// Text that was made visible has no control characters; these do not end a line.
  private static let firstPlace: UInt8 = 0x0E
}
