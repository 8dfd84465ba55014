import Foundation
import HabitExchange
import HabitCore
import HabitFiles
import TestSupport
import Testing

/// A case of `Formats`: files of another program, and what they mean.
struct FormatCase: Sendable, CustomTestStringConvertible {
  let folder: URL

  var testDescription: String { Project.path(of: folder, from: FormatCase.root) }

  static let root = Project.root.appending(path: "Tests/HabitAppTests/Formats")

  /// The day of most imports.
  static let today = "2026-01-31"

  /// All cases.
  static let all: [FormatCase] = Project.files(in: root, extensions: ["json"])
    .filter { $0.lastPathComponent == "expected.json" }
    .map { FormatCase(folder: $0.deletingLastPathComponent()) }
    .filter { $0.folder.lastPathComponent != "again" }

  /// What is expected, as JSON has it.
  func expectation() throws -> Expected {
    let data = try Data(contentsOf: folder.appending(path: "expected.json"))
    return try JSONDecoder().decode(Expected.self, from: data)
  }

  /// The absolute paths of the files to import.
  func paths(_ expected: Expected) -> [String] {
    expected.input.map { folder.appending(path: $0).path }
  }

  struct Expected: Decodable {
    let format: String
    let input: [String]
    let exit: Int
    let habits: [ExpectedHabit]
    let told: [Told]
    /// The day of the import, where it is not that of most.
    private let today: String?

    var importDay: String { today ?? FormatCase.today }
  }

  struct Told: Decodable, Hashable {
    let `where`: String
    let about: String
  }
}

/// A habit as `expected.json` spells it.
struct ExpectedHabit: Decodable {
  let name: String
  let type: String
  let goal: Setting
  let schedule: Setting
  let start: String
  let end: String?
  let description: String?
  let icon: String?
  let color: String?
  let tags: [String]?
  let unlogged: String?
  let paused: [String: String]?
  let reminders: [String]?
  let origin: [String: String]?
  let days: [String: ExpectedDay]

  /// A value, or values by date.
  enum Setting: Decodable {
    case plain(String)
    case dated([String: String])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      do {
        self = .plain(try container.decode(String.self))
      } catch {
        self = .dated(try container.decode([String: String].self))
      }
    }
  }

  /// The facts as lines, in an order that does not depend on how they are spelled.
  func lines(today: String) throws -> [String] {
    [
      "name \(name)", "type \(type) \(unlogged ?? "missed")",
      "goal \(try ExpectedHabit.spell(goal) { try Goal($0).description })",
      "schedule \(try ExpectedHabit.spell(schedule) { try Schedule($0).description })",
      "start \(start == "today" ? today : start)", "end \(end ?? "-")",
      "description \(description ?? "-")", "icon \(icon ?? "-")", "color \(color ?? "-")",
      "tags \((tags ?? []).joined(separator: ","))",
      "paused \((paused ?? [:]).map { "\($0.key)-\($0.value)" }.sorted())",
      "reminders \(reminders ?? [])",
      "origin \((origin ?? [:]).map { "\($0.key)=\($0.value)" }.sorted())",
    ]
      + days.map { "\($0.key): \($0.value.line)" }.sorted()
  }

  private static func spell(
    _ setting: Setting,
    _ parse: (String) throws -> String
  ) throws -> String {
    switch setting {
    case .plain(let text): try parse(text)
    case .dated(let values):
      try values.sorted { $0.key < $1.key }.map { "\($0.key) \(try parse($0.value))" }
        .joined(separator: "; ")
    }
  }
}

/// A day as a year file has it.
struct ExpectedDay: Decodable {
  let progress: Double?
  let skip: String?
  let note: String?

  private enum Key: String, CodingKey {
    case progress, skip, note
  }

  init(from decoder: any Decoder) throws {
    guard let container = try? decoder.container(keyedBy: Key.self) else {
      progress = try decoder.singleValueContainer().decode(Double.self)
      skip = nil
      note = nil
      return
    }
    progress = try container.decodeIfPresent(Double.self, forKey: .progress)
    skip = try container.decodeIfPresent(String.self, forKey: .skip)
    note = try container.decodeIfPresent(String.self, forKey: .note)
  }

  var line: String { ExpectedDay.line(progress, skip, note) }

  static func line(_ progress: Double?, _ skip: String?, _ note: String?) -> String {
    "\(progress.map { "\($0)" } ?? "-") \(skip ?? "-") \(note ?? "-")"
  }
}

extension ImportedHabit {
  /// The facts as ``ExpectedHabit`` lists them.
  var lines: [String] {
    var kind = "formation missed"
    if case .breaking(_, let unlogged) = habit.kind { kind = "breaking \(unlogged.rawValue)" }
    return [
      "name \(habit.name)", "type \(kind)", "goal \(ImportedHabit.spell(habit.goal))",
      "schedule \(ImportedHabit.spell(habit.schedule))", "start \(habit.start)",
      "end \(habit.end?.description ?? "-")", "description \(habit.description ?? "-")",
      "icon \(habit.icon ?? "-")", "color \(habit.color?.description ?? "-")",
      "tags \(habit.tags.joined(separator: ","))",
      "paused \(habit.pauses.map { "\($0.start)-\($0.end?.description ?? "open")" }.sorted())",
      "reminders \(habit.reminders.map(\.hoursAndMinutes))",
      "origin \((origin.map { ["\($0.program)=\($0.id)"] } ?? []))",
    ]
      + days.map { day, record in
        let progress = record.progress.map { Double($0.thousandths) / 1000 }
        return "\(day): "
          + ExpectedDay.line(progress, record.skip?.rawValue, record.notes.first)
      }.sorted()
  }

  private static func spell(_ setting: Dated<some CustomStringConvertible>) -> String {
    setting.entries.map { "\($0.from.map { "\($0) " } ?? "")\($0.value)" }
      .joined(separator: "; ")
  }
}
