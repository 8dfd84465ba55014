internal import HabitCore
internal import HabitFiles

/// The backup of Loop Habit Tracker: a SQLite database, versions 9 to 26.
///
/// Columns decide what a database has; the version tells only what its columns mean.
public struct LoopDatabaseImporter {
  let collector: ImportCollector
  let database: ImportDatabase

  /// What is read of the tables of a Loop database, by table; nil when it is no such database.
  public static func queries(for columns: [String: [String]]) -> [String: ImportQuery]? {
    guard let habits = columns["habits"], let repetitions = columns["repetitions"],
      habits.contains("name"), habits.contains("freq_num"), repetitions.contains("timestamp"),
      repetitions.contains("habit")
    else { return nil }
    var queries = [
      "habits": query(habits, habitColumns, "Habits ORDER BY position, id LIMIT 10000"),
      "repetitions": query(repetitions, repetitionColumns, "Repetitions ORDER BY id"),
    ]
    if let groups = columns["habitgroups"], groups.contains("name") {
      queries["habitgroups"] = query(groups, ["id", "uuid", "name"], "HabitGroups")
    }
    return queries
  }

  private static let habitColumns = [
    "id", "archived", "color", "description", "freq_den", "freq_num", "name", "position",
    "reminder_hour", "reminder_min", "reminder_days", "type", "target_type", "target_value", "unit",
    "question", "uuid", "freq_mode", "group_id", "group_uuid",
  ]
  private static let repetitionColumns = ["id", "habit", "timestamp", "value", "notes"]

  /// The columns that a table has: texts of a bounded length, and finite numbers.
  private static func query(
    _ known: [String],
    _ wanted: [String],
    _ source: String
  ) -> ImportQuery {
    let columns = wanted.filter(known.contains)
    let values = columns.map { column in
      // SQLite sorts numbers before texts before bytes, and compares faster than it names types.
      texts.contains(column)
        ? "CASE WHEN \(column) < x'' THEN substr(\(column), 1, 100000) END"
        : "CASE WHEN \(column) < 9e999 AND \(column) > -9e999 THEN \(column) END"
    }
    return ImportQuery(columns: columns, values: values, source: source)
  }

  private static let texts: Set = [
    "name", "description", "unit", "question", "uuid", "group_uuid", "target_value", "notes",
  ]

  func read() {
    guard let habits = database.rows["habits"],
      let repetitions = database.rows["repetitions"]
    else {
      let reason = "a SQLite file that is damaged, or no backup of Loop Habit Tracker"
      return collector.leaveOut(.part(database.name), reason)
    }
    guard habits.count <= ImportCollector.mostHabits else {
      collector.hasTooMany = true
      return
    }
    collector.isOrdered = true
    if database.version > 25 {
      let version = "version \(database.version) of Loop's database"
      collector.tell(.part(database.name), "\(version) is newer than this habit knows")
    }
    var indices: [Int: Int] = [:]
    var loops: [LoopHabit] = []
    let first = collector.drafts.count
    for row in habits {
      guard let (habit, draft) = habit(row) else { continue }
      if let id = row["id"]?.integer { indices[id] = loops.count }
      loops.append(habit)
      collector.add(draft)
    }
    readRepetitions(repetitions, indices, loops, first)
  }

  private func habit(_ row: ImportDatabase.Row) -> (LoopHabit, ImportDraft)? {
    let name = row["name"]?.text ?? row["name"]?.number ?? ""
    let place = ImportPlace.habit(name.excerpt)
    guard !name.trimmed.isEmpty else {
      return collector.leaveOut(.part("Habits \(row["id"]?.number ?? "")"), "no name")
    }
    let (times, days) = (row["freq_num"], row["freq_den"])
    guard var habit = LoopHabit(name, times?.integer, in: days?.integer) else {
      let words = "\(times?.number ?? "no") times in \(days?.number ?? "no") days"
      return collector.leaveOut(place, words)
    }
    habit.isCalendar = row["freq_mode"]?.integer == 1
    habit.description = row["description"]?.text ?? ""
    habit.question = row["question"]?.text ?? ""
    habit.isNumeric = row["type"]?.integer == 1
    habit.isAtMost = row["target_type"]?.integer == 1
    habit.target = row["target_value"]?.number ?? row["target_value"]?.text ?? "0"
    habit.unit = row["unit"]?.text ?? ""
    var draft = habit.draft(at: place, collector)
    draft.color = LoopDatabaseImporter.color(row["color"]?.integer, version: database.version)
    if row["archived"]?.integer == 1 { draft.ending = .archived }
    draft.comes(from: "loop", as: row["uuid"]?.text)
    setReminder(of: &draft, row)
    if let group = group(of: row) { draft.tags = [group] }
    return (habit, draft)
  }

  private func group(of row: ImportDatabase.Row) -> String? {
    guard let groups = database.rows["habitgroups"] else { return nil }
    let found = groups.first { group in
      (row["group_uuid"]?.text).map { $0 == group["uuid"]?.text }
        ?? (row["group_id"]?.integer).map { $0 == group["id"]?.integer } ?? false
    }
    return found?["name"]?.text
  }

