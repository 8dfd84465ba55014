internal import HabitCore

/// What a renderer made for a terminal: letters, some printed twice for bold or over a line.
struct TerminalPage {
  private let lines: [[Cell]]

  enum Print {
    /// Letters alone.
    case plain
    /// With escape sequences.
    case colored
    /// As it came, for a pager that knows what is bold.
    case overstruck
  }

  private struct Cell {
    var text: Character
    var tone = ""
  }

  /// A page as `mandoc -T utf8` or `groff -P-c` prints it.
  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(TerminalPage.cells)
  }

  var lineCount: Int { lines.count }

  /// The page as text, without a character that a terminal would obey but our own.
  func text(_ print: Print) -> String {
    lines.map { line($0, print) }.joined(separator: "\n")
  }

  /// The letters of a line: `_\bx` is underlined, `x\bx` bold.
  private static func cells(_ line: Substring) -> [Cell] {
    var cells: [Cell] = []
    var isOver = false
    for character in line {
      if character == "\u{8}" {
        isOver = !cells.isEmpty
        continue
      }
      if isOver, let last = cells.indices.last {
        cells[last].tone = cells[last].text == character ? "1" : "4"
        cells[last].text = character
        isOver = false
      } else if !character.unicodeScalars.contains(where: \.isControl) {
        cells.append(Cell(text: character))
      }
    }
    return cells
  }

  private func line(_ cells: [Cell], _ print: Print) -> String {
    switch print {
    case .plain: return String(cells.map(\.text))
    case .overstruck:
      return cells.map { cell in
        switch cell.tone {
        case "1": "\(cell.text)\u{8}\(cell.text)"
        case "4": "_\u{8}\(cell.text)"
        default: String(cell.text)
        }
      }.joined()
    case .colored:
      var text = ""
      var tone = ""
      for cell in cells {
        let next = cell.tone.isEmpty ? TerminalPage.tones[cell.text] ?? "" : cell.tone
        if next != tone {
          if !tone.isEmpty { text += "\u{1B}[0m" }
          if !next.isEmpty { text += "\u{1B}[\(next)m" }
          tone = next
        }
        text.append(cell.text)
      }
      return tone.isEmpty ? text : text + "\u{1B}[0m"
    }
  }

  /// The colours of marks, which never alone carry a meaning.
  private static let tones: [Character: String] = {
    var tones: [Character: String] = [
      "■": "32", "▪": "32", "▫": "2;32", "✓": "32", "━": "32", "─": "2", "★": "33", "✗": "31",
      "·": "2",
    ]
    for spark in "▁▂▃▄▅▆▇" { tones[spark] = "32" }
    return tones
  }()
}
