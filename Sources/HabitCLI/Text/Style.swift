internal import HabitCore
internal import HabitFiles
internal import HabitReport
internal import HabitScore

/// How a screen looks: its width, its glyphs, whether it has colours.
struct Style: Sendable {
  let columns: Int
  /// The height in lines; nil where nothing scrolls away.
  let lines: Int?
  /// Whether escape sequences for colour are written.
  let isColored: Bool
  /// Whether words stand for marks, for screen readers.
  let isInWords: Bool
  let glyphs: Marks

  /// The marks and bars of a screen; a colour never carries a meaning that no mark does.
  struct Marks: Sendable {
    let days: DayGlyphs
    let broken, ellipsis, dash, times: String
    /// The separator of the parts of a line.
    let separator: String
    /// The separator of two parts of a row.
    let divider: String
    /// The axes of a chart: upright, corner, level.
    let axes: (String, String, String)
    /// A whole cell of a chart.
    let block: String
    let better, same, worse: String
    let strokes: Strokes

    static let unicode = Marks(
      days: .unicode,
      broken: "!",
      ellipsis: "…",
      dash: "–",
      times: "×",
      separator: " · ",
      divider: "│",
      axes: ("┤", "└", "─"),
      block: "█",
      better: "↑",
      same: "→",
      worse: "↓",
      strokes: .unicode
    )
    static let ascii = Marks(
      days: .ascii,
      broken: "!",
      ellipsis: "~",
      dash: "-",
      times: "",
      separator: " | ",
      divider: "|",
      axes: ("|", "+", "-"),
      block: "#",
      better: "^",
      same: "=",
      worse: "v",
      strokes: .ascii
    )
  }

  /// Whether the screen shows more than ASCII.
  var isUnicode: Bool { glyphs.days == .unicode }

  /// The meanings that have a colour.
  enum Tone: Hashable {
    case good, bad, quiet, strong
    /// The colour that a user gave to a habit.
    case own(Color)
  }

  /// The style of a screen; less than 20 columns are taken for 20, and words have all the room they need.
  init(columns: Int, lines: Int?, isColored: Bool, isUnicode: Bool, isInWords: Bool = false) {
    self.columns = max(isInWords ? 1_000 : 20, columns)
    self.isInWords = isInWords
    self.lines = lines
    self.isColored = isColored
    glyphs = isUnicode ? .unicode : .ascii
  }

  func paint(_ text: String, _ tone: Tone) -> String {
    guard isColored, !text.isEmpty else { return text }
    let code: String? =
      switch tone {
      case .good: "32"
      case .bad: "31"
      case .quiet: "2"
      case .strong: "1"
      case .own(let color): color.terminalCode
      }
    guard let code else { return text }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }

  /// A bar of so many columns, filled by the share of the whole; without colours.
  func plainBar(_ part: Amount, of whole: Amount, columns: Int) -> String {
    isInWords ? "" : glyphs.strokes.bar(part, of: whole, columns: columns)
  }

  /// A line of small bars, each a share from 0 to 1; a blank where there is none.
  func sparkline(_ shares: [Double?]) -> String {
    isInWords ? "" : glyphs.strokes.line(shares)
  }

  /// What is said of points where they are not known.
  var unknownLevel: [String] {
    ["level \(glyphs.dash)", "incomplete: the file of a habit is invalid"]
  }

  func title(_ text: String) -> [String] {
    text.terminalSafe.wrapped(to: columns).map { paint($0, .strong) }
  }

  /// Parts of a line with a separator between them, on as many lines as the screen needs; a part that
  /// is longer is broken between words.
  func folded(_ parts: [String], by separator: String? = nil) -> [String] {
    let separator = separator ?? glyphs.separator
    var lines: [String] = []
    for part in parts {
      let joined = lines.last.map { $0 + separator + part }
      if let joined, displayWidth(of: joined) <= columns {
        lines[lines.count - 1] = joined
      } else {
        lines += displayWidth(of: part) > columns ? part.wrapped(to: columns) : [part]
      }
    }
    return lines
  }

  /// Short texts behind a label, as many on a line as fit, on at most so many lines.
  func listed(_ texts: [String], behind label: String, atMost limit: Int) -> [String] {
    let margin = displayWidth(of: label) + 1
    let room = max(10, columns - margin)
    var lines: [(text: String, count: Int)] = []
    for text in texts.map({ $0.cut(to: room, ellipsis: glyphs.ellipsis) }) {
      let joined = lines.last.map { $0.text + glyphs.separator + text }
      if let joined, displayWidth(of: joined) <= room {
        lines[lines.count - 1] = (joined, lines[lines.count - 1].count + 1)
      } else {
        lines.append((text, 1))
      }
    }
    if lines.count > limit {
      let kept = lines.prefix(limit - 1)
      lines = kept + [("and \(texts.count - kept.map(\.count).reduce(0, +)) more", 0)]
    }
    return lines.enumerated().map { index, line in
      let head = index == 0 ? paint(label, .quiet) + " " : String(repeating: " ", count: margin)
      return head + line.text
    }
  }
}
