internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitMerge

/// `habit undo`: takes back this device's newest command that still holds.
struct UndoCommand: DecidingCommand {
  static let name = "undo"
  static let abstract = "Take back the newest command of this device."
  static let json = JSONOutput("What was taken back, and the effect.", UndoScreen.shape(of: .undo))

  @OptionGroup var part: UndoOptions
  @OptionGroup var write: WriteOptions
  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    try session.takeBack(.undo, part, write)
  }
}

/// `habit redo`: does again what was undone last.
struct RedoCommand: DecidingCommand {
  static let name = "redo"
  static let abstract = "Repeat the command that was undone last."
  static let json = JSONOutput("What was done again, and the effect.", UndoScreen.shape(of: .redo))

  @OptionGroup var part: UndoOptions
  @OptionGroup var write: WriteOptions
  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    try session.takeBack(.redo, part, write)
  }
}

/// Which part of a command is meant, and whether anything is written.
struct UndoOptions: ParsableArguments {
  @Argument(help: "Change only this habit.", completion: .allHabits)
  var habit: String?

  @Option(date: "Change only records of this day.")
  var on: String?

  @Flag(help: "Print what would change, and change nothing.")
  var dryRun = false
}

extension Session {
  fileprivate func takeBack(
    _ direction: UndoRequest.Direction,
    _ part: UndoOptions,
    _ write: WriteOptions
  ) throws {
    let context = try context()
    let day = try part.on.map { text in try DateArgument.day(text, today: context.today) }
    let lookup = HabitLookup(context.read(.definitions), on: context.today, amongDeleted: true)
    let habit = try part.habit.map { name in try lookup.habit(name) }
    try takeBack(direction, of: habit, on: day, in: context, part.dryRun ? nil : write)
  }

  /// Takes back the newest command that is meant, or does it again, and says which and what changed;
  /// nothing is written without options to write.
  func takeBack(
    _ direction: UndoRequest.Direction,
    of habit: Habit?,
    on day: Day?,
    commit: String? = nil,
    in context: CommandContext,
    _ write: WriteOptions?
  ) throws {
    let request = UndoRequest(
      direction,
      of: habit,
      on: day,
      commit: commit,
      in: context,
      reportsTotals: options.json
    )
    let done =
      if let write { try self.commit(request, in: context, write) } else {
        try request.plan(in: context).value(context)
      }
    try show(UndoScreen(done: done, direction: direction, isTried: write == nil, style: style))
  }
}

/// A command that was taken back, or done again.
struct UndoScreen: Screen {
  /// As many changes are shown one by one.
  private static let mostRows = 12

  let done: UndoRequest.Outcome
  let direction: UndoRequest.Direction
  let isTried: Bool
  let style: Style

  /// The command, a line for each change, then points and streaks.
  var lines: [String] {
    let words = isTried ? "would \(direction.verb)" : direction.participle
    let rows = done.undone.rows
    let more = rows.count - UndoScreen.mostRows
    return ["\(words): \(done.undone.command)".terminalSafe]
      + table(rows.prefix(UndoScreen.mostRows)).lines(in: style)
      + (more > 0 ? ["and \(grouped(more)) more"] : [])
      + [done.scores.decided?.terminalSafe].compactMap(\.self)
  }

  private func table(_ places: ArraySlice<UndonePlan.Place>) -> Table {
    var table = Table([.left, .left.dispensable(2), .left, .elastic, .left.dispensable(1)])
    for place in places {
      table.add([
        Table.Cell(name(place), .strong), Table.Cell(place.fact.day ?? ""),
        Table.Cell(place.fact.inWords, .quiet), Table.Cell(place.fact.after ?? "none", .strong),
        Table.Cell("was \(place.fact.before ?? "none")", .quiet),
      ])
    }
    return table
  }

  /// What was changed since, and stays.
  var notices: [String] {
    done.undone.kept.map { place in
      let day = place.fact.day.map { " of \($0)" } ?? ""
      let fact = "\(place.fact.inWords)\(day) is \(place.fact.after ?? "none")"
      return "\(name(place)): \(fact), changed since; it stays"
    }
  }

  private func name(_ place: UndonePlan.Place) -> String {
    place.habit.map { done.names[$0] ?? $0.text } ?? "profile"
  }

  /// The command under the word for what was done with it, every change, what stays, the effect.
  static func shape(of direction: UndoRequest.Direction) -> Shape<UndoScreen> {
    .object([
      Member(direction.participle, .text, "The first line of the command's commit.") {
        $0.done.undone.command
      },
      Member("changes", .list(place), "What changed.") { $0.done.undone.differences },
      Member("kept", .list(place), "What stays, because it was changed since.") {
        $0.done.undone.kept
      },
      .effect { $0.done.scores },
    ])
  }

  static let shape: Shape<UndoScreen> = shape(of: .undo)

  /// What was taken back, or done again.
  var output: Output { UndoScreen.shape(of: direction).output(of: self) }

  private static let place = Shape<UndonePlan.Place>.object([
    Member("habit", orNull: .id, "The id of the habit; null for the profile.") { $0.habit?.text },
    Member("date", orNull: .date, "The day of the record.") { $0.fact.day },
    Member("field", .text, "What changed.") { $0.fact.field },
    Member("before", orNull: .text, "What it was.") { $0.fact.before },
    Member("after", orNull: .text, "What it is.") { $0.fact.after },
  ]).defined(as: "place")
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
  fileprivate var participle: String { self == .undo ? "undone" : "redone" }
}
