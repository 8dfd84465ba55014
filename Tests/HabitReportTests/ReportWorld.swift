import Foundation
import HabitCore
import HabitFiles
import HabitReport
import HabitScore
import TestSupport

/// A small world for pages: habits, what was done of them, and notes.
struct ReportWorld {
  var today = day("2026-03-01")
  var user = UserID.guest
  var profile = Profile()
  var habits: [TrackedHabit] = []
  var notes: [Facts.Note] = []

  var board: Scoreboard {
    Scoreboard(of: Tracker(user: user, profile: profile, habits: habits), on: today)
  }

  init() {}

  /// The facts of a tracker, on a day.
  init(of tracker: Tracker, on today: Day = day("2026-03-01")) {
    (self.today, user) = (today, tracker.user)
    (profile, habits) = (tracker.profile, tracker.habits)
  }

  /// What alice of the shipped example did.
  static func alice() throws -> Tracker {
    let folder = Project.root.appending(path: "Examples/alice")
    var files: [String: [UInt8]] = [:]
    for file in Project.files(in: folder, extensions: ["json"]) {
      files[Project.path(of: file, from: folder)] = Array(try Data(contentsOf: file))
    }
    guard let user = UserID("alice") else { preconditionFailure("alice is not an id") }
    return TrackerReader(FileTree(files), taken: FileTree([:]), user: user).read(.everything)
      .tracker
  }

  /// Adds a habit of so many times a day, with a log that ends today: `x` done, `-` skipped, or how
  /// many times.
  mutating func add(_ id: String, _ name: String, _ log: String, goal: Int = 1, color: Color? = nil)
  {
    guard let slug = HabitID(id) else { preconditionFailure("\(id) is not an id") }
    let start = today.advanced(by: 1 - log.count)
    var habit = Habit(id: slug, name: self.name(name), start: start)
    habit.color = color
    habit.tags = [String(id.prefix(1))]
    habit.goal = Dated(Goal(amount: Amount(goal), unit: Goal.once.unit))
    let tallies = log.enumerated().compactMap { offset, mark -> Tally? in
      let day = start.advanced(by: offset)
      return switch mark {
      case "x": Tally(day: day, progress: Amount(goal), skip: nil)
      case "-": Tally(day: day, progress: nil, skip: .sick)
      default: mark.wholeNumberValue.map { Tally(day: day, progress: Amount($0), skip: nil) }
      }
    }
    habits.append(TrackedHabit(habit, tallies: tallies))
  }

  /// Adds notes of the first habit, one a day, the last one today.
  mutating func note(_ texts: [String]) {
    guard let habit = habits.first?.habit.id else { preconditionFailure("there is no habit") }
    for (offset, text) in texts.reversed().enumerated() {
      notes.append(Facts.Note(of: habit, on: today.advanced(by: -offset), text))
    }
  }

  private func name(_ text: String) -> Name {
    do {
      return try Name(text)
    } catch {
      preconditionFailure("\(text) is not a name")
    }
  }

  /// A page of a template, over the days up to today or a period.
  func page(
    _ template: String,
    _ period: String? = nil,
    of habit: HabitID? = nil,
    for look: Look = Look(.utf8, columns: 78, isColored: false)
  ) throws -> FilledPage {
    try page(Template(Array(template.utf8)), period, of: habit, for: look)
  }

  func page(
    _ template: Template,
    _ period: String? = nil,
    of habit: HabitID? = nil,
    for look: Look
  ) throws -> FilledPage {
    let facts = Facts(
      of: board,
      user: user,
      profile: profile,
      over: try Period(
        period,
        for: template.period,
        today: today,
        first: board.habits.map(\.habit.start).min(),
        weekStart: profile.weekStart
      ),
      notes: notes,
      version: "test"
    )
    .of(habit)
    return try template.filled(with: facts, for: look)
  }

  /// What becomes of the lines of a body.
  func lines(
    _ body: String,
    _ period: String? = nil,
    kind: String = "day",
    of habit: HabitID? = nil,
    for look: Look = Look(.utf8, columns: 78, isColored: false)
  ) throws -> [String] {
    let template = head + ".Hb period \(kind)\n" + body + "\n"
    let text = try page(template, period, of: habit, for: look).text
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      .dropFirst(3).dropLast().filter { !$0.hasPrefix(".if d pdf") }
  }
}

/// The lines every template begins with.
let head = ".Dd today\n.Dt HABIT-X 7\n.Os\n"

func day(_ text: String) -> Day {
  guard let day = Day(text) else { preconditionFailure("\(text) is not a day") }
  return day
}

/// What is wrong with a template: `line:column: message`.
func complaints(_ template: String) -> [String] {
  let bytes = Array(template.utf8)
  return complaints(bytes)
}

func complaints(_ bytes: [UInt8]) -> [String] {
  errors(bytes).map { error in
    let before = bytes[..<error.offset]
    let line = before.count { $0 == 0x0A } + 1
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let column = String(decoding: before[start...], as: UTF8.self).unicodeScalars.count + 1
    return "\(line):\(column): \(error.message)"
  }
}

/// What is wrong with a template.
func errors(_ template: String) -> [TemplateError] { errors(Array(template.utf8)) }

func errors(_ bytes: [UInt8]) -> [TemplateError] {
  do {
    _ = try Template(bytes)
    return []
  } catch {
    return error.errors
  }
}
