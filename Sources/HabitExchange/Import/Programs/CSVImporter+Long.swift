internal import HabitCore
internal import HabitFiles

// A row for each day of each habit.
extension CSVImporter {
  /// Where the columns of a table with a row for each day of each habit are.
  struct LongLayout {
    let date: Int
    let name: Int
    /// The column of values; nil where each row is a day that was done.
    let value: Int?
    var note: Int?
    var skip: Int?
    var status: Int?
    var unit: Int?
    var difficulty: Int?
    var description: Int?
    var tag: Int?
    var id: Int?
    let program: String?
    /// The columns that may be the one of values, where several may.
    private(set) var rivals: [String] = []
    let isHabitBull: Bool
    let isStreaks: Bool

    init?(_ table: CSVImporter, date: Int) {
      let columns = table.columns
      let names = columns.map { $0.name.lowercased() }
      isStreaks = names.starts(with: ["task_id", "title"]) && names.contains("entry_type")
      isHabitBull = names.starts(with: ["habitname", "habitdescription", "habitcategory"])
      guard let name = table.column(.habit), name != date else { return nil }
      // Names of habits in a column of that name.
      let isNamed =
        ["habit", "habitname"].contains(names[name]) && !columns[name].texts.isEmpty
        || columns[name].said == .habit
      var value = isStreaks ? names.firstIndex(of: "entry_type") : table.column(.value)
      // A column that has the name but not the cells is something else: Notion's Progress.
      if let index = value, !isStreaks, !isNamed, columns[index].said == nil,
        !columns[index].texts.isEmpty, !columns[index].hasValues
      {
        value = nil
      }
      if value == nil {
        guard isNamed, columns[name].said == nil else { return nil }
        // One column of values, whatever it is called; of several any may be it.
        let others = columns.indices.filter {
          ![date, name].contains($0) && !table.isKnown($0) && columns[$0].hasValues
            && columns[$0].said == nil
        }
        let values =
          others.contains { !table.isSum($0) } ? others.filter { !table.isSum($0) } : others
        value = values.first
        rivals = values.count > 1 ? values.map { columns[$0].name } : []
      }
      guard value != name, value != date else { return nil }
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
    }

    /// Whether the table is one of a program, whose other columns are known.
    var isOfProgram: Bool { program != nil || isHabitBull }

    /// The columns whose cells are read.
    var columns: [Int] {
      [date, name]
        + [value, note, skip, status, unit, difficulty, description, tag, id].compactMap(\.self)
    }
  }

  func readLong(_ layout: LongLayout) {
    var drafts: [String: Int] = [:]
    var units: [Int: String] = [:]
    guard layout.rivals.isEmpty else {
      let kinds = layout.rivals.map { "\($0)=value".typed(for: "column") }
        .joined(separator: " or ")
      return collector.leaveOut(place(of: header), "which column has the values: \(kinds)")
    }
    if !layout.isOfProgram { tellOthers(layout) }
    for row in rows {
      let place = place(of: row)
      guard row.fields.count > max(layout.date, layout.name, layout.value ?? 0) else {
        collector.leaveOut(place, "\(row.fields.count) columns, not \(header.fields.count)")
        continue
      }
      let name = row.text(layout.name)
      guard !name.isEmpty else {
        collector.leaveOut(place, "no name")
        continue
      }
      guard let day = day(row, layout.date) else { continue }
      let key = layout.id.map { row.text($0) }.flatMap { $0.isEmpty ? nil : $0 } ?? name
      let known = drafts[key]
      var unit = known.flatMap { units[$0] } ?? unit(of: name)
      if unit.isEmpty { unit = row.text(layout.unit) }
      guard let fact = fact(row, layout, in: &unit) else { continue }
      let index = known ?? add(row, layout, name)
      drafts[key] = index
      units[index] = unit
      if fact.isEmpty {
        if layout.isHabitBull {
          collector.tellOnce("nothing", place, "-2150000000 is HabitBull's word for nothing")
        }
      } else {
        let value = layout.isOfProgram ? nil : layout.value
        add(fact, on: day, to: index, from: value, at: place)
      }
    }
    finish(units)
    if layout.isStreaks {
      collector.tell(text.file.place, "no schedules and goals in this file: once every day")
    }
  }

  /// Tells of the columns that are not read.
  private func tellOthers(_ layout: LongLayout) {
    let place = place(of: header)
    if layout.value == nil { collector.tell(place, "no column of values: each row is done") }
    for index in columns.indices where !layout.columns.contains(index) {
      let column = columns[index]
      guard column.said != .ignore, column.line != nil else { continue }
      let name = column.name.excerpt
      isKnown(index) || isSum(index)
        ? collector.tell(place, "the column \(name) is not taken over")
        : collector.leaveOut(place, "the column \(name); say what it is: \(column.options)")
    }
  }

  private func add(_ row: CSVReader.Row, _ layout: LongLayout, _ name: String) -> Int {
    var draft = ImportDraft(name)
    draft.description = row.text(layout.description)
    draft.tags = [row.text(layout.tag)]
    if let program = layout.program { draft.comes(from: program, as: row.text(layout.id)) }
    return collector.add(draft)
  }

  /// What a row says of its day; nil when it is left out.
  private func fact(
    _ row: CSVReader.Row,
    _ layout: LongLayout,
    in unit: inout String
  ) -> ImportedDay? {
    let place = place(of: row)
    guard let value = layout.value else { return ImportedDay.done.noted(row.text(layout.note)) }
    if layout.isStreaks { return streaksFact(row, value, layout) }
    let cell = row.text(value)
    // A spreadsheet spells HabitBull's number in its own ways.
    if layout.isHabitBull, Double(cell.replacing(",", with: ".")).map({ $0 < -2.1e9 }) ?? false {
      return ImportedDay()
    }
    guard var fact = fact(cell, of: columns[value], in: &unit, at: place) else { return nil }
    fact.note = row.text(layout.note)
    let skip = row.text(layout.skip)
    let status = CSVCell(row.text(layout.status))
    if !skip.isEmpty {
      fact.skip = Skip(rawValue: skip.lowercased()) ?? .other
    } else if status == .skip {
      fact = ImportedDay.skipped.noted(fact.note)
    } else if cell.isEmpty, let column = layout.status.map({ columns[$0] }) {
      let said = self.fact(row.text(layout.status), of: column, in: &unit, at: place)
      fact = said?.noted(fact.note) ?? fact
    }
    if let number = Int(row.text(layout.difficulty)) {
      fact.difficulty = Difficulty(rawValue: number)
    }
    return fact
  }

  private func streaksFact(
    _ row: CSVReader.Row,
    _ value: Int,
    _ layout: LongLayout
  ) -> ImportedDay? {
    let place = place(of: row)
    let type = row.text(value)
    let note = row.text(layout.note)
    if type.hasPrefix("missed_") { return ImportedDay.missed.noted(note) }
    if type.hasPrefix("skipped_") { return ImportedDay.skipped.noted(note) }
    guard type.hasPrefix("completed_") else {
      return collector.leaveOut(place, "\(type.excerpt): an entry type that is not known")
    }
    let quantity = row.text(header.fields.firstIndex(of: "quantity"))
    guard !quantity.isEmpty else { return ImportedDay.done.noted(note) }
    return collector.amount(quantity, at: place)?.noted(note)
  }
}
