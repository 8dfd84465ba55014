import HabitCore
import HabitFiles
import TestSupport
import Testing

/// Somebody who changes the files of a device, and tells the ledger what she meant.
struct Author {
  let device: Device
  /// What her clock says, in UTC.
  let now: Moment
  /// How she makes this change.
  let means: Means
  /// A number nobody else has: what makes entries and values unique.
  let number: Int
  var random: Generator

  /// How a change comes about.
  enum Means {
    /// By a command of the tool.
    case tool
    /// By hand, and taken in by the tool, which stamps it.
    case adopted
    /// By hand, and committed with plain git.
    case plainGit
  }

  private var stamp: Stamp { Stamp(utc: now, device: device) }

  /// The tree with one change more.
  mutating func edit(_ tree: Tree, days: Int, _ ledger: inout Ledger) throws -> Tree {
    var tree = tree
    if random.chance(oneIn: 4) {
      tree.habit = try editHabit(tree, &ledger)
    } else {
      let day = Day(number: Int32(20_513 + random.number(in: 0...(days - 1))))
      tree.year = try editYear(tree, on: day, &ledger)
    }
    return tree
  }
}

// MARK: Records

extension Author {
  private mutating func editYear(
    _ tree: Tree,
    on day: Day,
    _ ledger: inout Ledger
  ) throws -> [UInt8] {
    let document = try Files.year(tree)
    let old = document.record(on: day)
    var record = old
    if means != .tool, random.chance(oneIn: 12) {
      record = Record()
      withdraw(old, day, &ledger)
    } else {
      change(&record, on: day, &ledger)
    }
    let edited = try document.replacing(on: day, with: record)
    // A day that is emptied has no line.
    let clean = record.isEmpty ? try edited.formatted() : edited
    var bytes = clean.edit?.after ?? tree.year
    if means == .adopted {
      let work = try YearDocument(
        .guest,
        Files.habitID(),
        year: 2026,
        bytes: bytes,
        taken: tree.year.isEmpty ? nil : tree.year
      )
      bytes = try work.settled(since: tree.year, stamp: stamp).edit?.after ?? bytes
    }
    if means == .plainGit, random.chance(oneIn: 3) { bytes = loosened(bytes, day) }
    return bytes
  }

  private mutating func change(_ record: inout Record, on day: Day, _ ledger: inout Ledger) {
    switch random.number(in: 1...100) {
    case ...45: tick(&record, day, &ledger)
    case ...60: takeBack(&record, day, &ledger)
    case ...68: say(&record, day, &ledger)
    case ...75: judge(&record)
    default: note(&record, day, &ledger)
    }
  }

  private mutating func tick(_ record: inout Record, _ day: Day, _ ledger: inout Ledger) {
    guard let time = TimeOfDay(seconds: number) else { return }
    let date = random.chance(oneIn: 8) ? day.advanced(by: 1) : nil
    let id = EntryID(date: date, time: time, device: device)
    let amounts = [Amount(1), Amount(1), Amount(2), Amount(8), Amount(thousandths: 250)]
    let amount = random.element(of: amounts)
    let effect = random.chance(oneIn: 3) ? Entry.Effect.to(amount) : .plus(amount)
    record.at = (record.at + [Entry(id: id, effect: effect)]).sorted { $0.id < $1.id }
    ledger.write(.init(place: "\(day)", kind: .entry, text: "\(id)"))
  }

  private mutating func takeBack(_ record: inout Record, _ day: Day, _ ledger: inout Ledger) {
    guard !record.at.isEmpty else { return tick(&record, day, &ledger) }
    let entry = random.element(of: record.at)
    record.at.removeAll { $0.id == entry.id }
    let fact = Ledger.Fact(place: "\(day)", kind: .entry, text: "\(entry.id)")
    if means == .tool {
      record.undone = (record.undone + [entry.id]).sorted()
      ledger.undo(fact)
    } else {
      ledger.remove([fact])
    }
  }

  /// Says a total that nobody said before.
  private mutating func say(_ record: inout Record, _ day: Day, _ ledger: inout Ledger) {
    let old = record.typed
    if means == .tool {
      record = record.setting(total: Amount(number * 1_000), stamp: stamp)
    } else {
      record.typed = Amount(number * 1_000)
    }
    guard let typed = record.typed, typed != old else { return }
    ledger.give("\(day)/typed", "\(typed)", inPlaceOf: old.map { "\($0)" })
  }

