import HabitApp
import HabitExchange
import HabitCore
import HabitFiles
import TestSupport
import Testing

/// What a form can hold of habits and records.
struct Abilities: Sendable {
  var schedules = ["every day"]
  var goals = ["1 time"]
  var amounts = false
  var skips = false
  var notes = false
  var difficulties = false
  var tags = false
  var ends = false
  var colors = false
  /// Days that say that nothing was done.
  var misses = true
  /// Names with signs that separate something in the form, or that a file's name cannot have.
  var signs = true
  /// Everything that a year file and a definition can say.
  var isEverything = false

  static let everything = Abilities(
    schedules: [
      "every day", "weekdays", "every 3 days", "3 times a week", "monthly on 1, last",
      "twice every 5 days", "every 2 weeks on mon, thu",
    ],
    goals: ["1 time", "8 glasses", "2.5 km", "0.001 l"],
    amounts: true,
    skips: true,
    notes: true,
    difficulties: true,
    tags: true,
    ends: true,
    colors: true,
    isEverything: true
  )

  /// What is compared of habits, in the order of their ids.
  func lines(of habits: [(habit: Habit, days: [Day: Record])]) -> [[String]] {
    habits.sorted { $0.habit.id < $1.habit.id }.map { lines(of: $0.habit, $0.days) }
  }

  /// What is compared: what a form can hold.
  private func lines(of habit: Habit, _ days: [Day: Record]) -> [String] {
    var lines = ["\(habit.name)"]
    if schedules.count > 1 { lines.append("\(habit.schedule.value(on: habit.start))") }
    if goals.count > 1 { lines.append("\(habit.goal.value(on: habit.start))") }
    if tags { lines.append("\(habit.tags)") }
    if ends { lines.append("end \(habit.end?.description ?? "-")") }
    if colors { lines.append("color \(habit.color?.description ?? "-")") }
    lines += days.sorted { $0.key < $1.key }.map { day, record in
      "\(day) \(record.progress?.description ?? "-") \(record.skip?.rawValue ?? "-") "
        + "\(record.difficulty?.rawValue ?? 0) \(record.notes)"
    }
    return lines
  }
}

/// Some habits of a user with records, drawn at random from what a form can hold.
struct HabitWorld: Sendable {
  let today: Day
  let habits: [(habit: Habit, days: [Day: Record])]
  let files: FileTree

  static let stamp: Stamp = {
    guard let stamp = Stamp("2026-01-31T09:00:00Z mbp") else { preconditionFailure("a stamp") }
    return stamp
  }()

  /// What the habits are in a form.
  func export(as format: ExportFormat) -> Export { files.export(as: format, on: today) }

