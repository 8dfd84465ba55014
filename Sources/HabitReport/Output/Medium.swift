// HabitReport fills manual pages with what a user's facts come to.
//
// Architecture invariants: pure functions of a template and a scoreboard; nothing here touches a
// disk, a clock or a program; a template is data, and every text that gets into a page goes through
// one escape function that cannot be switched off.

internal import HabitScore

/// What a page is made for; it decides glyphs and pictures.
public enum Medium: String, CaseIterable, Hashable, Sendable {
  /// A terminal with all of Unicode, and a page that is installed.
  case utf8
  /// A terminal without.
  case ascii
  case html
  case pdf
}

/// The marks, bars and sparks of a medium.
struct Glyphs: Sendable {
  let days: DayGlyphs
  /// What surrounds a mark at the head of a line.
  let brackets: (String, String)
  let star, ellipsis: String
  let strokes: Strokes

  static let unicode = Glyphs(
    days: .unicode,
    brackets: ("", ""),
    star: "★",
    ellipsis: "…",
    strokes: .unicode
  )
  static let ascii = Glyphs(
    days: .ascii,
    brackets: ("[", "]"),
    star: "*",
    ellipsis: "~",
    strokes: .ascii
  )
}

extension Medium {
  var glyphs: Glyphs {
    switch self {
    case .utf8, .html, .pdf: .unicode
    case .ascii: .ascii
    }
  }
}

/// How a page is to look.
public struct Look: Hashable, Sendable {
  /// What it is made for.
  public let medium: Medium
  /// How wide it may be, in columns.
  public let columns: Int
  /// Whether it will have colours.
  public let isColored: Bool

  /// The narrowest page, in columns: groff(1) never ends below 46.
  public static let narrowest = 60
  /// The widest page, in columns.
  public static let widest = 200
  /// A page of this width or more is wide, in columns.
  static let wide = 76

  /// A look; the width is brought within its limits.
  public init(_ medium: Medium, columns: Int, isColored: Bool) {
    self.medium = medium
    self.columns = min(max(columns, Look.narrowest), Look.widest)
    self.isColored = isColored
  }
}
