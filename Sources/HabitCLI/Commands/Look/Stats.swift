internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitScore

/// `habit stats`: what a range of days comes to.
struct Stats: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Show what a range of days comes to, for all habits or one."
  )

  @Argument(help: "The habit; all when left out.", completion: .habits)
  var habit: String?

  @OptionGroup var range: RangeOptions
  @OptionGroup var tags: TagOption
  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws(Diagnosis) {
    let context = try session.context()
    let days = try range.days(today: context.today) { $0.advanced(by: 1 - RangeOptions.usualDays) }
    let reading = context.read(.everything)
    let meant = try habit.map { (name) throws(Diagnosis) in
      try session.habit(name, in: reading).id
    }
    let board = Scoreboard(of: reading.tracker, on: context.today)
    let statistics = Statistics(of: board, over: days) { habit in
      tags.includes(habit) && (meant.map { $0 == habit.id } ?? true)
    }
    if options.json {
      try session.print(output(statistics))
    } else if meant != nil, let only = statistics.habits.first {
      try show(only, statistics, board, session)
    } else {
      try show(statistics, board, session)
    }
    try session.conclude(reading)
  }

  // MARK: On a screen

  private func show(
    _ statistics: Statistics,
    _ board: Scoreboard,
    _ session: Session
  ) throws(Diagnosis) {
    let style = session.style
    for line in style.folded(title(statistics.days)) {
      try session.print(style.paint(line, .strong))
    }
    try session.print("")
    var table = Table([
      .elastic, .left.dispensable(3), .right, .right.dispensable(1), .left.dispensable(2),
      .right.dispensable(4),
    ])
    for habit in statistics.habits where habit.due + habit.skipped + habit.recordedDays > 0 {
      table.add([
        Table.Cell(habit.habit.name.text),
        Table.Cell(style.sparkline(course(of: habit.habit.id, board, statistics.days)), .good),
        Table.Cell(habit.rate.map { "\($0.percent)%" } ?? style.glyphs.dash, .strong),
        Table.Cell("\(habit.done)/\(habit.due)"),
        Table.Cell(
          "streak \(counted(habit.streak.current, habit.streakUnit)) (best \(habit.streak.best))"
        ),
        Table.Cell("strength \(habit.strength.percent)%", .quiet),
      ])
    }
    guard !table.rows.isEmpty else { return try session.print("Nothing was due or recorded.") }
    for line in table.lines(in: style, indent: 2) { try session.print(line) }
    try session.print("")
    var parts = ["\(statistics.perfectDays) of \(counted(statistics.judgedDays, "day")) complete"]
    if let trend = statistics.trend { parts.append(trend.rawValue) }
    if let best = statistics.bestWeekday, let worst = statistics.worstWeekday, best != worst {
      parts += [
        "best on \(best.name)s",
        "worst on \(worst.name)s",
      ]
    }
    if let top = statistics.topHabit, statistics.habits.count > 1 {
      parts.append("top habit: \(top.habit.name.text.terminalSafe)")
    }
    if let nudge = statistics.nudge {
      parts.append("needs a nudge: \(nudge.habit.name.text.terminalSafe)")
    }
    for line in style.folded(parts) { try session.print(line) }
    try printHours(statistics.quarters, session)
  }

  private func show(
    _ habit: HabitStatistics,
    _ statistics: Statistics,
    _ board: Scoreboard,
    _ session: Session
  ) throws(Diagnosis) {
    let style = session.style
    let heading = [habit.habit.name.text.terminalSafe] + title(statistics.days)
    for line in style.folded(heading) { try session.print(style.paint(line, .strong)) }
    try session.print("")
    let goal = habit.habit.goal.value(on: statistics.days.upperBound)
    var facts = FactList()
    facts.add("rate", habit.rate.map { "\($0.percent)%" })
    let skips = habit.skipped > 0 ? ", \(habit.skipped) skipped" : ""
    facts.add("done", "\(habit.done) of \(counted(habit.due, "due day"))\(skips)")
    facts.add("total", goal.spelled(habit.total))
    facts.add(
      "average",
      habit.average.map {
        "\(goal.spelled($0.toHundredths)) a \(goal.isSum ? goal.per.rawValue : "due day")"
      }
    )
    facts.add(
      "streak",
      "\(counted(habit.streak.current, habit.streakUnit)) (best \(habit.streak.best))"
    )
    facts.add("strength", "\(habit.strength.percent)%")
    facts.add("trend", statistics.trend?.rawValue)
    facts.add("course", style.sparkline(course(of: habit.habit.id, board, statistics.days)))
    for line in facts.lines(in: style, indent: 2) { try session.print(line) }
    try session.print("")
    var weekdays = Table([.left, .left, .right, .right])
    for (day, share) in zip(Weekday.allCases, habit.weekdays) {
      guard let share else { continue }
      weekdays.add([
        Table.Cell(day.short, .quiet),
        Table.Cell(style.plainBar(Amount(share.percent), of: Amount(100), columns: 20), .good),
        Table.Cell("\(share.percent)%"), Table.Cell("\(share.part)/\(share.whole)", .quiet),
      ])
    }
    for line in weekdays.lines(in: style, indent: 2) { try session.print(line) }
    try printHours(habit.quarters, session)
  }

  private func title(_ days: ClosedRange<Day>) -> [String] {
    let count = days.lowerBound.distance(to: days.upperBound) + 1
    return ["\(days.lowerBound) to \(days.upperBound)", counted(count, "day")]
  }

  /// The time of day, when entries tell it.
  private func printHours(_ quarters: [Int], _ session: Session) throws(Diagnosis) {
    let all = quarters.reduce(0, +)
    guard all > 0 else { return }
    let names = ["night", "morning", "afternoon", "evening"]
    let parts = zip(names, quarters).map { name, count in "\(name) \(count * 100 / all)%" }
    for line in session.style.folded(parts) { try session.print(line) }
  }

  /// The share of done days in so many equal parts of the range.
  private func course(
    of id: HabitID,
    _ board: Scoreboard,
    _ days: ClosedRange<Day>
  ) -> [Double?] {
    guard let habit = board.habits.first(where: { $0.habit.id == id }) else { return [] }
    let count = days.lowerBound.distance(to: days.upperBound) + 1
    let parts = min(10, count)
    return (0..<parts).map { part in
      let first = days.lowerBound.advanced(by: count * part / parts)
      let last = days.lowerBound.advanced(by: count * (part + 1) / parts - 1)
      return HabitStatistics.consistency(of: habit, over: first...last)?.fraction
    }
  }

  // MARK: As JSON

  private func output(_ statistics: Statistics) -> Output {
    .object([
      ("from", Output(statistics.days.lowerBound)),
      ("to", Output(statistics.days.upperBound)),
      (
        "habits",
        .list(
          statistics.habits.filter { $0.habit.isListed(in: statistics.days) }.map { habit in
            .object([
              ("id", .text(habit.habit.id.text)),
              ("due", .number(habit.due)),
              ("done", .number(habit.done)),
              ("skipped", .number(habit.skipped)),
              ("rate", habit.rate.map { .number($0.percent) } ?? .null),
              ("streak", .number(habit.streak.current)),
              ("best", .number(habit.streak.best)),
              ("strength", .number(habit.strength.percent)),
              ("total", .amount(habit.total)),
            ])
          }
        )
      ),
      ("perfectDays", .number(statistics.perfectDays)),
      ("trend", Output(statistics.trend?.rawValue)),
      ("top", Output(statistics.topHabit?.habit.id.text)),
      ("nudge", Output(statistics.nudge?.habit.id.text)),
      ("bestWeekday", Output(statistics.bestWeekday?.rawValue)),
      ("worstWeekday", Output(statistics.worstWeekday?.rawValue)),
      ("hours", .list(statistics.quarters.map(Output.number))),
    ])
  }
}
