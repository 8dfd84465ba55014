public import HabitCore
public import HabitFiles
public import HabitMerge
public import HabitStore

/// A command that is taken back, and what that changes.
public struct UndonePlan: Sendable {
  /// What is taken back or done again, as its commit says it: `log run +2 (5/8) 2026-03-01`.
  public let command: String
  /// The changes of files; none when nothing of the command still holds.
  public let edits: [Edit]
  /// What the change is to a later undo or redo.
  public let kind: CommandKind
  public let differences: [Place]
  /// What the command wrote and another command has changed since: it stays.
  public let kept: [Place]

  /// A fact of a record, a habit or the profile.
  public struct Place: Hashable, Sendable {
    /// The habit; nil for the profile.
    public let habit: HabitID?
    public let fact: FactDifference

    init(_ habit: HabitID?, _ fact: FactDifference) {
      (self.habit, self.fact) = (habit, fact)
    }

    init(_ layout: Layout, _ fact: FactDifference) {
      self.habit =
        switch layout {
        case .habit(_, let habit), .year(_, let habit, _): habit
        case .profile, .marker, .attributes, .readme, .report: nil
        }
      self.fact = fact
    }
  }

  init(
    command: String,
    edits: [Edit],
    kind: CommandKind,
    differences: [Place],
    kept: [Place]
  ) {
    (self.command, self.edits, self.kind) = (command, edits, kind)
    (self.differences, self.kept) = (differences, kept)
  }

  /// The plans for the answers of a round as one, the latest answer first; each is made of the files as
  /// the one before it leaves them.
  init(ofRound number: String, _ plans: [UndonePlan], _ scope: UndoScope) {
    let undone = plans.filter { !$0.edits.isEmpty }
    let edits = Dictionary(grouping: undone.flatMap(\.edits), by: \.path).values
      .compactMap { edits in edits.first?.followed(by: edits.last) }
    let places = undone.flatMap(\.differences)
    let differences = places.enumerated().compactMap { index, place -> Place? in
      let same = places.filter { $0.isSame(as: place) }
      guard places.firstIndex(where: { $0.isSame(as: place) }) == index,
        same.first?.fact.before != same.last?.fact.after
      else { return nil }
      return same.last.map { place.ending($0) }
    }
    let days = Set(undone.compactMap { $0.command.split(separator: " ").last.map(String.init) })
    let day = days.count == 1 ? days.first.map { " \($0)" } ?? "" : ""
    self.init(
      command: "ask\(day) (\(counted(undone.count, "answer")))",
      edits: edits.sorted { $0.path < $1.path },
      kind: .undo(of: number, scope),
      differences: differences,
      kept: plans.flatMap(\.kept)
    )
  }

  /// The first line of the commit message: `undo log run`, `redo log run`.
  public var subject: String {
    if case .redo = kind { "redo \(command)" } else { "undo \(command)" }
  }
}

extension UndonePlan.Place {
  fileprivate func isSame(as other: UndonePlan.Place) -> Bool {
    habit == other.habit && fact.day == other.fact.day && fact.field == other.fact.field
  }

  /// The place with what another change of it leaves there.
  fileprivate func ending(_ last: UndonePlan.Place) -> UndonePlan.Place {
    UndonePlan.Place(habit, fact.ending(last.fact))
  }
}
