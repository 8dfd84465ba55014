internal import HabitFiles

/// Labels with what there is to say of each, folded at words where a screen is narrow.
struct FactList {
  private var facts: [(label: String, text: String)] = []

  /// Adds a fact; none when there is no text.
  mutating func add(_ label: String, _ text: String?) {
    if let text { facts.append((label, text.terminalSafe)) }
  }

  /// The lines: labels in one column, texts in another.
  func lines(in style: Style, indent: Int) -> [String] {
    let width = facts.map { displayWidth(of: $0.label) }.max() ?? 0
    let margin = String(repeating: " ", count: indent)
    let room = max(20, style.columns - indent - width - 2)
    return facts.flatMap { fact in
      let space = String(repeating: " ", count: width - displayWidth(of: fact.label) + 2)
      let hanging = margin + String(repeating: " ", count: width + 2)
      return fact.text.wrapped(to: room).enumerated().map { index, line in
        index == 0 ? margin + style.paint(fact.label, .quiet) + space + line : hanging + line
      }
    }
  }
}

extension String {
  /// The words of the text on lines of so many columns; a longer word is broken where a line ends.
  func wrapped(to columns: Int) -> [String] {
    split(separator: "\n", omittingEmptySubsequences: false).flatMap { $0.wrapped(to: columns) }
  }
}

extension Substring {
  /// The line in lines of at most so many columns; as it is where it fits.
  fileprivate func wrapped(to columns: Int) -> [String] {
    guard displayWidth(of: String(self)) > columns else { return [String(self)] }
    var lines = [""]
    for word in split(separator: " ").flatMap({ $0.pieces(of: columns) }) {
      let joined = lines[lines.count - 1].isEmpty ? word : lines[lines.count - 1] + " " + word
      if displayWidth(of: joined) <= columns {
        lines[lines.count - 1] = joined
      } else {
        lines.append(word)
      }
    }
    return lines
  }

  /// The text in pieces of at most so many columns.
  fileprivate func pieces(of columns: Int) -> [String] {
    guard displayWidth(of: String(self)) > columns else { return [String(self)] }
    var pieces = [""]
    for character in self {
      if displayWidth(of: pieces[pieces.count - 1] + String(character)) > columns {
        pieces.append("")
      }
      pieces[pieces.count - 1].append(character)
    }
    return pieces
  }
}
