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
  /// Everything that a year file can say.
  var isEverything = false
  /// Everything that a definition can say.
  var isAnything = false

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

  /// Whatever a user can have.
  static let anything: Abilities = {
    var abilities = everything
    abilities.schedules += [
      "once a week", "once a month", "once every 3 days", "once a quarter", "3 times a year",
      "every 3 days after the last time", "every 7 days after the last time",
      "every month after the last time", "every 6 months after the last time", "mon",
      "monthly on 31", "every 3 months on 15", "yearly on dec 24", "any time",
      "every 2 weeks on fri",
    ]
    abilities.goals += ["20 km a week", "10 books a year", "4 times"]
    abilities.signs = false
    abilities.isAnything = true
    return abilities
  }()

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
      if abilities.isAnything { try HabitWorld.decorate(&habit, &generator, today) }
      let span = start.distance(to: today)
      let count = min(generator.number(in: 1...40), span + 1)
      var days: [Day: Record] = [:]
      // A form without a start begins with the first record.
      let first = abilities.isAnything ? [] : [0]
      for offset in first + (0..<count).map({ _ in generator.number(in: 0...span) }) {
        let day = start.advanced(by: offset)
        let record = HabitWorld.record(&generator, abilities, habit, day)
        days[day] = abilities.isEverything ? record.withEntries(on: day, &generator) : record
      }
      habits.append((habit, days))
      try HabitWorld.write(habit, days, to: &files)
    }
    if abilities.isEverything, generator.chance(oneIn: 2) {
      files["guest/profile.json"] = Array(#"{"timeZone": "Europe/Berlin", "x": [1, 2]}"#.utf8)
    }
    self.habits = habits
    self.files = FileTree(files)
  }

  /// Adds what few habits have.
  private static func decorate(
    _ habit: inout Habit,
    _ generator: inout Generator,
    _ today: Day
  ) throws {
    func rarely() -> Bool { generator.chance(oneIn: 4) }
    if rarely() {
      let unlogged = generator.element(of: Habit.Unlogged.allCases)
      habit.kind = .breaking(baseline: rarely() ? Amount(9) : nil, unlogged: unlogged)
      let goal = generator.element(of: ["0 times", "2 cups", "5 km a week"])
      habit.goal = Dated(try Goal(goal))
    }
    let goal = habit.goal.value(on: habit.start)
    let isOwn = !goal.isSum && !(habit.isBreaking && habit.schedule.value(on: habit.start).isAfter)
    if !isOwn { habit.schedule = Dated(.daily) }
    let later = habit.start.advanced(by: generator.number(in: 1...300))
    if rarely(), !goal.isSum, !habit.isBreaking {
      let other = Goal(amount: goal.amount + goal.amount, unit: goal.unit)
      habit.goal = Dated([(habit.start, goal), (later, other)]) ?? habit.goal
    }
    if rarely(), isOwn {
      let former = habit.schedule.value(on: habit.start)
      habit.schedule =
        Dated([(habit.start, former), (later, .weekly([.friday]))]) ?? habit.schedule
    }
    if rarely() { habit.pauses = [DaySpan(start: today.advanced(by: -1), end: nil)] }
    if rarely() { habit.pauses = [DaySpan(start: later, end: later.advanced(by: 3))] }
    if rarely() { habit.tags = ["home", "two words", "x"] }
    if rarely() { habit.icon = "💧" }
    if rarely() { habit.color = Color("red") }
    if rarely() { habit.description = "why, \"when\"" }
    if rarely(), let morning = TimeOfDay("07:00"), let evening = TimeOfDay("21:30") {
      habit.reminders = rarely() ? [morning, evening] : [morning]
    }
    if rarely() { habit.aliases = ["Old name"] }
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
    if abilities.isAnything, generator.chance(oneIn: 6) {
      record.typed = nil
      record.notes = ["a line", "and more"]
    }
    if abilities.isAnything, record.typed != nil, generator.chance(oneIn: 8) { record.skip = .sick }
    if abilities.difficulties, generator.chance(oneIn: 3) {
      record.difficulty = generator.element(of: Difficulty.allCases)
    }
    return record
  }

  private static func write(
    _ habit: Habit,
    _ days: [Day: Record],
    to files: inout [String: [UInt8]]
  ) throws {
    files[Layout.habit(.guest, habit.id).path] = HabitDocument(new: habit, of: .guest).bytes
    for (year, days) in Dictionary(grouping: days, by: { $0.key.year }) {
      let path = Layout.year(.guest, habit.id, year).path
      var document = try YearDocument(.guest, habit.id, year: year, bytes: nil, taken: nil)
      document = try document.replacing(Dictionary(uniqueKeysWithValues: days.map { ($0, $1) }))
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
