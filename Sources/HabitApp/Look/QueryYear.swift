public import HabitCore
internal import HabitFiles
public import HabitScore

public struct QueryYear: Sendable {
  private let days: ClosedRange<Day>
  private let boards: [HabitBoard]
  private let states: Set<DayState>
  private let context: CommandContext

  /// The years of a range of days; of days of some states only, unless there are none.
  public static func all(
    of boards: [HabitBoard],
    over days: ClosedRange<Day>,
    in states: Set<DayState>,
    of context: CommandContext
  ) -> [QueryYear] {
    (days.lowerBound.year...days.upperBound.year).compactMap { year in
      guard let first = Day(year: year, month: 1, day: 1),
        let last = Day(year: year, month: 12, day: 31)
      else { return nil }
      return QueryYear(
        days: days.clamped(to: first...last),
        boards: boards,
        states: states,
        context: context
      )
    }
  }

  /// The due days and the records, by day, then habit.
  public var rows: some Sequence<QueryRow> {
    let documents = boards.map { context.document(of: $0.habit, year: days.lowerBound.year) }
    return days.all.lazy.flatMap { day in
      zip(boards, documents).lazy.compactMap { row($0, $1, on: day) }
    }
  }

  private func row(_ board: HabitBoard, _ document: YearDocument?, on day: Day) -> QueryRow? {
    let record = document?.record(on: day) ?? Record()
    let isDue = board.isDue(on: day)
    let state = board.state(on: day)
    guard isDue || record.hasFacts, states.isEmpty || states.contains(state) else { return nil }
    return QueryRow(
      habit: board.habit,
      day: day,
      state: state,
      isDue: isDue,
      goal: board.goal(on: day),
      record: record
    )
  }
}

/// A due day or a record of one habit.
public struct QueryRow: Sendable {
  public let habit: Habit
  public let day: Day
  public let state: DayState
  public let isDue: Bool
  public let goal: Goal
  public let record: Record
}
