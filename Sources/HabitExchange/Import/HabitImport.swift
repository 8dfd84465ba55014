internal import HabitCore
internal import HabitFiles

/// Whose files an import changes, and how.
struct ImportTarget: Sendable {
  let user: UserID
  let files: FileTree
  /// What the tool last wrote to or took from the files.
  let lastWritten: FileTree
  let isTakingTheirs: Bool
  let stamp: Stamp
}

/// What an import makes of one habit.
struct HabitImport: Sendable {
  private(set) var edits: [Edit] = []
  private(set) var differences: [ImportDifference] = []
  private(set) var writtenDays = 0
  /// The year files that were looked at.
  private(set) var consulted: [String] = []

  private let target: ImportTarget

  /// Compares an imported habit with the one that is here, if it is here.
  init(
    _ imported: ImportedHabit,
    into document: HabitDocument?,
    _ target: ImportTarget
  ) throws(FileProblems) {
    self.target = target
    if let document {
      try merge(imported, into: document)
    } else {
      try add(imported)
    }
  }

  private mutating func add(_ imported: ImportedHabit) throws(FileProblems) {
    let id = imported.habit.id
    let document: HabitDocument
    if let files = imported.files {
      document = try HabitDocument(new: files.definition, target.user, id)
    } else {
      document = HabitDocument(new: imported.habit, of: target.user, origin: imported.origin)
      // One table of limits for all ways in: what is spelled must read back.
      _ = try HabitDocument(target.user, id, bytes: document.bytes)
    }
    if let edit = document.edit { edits.append(edit) }
    for (year, days) in imported.years {
      let path = Layout.year(target.user, id, year).path
      if let bytes = imported.files?.years[year], try target.files.existing(path) == nil {
        consulted.append(path)
        let document = try YearDocument(new: bytes, target.user, id, year: year)
        if let edit = document.edit { edits.append(edit) }
        writtenDays += days.count { !$0.value.isEmpty }
      } else {
        try write(days, to: imported.habit, year)
      }
    }
  }

  private mutating func merge(
    _ imported: ImportedHabit,
    into document: HabitDocument
  ) throws(FileProblems) {
    var habit = document.habit
    let there = imported.habit
    if !habit.isCalled(there.name) {
      note(habit, "name", habit.name.text, there.name.text)
      if target.isTakingTheirs { habit = habit.renamed(there.name) }
    }
    for field in imported.fields where field.words(habit) != field.words(there) {
      note(habit, field.name, field.words(habit) ?? "none", field.words(there) ?? "none")
      if target.isTakingTheirs { field.copy(there, &habit) }
    }
    for (year, days) in imported.years { try write(days, to: document.habit, year) }
    // Facts come first: a day before the start would count for nothing. Our own export may have some.
    if let first = imported.days.keys.min(), there.start <= first, first < habit.start {
      note(habit, "start", "\(habit.start)", "\(first)", isTaken: true)
      habit = habit.beginning(on: first)
    }
    guard habit != document.habit,
      let edit = try document.changed(to: habit, stamp: target.stamp).edit
    else { return }
    edits.append(edit)
  }

  private mutating func write(
    _ days: [(key: Day, value: Record)],
    to habit: Habit,
    _ year: Int
  ) throws(FileProblems) {
    let path = Layout.year(target.user, habit.id, year).path
    consulted.append(path)
    let document = try YearDocument(
      target.user,
      habit.id,
      year: year,
      bytes: try target.files.existing(path),
      taken: target.lastWritten.bytes(of: path)
    )
    var changes: [Day: Record] = [:]
    for (day, there) in days where !there.isEmpty {
      let here = document.record(on: day)
      if here.isEmpty {
        changes[day] = there
      } else if !here.isSame(as: there) {
        note(habit, "\(day)", here.inWords, there.inWords)
        if target.isTakingTheirs { changes[day] = here.taking(there, stamp: target.stamp) }
      }
    }
    writtenDays += changes.count
    guard !changes.isEmpty, let edit = try document.replacing(changes).edit else { return }
    edits.append(edit)
  }

  private mutating func note(
    _ habit: Habit,
    _ what: String,
    _ here: String,
    _ there: String,
    isTaken: Bool? = nil
  ) {
    differences.append(
      ImportDifference(
        habit: habit.name.text,
        what: what,
        here: here,
        there: there,
        isTaken: isTaken ?? target.isTakingTheirs
      )
    )
  }
}

extension Habit {
  func isCalled(_ name: Name) -> Bool {
    self.name.folded == name.folded || aliases.contains { $0.lowercased() == name.folded }
  }
}

extension ImportedHabit {
  /// The facts by year, in order.
  fileprivate var years: [(Int, [(key: Day, value: Record)])] {
    Dictionary(grouping: days.sorted { $0.key < $1.key }) { $0.key.year }.sorted { $0.key < $1.key }
      .map { ($0.key, $0.value) }
  }
}
