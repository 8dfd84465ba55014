internal import HabitCore
internal import HabitFiles

/// What the cells of a column of a table say together.
struct CSVColumn {
  let name: String
  /// What the user says that it is.
  let said: ImportOptions.Column?
  private(set) var numbers: NumberSpelling
  /// The first cells that are no values, at most two that differ.
  private(set) var texts: [(text: String, line: Int)] = []
  private(set) var hasValues = false
  /// The first cell that means done.
  private(set) var mark: String?
  /// The first line with a cell; nil of a column that is empty.
  private(set) var line: Int?
  /// Whether a cell is one of the words that mean done to the user.
  private var isInWords = false
  private let words: Set<String>
  /// The cells that were looked at: most columns have few that differ.
  private var cells: [String: CSVCell] = [:]
  private static let mostCells = 1_000
  /// Whether `7:30` is an amount: the goal of the user has a unit.
  private let hasUnit: Bool
  /// Whether it is said to have values, so that all of them are looked at.
  private let isExpected: Bool

  init(_ name: String, _ options: ImportOptions, isExpected: Bool = false) {
    self.name = name
    self.isExpected = isExpected
    said = options.columns.first { $0.key.lowercased() == name.singleLine.lowercased() }?.value
    numbers = NumberSpelling(options)
    words = Set(options.doneWords.map { $0.lowercased() })
    hasUnit = options.goal(of: name) != nil
  }

  mutating func look(at text: String, line: Int) {
    guard !text.isEmpty, isExpected || hasValues || texts.count < 2, cells[text] == nil else {
      return
    }
    self.line = self.line ?? line
    let cell = CSVCell(text, done: words)
    if cells.count < CSVColumn.mostCells { cells[text] = cell }
    switch cell {
    case .empty: return
    case .number(let number, _):
      numbers.look(at: number)
      hasValues = true
    case .duration where hasUnit || !text.contains(":"): hasValues = true
    case .text, .duration:
      guard texts.count < 2, texts.first?.text != text else { return }
      texts.append((text, line))
    case .done, .missed, .skip:
      hasValues = true
      isInWords = isInWords || words.contains(text.lowercased())
      if cell == .done { mark = mark ?? text }
    }
  }

  /// The one word beside the user's for done, which means the opposite; nil of any other column.
  var opposite: String? { isInWords && texts.count == 1 ? texts[0].text : nil }

  /// Whether its cells are values of a habit, but for those that are told one by one.
  var isOfValues: Bool { texts.isEmpty || opposite != nil }

  /// How to say that it is no habit.
  var options: String {
    "\("\(name)=note".typed(for: "column")) or \("\(name)=ignore".singleLine.shellQuoted)"
  }

  func cell(_ text: String) -> CSVCell {
    text == opposite ? .missed : cells[text] ?? CSVCell(text, done: words)
  }
}