  private mutating func judge(_ record: inout Record) {
    let difficulty = random.element(of: Difficulty.allCases + [nil])
    let skip = random.element(of: Skip.allCases + [nil])
    switch (random.chance(oneIn: 2), means) {
    case (true, .tool): record = record.rated(difficulty, stamp: stamp)
    case (false, .tool): record = record.skipped(skip, stamp: stamp)
    case (true, _): record.difficulty = difficulty
    case (false, _): record.skip = skip
    }
  }

  private mutating func note(_ record: inout Record, _ day: Day, _ ledger: inout Ledger) {
    // Below what is noted already, or in its place: either way the texts before are replaced.
    let before = random.chance(oneIn: 2) ? record.note.map { "\($0)\n" } ?? "" : ""
    let text = "\(before)note \(number)"
    ledger.remove(record.notes.map { .init(place: "\(day)", kind: .note, text: $0) })
    record = record.noted(text)
    ledger.write(.init(place: "\(day)", kind: .note, text: text))
  }

  /// Everything of a record is removed by hand.
  private func withdraw(_ record: Record, _ day: Day, _ ledger: inout Ledger) {
    ledger.remove(record.at.map { .init(place: "\(day)", kind: .entry, text: "\($0.id)") })
    ledger.remove(record.notes.map { .init(place: "\(day)", kind: .note, text: $0) })
    if let typed = record.typed { ledger.takeAway("\(day)/typed", "\(typed)") }
  }

  /// The file with the line of a day spelled as nobody but a hand spells it.
  private func loosened(_ bytes: [UInt8], _ day: Day) -> [UInt8] {
    var lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n",
      omittingEmptySubsequences: false
    ).map(String.init)
    for index in lines.indices where lines[index].hasPrefix("  \"\(day)\": {") {
      lines[index] = lines[index].replacing(": ", with: ":  ").replacing(", ", with: ",")
    }
    return Array(lines.joined(separator: "\n").utf8)
  }
}

// MARK: Definitions

extension Author {
  /// The definition that every device begins with.
  static func newHabit() throws -> [UInt8] {
    var habit = Habit(
      id: try Files.habitID(),
      name: try Name("Water"),
      start: try #require(Day("2026-01-01"))
    )
    habit.goal = Dated(try Goal("8 glasses"))
    return try #require(HabitDocument(new: habit, of: .guest).edit).after
  }

  private mutating func editHabit(_ tree: Tree, _ ledger: inout Ledger) throws -> [UInt8] {
    let document = try Files.habit(tree)
    if means == .plainGit, let old = document.habit.description {
      ledger.give("description", "text \(number)", inPlaceOf: old)
      let text = String(decoding: tree.habit, as: UTF8.self)
      return Array(text.replacing(old.jsonQuoted, with: "\"text \(number)\"").utf8)
    }
    var habit = document.habit
    switch random.number(in: 1...4) {
    case 1:
      habit = habit.renamed(try Name("Name \(number)"))
      ledger.write(.init(place: "habit", kind: .name, text: habit.name.text))
    case 2:
      ledger.give("description", "text \(number)", inPlaceOf: habit.description)
      habit.description = "text \(number)"
    case 3:
      tag(&habit, &ledger)
    default:
      try setGoal(&habit, &ledger)
    }
    let edited = try document.changed(to: habit, stamp: stamp)
    return edited.edit?.after ?? tree.habit
  }

  private mutating func tag(_ habit: inout Habit, _ ledger: inout Ledger) {
    guard !habit.tags.isEmpty, random.chance(oneIn: 3) else {
      habit.tags.append("tag\(number)")
      return ledger.write(.init(place: "habit", kind: .tag, text: "tag\(number)"))
    }
    let tag = random.element(of: habit.tags)
    habit.tags.removeAll { $0 == tag }
    ledger.remove([.init(place: "habit", kind: .tag, text: tag)])
  }

  private mutating func setGoal(_ habit: inout Habit, _ ledger: inout Ledger) throws {
    let day = habit.start.advanced(by: 30 * random.number(in: 0...3))
    let isFirst = day == habit.start
    let old = habit.goal.entries.first { $0.from == day || isFirst }
    let goal = try Goal("\(number) glasses")
    habit.goal = habit.goal.setting(goal, from: day, beginning: habit.start)
    let place = isFirst ? "goal" : "goal/\(day)"
    ledger.give(place, "\(goal)", inPlaceOf: old.map { "\($0.value)" })
  }
}
