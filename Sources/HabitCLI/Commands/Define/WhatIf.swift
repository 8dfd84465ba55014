internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitScore

/// `habit what-if`: the effect of a command that is not carried out.
struct WhatIf: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "what-if",
    abstract: "Say what a command would do to points, streaks and due days."
  )

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

  func run(in session: Session) throws(Diagnosis) {
    guard let command = try parseCommand(self.command, in: session.world) else { return }
    guard command is any DecidingCommand else {
      throw Diagnosis(
        .usage,
        "\"\(self.command.joined(separator: " "))\" cannot be tried",
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
    try options.json
      ? telling.print(WhatIf.output(subject, scores)) : telling.tell(subject, scores)
  }

  private static func output(_ subject: String?, _ scores: ScoreChange) -> Output {
    func pair(_ shift: Shift<Int>) -> Output {
      .object([("before", .number(shift.before)), ("after", .number(shift.after))])
    }
    func days(_ days: [Day]) -> Output { .list(days.map { Output($0) }) }
    let habits = scores.habits.map { habit in
      Output.object([
        ("habit", .text(habit.habit.id.text)), ("streak", pair(habit.streak)),
        ("best", pair(habit.best)),
        (
          "due",
          .object([
            ("before", days(habit.dueDays.before)), ("after", days(habit.dueDays.after)),
          ])
        ),
      ])
    }
    let badges = scores.badges
    return .object(
      [("command", Output(subject))] + scores.totals.map { ($0.name, pair($0.shift)) } + [
        ("habits", .list(habits)), ("gained", .list(badges.gained.map { .text($0.rawValue) })),
        ("lost", .list(badges.lost.map { .text($0.rawValue) })),
      ]
    )
  }
}

extension Session {
  /// Prints what would change, before and after.
  fileprivate func tell(_ subject: String?, _ scores: ScoreChange) throws(Diagnosis) {
    guard let subject else { return try print("nothing would change") }
    try print("would do: \(subject)".terminalSafe)
    var table = Table([.elastic, .left, .right, .left, .left])
    func add(_ what: String, _ field: String, _ before: String, _ after: String) {
      let tone: Style.Tone? = before == after ? .quiet : .strong
      table.add([
        Table.Cell(what, .quiet), Table.Cell(field), Table.Cell(before),
        Table.Cell(before == after ? "" : "to"), Table.Cell(before == after ? "" : after, tone),
      ])
    }
    let names = ["xp": "XP", "best": "best streak"]
    for (name, shift) in scores.totals {
      add("", names[name] ?? name, grouped(shift.before), grouped(shift.after))
    }
    for habit in scores.habits {
      let name = habit.habit.name.text
      for (field, shift) in [("streak", habit.streak), ("best", habit.best)] where shift.isChange {
        add(name, field, grouped(shift.before), grouped(shift.after))
      }
      guard habit.dueDays.isChange else { continue }
      add(name, "due", Session.listed(habit.dueDays.before), Session.listed(habit.dueDays.after))
    }
    for line in table.lines(in: style) { try print(line) }
    for badge in scores.badges.gained { try print("badge: \(badge.title)") }
    for badge in scores.badges.lost { try print("badge lost: \(badge.title)") }
  }

  private static func listed(_ days: [Day]) -> String {
    days.isEmpty ? "never" : days.map(\.description).joined(separator: ", ")
  }
}
