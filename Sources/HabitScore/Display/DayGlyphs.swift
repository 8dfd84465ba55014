/// The marks of days: one for each meaning, the same on every screen and in every report.
///
/// habit-today(1) lists them, and a test compares.
public struct DayGlyphs: Hashable, Sendable {
  /// A day that was done, at the head of a line.
  public let checked: String
  /// The marks in the order of ``DayMark``.
  private let marks: [Character]
  /// Partly done: less than a third, less than two thirds, more.
  private let parts: [Character]

  /// For a UTF-8 locale.
  public static let unicode = DayGlyphs("✓", marks: "■◐□✗–•·", parts: "▫▪▣")
  /// For any other locale.
  public static let ascii = DayGlyphs("#", marks: "#/_xso.", parts: ":+*")

  private init(_ checked: String, marks: String, parts: String) {
    self.checked = checked
    self.marks = Array(marks)
    self.parts = Array(parts)
  }

  /// The mark of a day in a row of days.
  public func glyph(of mark: DayMark) -> String { String(marks[mark.rawValue]) }

  public func glyph(of mark: MapMark) -> String {
    switch mark {
    case .level(let level): glyph(of: level)
    case .day(let day): glyph(of: day)
    }
  }

  private func glyph(of level: HeatLevel) -> String {
    switch level {
    case .none: glyph(of: .missed)
    case .little, .some, .most: String(parts[level.rawValue - 1])
    case .full: glyph(of: .done)
    }
  }

  /// The legend of a map, with the rare marks only if the map has them.
  public func key(of marks: Set<MapMark>) -> [[String]] {
    let levels = HeatLevel.allCases.filter { $0 > .none }.map(glyph).joined(separator: " ")
    func legend(_ mark: DayMark) -> String { "\(glyph(of: mark)) \(mark.inWords)" }
    let usual = ["less \(levels) more", "\(glyph(of: .missed)) none", legend(.free)]
    let rare = [DayMark.open, .skipped, .extra].filter { marks.contains(.day($0)) }.map(legend)
    return [usual, rare].filter { !$0.isEmpty }
  }
}
