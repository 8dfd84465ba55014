internal import HabitCore
internal import HabitScore
internal import HabitStore

/// Why a day of a habit is what it is.
struct WhyHabitScreen: Screen {
  let why: Explanation
  let record: Record
  let commits: [Store.PastChange]
  let today: Day
  let style: Style

  /// What the day is, the facts that make it so, and the commits that wrote them.
  var lines: [String] {
    style.title("\(why.habit.title), \(why.day.long): \(why.stateInWords)")
      + facts.lines(in: style, indent: 2) + written
  }

  private var facts: FactList {
    var facts = FactList()
    for (label, text) in why.facts(of: record, today: today) { facts.add(label, text) }
    return facts
  }

  private var written: [String] {
    guard !commits.isEmpty else { return [] }
    var table = Table([.left, .left, .elastic])
    for commit in commits {
      let time = "\(commit.moment.date) \(commit.moment.time.hoursAndMinutes)"
      table.add([
        Table.Cell(String(commit.id.prefix(7)), .quiet), Table.Cell(time),
        Table.Cell(commit.subject),
      ])
    }
    return ["  written by"] + table.lines(in: style, indent: 4)
  }

  static let shape = Shape<WhyHabitScreen>.object([
    .habit { $0.why.habit },
    .date { $0.why.day },
    .state { $0.why.state },
    Member("due", .flag, "Whether it was due.") { $0.why.exemption == nil },
    Member("reason", .text, "Why, in words.") { $0.why.dueInWords },
    .schedule { $0.why.schedule.value },
    Member("scheduleSince", orNull: .date, "From when on; null from the beginning.") {
      $0.why.schedule.from
    },
    .goal { $0.why.goal.value },
    Member("goalSince", orNull: .date, "From when on; null from the beginning.") {
      $0.why.goal.from
    },
    .progress { $0.record.progress },
    .period { $0.why.standing },
    Member("typed", orNull: .number, "The amount that was typed.") { $0.record.typed },
    .entries { $0.record },
    .skip { $0.record.skip },
    Member("streakBefore", .count, "The streak before the day.") { $0.why.streakBefore },
    Member("streakAfter", .count, "The streak after it.") { $0.why.streakAfter },
    Member("award", AwardExplanation.shape, "What the day earned, and why.") { $0.why.award },
    Member("commits", .list(commit), "The commits that wrote the record.") { $0.commits },
  ])

  private static let commit = Shape<Store.PastChange>.object([
    Member("commit", .text, "The id of the commit.") { $0.id },
    Member("subject", .text, "Its first line.") { $0.subject },
  ])
}
