import Foundation
import HabitApp
import HabitCore
import HabitExchange
import HabitFiles
import Posix
import TestSupport
import Testing

/// What is exported and imported again is what it was, less what the export told.
@Suite struct RoundTripTests {
  private let user = UserID.guest

  @Test func `our own export into nothing and out again is the same bytes`() async throws {
    try await sampling(60) { generator in
      let abilities = generator.element(of: [Abilities.everything, .anything])
      let world = try HabitWorld(&generator, abilities)
      let first = try #require(world.export(as: .json).result.files.first?.text)
      let facts = Importing.facts(
        in: ImportInput(files: [ImportFile(name: "x.json", bytes: Array(first.utf8))]),
        options: ImportOptions(today: world.today)
      )
      #expect(facts.notes.isEmpty && facts.format == .json, "\(facts.notes)")
      let files = try FileTree(importing: facts)
      #expect(files.export(as: .json, on: world.today).result.files.map(\.text) == [first])
    }
  }

  @Test func `an export makes no folder but its own`() throws {
    let folder = try TemporaryFolder()
    let today = try #require(Day("2026-01-31"))
    let writer = ExportWriter(environment: TestRun.environment)
    for format in [ExportFormat.harsh, .csv, .loop] {
      #expect(throws: SystemError.self) {
        try writer.write(
          FileTree([:]).export(as: format, on: today),
          to: folder.url.path + "/none/new"
        )
      }
    }
    #expect(!folder.exists("none"))
  }

  @Test(arguments: ExchangeForm.all) func `what a form can hold comes back`(
    form: ExchangeForm
  ) async throws {
    try await sampling(40) { generator in
      let world = try HabitWorld(&generator, form.abilities)
      guard !world.habits.isEmpty else { return }
      let result = world.export(as: form.format).result
      let surprises = result.notes.filter { note in
        !form.told.contains { note.hasPrefix($0) }
      }
      #expect(surprises == [])
      let files = result.files.map { name, text in
        ImportFile(name: name.isEmpty ? "x.\(form.suffix)" : name, bytes: Array(text.utf8))
      }
      let facts = Importing.facts(
        in: ImportInput(files: files),
        options: ImportOptions(today: world.today)
      )
      #expect(facts.format == form.importFormat, "\(facts.notes)")
      #expect(!facts.hasErrors, "\(facts.notes)")
      let back = form.abilities.lines(of: facts.habits.map { ($0.habit, $0.days) })
      let there = form.abilities.lines(
        of: world.habits.filter { form.holdsEmptyHabits || !$0.days.isEmpty }
      )
      #expect(back == there)
      // What came back is nothing new to who has it already.
      let plan = try ImportPlan(of: facts, beside: world.files)
      #expect(plan.edits.isEmpty, "\(plan.differences)")
    }
  }
}

extension RoundTripTests {
  @Test func `a decade of harsh's log comes back line by line`() async throws {
    try await sampling(2) { generator in
      let today = try #require(Day("2026-01-31"))
      let habits = ["Meditate: 1", "Gym: 3/7", "Water: 1", "Clean: 14", "Coffee: 1"]
      var lines: [String] = []
      for age in (0..<3653).reversed() {
        for habit in habits where !generator.chance(oneIn: 10) {
          let name = habit.prefix { $0 != ":" }
          // Amounts that equal the goal, 1, are amounts.
          let isCoffee = name == "Coffee"
          let outcome = isCoffee ? "y" : generator.element(of: ["y", "y", "y", "n", "s"])
          let amounts = isCoffee ? 1...3 : outcome == "y" ? 8...12 : 1...7
          let isCounted = isCoffee || name == "Water" && outcome != "s"
          let amount = isCounted ? "\(generator.number(in: amounts))" : ""
          let note = generator.element(of: ["", "", "rain", "ünï, \"x\"", "half: done"])
          lines.append(
            "\(today.advanced(by: -age)) : \(name) : \(outcome) : \(note) : \(amount)"
          )
        }
      }
      let input = ImportInput(files: [
        ImportFile(name: "habits", bytes: Array(habits.joined(separator: "\n").utf8)),
        ImportFile(name: "log", bytes: Array(lines.joined(separator: "\n").utf8)),
      ])
      let facts = Importing.facts(in: input, options: ImportOptions(today: today))
      #expect(!facts.hasErrors && facts.habits.count == 5)
      let files = try FileTree(importing: facts)
      let log = try #require(files.export(as: .harsh, on: today).result.files.last)
      let back = log.text.split(separator: "\n").map(String.init)
      #expect(back.sorted() == lines.sorted())
    }
  }
}

/// A form that is written and read, and what it can hold.
struct ExchangeForm: Sendable, CustomTestStringConvertible {
  let format: ExportFormat
  let importFormat: ImportFormat
  let suffix: String
  let abilities: Abilities
  /// What it tells in any case.
  var told: [String] = []
  var holdsEmptyHabits = true

  var testDescription: String { format.rawValue }

  private static let windows = [
    "every day", "3 times a week", "twice a month", "twice every 5 days",
    "every 14 days after the last time",
  ]

  static let all = [
    ExchangeForm(
      format: .csv,
      importFormat: .csv,
      suffix: "csv",
      abilities: Abilities(amounts: true, skips: true, notes: true, difficulties: true),
      told: ["goals, schedules", "no records"],
      holdsEmptyHabits: false
    ),
    ExchangeForm(
      format: .harsh,
      importFormat: .harsh,
      suffix: "",
      abilities: Abilities(
        schedules: windows,
        skips: true,
        notes: true,
        tags: true,
        ends: true,
        signs: false
      ),
      told: ["calendar weeks"]
    ),
    ExchangeForm(
      format: .habitctl,
      importFormat: .habitctl,
      suffix: "",
      abilities: Abilities(
        schedules: ["every day", "every 3 days after the last time"],
        skips: true
      )
    ),
    ExchangeForm(
      format: .org,
      importFormat: .orgHabit,
      suffix: "org",
      abilities: Abilities(
        schedules: [
          "every day", "mon", "every 4 days after the last time", "monthly on 5",
          "every 6 months after the last time", "every 3 months on 15", "yearly on dec 24",
        ],
        notes: true,
        tags: true,
        misses: false
      )
    ),
    ExchangeForm(
      format: .mhabit,
      importFormat: .mhabit,
      suffix: "json",
      abilities: Abilities(
        schedules: windows,
        goals: ["1 time", "8 glasses", "2.5 km"],
        amounts: true,
        tags: true,
        colors: true
      )
    ),
    ExchangeForm(
      format: .beaverhabits,
      importFormat: .beaverhabits,
      suffix: "json",
      abilities: Abilities(schedules: windows, notes: true, tags: true)
    ),
    ExchangeForm(
      format: .obsidian,
      importFormat: .obsidianHabits,
      suffix: "md",
      abilities: Abilities(
        schedules: ["every day", "mon, wed", "every 3 days", "2 times a week", "monthly on 9"],
        goals: ["1 time", "8 glasses", "30 minutes"],
        amounts: true,
        notes: true,
        tags: true,
        ends: true,
        colors: true,
        misses: false,
        signs: false
      )
    ),
  ]
}
