internal import HabitCore

// A row for each day, a column for each habit.
extension CSVImporter {
  func readWide(date: Int) {
    let (habits, others) = habitColumns(date: date)
    // A column that is called what it holds: the table is of one habit, which the file is named after.
    let isOne =
      habits.count == 1 && kind(of: habits[0]) == nil
      && CSVImporter.valueHeaders.contains(header.text(habits[0]).lowercased())
    let note =
      isOne
      ? column(.note)
      : header.fields.indices.first { kind(of: $0) == .note }
    let passed = others.filter { $0 != note }.map { header.text($0) }
    if !passed.isEmpty {
      collector.tell(
        text.file.line(header.line),
        "\(passed.joined(separator: ", ").excerpt): no habits"
      )
    }
    guard !habits.isEmpty else {
      return collector.leaveOut(text.file.line(header.line), "no column is a habit")
    }
    collector.isOrdered = true
    let indices = habits.map {
      collector.add(
        ImportDraft(isOne ? collector.options.habit ?? text.file.title : header.text($0))
      )
    }
    for row in rows() {
      guard let day = day(row, date) else { continue }
      let place = text.file.line(row.line)
      for (index, column) in zip(indices, habits) {
        guard var fact = CSVCell(row.text(column), separator).fact(at: place, collector) else {
          continue
        }
        // A note of the day belongs to its first habit.
        if index == indices[0] {
          fact.note = [fact.note, row.text(note)].joined(separator: " ").trimmed
        }
        guard !fact.isEmpty else { continue }
        guard collector.drafts[index].days[day] == nil else {
          collector.tell(place, "a second \(day): the first one counts")
          continue
        }
        collector.drafts[index].days[day] = fact
      }
    }
    for draft in collector.drafts where draft.days.isEmpty {
      collector.tell(text.file.line(header.line), "\(draft.name.excerpt): no record, left out")
    }
    collector.drafts.removeAll { $0.days.isEmpty }
    finish()
  }

  /// The columns whose cells are values, and those that are known to be something else.
  private func habitColumns(date: Int) -> (habits: [Int], others: [Int]) {
    var texts: [Int: Int] = [:]
    for row in rows() {
      for (column, cell) in row.fields.enumerated()
      where texts[column] == nil && CSVCell(cell.trimmed, separator).isText {
        texts[column] = row.line
      }
    }
    var others: [Int] = []
    let known = Set(CSVImporter.aliases.flatMap(\.headers))
    let habits = header.fields.indices.filter { column in
      let name = header.text(column)
      let kind = kind(of: column)
      guard column != date, !name.isEmpty, kind == nil || kind == .habit else { return false }
      guard let line = texts[column], kind == nil else { return true }
      if known.contains(name.lowercased()) {
        others.append(column)
      } else {
        collector.tell(
          text.file.line(line),
          "a text in the column \(name.excerpt): no habit, or say --column "
            + "'\(name.excerpt)=note'"
        )
      }
      return false
    }
    return (habits, others)
  }
}
