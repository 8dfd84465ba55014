/// The marks of days: one for each meaning, the same on every screen and in every report.
///
/// habit-today(1) lists them, and a test compares.
public struct DayGlyphs: Hashable, Sendable {
  /// A day that was done, at the head of a line.
  public let checked: String
  /// A day that was done, in a row of days.
  public let done: String
  /// Partly done: less than a third, less than two thirds, more.
  public let little, some, most: String
  let begun, open, missed, skipped, extra, free: String

  /// For a UTF-8 locale.
  public static let unicode = DayGlyphs(
    checked: "✓",
    done: "■",
    little: "▫",
    some: "▪",
    most: "▣",
    begun: "◐",
    open: "□",
    missed: "✗",
    skipped: "–",
    extra: "•",
    free: "·"
  )
  /// For any other locale.
  public static let ascii = DayGlyphs(
    checked: "x",
    done: "x",
    little: ":",
    some: "+",
    most: "#",
    begun: "/",
    open: "_",
    missed: "-",
    skipped: "s",
    extra: "o",
    free: "."
  )

  /// The mark of a day in a row of days.
  public func glyph(of mark: DayMark) -> String {
    switch mark {
    case .done: done
    case .begun: begun
    case .open: open
    case .missed: missed
    case .skipped: skipped
    case .extra: extra
    case .free: free
    }
  }

  /// The mark of a day in a map.
  public func glyph(of mark: MapMark) -> String {
    switch mark {
    case .level(let level): glyph(of: level)
    case .day(let day): glyph(of: day)
    }
  }

  private func glyph(of level: HeatLevel) -> String {
    switch level {
    case .none: missed
    case .little: little
    case .some: some
    case .most: most
    case .full: done
    }
  }

  /// The legend of a map, with the rare marks only if the map has them.
  public func key(of marks: Set<MapMark>) -> [[String]] {
    let levels = HeatLevel.allCases.filter { $0 > .none }.map(glyph).joined(separator: " ")
    let usual = ["less \(levels) more", "\(missed) none", "\(free) \(DayMark.free.inWords)"]
    let rare = [DayMark.open, .skipped, .extra].filter { marks.contains(.day($0)) }
      .map { "\(glyph(of: $0)) \($0.inWords)" }
    return [usual, rare].filter { !$0.isEmpty }
  }
}
