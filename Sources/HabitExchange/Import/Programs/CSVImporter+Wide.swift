internal import HabitCore

// A row for each day, a column for each habit.
extension CSVImporter {
  func readWide(date: Int) {
    let habits = habitColumns(date: date)
    if hasSeveralHabitsADay(date: date, habits) { return }
    guard !habits.isEmpty else {
      return collector.leaveOut(place(of: header), "no column is a habit")
    }
    // A column that is called what it holds: the table is of one habit, which the file is named after.
    let isOne = habits.count == 1 && isOfValue(habits[0])
    let note = habits.count == 1 ? column(.note) : columns.firstIndex { $0.said == .note }
    let skip = columns.firstIndex { $0.said == .skip }
    collector.isOrdered = true
    var indices: [Int] = []
    var units: [String] = []
    for column in habits {
      let usual = isOne ? text.file.title : columns[column].name
      let name = habits.count == 1 ? collector.options.habit ?? usual : usual
      units.append(unit(of: name))
      if let opposite = columns[column].opposite {
        collector.tell(.habit(name.excerpt), "\"\(opposite.excerpt)\" means not done")
      }
      indices.append(collector.add(ImportDraft(name)))
    }
    guard !collector.hasTooMany else { return }
    for row in rows {
      guard let day = day(row, date) else { continue }
      let place = place(of: row)
      for (number, column) in habits.enumerated() {
        guard
          var fact = fact(row.text(column), of: columns[column], in: &units[number], at: place)
        else { continue }
        // A note of the day belongs to its first habit.
        if number == 0 {
          fact.note = row.text(note)
          if !row.text(skip).isEmpty {
            fact.skip = Skip(rawValue: row.text(skip).lowercased()) ?? .other
          }
        }
        guard !fact.isEmpty else { continue }
        add(fact, on: day, to: indices[number], from: column, at: place)
      }
    }
    finish(Dictionary(zip(indices, units)) { first, _ in first })
    for draft in collector.drafts where draft.days.isEmpty {
      collector.tell(place(of: header), "\(draft.name.excerpt): no record, left out")
    }
    collector.drafts.removeAll { $0.days.isEmpty }
  }

  /// The columns whose cells are values; what the others are is told.
  private func habitColumns(date: Int) -> [Int] {
    var others: [String] = []
    var habits = columns.indices.filter { index in
      let column = columns[index]
      switch column.said {
      case .habit, .value, .sum: return true
      case .date, .note, .skip, .ignore: return false
      case nil: break
      }
      guard index != date else { return false }
      guard column.isOfValues, index != self.column(.note) else {
        if isKnown(index) || isSum(index) { others.append(column.name) } else { leaveOut(column) }
        return false
      }
      guard column.name.isEmpty, let line = column.line else {
        return !column.name.isEmpty && (column.line != nil || !isKnown(index))
      }
      collector.leaveOut(text.file.line(line), "the column \(index + 1) has no name")
      return false
    }
    let sums = habits.filter(isSum)
    if sums.count < habits.count {
      habits.removeAll(where: sums.contains)
      others += sums.map { columns[$0].name }
    }
    let noted = habits.count == 1 ? column(.note) : nil
    others.removeAll { name in noted.map { columns[$0].name == name } ?? false }
    if !others.isEmpty {
      collector.tell(place(of: header), "\(others.joined(separator: ", ").excerpt): no habits")
    }
    return habits
  }

  /// Leaves out a column with a text, and says how to say what it is.
  private func leaveOut(_ column: CSVColumn) {
    guard let (cell, line) = column.texts.first else { return }
    let name = column.name.excerpt
    let isDuration = if case .duration = CSVCell(cell) { true } else { false }
    let duration = "\("\(column.name)=60 min".typed(for: "goal")) if it is a duration"
    var ways = isDuration ? [duration] : CSVImporter.hints(of: column.texts.map(\.text))
    if column.texts.count == 1, let mark = column.mark, !ways.isEmpty {
      ways.append("\(mark.typed(for: "done")) if it means not done")
    }
    let hint = (ways + [column.options]).joined(separator: "; else ")
    let reason = "\"\(cell.excerpt)\" is not a value; say \(hint)"
    collector.leaveOut(text.file.line(line), "the column \(name): \(reason)")
  }

  /// Whether days repeat beside a column of texts, which may be names of habits; then nothing is read.
  private func hasSeveralHabitsADay(date: Int, _ habits: [Int]) -> Bool {
    let names = columns.indices.filter {
      $0 != date && columns[$0].said == nil && !isKnown($0) && !columns[$0].isOfValues
    }
    guard let name = names.first, let value = habits.first, column(.habit) == nil else {
      return false
    }
    var days: Set<String> = []
    guard rows.contains(where: { !days.insert($0.text(date)).inserted }) else { return false }
    let (habit, amount) = (columns[name].name, columns[value].name)
    let options = ["\(habit)=habit", "\(amount)=value", "\(habit)=ignore"]
      .map { $0.typed(for: "column") }
    collector.leaveOut(
      place(of: header),
      "a day has several rows; if \(habit.excerpt) names habits, say \(options[0]) \(options[1]), "
        + "else \(options[2])"
    )
    return true
  }
}
