internal import Glibc

/// Prints rows: what a command costs beside what people use instead.
struct ResultTable {
  /// How a table is written.
  enum Format { case plain, markdown }

  /// What a row is to reach.
  enum Budget {
    /// At most so many times the other's cost.
    case ratio(Double)
    /// At most so much, in the unit of the row.
    case amount(Double)
  }

  /// What a command is compared with.
  struct Beside {
    let name: String
    let cost: Cost
    var budget: Budget?

    init(_ name: String, _ cost: Cost, _ budget: Budget? = nil) {
      self.name = name
      self.cost = cost
      self.budget = budget
    }
  }

  let style: Format

  /// The columns and how wide they are; the text ones are aligned to the left.
  private static let columns = [
    ("command", -20), ("habit", 7), ("quartiles", 13), ("older", 7), ("beside", -45), ("its", 7),
    ("quartiles", 13), ("ratio", 7), ("budget", 8), ("", -6),
  ]

  /// Begins a table.
  func begin(_ title: String, note: String = "") {
    say(style == .plain ? "\n\(title)" : "\n**\(title)**\n")
    if !note.isEmpty { say(style == .plain ? note : "\(note)\n") }
    head(ResultTable.columns)
  }

  /// Prints what a command costs, what others cost, and whether the budgets are kept.
  ///
  /// - Parameters:
  ///   - what: The command.
  ///   - ours: What it costs.
  ///   - others: What it is compared with; may be empty.
  ///   - value: The number of a cost that is printed.
  func row(
    _ what: String,
    _ ours: Cost,
    _ others: [Beside],
    of value: (Cost) -> Double = { $0.median }
  ) {
    let older = ours.older.first.map { ResultTable.number(value($0)) } ?? ""
    var left = [what, ResultTable.number(value(ours)), spread(ours), older]
    for other in others {
      let ratio = value(ours) / value(other.cost)
      let (limit, kept): (String, Bool?) =
        switch other.budget {
        case .ratio(let most): ("\(ResultTable.number(most)) ×", ratio <= most)
        case .amount(let most): (ResultTable.number(most), value(ours) <= most)
        case nil: ("", nil)
        }
      line(
        left + [
          other.name, ResultTable.number(value(other.cost)), spread(other.cost),
          ResultTable.number(ratio),
          limit, kept.map { $0 ? "within" : "OVER" } ?? "",
        ]
      )
      left = ["", "", "", ""]
    }
  }

  /// Begins a table with a column for each of these sizes.
  func begin(_ title: String, sizes: [String]) {
    say(style == .plain ? "\n\(title)" : "\n**\(title)**\n")
    head(
      [("command", -31)] + sizes.map { ($0, 11) } + [("most/first", 11), ("budget", 8), ("", -6)]
    )
  }

  /// Prints what a command costs at each size, and whether it grows more than it may.
  func growth(_ what: String, _ costs: [Cost], atMost budget: Double? = nil) {
    let medians = costs.map(\.median)
    let growth = (medians.max() ?? 0) / (medians.first ?? 1)
    let cells = medians.map { ($0, 11) }.map { (ResultTable.number($0.0), $0.1) }
    let limit = budget.map { "\(ResultTable.number($0)) ×" } ?? ""
    let verdict = budget.map { growth <= $0 ? "within" : "OVER" } ?? ""
    say(
      joined([(what, -31)] + cells + [(ResultTable.number(growth), 11), (limit, 8), (verdict, -6)])
    )
  }

  /// Prints at once, so that a long run can be watched.
  func say(_ line: String) {
    print(line)
    fflush(nil)
  }

  private func head(_ columns: [(String, Int)]) {
    say(joined(columns))
    guard style == .markdown else { return }
    say("|" + columns.map { $0.1 < 0 ? "---|" : "--:|" }.joined())
  }

  private func line(_ cells: [String]) {
    say(joined(zip(cells, ResultTable.columns).map { ($0, $1.1) }))
  }

  private func joined(_ cells: [(String, Int)]) -> String {
    switch style {
    case .markdown:
      return "| " + cells.map(\.0).joined(separator: " | ") + " |"
    case .plain:
      var text = cells.map { ResultTable.padded($0, $1) }.joined(separator: "  ")
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  private func spread(_ cost: Cost) -> String {
    guard cost.milliseconds.count > 2 else { return "" }
    let quartiles = cost.quartiles
    return "\(ResultTable.number(quartiles.lowerBound))–\(ResultTable.number(quartiles.upperBound))"
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    let space = String(repeating: " ", count: max(0, abs(width) - text.count))
    return width < 0 ? text + space : space + text
  }

  /// A count with a comma at every thousand.
  static func grouped(_ count: Int) -> String {
    guard count >= 1000 else { return "\(count)" }
    let rest = String(count % 1000 + 1000).dropFirst()
    return "\(grouped(count / 1000)),\(rest)"
  }

  /// A number with three digits that mean something.
  static func number(_ number: Double) -> String {
    let factor = number < 1 ? 1000.0 : number < 10 ? 100 : number < 100 ? 10 : 1
    let rounded = (number * factor).rounded() / factor
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}
