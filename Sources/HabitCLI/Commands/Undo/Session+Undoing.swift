internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitMerge
internal import HabitStore

/// What was taken back or done again, and what that does to points and streaks.
private struct Undone: Sendable {
  let plan: UndoPlan
  let effect: Effect
  let names: [HabitID: String]
}

extension Session {
  /// Takes back the newest command that is meant, or does it again, and says which and what changed.
  func takeBack(
    _ direction: UndoRequest.Direction,
    _ part: UndoOptions,
    _ write: WriteOptions
  ) throws(Diagnosis) {
    let context = try context()
    try takeBack(direction, part.scope(context), context, part.dryRun ? nil : write)
  }

  /// The same in a context; nothing is written without options to write.
  func takeBack(
    _ direction: UndoRequest.Direction,
    _ scope: UndoScope,
    _ context: CommandContext,
    _ write: WriteOptions?
  ) throws(Diagnosis) {
    guard let location = context.location else {
      throw Diagnosis(.noInput, "there is nothing to \(direction.verb)", hint: "habit init")
    }
    let request = UndoRequest(direction, scope, of: context.user, stamp: context.stamp)
    let store: Store
    do {
      store = try Store(location)
    } catch {
      throw Diagnosis(error)
    }
    guard let write else {
      let undone = try undone(request, context.tree, store, context)
      return try tell(undone, "would \(direction.verb)", direction)
    }
    let undone = try commit(context, location, write) { (tree) throws(Diagnosis) in
      let undone = try self.undone(request, tree, store, context)
      return Store.Decision(
        edits: undone.plan.edits,
        subject: undone.plan.subject,
        kind: undone.plan.kind,
        value: undone
      )
    }
    try tell(undone, direction.participle, direction)
  }

  private func undone(
    _ request: UndoRequest,
    _ tree: FileTree,
    _ store: Store,
    _ context: CommandContext
  ) throws(Diagnosis) -> Undone {
    let plan: UndoPlan
    do {
      plan = try request.plan(in: tree, of: store)
    } catch {
      throw Diagnosis(error)
    }
    let read = plan.edits.compactMap { edit in edit.before.map { (edit.path, $0) } }
    let before = context.reader(tree.overlaid(with: Dictionary(read) { first, _ in first }))
      .read(.everything).tracker
    let files = Dictionary(plan.edits.map { ($0.path, $0.after) }) { first, _ in first }
    let after = context.reader(tree.overlaid(with: files)).read(.everything).tracker
    let names = after.habits.map { ($0.habit.id, $0.habit.name.text) }
    return Undone(
      plan: plan,
      effect: Effect(from: before, to: after, on: context.today),
      names: Dictionary(names) { first, _ in first }
    )
  }
}

// MARK: Telling

extension Session {
  /// As many changes are shown one by one.
  private static let mostRows = 12

  private func tell(
    _ undone: Undone,
    _ words: String,
    _ direction: UndoRequest.Direction
  ) throws(Diagnosis) {
    let plan = undone.plan
    guard !options.json else { return try print(output(of: undone, direction)) }
    try print("\(words): \(plan.command)".terminalSafe)
    var table = Table([.left, .left.dispensable(2), .left, .elastic, .left.dispensable(1)])
    let rows = plan.rows
    for place in rows.prefix(Session.mostRows) {
      table.add([
        Table.Cell(name(place, undone), .strong), Table.Cell(place.fact.day ?? ""),
        Table.Cell(place.fact.inWords, .quiet), Table.Cell(place.fact.after ?? "none", .strong),
        Table.Cell("was \(place.fact.before ?? "none")", .quiet),
      ])
    }
    for line in table.lines(in: style) { try print(line) }
    let more = rows.count - Session.mostRows
    if more > 0 { try print("and \(grouped(more)) more") }
    if let effect = undone.effect.text { try print(effect.terminalSafe) }
    for place in plan.kept {
      let day = place.fact.day.map { " of \($0)" } ?? ""
      let fact = "\(place.fact.inWords)\(day) is \(place.fact.after ?? "none")"
      try say("\(name(place, undone)): \(fact), changed since; it stays")
    }
  }

  private func name(_ place: UndoPlan.Place, _ undone: Undone) -> String {
    place.habit.map { undone.names[$0] ?? $0.text } ?? "profile"
  }

  private func output(of undone: Undone, _ direction: UndoRequest.Direction) -> Output {
    func list(_ places: [UndoPlan.Place]) -> Output {
      .list(
        places.map { place in
          .object([
            ("habit", Output(place.habit?.text)), ("date", Output(place.fact.day)),
            ("field", .text(place.fact.field)), ("before", Output(place.fact.before)),
            ("after", Output(place.fact.after)),
          ])
        }
      )
    }
    return .object(
      [
        (direction.participle, .text(undone.plan.command)),
        ("changes", list(undone.plan.differences)), ("kept", list(undone.plan.kept)),
      ] + undone.effect.output
    )
  }
}

extension UndoPlan {
  /// What a screen shows: a total that changed stands for the facts that make it.
  fileprivate var rows: [Place] {
    let totals = Set(differences.filter { $0.fact.field == "progress" }.map(\.record))
    return differences.filter { place in
      !["at", "typed"].contains(place.fact.field) || !totals.contains(place.record)
    }
  }
}

extension UndoPlan.Place {
  fileprivate var record: [String?] { [habit?.text, fact.day] }
}

extension FactDifference {
  /// `goal from 2026-06-01`, `entry`, `difficulty`.
  fileprivate var inWords: String {
    field == "at" ? "entry" : field.split(separator: "/").joined(separator: " from ")
  }
}

extension UndoRequest.Direction {
  fileprivate var verb: String { self == .undo ? "undo" : "redo" }
  fileprivate var participle: String { self == .undo ? "undone" : "redone" }
}

extension Diagnosis {
  fileprivate init(_ error: UndoError) {
    switch error {
    case .problems(let problems): self.init(problems)
    case .store(let error): self.init(error)
    case .nothing(let direction, let passedOver, let newer):
      let hint: String?
      if let first = passedOver.first {
        hint = "all that \"\(first.command)\" wrote was changed since: habit history"
      } else if let newer {
        hint = "an undo is redone as long as no other command follows it; \"\(newer)\" is newer"
      } else {
        hint = direction == .undo ? "what others and older releases wrote: habit history" : nil
      }
      self.init(.noInput, "there is nothing to \(direction.verb)", hint: hint)
    }
  }
}
