public import HabitCore
public import HabitFiles
internal import HabitMerge
public import HabitStore

/// What is to be taken back, or done again.
///
/// Commands are gone through in the order of this clone's commits, the newest first, until one is
/// found of which something still stands.
public struct UndoRequest: Sendable {
  /// Which way.
  public enum Direction: Sendable {
    /// A command is taken back.
    case undo
    /// An undo is taken back.
    case redo
  }

  let direction: Direction
  let scope: UndoScope
  let user: UserID
  let stamp: Stamp

  /// A request.
  ///
  /// - Parameters:
  ///   - direction: Which way.
  ///   - scope: The part of a command that is meant.
  ///   - user: Whose files are changed.
  ///   - stamp: The stamp for fields that change.
  public init(_ direction: Direction, _ scope: UndoScope, of user: UserID, stamp: Stamp) {
    self.direction = direction
    self.scope = scope
    self.user = user
    self.stamp = stamp
  }

  /// What would be changed in files as they are now.
  public func plan(in tree: FileTree, of store: Store) throws(UndoError) -> UndoPlan {
    let past: PastCommands
    do {
      past = try PastCommands(by: stamp.device, in: store)
    } catch {
      throw .store(error)
    }
    return try plan(in: tree, past)
  }
}

// MARK: Which command

extension UndoRequest {
  private func plan(
    in tree: FileTree,
    _ past: borrowing PastCommands
  ) throws(UndoError) -> UndoPlan {
    var takenBack: [String: [UndoScope]] = [:]
    var passedOver: [UndoPlan] = []
    for id in past.ids {
      guard let command = try command(id, past) else { continue }
      let isGone = takenBack[id]?.contains { $0.contains(scope) } ?? false
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
          throw .nothing(direction, passedOver, newer: command.subject)
        }
        continue
      }
      guard !isGone else { continue }
      let plan = try plan(of: command, changes(by: id, past), in: tree)
      if !plan.edits.isEmpty { return plan }
      if !plan.kept.isEmpty { passedOver.append(plan) }
    }
    throw .nothing(direction, passedOver, newer: nil)
  }

  private func command(
    _ id: String,
    _ past: borrowing PastCommands
  ) throws(UndoError) -> PastCommands.Command? {
    do {
      return try past.command(id)
    } catch {
      throw .store(error)
    }
  }

  /// What a command changed of the part that is meant.
  private func changes(
    by id: String,
    _ past: borrowing PastCommands
  ) throws(UndoError) -> [FileChange] {
    do {
      return try past.changes(by: id, of: user).filter { scope.includes($0.layout) }
    } catch {
      throw .store(error)
    }
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
  private func plan(
    of command: PastCommands.Command,
    _ changes: [FileChange],
    in tree: FileTree
  ) throws(UndoError) -> UndoPlan {
    var edits: [Edit] = []
    var (differences, kept): ([UndoPlan.Place], [UndoPlan.Place]) = ([], [])
    for change in changes {
      guard let now = try bytes(of: change.layout, in: tree),
        let undone = try undone(change, in: now)
      else { continue }
      differences += undone.differences.map { UndoPlan.Place(change.layout, $0) }
      kept += undone.kept.map { UndoPlan.Place(change.layout, $0) }
      guard !undone.differences.isEmpty else { continue }
      do {
        edits.append(try .merged(change.layout, before: now, after: undone.bytes))
      } catch {
        throw .problems(error.problems)
      }
    }
    return UndoPlan(
      command: UndoRequest.words(of: command),
      edits: edits,
      kind: direction == .undo ? .undo(of: command.id, scope) : .redo(of: command.id, scope),
      differences: differences,
      kept: kept
    )
  }

  /// `undo log run` and `redo log run` are about `log run`.
  private static func words(of command: PastCommands.Command) -> String {
    switch command.kind {
    case .undo, .redo: String(command.subject.drop { $0 != " " }.dropFirst())
    case .command, .upkeep: command.subject
    }
  }

  private func bytes(of layout: Layout, in tree: FileTree) throws(UndoError) -> [UInt8]? {
    do {
      return try tree.bytesIfThere(of: layout.path)
    } catch {
      throw .problems([Problem(layout.path, error.reason, hint: error.hint)])
    }
  }

  private func undone(_ change: FileChange, in now: [UInt8]) throws(UndoError) -> UndoneFile? {
    guard let merge = FileMerge(change.layout) else { return nil }
    do {
      let days = scope.day.map { Set([$0]) }
      return try merge.undoing(change, in: now, days: days, stamp: stamp)
    } catch {
      switch error {
      case .unreadable(_, let problem): throw .problems([problem])
      case .newerFormat(_, let format):
        throw .problems([Problem(change.layout.path, "the file has format \(format)")])
      }
    }
  }
}
