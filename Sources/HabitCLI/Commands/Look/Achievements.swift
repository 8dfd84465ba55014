internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitScore

/// `habit achievements`: the badges.
struct Achievements: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "achievements",
    abstract: "Show the badges that were earned, and those that were not yet."
  )

  @OptionGroup(visibility: .common) var options: GlobalOptions

  var isPaged: Bool { true }

  func run(in session: Session) throws(Diagnosis) {
    let context = try session.context()
    let reading = context.read(.everything)
    let earned = Scoreboard(of: reading.tracker, on: context.today).achievements
    if options.json {
      let unearned = Achievement.Kind.allCases.filter { kind in
        !earned.contains { $0.kind == kind }
      }
      try session.print(
        .list(earned.map(\.output) + unearned.map { $0.output(earned: nil) })
      )
    } else {
      var table = Table([.left, .left, .elastic])
      for achievement in earned {
        table.add([
          Table.Cell(session.style.glyphs.days.checked, .good),
          Table.Cell(achievement.kind.title, .strong),
          Table.Cell("\(achievement.day)  \(achievement.kind.condition)"),
        ])
      }
      for kind in Achievement.Kind.allCases where !earned.contains(where: { $0.kind == kind }) {
        table.add([
          Table.Cell(session.style.mark(of: .open).text, .quiet),
          Table.Cell(kind.title, .quiet),
          Table.Cell(kind.condition, .quiet),
        ])
      }
      for line in table.lines(in: session.style) { try session.print(line) }
    }
    try session.conclude(reading)
  }
}

extension Achievement {
  /// The members that every command gives of a badge.
  var output: Output { kind.output(earned: day) }
}

extension Achievement.Kind {
  /// The members of a badge that was earned on a day, or not yet.
  fileprivate func output(earned day: Day?) -> Output {
    .object([("id", .text(rawValue)), ("title", .text(title)), ("date", Output(day))])
  }
}
