internal import HabitCore
internal import HabitReport
internal import HabitFiles
internal import Posix

/// How a screen looks: its width, its glyphs, whether it has colours.
struct Style: Sendable {
  /// The width in columns.
  let columns: Int
  /// Whether escape sequences for colour are written.
  let isColored: Bool
  /// The marks and bars.
  let glyphs: Marks

  /// The marks and bars of a screen; a colour never carries a meaning that no mark does.
  struct Marks: Sendable {
    let done, open, missed, skipped, free, broken, ellipsis, dash: String
    /// From the least to the most.
    let strokes: Strokes
    let heat: [String]

    static let unicode = Marks(
      done: "✓",
      open: "□",
      missed: "✗",
      skipped: "–",
      free: "·",
      broken: "!",
      ellipsis: "…",
      dash: "–",
      strokes: Strokes(
        full: "━",
        empty: "─",
        sparks: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
      ),
      heat: ["·", "░", "▒", "▓", "█"]
    )
    static let ascii = Marks(
      done: "x",
      open: "_",
      missed: "-",
      skipped: "s",
      free: ".",
      broken: "!",
      ellipsis: "~",
      dash: "-",
      strokes: Strokes(
        full: "=",
        empty: "-",
        sparks: ["_", ".", "-", "~", "=", "+", "*", "#"]
      ),
      heat: [".", "-", "+", "x", "#"]
    )
  }

  /// Whether the screen shows more than ASCII.
  var isUnicode: Bool { glyphs.done == Marks.unicode.done }

  /// The meanings that have a colour.
  enum Tone {
    case good, bad, quiet, strong
  }

  /// The style for a world's terminal.
  init(in world: World, color: ColorChoice) {
    let asked = world.variable("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    columns = max(20, asked ?? world.terminal.columns ?? 80)
    isColored =
      switch color {
      case .always: true
      case .never: false
      case .auto:
        world.terminal.showsOutput && world.variable("NO_COLOR") == nil
          && world.variable("TERM") != "dumb"
      }
    let locale =
      world.variable("LC_ALL") ?? world.variable("LC_CTYPE") ?? world.variable("LANG") ?? ""
    let folded = locale.lowercased()
    glyphs = folded.contains("utf-8") || folded.contains("utf8") ? .unicode : .ascii
  }

  /// The text in a tone, when there are colours.
  func paint(_ text: String, _ tone: Tone) -> String {
    guard isColored, !text.isEmpty else { return text }
    let code =
      switch tone {
      case .good: "32"
      case .bad: "31"
      case .quiet: "2"
      case .strong: "1"
      }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }

  /// A bar of so many columns, filled by the share of the whole; without colours.
  func plainBar(_ part: Amount, of whole: Amount, columns: Int) -> String {
    glyphs.strokes.bar(part, of: whole, columns: columns)
  }

  /// A line of small bars, each a share from 0 to 1; a blank where there is none.
  func sparkline(_ shares: [Double?]) -> String {
    glyphs.strokes.line(shares)
  }

  /// Parts of a sentence with dots between them, on as many lines as the screen needs.
  func folded(_ parts: [String]) -> [String] {
    var lines: [String] = []
    for part in parts {
      let joined = lines.last.map { "\($0) · \(part)" }
      if let joined, displayWidth(of: joined) <= columns {
        lines[lines.count - 1] = joined
      } else {
        lines.append(part)
      }
    }
    return lines
  }
}
