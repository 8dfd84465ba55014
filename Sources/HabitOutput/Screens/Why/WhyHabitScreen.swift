internal import HabitApp
public import HabitCore
public import HabitScore
public import HabitStore

/// Why a day of a habit is what it is.
public struct WhyHabitScreen: Screen {
  private let why: Explanation
  private let record: Record
  private let commits: [Store.PastChange]
  private let today: Day
  private let style: Style

  /// A day of a habit.
  ///
  /// - Parameters:
  ///   - why: What the day is, and why.
  ///   - record: What was recorded.
  ///   - commits: The commits that wrote it.
  ///   - today: The day that is today.
  ///   - style: How the screen looks.
  public init(
    _ why: Explanation,
    _ record: Record,
    writtenBy commits: [Store.PastChange],
    today: Day,
    in style: Style
  ) {
    self.why = why
    self.record = record
    self.commits = commits
    self.today = today
    self.style = style
  }

  /// What the day is, the facts that make it so, and the commits that wrote them.
  public var lines: [String] {
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
  public var output: Output {
    .object([
      ("habit", .text(why.habit.id.text)),
      ("date", Output(why.day)),
      ("state", .text(why.state.rawValue)),
      ("due", .flag(why.exemption == nil)),
      ("reason", .text(why.dueInWords)),
      ("schedule", .text("\(why.schedule.value)")),
      ("scheduleSince", Output(why.schedule.from)),
      ("goal", .amount(why.goal.value.amount)), ("unit", .text(why.goal.value.unit)),
      ("per", .text(why.goal.value.per.rawValue)),
      ("goalSince", Output(why.goal.from)),
      ("progress", Output(record.progress)),
      ("typed", Output(record.typed)),
      ("at", .list(record.at.map { .text($0.description) })),
      ("skip", Output(record.skip?.rawValue)),
      ("streakBefore", .number(why.streakBefore)),
      ("streakAfter", .number(why.streakAfter)),
      ("award", why.award.output),
      (
        "commits",
        .list(
          commits.map { .object([("commit", .text($0.id)), ("subject", .text($0.subject))]) }
        )
      ),
    ])
  }
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
