internal import HabitApp
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
    style.title("\(why.habit.name.text), \(why.day.long): \(why.stateInWords)")
      + facts.lines(in: style, indent: 2) + written
  }

  private var facts: FactList {
    var facts = FactList()
    facts.add("schedule", "\(why.schedule.value), \(since(why.schedule.from, why.habit))")
    let most = why.habit.isBreaking ? "at most " : ""
    facts.add("goal", "\(most)\(why.goal.value), \(since(why.goal.from, why.habit))")
    facts.add("due", why.dueInWords)
    if let quota = why.quota, why.exemption == nil { facts.add("quota", quota.inWords) }
    if let sum = why.sum, why.exemption == nil { facts.add("sum", sum.inWords(of: why.habit)) }
    facts.add("recorded", recorded(record))
    facts.add("notes", record.note.map { Record.inWords([$0]) })
    facts.add("streak", why.streakInWords)
    facts.add("points", "\(why.award.points) XP, \(why.award.inWords(on: today))")
    return facts
  }

  private func since(_ day: Day?, _ habit: Habit) -> String {
    day.map { $0 <= habit.start ? "from the beginning" : "since \($0)" } ?? "from the beginning"
  }

  private func recorded(_ record: Record) -> String {
    guard let progress = record.progress else {
      return record.skip.map { "nothing; skipped, \($0.rawValue)" } ?? "nothing"
    }
    var parts: [String] = []
    if let typed = record.typed { parts.append("typed \(typed)") }
    parts += record.at.map(\.description)
    let skip = record.skip.map { "; skipped, \($0.rawValue)" } ?? ""
    return "\(progress) (\(parts.joined(separator: ", ")))\(skip)"
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

  /// The day, its facts, and the commits.
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

extension Explanation {
  fileprivate var stateInWords: String {
    if let excess { return "\(state.rawValue), over by \(excess)" }
    return state == countedState || countedState != .done
      ? state.rawValue : "\(state.rawValue), counted as done for streak and points"
  }

  /// Whether it was due, and why not.
  fileprivate var dueInWords: String {
    switch exemption {
    case nil: "yes"
    case .notBegun(let start): "no: it starts on \(start)"
    case .ended(let end): "no: it ended on \(end)"
    case .deleted(let day): "no: it was deleted on \(day)"
    case .rest(let span): "no: it rested \(span.inWords)"
    case .vacation(let span): "no: vacation \(span.inWords)"
    case .neverWas: "no: this day never was in the profile's time zone"
    case .anyTime: "no: it is never due, only tracked"
    case .sums(let sum): "no: \(sum.inWords(of: habit))"
    case .notNamed: "no: the schedule leaves this day free"
    case .canWait(let quota): "no: \(quota.inWords)"
    case .future: "the day has not come"
    }
  }

  fileprivate var streakInWords: String {
    if exemption == .future { return "no effect" }
    if streakAfter > streakBefore { return "\(streakBefore) before, \(streakAfter) after" }
    if streakAfter == 0, streakBefore > 0 { return "\(streakBefore) before, broken here" }
    return "\(streakAfter), unchanged"
  }
}

extension QuotaStanding {
  fileprivate var inWords: String {
    let span = "\(period.lowerBound) to \(period.upperBound)"
    let left = counted(daysLeft, "day")
    guard let wait = canWaitDays else {
      return "\(done) of \(need) done already in \(span)"
    }
    let waiting = wait > 0 ? "it can wait \(counted(wait, "day"))" : "it can wait no longer"
    return "\(done) of \(need) done in \(span), \(left) left: \(waiting)"
  }
}

extension SumStanding {
  fileprivate func inWords(of habit: Habit) -> String {
    let span = "\(period.lowerBound) to \(period.upperBound)"
    let parts = "\(total) of \(need) \(goal.unit) in \(span)"
    let left = counted(daysLeft, "day")
    guard missing > .zero || habit.isBreaking && missing == .zero else {
      return missing == .zero ? parts : "\(parts): \(Amount.zero - missing) over"
    }
    return "\(parts), \(left) left: \(missing) \(habit.isBreaking ? "left" : "to go")"
  }
}
