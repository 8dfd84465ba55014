public import HabitCore
internal import HabitFiles

/// Changes the definition of a habit, or the profile.
public struct DefineRequest: ChangeRequest {
  public enum Target: Sendable {
    case habit(HabitID, HabitChange)
    case profile(ProfileChange)
  }

  private let target: Target

  public init(_ target: Target) {
    self.target = target
  }

  /// The edit of the definition, and what it does to scores.
  public func plan(in context: CommandContext) throws -> ChangePlan<DefinitionChange> {
    let (made, verb) =
      switch target {
      case .habit(let id, let change): (try definition(of: id, change, in: context), change.verb)
      case .profile(let change): (try profile(change, in: context), change.action)
      }
    let name = made.habit.map { " \($0.inSubject)" } ?? ""
    let changes = made.differences.map { "\($0.field) \($0.after ?? "none")" }
    return ChangePlan(
      edits: [made.edit].compactMap(\.self),
      subject: "\(verb)\(name): \(changes.joined(separator: "; "))"
    ) { context in
      let before = context.read(.everything).tracker
      return DefinitionChange(
        habit: made.habit?.id,
        differences: made.differences,
        isChanged: made.edit != nil,
        scores: ScoreChange(from: before, to: made.applied(before), on: context.today)
      )
    }
  }

  private struct Redefinition: Sendable {
    let habit: Habit?
    let differences: [DefinitionChange.Difference]
    let edit: Edit?
    let applied: @Sendable (Tracker) -> Tracker
  }

  private func definition(
    of id: HabitID,
    _ change: HabitChange,
    in context: CommandContext
  ) throws -> Redefinition {
    let layout = Layout.habit(context.user, id)
    do {
      let document = try HabitDocument(
        context.user,
        id,
        bytes: context.tree.existing(layout.path) ?? []
      )
      let new = try change.applied(to: document.habit, among: context)
      let changed = try document.changed(to: new, stamp: context.stamp)
      return Redefinition(
        habit: document.habit,
        differences: DefinitionChange.differences(Habit.fields, document.habit, changed.habit),
        edit: changed.edit
      ) { tracker in
        tracker.replacing(TrackedHabit(changed.habit, tallies: tracker[id]?.tallies ?? []))
      }
    } catch {
      throw DefineRequest.error(error, at: layout, in: context.tree)
    }
  }

  private func profile(_ change: ProfileChange, in context: CommandContext) throws -> Redefinition {
    let layout = Layout.profile(context.user)
    do {
      let document = try context.tree.existing(layout.path)
        .map { (bytes) throws(FileProblems) in try ProfileDocument(context.user, bytes: bytes) }
      let old = document?.profile ?? Profile()
      let new = try change.applied(to: old)
      let changed =
        try document?.changed(to: new, stamp: context.stamp)
        ?? ProfileDocument(new: new, of: context.user)
      return Redefinition(
        habit: nil,
        differences: DefinitionChange.differences(Profile.fields, old, changed.profile),
        edit: new == old ? nil : changed.edit
      ) { tracker in
        Tracker(
          user: tracker.user,
          profile: changed.profile,
          habits: tracker.habits,
          unreadable: tracker.unreadable
        )
      }
    } catch {
      throw DefineRequest.error(error, at: layout, in: context.tree)
    }
  }

  /// What is wrong with the file is reported with its place; what is wrong with a change, without.
  private static func error(_ error: any Error, at layout: Layout, in tree: FileTree) -> any Error {
    guard let problems = error as? FileProblems else { return error }
    let known = tree.bytes(of: layout.path).map { FileProblems.of(layout, $0) } ?? []
    let errors = problems.problems.filter(\.isError)
    guard known.isEmpty, let first = errors.first else { return FileProblems(problems: errors) }
    return Failure(.usage, first.message, hint: first.hint)
  }
}

extension FileProblems {
  /// What is wrong with a definition as it is; empty when it can be read.
  fileprivate static func of(_ layout: Layout, _ bytes: [UInt8]) -> [Problem] {
    do {
      switch layout {
      case .habit(let user, let habit): _ = try HabitDocument(user, habit, bytes: bytes)
      case .profile(let user): _ = try ProfileDocument(user, bytes: bytes)
      case .marker, .attributes, .readme, .report, .year: break
      }
      return []
    } catch {
      return error.problems
    }
  }
}
