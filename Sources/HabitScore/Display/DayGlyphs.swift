/// The marks of days: one for each meaning, the same on every screen and in every report.
///
/// habit-today(1) lists them, and a test compares.
public struct DayGlyphs: Hashable, Sendable {
  /// A day that was done, at the head of a line.
  public let checked: String
  /// A day that was done, in a row of days.
  public let done: String
  /// A part was done of what was due: of such days the third with the least, the one between, and
  /// the one with the most.
  public let little, some, most: String
  let begun, open, missed, skipped, extra, free: String

  /// For a screen that shows all of Unicode.
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
  /// For a screen that shows ASCII alone.
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
    case .little: little
    case .some: some
    case .most: most
    case .day(let day): glyph(of: day)
    }
  }

  /// What the marks of a map mean, in short lines; of parts those that its steps, in per cent,
  /// leave room for, and of marks that are rare only what it holds.
  public func key(of marks: Set<MapMark>, steps: [Int]) -> [[String]] {
    var usual: [(MapMark, String)] = [(.day(.done), "all")]
    if let first = steps.first, let second = steps.last {
      usual.append((.most, "under 100%"))
      if second > first { usual.append((.some, "under \(second)%")) }
      if marks.contains(.little) { usual.append((.little, "under \(first)%")) }
    }
    usual += [(.day(.missed), "none"), (.day(.free), "not due")]
    let rare: [(MapMark, String)] = [
      (.day(.open), "open"), (.day(.skipped), "skipped"), (.day(.extra), "not due, but done"),
    ]
    return [usual, rare.filter { marks.contains($0.0) }]
      .filter { !$0.isEmpty }
      .map { line in line.map { "\(glyph(of: $0.0)) \($0.1)" } }
  }
}
