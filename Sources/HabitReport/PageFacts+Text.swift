internal import HabitCore
internal import HabitScore

// What a page says in words.

extension PageFacts {
  /// What the page is about, as people say it.
  var title: String {
    let (days, dash) = (facts.period.days, look.medium.dash)
    guard facts.period.isWhole(weekStart: weekStart) else { return self.days.dated(with: dash) }
    return switch facts.period.kind {
    case .day: days.lowerBound.long
    case .week: days.dated(with: dash)
    case .month: "\(days.lowerBound.monthName) \(days.lowerBound.year)"
    case .quarter: days.months(with: dash)
    case .year, .all: "\(days.lowerBound.year)"
    }
  }

  /// What a page of its own is called: who it is about and when; on a sheet of paper in its letters.
  func heading(isPrinted: Bool = false) -> String {
    let user = (isPrinted ? Paper.name(facts.user) : facts.user) ?? facts.id.text
    let habit = facts.habit == nil ? nil : boards.first?.habit
    let isWhole = facts.period.days == habit.map { Period(of: $0, to: today).days }
    let name = habit.map { called($0, isPrinted: isPrinted) }
    let days = isWhole || habit == nil && facts.period.kind == .all ? nil : title
    let subject = [name, days].compactMap(\.self).joined(separator: ", ")
    return [subject, user].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// What a habit is called in a sentence.
  private func called(_ habit: Habit, isPrinted: Bool) -> String {
    isPrinted ? Paper.name(habit.name.text) ?? habit.id.text : habit.name.text
  }

  private func called(_ habit: Habit) -> String {
    called(habit, isPrinted: look.medium == .pdf)
  }

  /// What kind of period the page is about.
  var kind: String {
    facts.period.isWhole(weekStart: weekStart) ? facts.period.kind.rawValue : "range"
  }

  /// What the page says first, made of facts by rules.
  ///
  /// Source: habit-template(5), The sentence.
  var sentence: String {
    let rest = facts.board.isIncomplete ? ", incomplete: the file of a habit is invalid" : ""
    let count = Context(self).count
    guard count.due > 0, let percent = count.percent else {
      if openToday > 0 { return "\(openToday) due today\(rest)" }
      return (vacation.isEmpty ? "nothing was due" : "vacation") + rest
    }
    let done = "\(grouped(count.done)) of \(grouped(count.due))"
    let parts: [String?] =
      if facts.period.kind == .day {
        ["\(done) done"]
      } else if isWeek, facts.habit == nil {
        ["\(done) done" + (besideUsual.map { ", \($0)" } ?? ""), mostMissed]
      } else if facts.habit == nil, ["month", "quarter"].contains(kind) {
        ["\(percent)%" + (change.map { ", \($0)" } ?? " (\(done))"), bestAndWeakest]
      } else {
        ["\(percent)% (\(done))" + (change.map { ", \($0)" } ?? ""), longestRun]
      }
    return parts.compactMap(\.self).joined(separator: "; ") + rest
  }

  private var isWeek: Bool { facts.period.kind == .week && kind == "week" }

  /// How the rate of a week differs from what is usual.
  private var besideUsual: String? {
    guard let now = Context(self).count.percent, sharesBefore.count > 1, let mean else {
      return nil
    }
    let isUsual = abs(now - mean) < Rules.trendPoints
    return "\(isUsual ? "as" : now > mean ? "more than" : "less than") usual (\(mean)%)"
  }

  /// The one habit that was missed most in a week, at least twice.
  private var mostMissed: String? {
    let missed = allHabits.map { row in
      (row.board.habit, days: days.all.filter { row.board.state(on: $0) == .missed })
    }.sorted { $0.days.count > $1.days.count }
    guard let most = missed.first, most.days.count > 1,
      missed.count == 1 || missed[1].days.count < most.days.count
    else { return nil }
    let isWeekend = Set(most.days.map(\.weekday)) == [.saturday, .sunday]
    return "\(called(most.0)) missed \(isWeekend ? "the weekend" : counted(most.days.count, "day"))"
  }

  /// The best weekday, and the weakest habit.
  private var bestAndWeakest: String? {
    let parts = [
      statistics.bestWeekday.map { "best on \($0.name)s" },
      statistics.weakest.map { "weakest \(called($0.habit))" },
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// The longest run and its days.
  private var longestRun: String? {
    let run =
      allHabits.first.flatMap { facts.habit == nil ? nil : $0.board.longest(in: days) }
      ?? longest
    guard let days = run.days, run.length > 1 else { return nil }
    let dash = look.medium.dash
    let isOfYear = facts.period.kind == .year && facts.period.days.contains(days.lowerBound)
    return
      "longest run \(run.inWords), \(isOfYear ? days.inYear(with: dash) : days.dated(with: dash))"
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
      return (first...last).dated(with: look.medium.dash)
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
    let points = counted(abs(now - rateBefore), "point")
    return now == rateBefore
      ? "as in \(nameBefore)"
      : "\(points) \(now > rateBefore ? "more" : "less") than in \(nameBefore)"
  }

  /// What the period before is called.
  private var nameBefore: String {
    guard facts.period.isWhole(weekStart: weekStart) else {
      return "the \(counted(facts.period.days.count, "day")) before"
    }
    let last = facts.period.days.lowerBound.advanced(by: -1)
    return switch facts.period.kind {
    case .month: "\(last.monthName)\(last.year == days.lowerBound.year ? "" : " \(last.year)")"
    case .year: "\(last.year)"
    case .day, .week, .quarter, .all: "the \(facts.period.kind.rawValue) before"
    }
  }

  /// What the year before is called, if something was due in it.
  var yearBefore: String? {
    let year = days.lowerBound.year - 1
    guard let first = Day(year: year, month: 1, day: 1),
      Count(of: boards, over: first...days.lowerBound.advanced(by: -1)).due > 0
    else { return nil }
    return "\(year)"
  }

  /// The mean of the periods before, and of how many.
  var usual: String? {
    let shares = sharesBefore
    guard shares.count > 1, let mean else { return nil }
    return "\(mean)% (the \(counted(shares.count, kind)) before)"
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
