public import HabitCore
internal import HabitFiles
internal import HabitScore

/// Passes several days of some habits over, or no longer, in one commit.
public struct SkipRequest: ChangeRequest {
  private let habits: [HabitID]
  private let days: ClosedRange<Day>
  private let reason: Skip?

  /// The days of one habit that were changed.
  public struct Skipped: Sendable {
    public let habit: Habit
    /// The days, in order.
    public let days: [Day]
  }

  /// A request to skip the days of a range on which habits were due and not done; without a reason, those
  /// that were skipped are no longer.
  public init(
    _ reason: Skip?,
    of names: [String],
    on days: ClosedRange<Day>,
    in context: CommandContext
  ) throws {
    let lookup = HabitLookup(context.read(.definitions), on: context.today)
    var habits: [HabitID] = []
    for name in names {
      let id = try lookup.habit(name).id
      if !habits.contains(id) { habits.append(id) }
    }
    (self.habits, self.days, self.reason) = (habits, days, reason)
  }

  /// The edits of the year files.
  public func plan(in context: CommandContext) throws -> ChangePlan<[Skipped]> {
    let tracker = context.read(.everything).tracker
    var edits: [Edit] = []
    var skipped: [Skipped] = []
    for id in habits {
      guard let habit = tracker[id] else { continue }
      let board = HabitBoard(of: habit, profile: context.profile, on: context.today)
      let (days, changes) = try skip(board, in: context)
      skipped.append(Skipped(habit: habit.habit, days: days))
      edits += changes
    }
    let made = skipped
    let ids = made.filter { !$0.days.isEmpty }.map(\.habit.inSubject).joined(separator: ", ")
    let word = reason?.rawValue ?? "cleared"
    return ChangePlan(
      edits: edits,
      subject: "skip \(ids) \(word) \(days.lowerBound) to \(days.upperBound)"
    ) { _ in made }
  }

  private func skip(
    _ board: HabitBoard,
    in context: CommandContext
  ) throws(FileProblems) -> ([Day], [Edit]) {
    let (first, last) = (max(days.lowerBound, board.habit.start), days.upperBound)
    guard first <= last else { return ([], []) }
    var changed: [Day] = []
    var edits: [Edit] = []
    for year in first.year...last.year {
      var document = try context.yearDocument(of: board.habit, year: year)
      for number in first.number...last.number where Day(number: number).year == year {
        let day = Day(number: number)
        let record = document.record(on: day)
        guard changes(board.state(on: day), record) else { continue }
        let skipped = record.skipped(reason, stamp: context.stamp)
        document = try document.replacing(on: day, with: skipped)
        changed.append(day)
      }
      if let edit = document.edit { edits.append(edit) }
    }
    return (changed, edits)
  }

  private func changes(_ state: DayState, _ record: Record) -> Bool {
    guard let reason else { return record.skip != nil }
    return [.open, .missed].contains(state) || state == .skipped && record.skip != reason
  }
}
