public import HabitCore

/// What bars and lines of bars are drawn with, from the characters of a screen.
public struct Strokes: Hashable, Sendable {
  /// A column of a bar that is filled.
  let full: String
  /// A column of a bar that is not.
  let empty: String
  /// Small bars, from the lowest to the highest, which leaves a gap to the row above.
  let sparks: [String]

  public static let unicode = Strokes(
    full: "━",
    empty: "─",
    sparks: ["▁", "▂", "▃", "▄", "▅", "▆", "▇"]
  )
  public static let ascii = Strokes(
    full: "=",
    empty: "-",
    sparks: ["_", ".", ":", "-", "=", "+", "*", "#"]
  )

  /// A bar of so many columns, filled by the share of the whole: rounded, and full only for all of it.
  public func bar(_ part: Amount, of whole: Amount, columns: Int) -> String {
    guard whole > .zero else {
      return String(repeating: part > .zero ? full : empty, count: columns)
    }
    let share = min(max(part, .zero), whole).thousandths
    let rounded = Int((2 * share * Int64(columns) + whole.thousandths) / (2 * whole.thousandths))
    let filled = share < whole.thousandths ? max(0, min(rounded, columns - 1)) : rounded
    return String(repeating: full, count: filled)
      + String(repeating: empty, count: columns - filled)
  }

  /// A line of small bars, each a share from 0 to 1; a blank where there is no value.
  public func line(_ shares: [Double?]) -> String {
    shares.map { share in
      guard let share else { return " " }
      let last = sparks.count - 1
      return sparks[min(last, max(0, Int((share * Double(last)).rounded())))]
    }.joined()
  }
}
