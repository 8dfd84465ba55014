import HabitCore
import HabitScore

/// Worlds sketched in a few characters, so that a case reads as a line.
///
/// A log has one character a day: `.` nothing, `x` the goal, `~` some progress (too much for a
/// breaking habit), `-` a skip, `+` the goal and a skip, `0` a typed zero, `n` a note without
/// progress. States are spelled `x` done, `-` skipped, `?` open, `!` missed, `.` free.
struct Sketch: CustomStringConvertible {
  var habit: Habit
  var profile = Profile()
  var log: String

  /// A habit of two times from a day on, with a log that begins that day.
  init(_ schedule: String, _ log: String, from start: String = "2026-03-02", id: String = "run") {
    self.habit = sketchedHabit(id, from: day(start))
    self.habit.schedule = Dated(sketchedSchedule(schedule))
    self.log = log
  }

  /// The same with one thing changed.
  func with(_ change: (inout Sketch) -> Void) -> Sketch {
    var sketch = self
    change(&sketch)
    return sketch
  }

  /// The last day of the log.
  var today: Day { habit.start.advanced(by: log.count - 1) }

  var tracked: TrackedHabit {
    let isBreaking = habit.kind != .formation
    let tallies = log.enumerated().compactMap { offset, character in
      sketchedTally(character, on: habit.start.advanced(by: offset), isBreaking: isBreaking)
    }
    return TrackedHabit(habit, tallies: tallies)
  }

  var board: HabitBoard { HabitBoard(of: tracked, profile: profile, on: today) }

  func board(on today: Day) -> HabitBoard {
    HabitBoard(of: tracked, profile: profile, on: today)
  }

  /// The states of all days of the log.
  var states: String { spell { board.state(on: $0) } }

  private func spell(_ state: (Day) -> DayState) -> String {
    String(log.indices.enumerated().map { state(habit.start.advanced(by: $0.offset)).character })
  }

  var description: String {
    """
    \(habit.schedule.entries.map { "\($0.from.map { "\($0) " } ?? "")\($0.value)" }) \
    from \(habit.start) to \(habit.end.map { "\($0)" } ?? "-"), log \(log), kind \(habit.kind), \
    goal \(habit.goal.entries.map { "\($0.from.map { "\($0) " } ?? "")\($0.value)" }), \
    pauses \(habit.pauses.map(\.text)), deleted \(habit.deleted.map { "\($0)" } ?? "-"), \
    vacations \(profile.vacations.map(\.text)), week from \(profile.weekStart), \
    mode \(profile.streakMode.entries.map { "\($0.from.map { "\($0) " } ?? "")\($0.value)" })
    """
  }
}

extension DaySpan {
  var text: String { "\(start)…\(end.map { "\($0)" } ?? "")" }
}

extension DayState {
  /// One character for tables.
  var character: Character {
    switch self {
    case .done: "x"
    case .skipped: "-"
    case .open: "?"
    case .missed: "!"
    case .free: "."
    }
  }
}

func day(_ text: String) -> Day {
  guard let day = Day(text) else { preconditionFailure("\(text) is not a day") }
  return day
}

func span(_ start: String, _ end: String?) -> DaySpan {
  DaySpan(start: day(start), end: end.map(day))
}

func sketchedSchedule(_ text: String) -> Schedule {
  do {
    return try Schedule(text)
  } catch {
    preconditionFailure("\(text) is not a schedule")
  }
}

/// A schedule or goal that changes: `dated(("2026-03-02", a), ("2026-03-05", b))`.
func dated<Value>(_ values: (String, Value)...) -> Dated<Value> {
  guard let dated = Dated(values.map { (from: day($0.0), value: $0.1) }) else {
    preconditionFailure("no dated values")
  }
  return dated
}

func times(_ count: Int) -> Goal { Goal(amount: Amount(count), unit: "times") }

/// So many kilometres altogether.
func sum(_ amount: Int, _ span: Goal.Span) -> Goal {
  Goal(amount: Amount(amount), unit: "km", per: span)
}

func sketchedHabit(_ id: String, from start: Day) -> Habit {
  guard let slug = HabitID(id) else { preconditionFailure("\(id) is not an id") }
  let name: Name
  do {
    name = try Name(id)
  } catch {
    preconditionFailure("\(id) is not a name")
  }
  var habit = Habit(id: slug, name: name, start: start)
  habit.goal = Dated(times(2))
  return habit
}

func sketchedTally(_ character: Character, on day: Day, isBreaking: Bool) -> Tally? {
  switch character {
  case "x": Tally(day: day, progress: Amount(2), skip: nil)
  case "~": Tally(day: day, progress: Amount(isBreaking ? 3 : 1), skip: nil)
  case "-": Tally(day: day, progress: nil, skip: .sick)
  case "+": Tally(day: day, progress: Amount(2), skip: .travel)
  case "0": Tally(day: day, progress: .zero, skip: nil)
  case "n": Tally(day: day, progress: nil, skip: nil)
  default: nil
  }
}

func tracker(_ sketches: Sketch...) -> Tracker { tracker(sketches) }

/// A tracker with the habits of all sketches and the profile of the first.
func tracker(_ sketches: [Sketch]) -> Tracker {
  Tracker(
    user: .guest,
    profile: sketches.first?.profile ?? Profile(),
    habits: sketches.map(\.tracked)
  )
}
