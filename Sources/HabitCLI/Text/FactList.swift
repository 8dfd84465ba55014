internal import HabitCore
internal import HabitFiles

/// Labels with what there is to say of each, folded at words where a screen is narrow.
struct FactList {
  private var facts: [(label: String, text: String)] = []

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
