internal import HabitCore

/// What a cell of a table says.
enum CSVCell: Equatable {
  case empty
  case done
  case missed
  case skip
  /// Digits and marks as they are spelled, and the unit behind them.
  case number(String, unit: String)
  /// `7:30` or `1h 30min`.
  case duration(String)
  case text(String)

  /// The cell; the words are those that mean done to the user, in lower case.
  init(_ cell: String, done words: Set<String> = []) {
    if let first = cell.utf8.first, first.isDigit || "+-.,".utf8.contains(first) || first > 0x7F,
      let amount = CSVCell.amount(cell)
    {
      self = amount
      return
    }
    // Phones put a selector of pictures behind marks.
    let scalars = cell.lowercased().unicodeScalars.filter { $0 != "\u{FE0F}" }
    switch String(String.UnicodeScalarView(scalars)) {
    case "", "-", "–", "—": self = .empty
    case "true", "yes", "x", "✓", "✔", "☑", "✅", "done", "completed", "y": self = .done
    case "false", "no", "n", "failed", "missed", "☐", "❌", "✗", "✘": self = .missed
    case "skip", "skipped", "s": self = .skip
    case let word: self = words.contains(word) ? .done : .text(cell)
    }
  }

  private static func amount(_ cell: String) -> CSVCell? {
    if cell.utf8.allSatisfy(\.isDigit) { return .number(cell, unit: "") }
    let characters = Array(cell)
    var number = ""
    var index = 0
    func isDigit(_ index: Int) -> Bool {
      characters.indices.contains(index) && characters[index].isASCII && characters[index].isNumber
    }
    if "+-\u{2212}".contains(characters[0]) {
      number = characters[0] == "+" ? "" : "-"
      index = 1
    }
    let start = index
    while index < characters.count {
      let character = characters[index]
      if isDigit(index) || ".,".contains(character) && isDigit(index + 1) {
        number.append(character)
      } else if " \u{A0}\u{202F}\u{2009}'’".contains(character), index > start,
        (1...3).allSatisfy({ isDigit(index + $0) }), !isDigit(index + 4)
      {
        // Thousands apart.
      } else {
        break
      }
      index += 1
    }
    guard index > start, NumberSpelling.isNumber(number) else { return nil }
    let rest = String(characters[index...])
    let power = rest.lowercased().hasPrefix("e") ? Int(rest.dropFirst()) : nil
    if power != nil { return .number(number + rest, unit: "") }
    let unit = rest.trimmed
    if unit.allSatisfy(\.isLetter), unit.count <= Goal.longestUnit {
      return .number(number, unit: unit)
    }
    return attempt { try Amount(typed: cell, in: "sec") }.map { _ in .duration(cell) }
  }
}
