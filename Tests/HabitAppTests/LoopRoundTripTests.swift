import Foundation
import HabitApp
import HabitExchange
import HabitCore
import HabitFiles
import TestSupport
import Testing

/// What goes to Loop's database and comes from it, by way of the real sqlite3.
@Suite struct LoopRoundTripTests {
  private static let abilities = Abilities(
    schedules: [
      "every day", "3 times a week", "twice a month", "twice every 5 days",
      "every 14 days after the last time",
    ],
    goals: ["1 time", "8 glasses", "2.5 km"],
    amounts: true,
    skips: true,
    notes: true,
    colors: true
  )

  @Test func `what Loop's database can hold comes back`() async throws {
    let folder = try TemporaryFolder()
    try await sampling(8) { generator in
      let world = try HabitWorld(&generator, Self.abilities)
      let path = folder.url.appending(path: "\(UUID()).db").path
      let writer = ExportWriter(environment: TestRun.environment)
      let notes = try writer.write(world.export(as: .loop), to: path).notes
      let known = ["calendar weeks", "the colour becomes", "first days"]
      #expect(notes.filter { note in !known.contains { note.hasPrefix($0) } } == [])
      let facts = Importing.facts(
        in: try ImportReader(environment: TestRun.environment).input(at: [path]),
        options: ImportOptions(today: world.today)
      )
      #expect(!facts.hasErrors, "\(facts.notes)")
      let back = Self.abilities.lines(of: facts.habits.map { ($0.habit, $0.days) })
      let there = Self.abilities.lines(of: world.habits)
      #expect(back == there)
      let plan = try ImportPlan(of: facts, beside: world.files)
      #expect(plan.edits.isEmpty, "\(plan.differences)")
    }
  }

  @Test func `statements that make a database run no command`() throws {
    let folder = try TemporaryFolder()
    let place = folder.url.path
    let writer = ExportWriter(environment: TestRun.environment)
    #expect(throws: Failure.self) {
      try writer.run(".shell touch \(place)/ran\n", at: place + "/x.db")
    }
    #expect(!folder.exists("ran"))
  }

  @Test func `a decade of Loop is harsh's log, line by line`() async throws {
    try await sampling(1) { generator in
      let decade = LoopDecade(&generator)
      let today = try #require(Day("2026-01-31"))
      let facts = Importing.facts(
        in: ImportInput(files: [], database: try decade.database()),
        options: ImportOptions(today: today)
      )
      #expect(!facts.hasErrors && facts.days == decade.lines.count)
      let files = try FileTree(importing: facts)
      let reading = TrackerReader(files, taken: files, user: .guest).read(.everything)
      #expect(reading.problems.isEmpty, "\(reading.problems)")
      #expect(reading.tracker.habits.count == 20)
      let log = try #require(files.export(as: .harsh, on: today).result.files.last)
      let lines = log.text.split(separator: "\n")
      #expect(lines.map(String.init).sorted() == decade.lines.sorted())
    }
  }
}

/// Twenty habits of Loop over ten years, and the lines that harsh would have for them.
private struct LoopDecade {
  /// `(id, name, times, days, isNumeric, isAtMost, target)`.
  private let habits: [(Int, String, Int, Int, Bool, Bool, Int)]
  private var rows: [String] = []
  private(set) var lines: [String] = []

  init(_ generator: inout Generator) {
    habits = (1...20).map { id in
      let (times, days) = [(1, 1), (3, 7), (1, 14), (1, 1), (1, 30)][id % 5]
      return (id, "Habit \(id)", times, days, id % 5 == 3 || id == 20, id == 8, id == 20 ? 12 : 8)
    }
    let last = Day(number: 20_484)
    for habit in habits {
      for age in 0..<3652 where !generator.chance(oneIn: 5) {
        add(habit, last.advanced(by: -age), &generator)
      }
    }
  }

  private mutating func add(
    _ habit: (Int, String, Int, Int, Bool, Bool, Int),
    _ day: Day,
    _ generator: inout Generator
  ) {
    let (id, name, _, _, isNumeric, isAtMost, target) = habit
    let note = generator.element(of: ["", "", "", "rain", "at 3: ünï"])
    let amount = generator.number(in: 2...16)
    let outcome = generator.element(of: ["y", "y", "y", "n", "s"])
    let value: Int
    let line: String
    if outcome == "s" {
      (value, line) = (3, "s : \(note) : ")
    } else if isNumeric {
      let isDone = isAtMost ? amount <= target : amount >= target
      (value, line) = (amount * 1000, "\(isDone ? "y" : "n") : \(note) : \(amount)")
    } else {
      (value, line) = (outcome == "y" ? 2 : 0, "\(outcome) : \(note) : ")
    }
    let time = Int(day.number) * 86_400_000
    rows.append(
      #"{"id":\#(rows.count),"habit":\#(id),"timestamp":\#(time),"value":\#(value),"#
        + #""notes":"\#(note)"}"#
    )
    lines.append("\(day) : \(name) : \(line)")
  }

  func database() throws -> ImportDatabase {
    let habits = habits.map { id, name, times, days, isNumeric, isAtMost, target in
      #"{"id":\#(id),"archived":0,"color":\#(id - 1),"freq_den":\#(days),"freq_num":\#(times),"#
        + #""name":"\#(name)","position":\#(id),"type":\#(isNumeric ? 1 : 0),"#
        + #""target_type":\#(isAtMost ? 1 : 0),"target_value":\#(target).0,"uuid":"u\#(id)"}"#
    }
    return ImportDatabase(
      name: "decade.db",
      version: 25,
      columns: [
        "habits": ["name", "freq_num"], "repetitions": ["habit", "timestamp", "value"],
      ],
      rows: ["habits": try json(habits), "repetitions": try json(rows)]
    )
  }

  private func json(_ rows: [String]) throws -> [ImportDatabase.Row] {
    try rows.map { row in
      let object = try JSON(foreign: Array(row.utf8), path: "decade.db")
      guard case .object(let members) = object.value else { return .init(columns: [], values: []) }
      return ImportDatabase.Row(columns: members.map(\.key), values: members.map(\.value))
    }
  }
}
