import Foundation
import HabitApp
import HabitCore
import HabitExchange
import HabitFiles
import TestSupport
import Testing

/// Whatever a user has, a program that is written and read has it too, or the export says what it lacks.
@Suite struct ThereAndBackTests {
  @Test(arguments: ExchangeForm.all + [.loop])
  func `what does not come back was told at the export`(form: ExchangeForm) async throws {
    let folder = try TemporaryFolder()
    try await sampling(form.format == .loop ? 10 : 60) { generator in
      let world = try HabitWorld(&generator, .anything)
      let (input, notes) = try form.exported(world, in: folder)
      let told = Told(notes)
      let facts = Importing.facts(
        in: input,
        as: form.importFormat,
        options: ImportOptions(today: world.today)
      )
      #expect(!facts.hasErrors, "\(facts.notes)")
      for (habit, days) in world.habits {
        guard let back = facts.habits.first(where: { $0.habit.name == habit.name }) else {
          #expect(told.says(["no records"], of: habit), "\(habit.name): not there\n\(told.lines)")
          continue
        }
        for (aspect, words) in Comparison(habit, days, back).differences {
          #expect(told.says(words, of: habit), "\(habit.name): \(aspect)\n\(told.lines)")
        }
      }
    }
  }
}

/// What an export said, by habit.
private struct Told {
  let lines: [String]

  init(_ lines: [String]) {
    self.lines = lines
  }

  /// Whether a line that begins with one of these words names the habit, or all of them.
  func says(_ words: [String], of habit: Habit) -> Bool {
    lines.contains { line in
      guard words.contains(where: line.hasPrefix) else { return false }
      guard let names = line.separated(by: ": ").dropFirst().last else { return true }
      return names.components(separatedBy: ", ").contains(habit.name.text)
    }
  }
}

extension String {
  fileprivate func separated(by text: String) -> [String] { components(separatedBy: text) }
}

/// What of a habit is another thing after an export and an import, and how an export may have said it.
private struct Comparison {
  private(set) var differences: [(aspect: String, words: [String])] = []
  private let isOther = ["habits to do less of become ordinary ones"]

  init(_ habit: Habit, _ days: [Day: Record], _ back: ImportedHabit) {
    let today = Day(number: 20_484)
    let (start, there) = (max(today, habit.start), back.habit)
    let goals = ["goals and units are left out", "the goal of a period becomes", "earlier goals"]
    func compare<Value: Equatable>(_ aspect: String, _ path: (Habit) -> Value, _ words: [String]) {
      guard path(habit) != path(there) else { return }
      differences.append(
        (
          "\(aspect): \(path(habit)), then \(path(there))",
          words + ["goals, schedules and all else"]
        )
      )
    }
    let unlogged = ["a day without a record of a habit to do less of", "baselines are left out"]
    compare("kind", \.kind, isOther + unlogged)
    compare("goal", { $0.goal.value(on: start) }, isOther + goals + ["the schedule becomes a goal"])
    compare("goals", \.goal.entries.count, isOther + goals)
    compare(
      "schedule",
      { $0.schedule.value(on: start) },
      [
        "the schedule", "calendar weeks and months", "what is only tracked",
        "the goal of a period becomes", "in a month that lacks the day",
      ]
    )
    compare("schedules", { Set($0.schedule.entries.map(\.value)).count }, ["earlier schedules"])
    compare("start", \.start, ["first days"])
    compare("end", \.end, ["last days"])
    compare("pauses", \.pauses, ["pauses", "the day since when"])
    compare("tags", \.tags, ["tags", "a habit without a tag comes"])
    compare("color", \.color, ["colours", "the colour becomes"])
    compare("icon", \.icon, ["icons"])
    compare("description", \.description, ["descriptions"])
    compare("reminders", \.reminders, ["reminders"])
    compare("aliases", \.aliases, ["former names"])
    for day in Set(days.keys).union(back.days.keys) {
      compareDay(day, (habit, days[day] ?? Record()), (there, back.days[day] ?? Record()))
    }
  }

  private mutating func compareDay(
    _ day: Day,
    _ here: (habit: Habit, record: Record),
    _ there: (habit: Habit, record: Record)
  ) {
    func compare<Value: Equatable>(
      _ aspect: String,
      _ path: (Record) -> Value,
      _ words: [String]
    ) {
      guard path(here.record) != path(there.record) else { return }
      differences.append(
        ("\(day) \(aspect): \(path(here.record)), then \(path(there.record))", words)
      )
    }
    compare(
      "progress",
      \.progress,
      [
        "amounts", "days that say 0", "days that were not done", "a skipped day with an amount",
        "the amount 0.003", "goals and units are left out",
      ] + isOther
    )
    compare("skip", \.skip, ["skipped days", "reasons of skipped", "a skipped day with"])
    compare("difficulty", \.difficulty, ["difficulties"])
    compare(
      "note",
      \.note,
      [
        "notes", "days with nothing but a note", "line breaks", "days that were not done",
        "days without an amount", "goals and units are left out, amounts stay",
      ]
    )
    compare("times", \.at.count, ["times of the day"])
    let isDone = [here, there].map { one in
      let goal = one.habit.goal.value(on: day)
      let progress = one.record.progress
      return one.habit.isBreaking
        ? progress.map { $0 <= goal.amount } ?? false
        : progress.map { $0 > .zero && (goal.isSum || $0 >= goal.amount) } ?? false
    }
    guard isDone[0] != isDone[1] else { return }
    differences.append(
      (
        "\(day) done: \(isDone[0])",
        [
          "earlier goals", "the goal of a period", "goals, schedules",
          "the schedule becomes a goal",
        ]
      )
    )
  }
}

extension ExchangeForm {
  static let loop = ExchangeForm(
    format: .loop,
    importFormat: .loopDatabase,
    suffix: "db",
    abilities: Abilities()
  )

  /// The files of a world in this form, as an import takes them, and what the export said.
  func exported(
    _ world: HabitWorld,
    in folder: TemporaryFolder
  ) throws -> (ImportInput, notes: [String]) {
    guard format == .loop else {
      let result = world.export(as: format).result
      let files = result.files.map { name, text in
        ImportFile(name: name.isEmpty ? "x.\(suffix)" : name, bytes: Array(text.utf8))
      }
      return (ImportInput(files: files), result.notes)
    }
    let path = folder.url.appending(path: "\(UUID()).db").path
    let writer = ExportWriter(environment: TestRun.environment)
    let notes = try writer.write(world.export(as: .loop), to: path).notes
    return (try ImportReader(environment: TestRun.environment).input(at: [path]), notes)
  }
}
