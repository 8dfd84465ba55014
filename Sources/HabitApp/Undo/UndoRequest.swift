public import HabitCore
internal import HabitFiles
internal import HabitMerge
internal import HabitScore
internal import HabitStore

/// Takes a command of this device back, or does it again.
///
/// Commands are gone through in the order of this clone's commits, the newest first, until one is
/// found of which something still holds.
public struct UndoRequest: ChangeRequest {
  public enum Direction: Sendable {
    /// A command is taken back.
    case undo
    /// An undo is taken back.
    case redo
  }

  private let direction: Direction
  private let scope: UndoScope
  private let user: UserID
  private let stamp: Stamp
  /// The id of the only commit that is meant; nil for any.
  private let commit: String?
  /// Whether the totals of points and streaks are reported in any case, which takes every file.
  private let reportsTotals: Bool

  /// A request; where no habit, day or commit is named, any is meant.
  public init(
    _ direction: Direction,
    of habit: Habit?,
    on day: Day?,
    commit: String? = nil,
    in context: CommandContext,
    reportsTotals: Bool = false
  ) {
    self.direction = direction
    self.scope = UndoScope(habit: habit?.id, day: day)
    self.user = context.user
    self.stamp = context.stamp
    self.commit = commit
    self.reportsTotals = reportsTotals
  }

  /// What was taken back or done again, and what that does to scores.
  public struct Outcome: Sendable {
    /// The command, and what is different then.
    public let undone: UndonePlan
    /// What it does to points and streaks.
    public let scores: ScoreChange
    /// What the habits are called then.
    public let names: [HabitID: String]
  }

  /// The edits that take the command back.
  public func plan(in context: CommandContext) throws -> ChangePlan<Outcome> {
    let location = try context.repository
    let store = try Store(location)
    let past = try PastCommands(by: context.device, in: store)
    let plan: UndonePlan
    do {
      plan = try self.plan(in: context.tree, past)
    } catch let error as NothingToUndo {
      guard error.passedOver.isEmpty,
        let entry = try planOfEntry(in: context, store, past)
      else { throw error }
      plan = entry
    }
    let isOfToday = plan.differences.allSatisfy { $0.fact.day == "\(context.today)" }
    let isBrief = isOfToday && !reportsTotals
    return ChangePlan(edits: plan.edits, subject: plan.subject, kind: plan.kind) { context in
      let scores =
        isBrief
        ? ScoreChange(ofToday: plan.edits, in: context) : ScoreChange(of: plan.edits, in: context)
      let names = scores.after.habits.map { ($0.habit.id, $0.habit.name.text) }
      return Outcome(undone: plan, scores: scores, names: Dictionary(names) { first, _ in first })
    }
  }
}

// MARK: Which command

extension UndoRequest {
  private func plan(in tree: FileTree, _ past: borrowing PastCommands) throws -> UndonePlan {
    var takenBack: [String: [UndoScope]] = [:]
    var passedOver: [UndonePlan] = []
    for (index, id) in past.ids.enumerated() {
      guard let command = try past.command(id) else { continue }
      func isGone(_ id: String?) -> Bool {
        id.flatMap { takenBack[$0] }?.contains { $0.contains(scope) } ?? false
      }
      let isGone = isGone(id) || isGone(command.round)
      switch (direction, command.kind) {
      case (_, .upkeep): continue
      case (_, .undo(let other, let part)):
        takenBack[other, default: []].append(part)
        guard direction == .redo else { continue }
      case (_, .redo(let other, let part)):
        takenBack[other, default: []].append(part)
        guard direction == .undo else { continue }
      case (.undo, .command): break
      case (.redo, .command):
        guard try changes(by: id, past).isEmpty else {
          throw NothingToUndo(
            direction: direction,
            passedOver: passedOver,
            newer: command.subject
          )
        }
        continue
      }
      guard !isGone, commit == nil || commit == id || commit == command.round else { continue }
      let isRound = command.kind == .command && command.round != nil && commit != id
      let plan =
        try isRound
        ? plan(ofRound: command, index, besides: takenBack, in: tree, past)
        : plan(of: command, changes(by: id, past), in: tree)
      if !plan.edits.isEmpty { return plan }
      if !plan.kept.isEmpty { passedOver.append(plan) }
    }
    throw NothingToUndo(direction: direction, passedOver: passedOver)
  }

  /// The plan for the newest entry of the record that is meant: of this device, or of any where this one
  /// has none there.
  private func planOfEntry(
    in context: CommandContext,
    _ store: Store,
    _ past: borrowing PastCommands
  ) throws -> UndonePlan? {
    guard direction == .undo, let habit = scope.habit, let day = scope.day else { return nil }
    let layout = Layout.year(user, habit, day.year)
    guard let now = try context.tree.existing(layout.path) else { return nil }
    let document = try YearDocument(user, habit, year: day.year, bytes: now, taken: now)
    var record = document.record(on: day)
    let own = record.at.filter { $0.id.device == context.device }
    guard let entry = (own.isEmpty ? record.at : own).max(by: { $0.id < $1.id }),
      let id = try store.change(recording: entry.id, of: user, habit, on: day),
      let command = try past.command(id)
    else { return nil }
    record.at.removeAll { $0 == entry }
    let before = try document.replacing(on: day, with: record).text
    let change = FileChange(of: layout, from: before, to: now)
    return try plan(of: command, [change], in: context.tree)
  }