  private func setReminder(of draft: inout ImportDraft, _ row: ImportDatabase.Row) {
    guard let hour = row["reminder_hour"]?.integer, let minute = row["reminder_min"]?.integer,
      let time = TimeOfDay(hour: hour, minute: minute)
    else { return }
    draft.reminders = [time]
    let days = row["reminder_days"]?.integer ?? 127
    guard days & 127 != 127 else { return }
    // Loop's week begins on Saturday.
    let names = ["Sat", "Sun", "Mon", "Tue", "Wed", "Thu", "Fri"].enumerated()
      .filter { days >> $0.offset & 1 == 1 }.map(\.element)
    let rings = "on \(names.joined(separator: ", ")) in Loop; here on every day it is due"
    collector.tell(draft.place, "its reminder rings \(rings)")
  }
}

// MARK: Entries

extension LoopDatabaseImporter {
  private func readRepetitions(
    _ rows: [ImportDatabase.Row],
    _ indices: [Int: Int],
    _ habits: [LoopHabit],
    _ first: Int
  ) {
    let hasValues = database.columns["repetitions"]?.contains("value") ?? false
    var days = habits.map { _ in [Day: ImportedDay]() }
    var passed: [String] = []
    var isLate = false
    for row in rows {
      let id = row["id"]?.number ?? "?"
      // As Loop's own migration does: no habit, no time, or a second one of a day.
      guard let time = row["timestamp"]?.integer,
        let index = row["habit"]?.integer.flatMap({ indices[$0] }),
        time >= 0, time / 86_400_000 <= Int(Int32.max) / 2
      else {
        passed.append(id)
        continue
      }
      if time % 86_400_000 != 0 { isLate = true }
      let day = Day(number: Int32(time / 86_400_000))
      guard day <= collector.options.today else {
        collector.leaveOut(.part("Repetitions \(id)"), "\(day) is in the future")
        continue
      }
      guard let value = hasValues ? row["value"]?.integer : LoopHabit.Value.yes,
        LoopHabit.isPossible(value, isNumeric: habits[index].isNumeric)
      else {
        let value = row["value"]?.number ?? "a text"
        collector.leaveOut(.part("Repetitions \(id)"), "\(value) is not a value")
        continue
      }
      guard days[index][day] == nil else {
        passed.append(id)
        continue
      }
      let note = row["notes"]?.text ?? ""
      days[index][day] = LoopHabit.fact(value, isNumeric: habits[index].isNumeric, note: note)
    }
    for index in habits.indices {
      collector.drafts[first + index].days = days[index].filter { !$0.value.isEmpty }
    }
    if !passed.isEmpty {
      let more = passed.count > 10 ? " and \(passed.count - 10) more" : ""
      collector.tell(
        .part("Repetitions " + passed.prefix(10).joined(separator: ", ") + more),
        "a second one of a day (the first counts), no time or no such habit: left out, as in Loop"
      )
    }
    if isLate { collector.tell(.part(database.name), "times that are not midnight: their UTC day") }
  }
}

// MARK: Colours

extension LoopDatabaseImporter {
  private static let palette = [
    "d32f2f", "e64a19", "f57c00", "ff8f00", "f9a825", "afb42b", "7cb342", "388e3c", "00897b",
    "00acc1", "039be5", "1976d2", "303f9f", "5e35b1", "8e24aa", "d81b60", "5d4037", "303030",
    "757575", "aaaaaa",
  ]

  /// Where the 13 colours of versions 14 to 20 are among the 20 of today.
  private static let former = [0, 1, 4, 5, 7, 8, 9, 10, 13, 14, 15, 17, 19]

  static func color(_ number: Int?, version: Int) -> Color? {
    guard let number else { return nil }
    if version < 14 { return Color(argb: number) }
    let isKnown = former.indices.contains(number)
    let index = version > 20 ? number : isKnown ? former[number] : 0
    return palette.indices.contains(index) ? Color("#" + palette[index]) : nil
  }

  /// The index of the nearest of Loop's colours.
  static func index(of color: Color) -> Int {
    let wanted = color.components
    func distance(_ index: Int) -> Int {
      guard let other = Color("#" + palette[index])?.components else { return .max }
      return zip(wanted, other).map { ($0 - $1) * ($0 - $1) }.reduce(0, +)
    }
    return palette.indices.min { distance($0) < distance($1) } ?? 0
  }
}

extension Color {
  /// A colour as Android numbers it.
  init?(argb: Int) { self.init("#" + padded(argb & 0xFF_FFFF, 6, radix: 16)) }

  /// Red, green and blue; for names, of a usual shade.
  var components: [Int] {
    switch self {
    case .rgb(let red, let green, let blue): [Int(red), Int(green), Int(blue)]
    case .named(let name):
      switch name {
      case .black: [0x30, 0x30, 0x30]
      case .blue: [0x19, 0x76, 0xD2]
      case .purple: [0x8E, 0x24, 0xAA]
      case .red: [0xD3, 0x2F, 0x2F]
      case .orange: [0xF5, 0x7C, 0x00]
      case .green: [0x38, 0x8E, 0x3C]
      case .teal: [0x00, 0x89, 0x7B]
      case .yellow: [0xF9, 0xA8, 0x25]
      }
    }
  }
}
