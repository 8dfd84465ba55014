public import HabitCore
internal import HabitFiles
internal import HabitScore

/// Records the same of several days of some habits, in one commit.
public struct DaysRequest: ChangeRequest {
  private let habits: [HabitID]
  private let days: ClosedRange<Day>
  private let action: RecordAction

  public struct Outcome: Sendable {
    /// The habits that were named, and the days of each that changed, in order.
    public let changed: [(habit: Habit, days: [Day])]
    public let scores: ScoreChange
  }

  /// A request for the days of a range on which habits were due and not done; where a skip is cleared,
  /// for those that were skipped.
  public init(
    _ action: RecordAction,
    of habits: [Habit],
    on days: ClosedRange<Day>
  ) {
    (self.habits, self.days, self.action) = (habits.onlyOnce.map(\.id), days, action)
  }

  /// The edits of the year files.
  public func plan(in context: CommandContext) throws -> ChangePlan<Outcome> {
    let tracker = context.read(.everything).tracker
    var edits: [Edit] = []
    var changed: [(habit: Habit, days: [Day])] = []
    for id in habits {
      guard let habit = tracker[id] else { continue }
      let board = HabitBoard(of: habit, profile: context.profile, on: context.today)
      let (days, changes) = try change(board, in: context)
      changed.append((habit.habit, days))
      edits += changes
    }
    let (made, written) = (changed, edits)
    let ids = made.filter { !$0.days.isEmpty }.map(\.habit.inSubject).joined(separator: ", ")
    let word = action.subject.amount.map { " \($0)" } ?? ""
    return ChangePlan(
      edits: edits,
      subject: "\(action.subject.verb) \(ids)\(word) \(days.lowerBound) to \(days.upperBound)"
    ) { context in
      Outcome(changed: made, scores: ScoreChange(of: written, in: context))
    }
  }

  private func change(
    _ board: HabitBoard,
    in context: CommandContext
  ) throws -> (days: [Day], edits: [Edit]) {
    let (first, last) = (max(days.lowerBound, board.habit.start), days.upperBound)
    guard first <= last else { return ([], []) }
    var changed: [Day] = []
    var edits: [Edit] = []
    for year in first.year...last.year {
      var document = try context.yearDocument(of: board.habit, year: year)
      for number in first.number...last.number where Day(number: number).year == year {
        let day = Day(number: number)
        let before = document.record(on: day)
        guard isMeant(board.state(on: day), before) else { continue }
        let after = try action.applied(to: document, of: board.habit, on: day, in: context)
        guard after != before else { continue }
        document = try document.replacing(on: day, with: after)
        changed.append(day)
      }
      if let edit = document.edit { edits.append(edit) }
    }
    return (changed, edits)
  }

  private func isMeant(_ state: DayState, _ record: Record) -> Bool {
    switch action {
    case .skip(nil): record.skip != nil
    case .skip(let reason):
      [.open, .missed].contains(state) || state == .skipped && record.skip != reason
    case .done, .log, .set, .rate, .note, .replaceNotes: [.open, .missed].contains(state)
    }
  }
}
