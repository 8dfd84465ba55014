internal import HabitApp
internal import HabitCore
internal import HabitMerge

extension Session {
  /// Takes back the newest command that is meant, or does it again, and says which and what changed;
  /// nothing is written without options to write.
  func takeBack(
    _ direction: UndoRequest.Direction,
    of name: String?,
    on day: Day?,
    in context: CommandContext,
    _ write: WriteOptions?
  ) throws(Diagnosis) {
    do {
      let request = try UndoRequest(direction, of: name, on: day, in: context)
      guard let write else {
        let tried = try request.plan(in: context).value(context)
        return try tell(tried, "would \(direction.verb)", direction)
      }
      try tell(commit(request, in: context, write), direction.participle, direction)
    } catch {
      throw Diagnosis(any: error)
    }
  }
}

// MARK: Telling

extension Session {
  /// As many changes are shown one by one.
  private static let mostRows = 12

  private func tell(
    _ done: UndoRequest.Outcome,
    _ words: String,
    _ direction: UndoRequest.Direction
  ) throws(Diagnosis) {
    let plan = done.undone
    guard !options.json else { return try print(output(of: done, direction)) }
    try print("\(words): \(plan.command)".terminalSafe)
    var table = Table([.left, .left.dispensable(2), .left, .elastic, .left.dispensable(1)])
    let rows = plan.rows
    for place in rows.prefix(Session.mostRows) {
      table.add([
        Table.Cell(name(place, done), .strong), Table.Cell(place.fact.day ?? ""),
        Table.Cell(place.fact.inWords, .quiet), Table.Cell(place.fact.after ?? "none", .strong),
        Table.Cell("was \(place.fact.before ?? "none")", .quiet),
      ])
    }
    for line in table.lines(in: style) { try print(line) }
    let more = rows.count - Session.mostRows
    if more > 0 { try print("and \(grouped(more)) more") }
    if let effect = done.scores.text { try print(effect.terminalSafe) }
    for place in plan.kept {
      let day = place.fact.day.map { " of \($0)" } ?? ""
      let fact = "\(place.fact.inWords)\(day) is \(place.fact.after ?? "none")"
      try say("\(name(place, done)): \(fact), changed since; it stays")
    }
  }

  private func name(_ place: UndonePlan.Place, _ done: UndoRequest.Outcome) -> String {
    place.habit.map { done.names[$0] ?? $0.text } ?? "profile"
  }

  private func output(of done: UndoRequest.Outcome, _ direction: UndoRequest.Direction) -> Output {
    func list(_ places: [UndonePlan.Place]) -> Output {
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
        (direction.participle, .text(done.undone.command)),
        ("changes", list(done.undone.differences)), ("kept", list(done.undone.kept)),
      ] + done.scores.output
    )
  }
}

extension UndonePlan {
  /// What a screen shows: a changed total represents the facts that make it.
  fileprivate var rows: [Place] {
    let totals = Set(differences.filter { $0.fact.field == "progress" }.map(\.record))
    return differences.filter { place in
      !["at", "typed"].contains(place.fact.field) || !totals.contains(place.record)
    }
  }
}

extension UndonePlan.Place {
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
  /// Why nothing was taken back.
  init(_ error: UndoError) {
    switch error {
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
