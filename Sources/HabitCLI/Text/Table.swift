internal import HabitCore
internal import HabitFiles

/// Rows of cells in columns that line up by display width.
struct Table {
  /// A column: how its text is aligned, and what becomes of it on a narrow screen.
  struct Column {
    var isRight = false
    /// Columns with the greatest number are left out first; 0 stays.
    var dispensable = 0
    /// Whether the text may be cut to fit.
    var isElastic = false
    /// The columns down to which it is cut before any column is left out; nil when it is cut last.
    var comfort: Int?

    static let left = Column()
    static let right = Column(isRight: true)
    /// A text of any length.
    static let elastic = Column(isElastic: true)

    /// A text of any length that gives way to other columns until it has so many columns left.
    static func elastic(downTo comfort: Int) -> Column {
      Column(isElastic: true, comfort: comfort)
    }

    /// The column, left out on narrow screens in this order.
    func dispensable(_ order: Int) -> Column {
      var column = self
      column.dispensable = order
      return column
    }
  }

  /// A cell: what it says, and in which tone.
  struct Cell: ExpressibleByStringInterpolation {
    let text: String
    let tone: Style.Tone?
    /// The parts of the text that have tones of their own; empty when there is one tone.
    private(set) var parts: [Cell] = []

    init(_ text: String, _ tone: Style.Tone? = nil) {
      self.text = text.terminalSafe
      self.tone = tone
    }

    /// Cells as one, without a gap.
    init(joining parts: [Cell]) {
      self.text = parts.map(\.text).joined()
      self.tone = nil
      self.parts = parts
    }

    init(stringLiteral text: String) { self.init(text) }

    /// The text, or what was left of it by cutting, with escape sequences for its tones.
    func painted(_ text: String, in style: Style) -> String {
      guard !parts.isEmpty else { return tone.map { style.paint(text, $0) } ?? text }
      var rest = text[...]
      var painted = ""
      for part in parts {
        let own = String(rest.prefix(part.text.count))
        rest = rest.dropFirst(own.count)
        painted += part.tone.map { style.paint(own, $0) } ?? own
      }
      return painted + rest
    }
  }

  let columns: [Column]
  var rows: [[Cell]] = []
  /// The separator of two columns.
  private static let gap = "  "

  init(_ columns: [Column]) {
    self.columns = columns
  }

  mutating func add(_ row: [Cell]) { rows.append(row) }

  /// The lines of the table, no wider than the screen where that can be.
  func lines(in style: Style, indent: Int = 0) -> [String] {
    let shown = columns.indices.filter { column in rows.contains { !$0[column].text.isEmpty } }
    var widths = Dictionary(
      uniqueKeysWithValues: shown.map { column in
        (column, rows.map { displayWidth(of: $0[column].text) }.max() ?? 0)
      }
    )
    fit(&widths, into: style.columns - indent)
    return rows.map { row in
      let cells = shown.compactMap { column in
        widths[column].map { padded(row[column], to: $0, columns[column], style) }
      }
      let line = cells.joined(separator: Table.gap)
      return String(repeating: " ", count: indent) + line.droppingTrailingSpaces
    }
  }

  /// Leaves out columns and cuts elastic ones until the width is right.
  private func fit(_ widths: inout [Int: Int], into room: Int) {
    func total() -> Int {
      widths.values.reduce(0, +) + Table.gap.count * max(0, widths.count - 1)
    }
    let whole = widths
    func giveWay() {
      for column in widths.keys.sorted() {
        guard let comfort = columns[column].comfort, let most = whole[column],
          let width = widths[column]
        else { continue }
        widths[column] = min(most, max(comfort, room - total() + width))
      }
    }
    giveWay()
    let order = widths.keys
      .filter { columns[$0].dispensable > 0 }
      .sorted { columns[$0].dispensable > columns[$1].dispensable }
    for column in order where total() > room {
      widths[column] = nil
    }
    giveWay()
    // The widest elastic column gives way first.
    while total() > room {
      let elastic = widths.keys.filter { columns[$0].isElastic }
      guard let widest = elastic.max(by: { (widths[$0] ?? 0, $0) < (widths[$1] ?? 0, $1) }),
        let width = widths[widest], width > Table.narrowest
      else { return }
      widths[widest] = width - 1
    }
  }

  /// No elastic column gets narrower.
  private static let narrowest = 8

  private func padded(_ cell: Cell, to width: Int, _ column: Column, _ style: Style) -> String {
    let text = cell.text.cut(to: width, ellipsis: style.glyphs.ellipsis)
    let space = String(repeating: " ", count: max(0, width - displayWidth(of: text)))
    let painted = cell.painted(text, in: style)
    return column.isRight ? space + painted : painted + space
  }
}

extension String {
  func cut(to columns: Int, ellipsis: String) -> String {
    guard displayWidth(of: self) > columns else { return self }
    var kept = ""
    var width = displayWidth(of: ellipsis)
    for character in self {
      width += displayWidth(of: String(character))
      guard width <= columns else { break }
      kept.append(character)
    }
    return kept + ellipsis
  }

  /// The text without the spaces at its end.
  var droppingTrailingSpaces: String { trimmingEnd { $0 == " " } }
}
