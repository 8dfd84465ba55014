internal import HabitCore
internal import HabitScore

/// What a value draws: glyphs on a terminal and on paper, vectors in a browser.
enum Drawing: Sendable {
  case nothing
  /// A bar of so many columns, filled by the share of the whole.
  case bar(Amount, of: Amount, columns: Int)
  /// Small bars, one beside the other.
  case sparks([Spark])
  /// The mark of a day at the head of a line.
  case check(DayMark)
  /// The mark of a day in a row of days; nil for a day outside of the habit's life, or ahead.
  case day(DayMark?)
  /// The mark of a day of all habits together.
  case map(MapMark)
  /// The marks of several days, one beside the other.
  case strip([DayMark?])
  /// A badge, earned or to be earned.
  case badge(isEarned: Bool)
  /// What the marks of a row of days mean.
  case legend([DayMark])
  /// A drawing in the colour of a habit, where it has one.
  indirect case own(Color?, Drawing)

  struct Spark: Sendable {
    /// What it is about: `2026-W08`.
    let label: String?
    /// From 0 to 1; nil when there is nothing to show.
    let share: Double?
    /// The share as texts show it.
    let percent: Int?

    init(_ share: Double?, _ label: String? = nil) {
      self.label = label
      self.share = share
      self.percent = share.map { Int(($0 * 100).rounded()) }
    }

    init(_ count: Count, _ label: String? = nil) {
      self.label = label
      self.share = count.share?.fraction
      self.percent = count.percent
    }
  }

  /// A bar of so many columns, filled by the share of what was due.
  static func bar(_ count: Count, columns: Int) -> Drawing {
    .bar(Amount(count.done), of: Amount(count.due), columns: columns)
  }
}

// MARK: In glyphs

extension Drawing {
  /// The drawing in the glyphs of a terminal, or of paper.
  func glyphs(in medium: Medium) -> String {
    let glyphs = medium.glyphs
    return switch self {
    case .nothing: ""
    case .bar(let part, let whole, let columns):
      glyphs.strokes.bar(part, of: whole, columns: columns)
    case .sparks(let sparks): glyphs.strokes.line(sparks.map(\.share))
    case .check(let mark): glyphs.check(mark)
    case .day(let mark): Drawing.day(mark, medium).trimmed
    case .map(.day(let mark)): Drawing.day(mark, medium).trimmed
    case .map(.level(let level)):
      medium == .pdf ? Paper.cell(level) : glyphs.days.glyph(of: .level(level))
    case .strip(let marks): marks.map { Drawing.day($0, medium) }.joined()
    case .badge(let isEarned): isEarned ? glyphs.star : glyphs.check(.open)
    case .legend(let marks):
      marks.map { "\(Drawing.day($0, medium)) \($0.inWords)" }.joined(separator: "  ")
    case .own(_, let drawing): drawing.glyphs(in: medium)
    }
  }

  private static func day(_ mark: DayMark?, _ medium: Medium) -> String {
    guard medium != .pdf else { return Paper.mark(mark) }
    return mark.map(medium.glyphs.days.glyph) ?? " "
  }
}

extension Glyphs {
  /// The mark of a day at the head of a line.
  func check(_ mark: DayMark) -> String {
    brackets.0 + (mark == .done ? days.checked : days.glyph(of: mark)) + brackets.1
  }
}