  /// What a command changed of the part that is meant.
  private func changes(by id: String, _ past: borrowing PastCommands) throws -> [FileChange] {
    try past.changes(by: id, of: user).filter { scope.includes($0.layout) }
  }
}

extension UndoScope {
  fileprivate func includes(_ layout: Layout) -> Bool {
    switch layout {
    case .year(_, let habit, let year):
      (self.habit == nil || self.habit == habit) && (day == nil || day?.year == year)
    case .habit(_, let habit): (self.habit == nil || self.habit == habit) && day == nil
    case .profile, .marker, .attributes, .readme, .report: habit == nil && day == nil
    }
  }
}

// MARK: What becomes of its files

extension UndoRequest {
  /// What becomes of a file: nothing of its edit when nothing of the change is still there.
  private struct Part: Sendable {
    let layout: Layout
    let file: UndoneFile
    let edit: Edit?
  }

  private func plan(
    of command: PastCommands.Command,
    _ changes: [FileChange],
    in tree: FileTree
  ) throws -> UndonePlan {
    // An import has hundreds of files.
    let outcomes = concurrently(changes) { change in Result { try part(of: change, in: tree) } }
    var parts: [Part] = []
    for outcome in outcomes {
      if let part = try outcome.get() { parts.append(part) }
    }
    return UndonePlan(
      command: UndoRequest.words(of: command),
      edits: parts.compactMap(\.edit),
      kind: direction == .undo ? .undo(of: command.id, scope) : .redo(of: command.id, scope),
      differences: parts.flatMap { part in
        part.file.differences.map { UndonePlan.Place(part.layout, $0) }
      },
      kept: parts.flatMap { part in part.file.kept.map { UndonePlan.Place(part.layout, $0) } }
    )
  }

  /// The plan for a round of answers, of which some may have been taken back one by one.
  private func plan(
    ofRound last: PastCommands.Command,
    _ index: Int,
    besides takenBack: [String: [UndoScope]],
    in tree: FileTree,
    _ past: borrowing PastCommands
  ) throws -> UndonePlan {
    var tree = tree
    var plans: [UndonePlan] = []
    var strangers = 0
    for id in past.ids[index...] {
      guard let command = try past.command(id) else { continue }
      guard command.round == last.round else {
        strangers += 1
        // Another terminal may have been used meanwhile.
        if strangers > UndoRequest.mostStrangers { break }
        continue
      }
      let isGone = takenBack[id]?.contains { $0.contains(scope) } ?? false
      guard command.kind == .command, !isGone else { continue }
      let plan = try plan(of: command, changes(by: id, past), in: tree)
      tree = tree.overlaid(with: Dictionary(plan.edits.map { ($0.path, $0.after) }) { $1 })
      plans.append(plan)
    }
    return UndonePlan(ofRound: last.round ?? last.id, plans, scope)
  }

  /// So many commands of others may lie within a round.
  private static let mostStrangers = 100

  /// `undo log run` and `redo log run` are about `log run`.
  private static func words(of command: PastCommands.Command) -> String {
    switch command.kind {
    case .undo, .redo: String(command.subject.drop { $0 != " " }.dropFirst())
    case .command, .upkeep: command.subject
    }
  }

  /// A file without a change; nil for one that is missing, or is not merged.
  private func part(of change: FileChange, in tree: FileTree) throws -> Part? {
    let layout = change.layout
    guard let now = try tree.existing(layout.path), let merge = FileMerge(layout) else {
      return nil
    }
    do {
      let days = scope.day.map { Set([$0]) }
      let file = try merge.undoing(change, in: now, days: days, stamp: stamp)
      let isChange = !file.differences.isEmpty
      let edit = isChange ? try Edit.merged(layout, before: now, after: file.bytes) : nil
      return Part(layout: layout, file: file, edit: edit)
    } catch let refusal as MergeRefusal {
      throw FileProblems(problems: [refusal.problem(in: layout.path)])
    }
  }
}

/// No command of this clone still holds.
public struct NothingToUndo: Failing {
  let direction: UndoRequest.Direction
  /// Those that have been changed since.
  let passedOver: [UndonePlan]
  /// For a redo, the command that came after the last undo.
  var newer: String?

  public var failure: Failure {
    let hint: String?
    if let first = passedOver.first {
      hint = "all that \"\(first.command)\" wrote was changed since: habit history"
    } else if let newer {
      hint = "an undo is redone as long as no other command follows it; \"\(newer)\" is newer"
    } else {
      hint = direction == .undo ? "what others and older releases wrote: habit history" : nil
    }
    return Failure(.noInput, "there is nothing to \(direction.verb)", hint: hint)
  }
}

extension UndoRequest.Direction {
  public var verb: String { self == .undo ? "undo" : "redo" }
}
