/// What a key of `habit day` means.
enum DayKey {
  case up, down, earlier, later, today, done, undo, redo, month, whyDay, whyStreak, find, all, keys
  case suspend, quit
  /// One that answers as in `habit ask`.
  case answer(Character)
  case unknown

  /// Source: the arrows are CUU, CUD, CUF and CUB of ECMA-48, 8.3.19 to 8.3.22, as terminals send them.
  init(_ key: String) {
    self =
      switch key {
      case "k", "\u{1B}[A", "\u{1B}OA": .up
      case "j", "\u{1B}[B", "\u{1B}OB": .down
      case "h", "\u{1B}[D", "\u{1B}OD": .earlier
      case "l", "\u{1B}[C", "\u{1B}OC": .later
      case " ", "\n", "\r": .done
      case "g": .today
      case "u": .undo
      case "U": .redo
      case "m": .month
      case "w": .whyDay
      case "W": .whyStreak
      case "/": .find
      case "a": .all
      case "?": .keys
      case "q", "\u{1B}", "\u{4}": .quit
      case "\u{1A}": .suspend
      case "n", "s", "t", "r", "+", "=": .answer(Character(key))
      default:
        if let first = key.first, key.count == 1, ("0"..."9").contains(first) {
          .answer(first)
        } else {
          .unknown
        }
      }
  }

  /// The last line of the screen.
  static let summary =
    "space done  2 more  = set  s skip  t note  u undo  h/l day  m month  w why  ? keys  q"

  /// All keys, for `?`.
  static let words = [
    "j k, arrows: habit", "h l, arrows: day", "g: today", "space, enter: done; again takes it back",
    "3, +3: so much more", "=3: the total", "n: no", "s: skip", "t: note", "r: how hard",
    "u U: undo, redo", "m: month", "w: why this day", "W: why the streak", "/: find",
    "a: all habits, or what is due", "?: keys", "q, escape: end",
  ]
}
