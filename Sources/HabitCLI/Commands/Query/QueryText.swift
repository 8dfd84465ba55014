internal import HabitApp
internal import HabitCore
internal import HabitExchange
internal import HabitScore

/// Rows of a query as texts; a query has many, so that they are printed as they are found.
struct QueryText<Rows: Sequence<QueryRow>> {
  let rows: Rows

  // MARK: A table

  func lines(in style: Style) -> [String] {
    var table = Table([.left, .left, .elastic, .right, .left, .elastic])
    for row in rows {
      table.add([
        Table.Cell("\(row.day)"),
        style.mark(of: DayMark(row.state, progress: row.record.progress)),
        Table.Cell(row.habit.name.text),
        Table.Cell("\(row.record.progress?.description ?? style.glyphs.dash)/\(row.goal.amount)"),
        Table.Cell(row.record.skip?.rawValue ?? ""),
        Table.Cell(Record.inWords(row.record.notes)),
      ])
    }
    return table.lines(in: style)
  }

  // MARK: JSON

  /// The rows as elements of a list, with a comma between two, in pieces of a text; none without rows.
  var elements: [String] {
    rows.reduce(into: []) { pieces, row in
      let separator = pieces.isEmpty ? "  " : ",\n  "
      if pieces.last.map({ $0.utf8.count > 1 << 16 }) ?? true { pieces.append("") }
      pieces[pieces.count - 1] += separator + QueryRow.shape.output(of: row).element
    }
  }

  // MARK: CSV

  /// The rows as lines of RFC 4180, and how many have a text that a spreadsheet would take for a formula.
  var csv: (lines: String, formulas: Int) {
    rows.reduce(into: ("", 0)) { csv, row in
      csv.lines += row.csv + "\n"
      if row.resemblesFormula { csv.formulas += 1 }
    }
  }
}

extension QueryRow {
  /// The names of the values, as the first line of a table.
  static let header = [
    "habit", "date", "state", "due", "progress", "goal", "unit", "at", "skip", "difficulty", "note",
    "per",
  ].joined(separator: ",")

  /// What is said of so many rows with a text that a spreadsheet would take for a formula.
  static func warning(ofFormulas count: Int) -> String {
    "warning: \(counted(count, "line")) with a text that begins with =, +, - or @: "
      + "let a spreadsheet import texts as texts, or it takes them for formulas"
  }
}

extension QueryRow {
  static let shape = Shape<QueryRow>.object([
    .habit { $0.habit },
    .date { $0.day },
    .state { $0.state },
    Member("due", .flag, "Whether it was due.") { $0.isDue },
    .progress { $0.record.progress },
    .goal { $0.goal },
    .entries { $0.record },
    .skip { $0.record.skip },
    .difficulty { $0.record },
    .note { $0.record },
  ])

  /// Whether a spreadsheet would read one of the users' texts as a formula.
  fileprivate var resemblesFormula: Bool {
    [goal.unit, record.note ?? ""].contains { text in
      text.unicodeScalars.first { $0 != " " && $0 != "\t" }.map {
        "=+-@".unicodeScalars.contains($0)
      }
        ?? false
    }
  }

  /// The values as a line; what is not there is empty.
  fileprivate var csv: String {
    [
      habit.id.text, "\(day)", state.rawValue, "\(isDue)", record.progress?.description ?? "",
      "\(goal.amount)", goal.unit, record.at.map(\.description).joined(separator: "; "),
      record.skip?.rawValue ?? "", record.difficulty.map { "\($0.rawValue)" } ?? "",
      record.note ?? "", goal.per.rawValue,
    ].map(QueryRow.cell).joined(separator: ",")
  }

  /// CSV has no escapes: what a terminal would obey is never in it.
  private static func cell(_ text: String) -> String {
    text.split(separator: "\t", omittingEmptySubsequences: false)
      .map { String($0).terminalSafe }.joined(separator: "\t").csvQuoted
  }
}
