internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitScore

/// `habit what-if`: the effect of a command that is not carried out.
struct WhatIfCommand: Subcommand {
  static let name = "what-if"
  static let abstract = "Show how a command would change points, streaks and due days."
  static let json = JSONOutput("What would change.", WhatIfScreen.shape)

  @Argument(
    parsing: .captureForPassthrough,
    help: "A command that records or decides something, with its arguments.",
    completion: .trial
  )
  var command: [String]

  @OptionGroup(visibility: .common) var options: GlobalOptions

  func validate() throws {
    if ["-h", "--help"].contains(command.first) { throw CleanExit.helpRequest(self) }
  }

  func run(in session: Session) throws {
    guard let command = try parseCommand(self.command, in: session.world) else { return }
    guard command is any DecidingCommand else {
      throw Diagnosis(
        .usage,
        "\"\(self.command.joined(separator: " "))\" is not a command that records or decides",
        hint: "as in: habit what-if vacation start --to sunday"
      )
    }
    var options = command.options
    options.repo = options.repo ?? self.options.repo
    options.user = options.user ?? self.options.user
    options.json = options.json || self.options.json
    let trial = Trial()
    try command.run(in: Session(world: session.world, options: options, trial: trial))
    // A command that finds nothing to do, or only lists, plans no commit.
    let change = trial.changes.first
    let edits = change?.edits ?? []
    let context = if let change { change.context } else { try session.context() }
    let scores = ScoreChange(of: edits, in: context)
    let subject = edits.isEmpty ? nil : change?.subject
    let telling = Session(world: session.world, options: options)
    try telling.show(WhatIfScreen(subject: subject, scores: scores, style: telling.style))
  }
}

/// What a command would change, before and after.
struct WhatIfScreen: Screen {
  let subject: String?
  let scores: ScoreChange
  let style: Style

  /// The command, a line for each number, then the badges.
  var lines: [String] {
    guard let subject else { return ["nothing would change"] }
    return ["would do: \(subject)".terminalSafe] + table.lines(in: style)
      + scores.badges.gained.map { "badge: \($0.title)" }
      + scores.badges.lost.map { "badge lost: \($0.title)" }
  }

  private var table: Table {
    var table = Table([.elastic, .left, .right, .left, .left])
    func add(_ what: String, _ field: String, _ before: String, _ after: String) {
      let tone: Style.Tone? = before == after ? .quiet : .strong
      table.add([
        Table.Cell(what, .quiet), Table.Cell(field), Table.Cell(before),
        Table.Cell(before == after ? "" : "to"), Table.Cell(before == after ? "" : after, tone),
      ])
    }
    let totals = [
      ("XP", scores.xp), ("level", scores.level), ("streak", scores.streak),
      ("best streak", scores.best),
    ]
    for (name, shift) in totals { add("", name, grouped(shift.before), grouped(shift.after)) }
    for habit in scores.habits {
      let name = habit.habit.name.text
      for (field, shift) in [("streak", habit.streak), ("best", habit.best)] where shift.isChange {
        add(name, field, grouped(shift.before), grouped(shift.after))
      }
      guard habit.dueDays.isChange else { continue }
      add(name, "due", listed(habit.dueDays.before), listed(habit.dueDays.after))
    }
    return table
  }

  private func listed(_ days: [Day]) -> String {
    days.isEmpty ? "never" : days.map(\.description).joined(separator: ", ")
  }

  static let shape = Shape<WhatIfScreen>.object([
    Member("command", orNull: .text, "The commit that would be made; null without a change.") {
      $0.subject
    },
    Member("xp", .shift, "The points.") { $0.scores.xp },
    Member("level", .shift, "The level.") { $0.scores.level },
    Member("streak", .shift, "The user's streak.") { $0.scores.streak },
    Member("best", .shift, "The user's best streak.") { $0.scores.best },
    Member("habits", .list(habit), "The habits of which something changes.") { $0.scores.habits },
    Member("gained", .texts, "The badges that would be earned.") {
      $0.scores.badges.gained.map(\.rawValue)
    },
    Member("lost", .texts, "The badges that would be lost.") {
      $0.scores.badges.lost.map(\.rawValue)
    },
  ])

  private static let habit = Shape<ScoreChange.HabitShift>.object([
    .habit { $0.habit },
    Member("streak", .shift, "Its streak.") { $0.streak },
    Member("best", .shift, "Its best streak.") { $0.best },
    Member("due", dueDays, "The days on which it is due.") { $0.dueDays },
  ])

  private static let dueDays = Shape<Shift<[Day]>>.object([
    Member("before", .list(.date), "The due days before.") { $0.before },
    Member("after", .list(.date), "The due days after.") { $0.after },
  ])
}
