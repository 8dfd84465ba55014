internal import HabitApp

/// What a key of `habit day` means.
enum DayKey {
  /// To the habit so many lines below.
  case move(Int)
  /// Opens what the lower half shows, or closes it.
  case pane(Pane)
  case takeBack(UndoRequest.Direction)
  case earlier, later, today, done, find, all, suspend, quit
  /// Any other answers as in `habit ask`.
  case answer(String)

  /// What the lower half shows, when it shows more than notes.
  enum Pane { case month, whyDay, whyStreak, keys }

  /// Source: the arrows are CUU, CUD, CUF and CUB of ECMA-48, 8.3.19 to 8.3.22, as terminals send them.
  init(_ key: String) {
    self =
      switch key {
      case "k", "\u{1B}[A", "\u{1B}OA": .move(-1)
      case "j", "\u{1B}[B", "\u{1B}OB": .move(1)
      case "h", "\u{1B}[D", "\u{1B}OD": .earlier
      case "l", "\u{1B}[C", "\u{1B}OC": .later
      case " ", "\n", "\r": .done
      case "g": .today
      case "u": .takeBack(.undo)
      case "U": .takeBack(.redo)
      case "m": .pane(.month)
      case "w": .pane(.whyDay)
      case "W": .pane(.whyStreak)
      case "/": .find
      case "a": .all
      case "?": .pane(.keys)
      case "q", "\u{1B}", "\u{4}": .quit
      case "\u{1A}": .suspend
      default: .answer(key)
      }
  }

  /// The last line of the screen, the most wanted first.
  static let summary = [
    "? keys", "q end", "space done", "2 more", "s skip", "t note", "u undo", "h l day", "m month",
    "w why",
  ]

  /// All keys, for `?`.
  static let words = [
    "j k, arrows: habit", "h l, arrows: day", "g: today", "space, enter: done; again takes it back",
    "3, +3: so much more", "=3: the total", "n: no", "s: skip", "t: note", "r: how hard",
    "u U: undo, redo", "m: month", "w: why this day", "W: why the streak", "/: find",
    "a: all habits, or what is due", "?: keys", "q, escape: end",
  ]
}
