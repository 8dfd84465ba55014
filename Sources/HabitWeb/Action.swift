internal import HabitApp
internal import HabitCore
internal import HabitFiles

/// What a form asks for: `done read`, `log water 2`, `undo COMMIT`.
struct Action: Sendable {
  let verb: String
  let object: String
  private let amount: String?
  var fields: [String: String]

  /// What was done: the commit, unless nothing changed, and what went wrong beside it.
  struct Outcome: Sendable {
    let commit: String?
    var warnings: [String] = []
    /// What the command would say beside it.
    var news: [String] = []
  }

  init(_ fields: [String: String]) throws {
    let words = (fields["act"] ?? "").split(separator: " ").map(String.init)
    guard (2...3).contains(words.count) else {
      throw Failure(.usage, "the form says nothing to do")
    }
    (verb, object) = (words[0], words[1])
    amount = words.count > 2 ? words[2] : fields["amount"]
    self.fields = fields
  }

  /// Does it, unless the touch was recorded before.
  func perform(
    on day: Day,
    of touch: Touch?,
    in context: CommandContext,
    _ app: Application
  ) throws -> Outcome {
    do {
      if verb == "undo" {
        let request = UndoRequest(.undo, of: nil, on: nil, commit: object, in: context)
        return try commit(request, touch, context, app)
      }
      if let done = try define(of: touch, in: context, app) { return done }
      let habit = try context.habit(object)
      guard habit.deleted == nil else { throw UnknownHabit(object) }
      if verb == "untick" { return try untick(habit, on: day, touch, context, app) }
      let action = try action(of: habit, on: day)
      let request = try RecordRequest(action, of: [habit], on: day, in: context)
      return try commit(request, touch, context, app)
    } catch let repeated as RepeatedTouch {
      return Outcome(commit: repeated.commit)
    }
  }

  private func action(of habit: Habit, on day: Day) throws -> RecordAction {
    switch verb {
    case "done": return .done(at: nil, note: nil, difficulty: nil)
    case "log": return .log(try total(of: habit, on: day), at: nil, note: nil, difficulty: nil)
    case "set": return .set(try total(of: habit, on: day))
    case "skip": return .skip(try RecordArgument.skip(fields["reason"] ?? ""))
    case "unskip": return .skip(nil)
    case "rate":
      return .rate(amount == "none" ? nil : try RecordArgument.difficulty(amount ?? ""))
    case "note": return .note(try RecordArgument.note(fields["note"] ?? ""), nil)
    default: throw Failure(.usage, "there is no \"\(verb)\"")
    }
  }

  private func total(of habit: Habit, on day: Day) throws(Failure) -> Amount {
    // The keyboards of phones have the digits of their languages.
    let digits = (amount ?? "").map {
      $0.isNumber ? $0.wholeNumberValue.map { "\($0)" } ?? "\($0)" : "\($0)"
    }
    let text = digits.joined().replacing("\u{66B}", with: ".").replacing("\u{2212}", with: "-")
      .trimmed
    return try RecordArgument.amount(text, in: habit.goal.value(on: day).unit)
  }

  /// Takes the newest entry of a day back; a total that was typed becomes 0.
  private func untick(
    _ habit: Habit,
    on day: Day,
    _ touch: Touch?,
    _ context: CommandContext,
    _ app: Application
  ) throws -> Outcome {
    do {
      let request = UndoRequest(.undo, of: habit, on: day, in: context)
      return try commit(request, touch, context, app)
    } catch is NothingToUndo where !habit.isBreaking {
      let request = try RecordRequest(.set(.zero), of: [habit], on: day, in: context)
      return try commit(request, touch, context, app)
    }
  }

  func commit<Request: ChangeRequest>(
    _ request: Request,
    _ touch: Touch?,
    _ context: CommandContext,
    _ app: Application
  ) throws -> Outcome {
    let outcome = try app.commit(request, in: context, of: touch)
    let report = outcome.value as? RecordOutcome
    return Outcome(
      commit: outcome.commit,
      warnings: outcome.warnings,
      news: (report?.milestones.map(\.milestoneInWords) ?? [])
        + (report?.news(on: context.today).map(\.text) ?? [])
    )
  }
}
