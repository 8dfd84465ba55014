internal import HabitCore
internal import HabitFiles

// A row for each day of each habit.
extension CSVImporter {
  /// Where the columns of a table with a row for each day of each habit are.
  struct LongLayout {
    let date: Int
    let name: Int
    let value: Int
    var note: Int?
    var skip: Int?
    var status: Int?
    var unit: Int?
    var difficulty: Int?
    var description: Int?
    var tag: Int?
    var id: Int?
    let program: String?
    let isHabitBull: Bool
    let isStreaks: Bool

    init?(_ table: CSVImporter, date: Int) {
      let names = table.header.fields.map { $0.trimmed.lowercased() }
      isStreaks = names.starts(with: ["task_id", "title"]) && names.contains("entry_type")
      isHabitBull = names.starts(with: ["habitname", "habitdescription", "habitcategory"])
      guard let name = table.column(.habit) else { return nil }
      let value =
        isStreaks
        ? names.firstIndex(of: "entry_type") : table.column(.value)
      guard let value, value != name, value != date else { return nil }
      self.date = date
      self.name = name
      self.value = value
      note = table.column(.note)
      skip = table.column(.skip)
      unit = names.firstIndex(of: "unit")
      difficulty = names.firstIndex(of: "difficulty")
      description = isHabitBull ? 1 : nil
      tag = isHabitBull ? 2 : nil
      if let status = names.firstIndex(of: "status"), status != value { self.status = status }
      let isHabitify = names.contains("habit id") && names.contains("total log")
      id = isStreaks ? 0 : isHabitify ? names.firstIndex(of: "habit id") : nil
      program = isStreaks ? "streaks" : isHabitify ? "habitify" : nil
      guard !isStreaks, !isHabitBull, table.collector.options.columns.isEmpty else { return }
      // A column that has the name but not the cells is something else: Notion's Progress.
      let cells = Array(table.rows().lazy.map { $0.text(value) }.filter { !$0.isEmpty }.prefix(100))
      guard cells.isEmpty || cells.contains(where: { !CSVCell($0, table.separator).isText }) else {
        return nil
      }
    }
  }

  func readLong(_ layout: LongLayout) {
    var drafts: [String: Int] = [:]
    for row in rows() {
      let place = text.file.line(row.line)
      guard row.fields.count > max(layout.date, layout.name, layout.value) else {
        collector.leaveOut(place, "\(row.fields.count) columns, not \(header.fields.count)")
        continue
      }
      let name = row.text(layout.name)
      guard !name.isEmpty else {
        collector.leaveOut(place, "no name")
        continue
      }
      guard let day = day(row, layout.date),
        let fact = fact(row, layout)
      else { continue }
      let key = layout.id.map { row.text($0) }.flatMap { $0.isEmpty ? nil : $0 } ?? name
      let index = drafts[key] ?? add(row, layout, name)
      drafts[key] = index
      if fact.isEmpty {
        if layout.isHabitBull {
          collector.tellOnce("nothing", place, "-2150000000 is HabitBull's word for nothing")
        }
      } else if collector.drafts[index].days[day] != nil {
        collector.tell(place, "a second \(day) of \(name.excerpt): the first one counts")
      } else {
        collector.drafts[index].days[day] = fact
      }
    }
    finish()
    if layout.isStreaks {
      collector.tell(text.file.place, "no schedules and goals in this file: once every day")
    }
  }

  private func add(_ row: CSVReader.Row, _ layout: LongLayout, _ name: String) -> Int {
    var draft = ImportDraft(name)
    draft.description = row.text(layout.description)
    draft.tags = [row.text(layout.tag)]
    let unit = row.text(layout.unit)
    if !unit.isEmpty {
      draft.goal = Dated(collector.goal(Amount(1), unit: unit, at: draft.place))
    }
    if let program = layout.program { draft.comes(from: program, as: row.text(layout.id)) }
    return collector.add(draft)
  }

  /// What a row says of its day; nil when it is left out.
  private func fact(_ row: CSVReader.Row, _ layout: LongLayout) -> ImportedDay? {
    let place = text.file.line(row.line)
    if layout.isStreaks { return streaksFact(row, layout) }
    let cell = row.text(layout.value)
    if layout.isHabitBull, cell == "-2150000000" { return ImportedDay() }
    guard var fact = CSVCell(cell, separator).fact(at: place, collector) else { return nil }
    let note = row.text(layout.note)
    if !note.isEmpty { fact.note = fact.note.isEmpty ? note : "\(fact.note) \(note)" }
    let skip = row.text(layout.skip)
    if !skip.isEmpty {
      fact.skip = Skip(rawValue: skip.lowercased()) ?? .other
    } else if CSVCell(row.text(layout.status), separator) == .skip {
      fact = ImportedDay(skip: .other, note: fact.note)
    } else if cell.isEmpty, layout.status != nil {
      fact = CSVCell(row.text(layout.status), separator).fact(at: place, collector) ?? fact
    }
    if let number = Int(row.text(layout.difficulty)) {
      fact.difficulty = Difficulty(rawValue: number)
    }
    return fact
  }

  private func streaksFact(_ row: CSVReader.Row, _ layout: LongLayout) -> ImportedDay? {
    let place = text.file.line(row.line)
    let type = row.text(layout.value)
    let note = row.text(layout.note)
    if type.hasPrefix("missed_") { return ImportedDay.missed.noted(note) }
    if type.hasPrefix("skipped_") { return ImportedDay.skipped.noted(note) }
    guard type.hasPrefix("completed_") else {
      collector.leaveOut(place, "\(type.excerpt): an entry type that is not known")
      return nil
    }
    let quantity = row.text(header.fields.firstIndex(of: "quantity"))
    guard !quantity.isEmpty else { return ImportedDay.done.noted(note) }
    guard var fact = collector.amount(quantity, at: place) else { return nil }
    fact.note = [fact.note, note].filter { !$0.isEmpty }.joined(separator: " ")
    return fact
  }

  /// Habits with amounts have no goal in a table.
  func finish() {
    for index in collector.drafts.indices {
      collector.drafts[index].saysRules = false
      collector.drafts[index].lacksGoal = collector.drafts[index].days.values.contains {
        ![nil, .zero, Amount(1)].contains($0.progress)
      }
    }
  }
}