  init(_ generator: inout Generator, _ abilities: Abilities) throws {
    today = try #require(Day("2026-01-31"))
    let names = generator.subset(of: [
      "Read", "Drink water", "Étude", "習慣", "No: colon", "Comma, \"quote\"", "#1 goal", "Café 💧",
    ])
    var habits: [(Habit, [Day: Record])] = []
    var files: [String: [UInt8]] = [:]
    for text in names where abilities.signs || !text.contains(where: { ":\"#".contains($0) }) {
      let name = try Name(text)
      let start = today.advanced(by: -generator.number(in: 0...800))
      var habit = Habit(id: HabitID(naming: name), name: name, start: start)
      habit.schedule = Dated(try Schedule(generator.element(of: abilities.schedules)))
      habit.goal = Dated(try Goal(generator.element(of: abilities.goals)))
      if abilities.tags, generator.chance(oneIn: 2) {
        habit.tags = [generator.element(of: ["health", "home"])]
      }
      if abilities.ends, generator.chance(oneIn: 4) { habit.end = today.advanced(by: 10) }
      if abilities.colors { habit.color = Color("#1976d2") }
      let span = start.distance(to: today)
      let count = min(generator.number(in: 1...40), span + 1)
      var days: [Day: Record] = [:]
      // A form without a start begins with the first record.
      for offset in [0] + (0..<count).map({ _ in generator.number(in: 0...span) }) {
        let day = start.advanced(by: offset)
        days[day] = HabitWorld.record(&generator, abilities, habit, day)
      }
      habits.append((habit, days))
      try HabitWorld.write(habit, days, &generator, abilities, to: &files)
    }
    if abilities.isEverything, generator.chance(oneIn: 2) {
      files["guest/profile.json"] = Array(#"{"timeZone": "Europe/Berlin", "x": [1, 2]}"#.utf8)
    }
    self.habits = habits
    self.files = FileTree(files)
  }

  private static func record(
    _ generator: inout Generator,
    _ abilities: Abilities,
    _ habit: Habit,
    _ day: Day
  ) -> Record {
    let goal = habit.goal.value(on: day).amount
    var record = Record()
    if abilities.skips, generator.chance(oneIn: 6) {
      record.skip = abilities.isEverything ? generator.element(of: Skip.allCases) : .other
    } else if abilities.misses, generator.chance(oneIn: 4) {
      record.typed = .zero
    } else {
      record.typed =
        abilities.amounts && generator.chance(oneIn: 2)
        ? Amount(thousandths: Int64(generator.number(in: 1...30_000))) : max(goal, Amount(1))
    }
    if abilities.notes, generator.chance(oneIn: 3) {
      let texts = ["rain", "a, \"b\"", "ünï", "- x", "12", "half: done"]
      record.notes = [generator.element(of: texts)]
    }
    if abilities.difficulties, generator.chance(oneIn: 3) {
      record.difficulty = generator.element(of: Difficulty.allCases)
    }
    return record
  }

  private static func write(
    _ habit: Habit,
    _ days: [Day: Record],
    _ generator: inout Generator,
    _ abilities: Abilities,
    to files: inout [String: [UInt8]]
  ) throws {
    let definition = HabitDocument(new: habit, of: .guest)
    files[Layout.habit(.guest, habit.id).path] = definition.bytes
    for (year, days) in Dictionary(grouping: days, by: { $0.key.year }) {
      let path = Layout.year(.guest, habit.id, year).path
      var records: [Day: Record] = [:]
      for (day, record) in days {
        records[day] = abilities.isEverything ? record.withEntries(on: day, &generator) : record
      }
      var document = try YearDocument(.guest, habit.id, year: year, bytes: nil, taken: nil)
      document = try document.replacing(records)
      files[path] = document.text
    }
  }
}

extension Record {
  /// The record with what only our own files hold.
  fileprivate func withEntries(on day: Day, _ generator: inout Generator) -> Record {
    guard generator.chance(oneIn: 3), typed != nil,
      let device = Device("pho"), let time = TimeOfDay("07:00:10")
    else { return self }
    return adding(
      .plus(Amount(2)),
      at: Moment(date: day, time: time),
      by: device,
      on: day,
      stamp: HabitWorld.stamp
    )
  }
}

extension ImportPlan {
  /// What an import writes beside the files that are there.
  init(of facts: ImportedFacts, beside files: FileTree, takingTheirs: Bool = false) throws {
    try self.init(
      of: facts,
      in: files,
      lastWritten: FileTree([:]),
      user: .guest,
      takingTheirs: takingTheirs,
      stamp: HabitWorld.stamp
    )
  }
}

extension FileTree {
  /// The files that an import into nothing makes.
  init(importing facts: ImportedFacts) throws {
    let edits = try ImportPlan(of: facts, beside: FileTree([:])).edits
    self.init(Dictionary(edits.map { ($0.path, $0.after) }) { first, _ in first })
  }
}

extension FileTree {
  /// What the guest's files are in a form.
  func export(as format: ExportFormat, on today: Day) -> Export {
    Export(
      ExportSource(of: .guest, in: self, lastWritten: FileTree([:]), today: today),
      as: format
    )
  }
}

extension Export {
  /// The files by name, and what they cannot hold.
  var result: (files: [(name: String, text: String)], notes: [String]) {
    var files: [(name: String, text: String)] = []
    let notes = write { name, text in
      if files.last?.name == name {
        files[files.count - 1].text += text
      } else {
        files.append((name, text))
      }
    }
    return (files, notes)
  }
}
