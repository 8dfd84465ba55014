internal import HabitCore
internal import HabitScore

// What a page says in words.

extension PageFacts {
  /// What the page is about.
  var title: String {
    let first = facts.period.days.lowerBound
    guard facts.period.isWhole(weekStart: weekStart) else {
      return "\(first.inWords) to \(days.upperBound.inWords)"
    }
    return switch facts.period.kind {
    case .day: first.long
    case .week: first.weekLabel(beginning: weekStart)
    case .month: "\(first.monthName) \(first.year)"
    case .quarter: first.quarterLabel
    case .year, .all: "\(first.year)"
    }
  }

  /// The title with the days of a week, whose number tells few people anything, and of one habit its name.
  var heading: String {
    if let habit = boards.first?.habit, facts.habit != nil {
      let name = look.medium == .pdf ? Paper.name(habit.name.text) ?? habit.id.text : habit.name.text
      return facts.period == Period(of: habit, to: today) ? name : "\(name), \(title)"
    }
    guard kind == "week" else { return title }
    let (first, last) = (facts.period.days.lowerBound, facts.period.days.upperBound)
    let from = first.month == last.month ? "\(first.dayOfMonth)" : first.inWords
    return "\(title), \(from) – \(last.inWords)"
  }

  /// What kind of period the page is about.
  var kind: String {
    facts.period.isWhole(weekStart: weekStart) ? facts.period.kind.rawValue : "range"
  }

  /// What the page says in short.
  var sentence: String {
    let count = Context(self).count
    let rest = facts.board.isIncomplete ? ", incomplete: the file of a habit is invalid" : ""
    if count.due > 0 { return "\(grouped(count.done)) of \(grouped(count.due)) done\(rest)" }
    if openToday > 0 { return "\(openToday) due today\(rest)" }
    return (vacation.isEmpty ? "nothing was due" : "vacation") + rest
  }

  /// How many habits are open today, at the end of the page.
  var openToday: Int {
    isCurrent ? boards.count { $0.isListed(on: last) && $0.state(on: last) == .open } : 0
  }

  /// The vacations in the days of the page, and no other days, so that a later end changes no page before.
  var vacation: String {
    facts.profile.vacations.compactMap { span -> String? in
      let first = max(span.start, days.lowerBound)
      let last = min(span.end ?? days.upperBound, days.upperBound)
      guard first <= last else { return nil }
      return first == last ? first.inWords : "\(first.inWords) to \(last.inWords)"
    }.joined(separator: ", ")
  }

  /// The rate of the period before; nil when nothing was due.
  var rateBefore: Int? {
    facts.period.before(1, weekStart: weekStart).first.flatMap {
      Count(of: boards, over: $0).percent
    }
  }

  /// How the rate differs from that of the period before; nil when nothing was due in one of them.
  var change: String? {
    guard let now = Context(self).count.percent, let rateBefore, !isDay else { return nil }
    let points = "\(counted(abs(now - rateBefore), "percentage point"))"
    let name = nameBefore
    return now == rateBefore
      ? "the same as \(name)" : "\(points) \(now > rateBefore ? "more" : "less") than \(name)"
  }

  /// What the period before is called.
  private var nameBefore: String {
    guard facts.period.isWhole(weekStart: weekStart) else {
      return "the \(counted(facts.period.days.count, "day")) before"
    }
    let last = facts.period.days.lowerBound.advanced(by: -1)
    return switch facts.period.kind {
    case .day, .all: "the day before"
    case .week: "the week before"
    case .month: "\(last.monthName)\(last.year == days.lowerBound.year ? "" : " \(last.year)")"
    case .quarter: last.quarterLabel
    case .year: "\(last.year)"
    }
  }

  /// The mean of the periods before, and of how many.
  var usual: String? {
    let shares = sharesBefore
    guard shares.count > 1, let mean else { return nil }
    return "\(mean)% (the mean of \(counted(shares.count, kind)) before)"
  }

  private var sharesBefore: [Double] {
    course.dropLast().compactMap { Count(of: boards, over: $0).share?.fraction }
  }

  /// The mean of the periods before in which something was due, in per cent.
  var mean: Int? {
    let shares = sharesBefore
    guard !shares.isEmpty else { return nil }
    let sum: Double = shares.reduce(0, +)
    // Rounded half up; a half is inexact.
    return Int(100 * sum / Double(shares.count) + 0.500_000_001)
  }
}

extension ClosedRange<Day> {
  var count: Int { lowerBound.distance(to: upperBound) + 1 }

  /// The last so many days.
  func suffix(_ count: Int) -> ClosedRange<Day> {
    Swift.max(lowerBound, upperBound.advanced(by: 1 - count))...upperBound
  }
}
