internal import HabitCore

/// How a column spells numbers: what a comma means, no single cell may tell.
struct NumberSpelling {
  /// The mark of decimals; nil when nothing tells.
  private var decimal: Character?
  private var marks: Set<Character> = []

  /// The mark of decimals that the user says, or else the cells that are looked at.
  init(_ options: ImportOptions) {
    decimal = options.decimalMark
  }

  mutating func look(at number: String) {
    if let mark = NumberSpelling.mark(of: number) { marks.insert(mark) }
  }

  /// The number with a decimal point; nil where a comma may part thousands or decimals.
  func read(_ number: String) -> String? {
    guard number.utf8.contains(where: { $0 == 0x2C || $0 == 0x2E }) else { return number }
    let learned = decimal ?? (marks.count == 1 ? marks.first : nil)
    guard
      let mark = NumberSpelling.mark(of: number) ?? learned ?? (number.contains(",") ? nil : ".")
    else { return nil }
    return String(number.filter { $0 == mark || !",.".contains($0) }.map { $0 == mark ? "." : $0 })
  }

  /// What the number alone tells: `1,5` and `1.234,5` have a comma, `1,234.5` and `1,234,567` a point.
  private static func mark(of number: String) -> Character? {
    let marks = number.filter { ",.".contains($0) }
    guard let last = marks.last, let first = marks.first else { return nil }
    let other: Character = last == "," ? "." : ","
    if first != last { return last }
    if marks.count > 1 { return other }
    let parts = number.split(separator: last, omittingEmptySubsequences: false)
    let isThousands = parts[1].count == 3 && (1...3).contains(parts[0].count) && parts[0] != "0"
    return isThousands ? nil : last
  }

  /// Whether digits with these marks are a number: groups of thousands have three digits.
  static func isNumber(_ number: String) -> Bool {
    let marks = number.filter { ",.".contains($0) }
    guard marks.count > 1, let first = marks.first, let last = marks.last else { return true }
    let isParted = first != last
    guard !isParted || marks.dropLast().allSatisfy({ $0 == first }) else { return false }
    let whole = isParted ? number.prefix { $0 != last } : number[...]
    let groups = whole.split(separator: first, omittingEmptySubsequences: false)
    return groups.dropFirst().allSatisfy { $0.count == 3 } && (1...3).contains(groups[0].count)
  }
}
