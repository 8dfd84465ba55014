import Foundation
import HabitCore
import HabitScore
import TestSupport
import Testing

/// What the program prints for random trackers, member by member, against ``Evaluator``.
@Suite struct ProgramTests {
  /// In every run, 100; in long ones, 2,000.
  private static let worlds = rounds(100, long: 2_000)

  @Test(arguments: 0..<4)
  func `the program prints the numbers of the manual for random trackers`(part: Int) throws {
    for seed in stride(from: part, to: Self.worlds, by: 4) {
      let differences = try Printed(seed: seed).differences()
      guard differences.isEmpty else {
        Issue.record("seed \(seed): \(differences.joined(separator: "\n"))")
        return
      }
    }
  }
}

/// A random tracker as files, and what commands print of it.
private struct Printed {
  private let machine: Machine
  private let world: WideWorld
  private let expected: Evaluator
  private let seed: Int

  private var today: Day { world.today }

  init(seed: Int) throws {
    self.seed = seed
    world = WideWorld(seed: seed)
    expected = Evaluator(world)
    machine = try Machine(now: "\(world.today)T12:00:00")
    try machine.write(".habit.json", "{\"format\": 1}\n")
    try machine.write("guest/profile.json", world.profile.file)
    let figures = ["calendar", "weekdays", "trend", "level", "hours", "numbers"].map {
      ".Sh \($0.uppercased())\n.Hb figure \($0)\n.Hb end\n"
    }
    try machine.write("guest/reports/habit-facts.7", Printed.template + figures.joined())
    for (tracked, records) in zip(world.habits, world.records) {
      let folder = "guest/habits/\(tracked.habit.id)"
      try machine.write("\(folder)/habit.json", tracked.habit.file(unit: unit))
      let years = Dictionary(grouping: records.sorted { $0.key < $1.key }) { $0.key.fields.year }
      for (year, days) in years {
        let lines = days.map { "  \"\($0.key)\": \($0.value.file)" }
        try machine.write("\(folder)/\(year).json", "{\n\(lines.joined(separator: ",\n"))\n}\n")
      }
    }
  }

  func differences() throws -> [String] {
    let last = today.advanced(by: -(seed % 5) * (seed % 2))
    let days = last.advanced(by: -1 - seed % 40)...last
    let range = ["--from", "\(days.lowerBound)", "--to", "\(days.upperBound)"]
    var found: [String] = []
    found += try compare(["today"], screen)
    found += try compare(["xp"], xp)
    found += try compare(["stats"] + range, statistics(days))
    found += try compare(["query", "--all"], query)
    found += try compare(["calendar"], calendar)
    found += try compare(["digest"] + range, digest(days))
    found += try compare(["why", "streak"], whyStreak)
    let day = today.advanced(by: -(seed % 11))
    found += try compare(["why", "xp", "\(day)"], award(day))
    let place = seed % expected.habits.count
    let habit = expected.habits[place]
    if day >= habit.habit.start {
      found += try compare(["why", habit.habit.id.text, "\(day)"], why(habit, place, day))
    }
    if habit.habit.deleted == nil {
      found += try compare(["show", habit.habit.id.text], show(habit))
    }
    return found + (try page(days))
  }

  /// How the output of a command differs from what it should be.
  private func compare(_ command: [String], _ expected: Any) throws -> [String] {
    let run = try machine.process(["habit"] + command + ["--json"]).run()
    guard run.status == 0 else { return ["\(command): \(run)"] }
    let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    let (some, other) = (leaves(json), leaves(expected))
    return Set(some.keys).union(other.keys).sorted().filter { some[$0] != other[$0] }
      .map { "\(command)\($0): \(some[$0] ?? "-"), should be \(other[$0] ?? "-")" }
  }

  /// The simple values of a JSON value, by their paths.
  private func leaves(_ value: Any, _ path: String = "") -> [String: String] {
    switch value {
    case let object as [String: Any]:
      return object.reduce(into: [:]) { found, member in
        found.merge(leaves(member.value, "\(path).\(member.key)")) { first, _ in first }
      }
    case let list as [Any]:
      return list.enumerated().reduce(into: ["\(path).count": "\(list.count)"]) { found, element in
        found.merge(leaves(element.element, "\(path)[\(element.offset)]")) { first, _ in first }
      }
    case let number as NSNumber: return [path: "\(number.doubleValue)"]
    default: return [path: "\(value)"]
    }
  }

  // MARK: Commands

  private var screen: Any {
    let habits = expected.habits.filter { habit in
      let isTracked = habit.isAnyTime(today) && habit.habit.isActive(on: today)
      return habit.habit.deleted == nil
        && (habit.shown.state(today) != .free || habit.progress(today) != nil || isTracked
          || habit.canWait != nil || habit.late != nil)
    }.map { habit in
      let state = habit.shown.state(today)
      return goal(habit, today, withPeriod: true).merging([
        "id": habit.habit.id.text, "name": habit.habit.name.text, "state": state.rawValue,
        "progress": number(habit.progress(today)), "due": state != .free,
        "canWait": orNull(habit.canWait), "late": orNull(habit.late),
      ]) { first, _ in first }.merging(streaks(habit.counted, today)) { first, _ in first
      }
    }
    return [
      "date": "\(today)", "user": "guest", "habits": habits, "broken": [String](),
      "awarded": expected.isComplete(today), "xp": points(today),
      "level": Evaluator.level(points(today)),
    ].merging(streaks(expected.user.streak(on: today), (.day, .day))) { first, _ in first }
  }

  private var xp: Any {
    let level = Evaluator.level(points(today))
    return [
      "user": "guest", "xp": points(today), "level": level,
      "levelStart": 300 * (level - 1) * (level - 1), "nextLevelAt": 300 * level * level,
      "today": expected.isComplete(today) ? 50 : 0,
      "lastComplete": text(expected.user.awarded.last),
      "ledger": expected.user.awarded.map { ["date": "\($0)", "xp": 50] as [String: Any] },
      "achievements": badges(.distantPast...today),
    ].merging(streaks(expected.user.streak(on: today), (.day, .day))) { first, _ in first }
  }

  private func statistics(_ days: ClosedRange<Day>) -> Any {
    let habits = expected.habits.filter { listed($0, days) }.map { habit in
      let rate = habit.rate(days)
      return [
        "id": habit.habit.id.text, "due": rate.due, "done": rate.done,
        "skipped": habit.skipped(days),
        "rate": orNull(Evaluator.percent(rate.done, rate.due)),
        "amount": orNull(habit.amount(days)), "strength": orNull(strength(habit, days)),
        "total": number(habit.totals(days)[0].sum), "totals": habit.totals(days).map(total),
        "longest": habit.counted.longest(in: days).length,
      ].merging(streaks(habit.counted, days.upperBound)) { first, _ in first }
        .merging(period(habit, min(days.upperBound, today))) { first, _ in first }
    }
    return [
      "from": "\(days.lowerBound)", "to": "\(days.upperBound)", "habits": habits,
      "completeDays": expected.completeDays(days), "trend": orNull(expected.trend(days)),
      "longest": expected.user.longest(in: days).length,
      "top": orNull(expected.top(days)), "nudge": orNull(expected.nudge(days)),
      "bestWeekday": orNull(expected.weekday(days, isBest: true)?.rawValue),
      "worstWeekday": orNull(expected.weekday(days, isBest: false)?.rawValue),
      "hours": expected.hours(days),
    ] as [String: Any]
  }

  private var query: Any {
    let first = expected.habits.flatMap { [$0.habit.start] + $0.tallies.keys }.min() ?? today
    return (min(first, today)...today).days.flatMap { day in
      zip(expected.habits, world.records).compactMap { habit, records -> [String: Any]? in
        let state = habit.shown.state(day)
        guard habit.habit.deleted == nil, state != .free || records[day]?.hasFacts == true
        else { return nil }
        let record = records[day] ?? Record()
        return goal(habit, day).merging([
          "habit": habit.habit.id.text, "date": "\(day)", "state": state.rawValue,
          "due": state != .free, "progress": number(habit.progress(day)),
          "at": record.at.map(\.description), "skip": orNull(record.skip?.rawValue),
          "difficulty": orNull(record.difficulty?.rawValue), "note": orNull(record.notes.first),
        ]) { first, _ in first }
      }
    }
  }

  private var calendar: Any {
    (today.advanced(by: -364)...today).days.map { day in
      ["date": "\(day)", "level": orNull(expected.level(day))] as [String: Any]
    }
  }

  private func digest(_ days: ClosedRange<Day>) -> Any {
    let rate = expected.rate(days)
    let habits = expected.habits.filter { $0.habit.deleted == nil }
    let notes = days.days.flatMap { day in
      zip(expected.habits, world.records).compactMap { habit, records -> [String: Any]? in
        guard habit.habit.deleted == nil, let note = records[day]?.notes.first else { return nil }
        return ["habit": habit.habit.id.text, "date": "\(day)", "note": note]
      }
    }
    return [
      [
        "user": "guest", "name": NSNull(), "from": "\(days.lowerBound)",
        "to": "\(days.upperBound)", "done": rate.done, "due": rate.due,
        "completeDays": expected.completeDays(days), "xp": 50 * expected.completeDays(days),
        "streak": expected.user.streak(on: days.upperBound).current,
        "habits": habits.map { habit in
          [
            "habit": habit.habit.id.text, "done": habit.rate(days).done,
            "due": habit.rate(days).due, "lastMissed": text(habit.lastMissed(days)),
          ] as [String: Any]
        },
        "achievements": badges(days), "notes": notes,
      ] as [String: Any]
    ]
  }

  private var whyStreak: Any {
    let isOpen = expected.verdict(today) == .incomplete && !expected.isJudged(today)
    return [
      "since": text(expected.streakSince), "neutralDays": expected.neutralDays,
      "lastBreak": expected.lastBreak.map(award) ?? NSNull(),
      "openToday": isOpen ? award(today) : NSNull(),
    ].merging(streaks(expected.user.streak(on: today), (.day, .day))) { first, _ in first }
  }

  private func award(_ day: Day) -> Any {
    [
      "date": "\(day)", "verdict": "\(expected.verdict(day))",
      "xp": expected.isComplete(day) ? 50 : 0, "done": expected.names(day, [.done]),
      "left": expected.names(day, [.open, .missed]), "skipped": expected.names(day, [.skipped]),
    ] as [String: Any]
  }

  private func why(_ habit: EvaluatedHabit, _ place: Int, _ day: Day) -> Any {
    let record = world.records[place][day] ?? Record()
    let schedule = inForce(habit.habit.schedule, day)
    let state = habit.shown.state(day)
    return goal(habit, day, withPeriod: true).merging([
      "habit": habit.habit.id.text, "date": "\(day)", "state": state.rawValue,
      "due": state != .free, "reason": reason(habit, day), "schedule": "\(schedule.value)",
      "scheduleSince": text(schedule.from),
      "goalSince": text(inForce(habit.habit.goal, day).from),
      "progress": number(habit.progress(day)), "typed": number(record.typed),
      "at": record.at.map(\.description), "skip": orNull(record.skip?.rawValue),
      "streakBefore": habit.counted.streak(on: day.advanced(by: -1)).current,
      "streakAfter": habit.counted.streak(on: day).current, "award": award(day),
      "commits": [String](),
    ]) { first, _ in first }
  }

  /// Why a day was not due, as habit-why(1) says it.
  private func reason(_ evaluated: EvaluatedHabit, _ day: Day) -> String {
    let habit = evaluated.habit
    func covers(_ span: DaySpan) -> Bool { span.start <= day && day <= (span.end ?? day) }
    func said(_ span: DaySpan) -> String {
      span.end.map { "\(span.start) to \($0)" } ?? "from \(span.start)"
    }
    func days(_ count: Int) -> String { count == 1 ? "1 day" : "\(count) days" }
    if evaluated.shown.state(day) != .free { return "yes" }
    if let end = habit.end, end < day { return "no: it ended on \(end)" }
    if let deleted = habit.deleted, deleted <= day { return "no: it was deleted on \(deleted)" }
    if let pause = habit.pauses.first(where: covers) { return "no: it rested \(said(pause))" }
    let vacations = world.profile.vacations.sorted { $0.start < $1.start }
    if let vacation = vacations.first(where: covers) {
      return "no: vacation \(said(vacation))"
    }
    let period = evaluated.shown.period(of: day)
    let span = period.map { "\($0.lowerBound) to \($0.upperBound)" } ?? ""
    let left = days(period.map { day.distance(to: $0.upperBound) + 1 } ?? 0)
    if let (total, need) = evaluated.shown.sum(day) {
      let parts = "no: \(total) of \(need) \(unit(evaluated.goal(day))) in \(span)"
      if total > need { return "\(parts): \(total - need) over" }
      if total == need, habit.kind == .formation { return parts }
      return "\(parts), \(left) left: \(need - total) "
        + (habit.kind == .formation ? "to go" : "left")
    }
    if evaluated.isAnyTime(day) { return "no: it is never due, only tracked" }
    if let waiting = evaluated.shown.waiting(day) {
      let due = day.advanced(by: waiting.wait)
      if let late = waiting.late {
        let late = "no: \(days(late)) late: due \(day.advanced(by: -late))"
        return "\(late), due again \(due)"
      }
      let last = waiting.last.map { "last \($0.isSkip ? "skipped" : "done") \($0.day), " } ?? ""
      return "no: \(last)due \(due)"
    }
    guard let (need, done, _) = evaluated.shown.quota(day) else {
      return "no: the schedule leaves this day free"
    }
    if done >= need { return "no: \(done) of \(need) done already in \(span)" }
    let wait = max(0, (period.map { day.distance(to: $0.upperBound) + 1 } ?? 0) - (need - done))
    return "no: \(done) of \(need) done in \(span), \(left) left: it can wait "
      + (wait == 0 ? "no longer" : days(wait))
  }

  private func show(_ habit: EvaluatedHabit) -> Any {
    let day = max(today, habit.habit.start)
    let last = habit.lastLiving
    let first = max(habit.habit.start, last.advanced(by: -13))
    let days = first > last ? [] : (first...last).days
    let known = habit.tallies.keys.filter { $0 <= today }.min() ?? day
    let totals = habit.totals(min(known, day)...day)
    return goal(habit, day, withPeriod: true).merging([
      "id": habit.habit.id.text, "name": habit.habit.name.text,
      "type": habit.habit.kind == .formation ? "formation" : "breaking",
      "schedule": "\(inForce(habit.habit.schedule, day).value)", "start": "\(habit.habit.start)",
      "end": text(habit.habit.end),
      "total": number(totals[0].sum), "totals": totals.map(total),
      "days": days.map { day in
        [
          "date": "\(day)", "state": habit.shown.state(day).rawValue,
          "progress": number(habit.progress(day)),
        ] as [String: Any]
      },
    ]) { first, _ in first }.merging(streaks(habit.counted, today)) { first, _ in first }
  }

  // MARK: A page

  private static let template = """
    .Dd today
    .Dt HABIT-FACTS 7
    .Os
    .Hb period month
    .Sh NAME
    .Nm habit-facts
    .Nd facts
    .Sh FACTS
    .Bd -literal
    page \\*[done:n] \\*[due:n] \\*[complete:n] \\*[judged:n] \\*[skipped:n] \\*[xp:n]
    user \\*[xp.total:n] \\*[level:n] \\*[level.xp:n] \\*[level.need:n] \\*[streak:n] \\*[best:n]
    share \\*[rate] \\*[rate.before] \\*[open:n]
    words \\*[trend.word] \\*[best.day] \\*[worst.day] \\*[best.habit] \\*[weakest.habit]
    run \\*[longest:n] \\*[longest.span]
    more \\*[days:n] \\*[habits:n] \\*[open.today:n] \\*[awards:n] \\*[level.missing:n] \\*[mean]
    .Hb each habit
    habit \\*[habit.id] \\*[habit.done:n] \\*[habit.due:n] \\*[habit.skipped:n] \\*[habit.total]
    longest \\*[habit.longest:n] \\*[habit.longest.span] \\*[habit.total.text]
    value \\*[habit.rate] \\*[habit.amount] \\*[habit.strength] \\*[habit.streak:n] \\*[habit.best:n]
    marks \\*[habit.progress] \\*[habit.goal] \\*[habit.strip] \\*[habit.last7]
    .Hb end
    .Hb each week
    week \\*[week.done:n] \\*[week.due:n] \\*[week.complete:n] \\*[week.xp:n] \\*[week.rate]
    .Hb each habit
    part \\*[habit.id] \\*[habit.done:n] \\*[habit.due:n] \\*[habit.skipped:n] \\*[habit.total]
    .Hb end
    .Hb end
    .Hb each month
    month \\*[month.done:n] \\*[month.due:n] \\*[month.complete:n] \\*[month.xp:n] \\*[month.rate]
    .Hb end
    .Hb each day
    day \\*[day.number:n] \\*[day.mark] \\*[day.done:n] \\*[day.due:n] \\*[day.rate] \\*[day.xp:n]
    .Hb each habit
    state \\*[habit.id] \\*[habit.state] \\*[habit.streak:n]
    .Hb end
    .Hb end
    .Hb each entry
    entry \\*[entry.date] \\*[entry.xp:n] \\*[entry.balance:n]
    .Hb end
    .Hb each award
    award \\*[award.date] \\*[award.title]
    .Hb end
    .Ed

    """

  /// The lines of figures, each after its name, without bars; of a calendar the days and marks alone.
  private func figures(_ lines: [String]) -> [String] {
    var name = ""
    return lines.compactMap { line in
      if line.hasPrefix(".Sh ") { name = String(line.dropFirst(4)) }
      guard !line.hasPrefix("."), !["NAME", "FACTS"].contains(name) else { return nil }
      var words = line.replacing("\\fB", with: "").replacing("\\fP", with: "")
        .filter { !"━─".contains($0) }.split(separator: " ")
      if name == "CALENDAR" {
        let isKey = words.contains { $0.count > 3 && $0.allSatisfy(\.isLetter) }
        words = isKey ? [] : words.filter { $0.contains { !$0.isLetter } }
      }
      return words.isEmpty ? nil : name + " " + words.joined(separator: " ")
    }
  }

  /// What figures should show, from FIGURES in habit-template(5).
  private func figures(over days: ClosedRange<Day>) -> [String] {
    let weekdays = (0..<7).map { Weekday.allCases[(world.profile.weekStart.index + $0) % 7] }
    func name(_ weekday: Weekday) -> String { weekday.rawValue.capitalized.prefix(3) + "" }
    var wanted: [String] = []
    if days.days.count > 31 {
      wanted += weekdays.map { weekday in
        days.days.filter { $0.weekday == weekday }.map(mark).joined()
      }
    } else {
      wanted += stretches(days, week).map { days in
        days.days.map { "\($0.fields.day) \(mark($0))" }.joined(separator: " ")
      }
    }
    wanted = wanted.map(squeezed).filter { !$0.isEmpty }.map { "CALENDAR \($0)" }
    for weekday in weekdays {
      let rates = days.days.filter { $0.weekday == weekday }.map { expected.rate($0...$0) }
      wanted.append("WEEKDAYS \(name(weekday)) \(shown(sum(rates)))")
    }
    for days in ranges(before: days).reversed() + [days] {
      let (first, last) = (month(days.lowerBound), month(days.upperBound))
      let label = first == last ? first : "\(days.lowerBound)"
      wanted.append("TREND \(label) \(shown(expected.rate(days)))")
    }
    let level = Evaluator.level(points(days.upperBound))
    let start = 300 * (level - 1) * (level - 1)
    wanted.append(
      "LEVEL Level \(level) \(grouped(points(days.upperBound) - start)) of "
        + "\(grouped(300 * level * level - start)) XP"
    )
    let hours = expected.hours(days)
    for (name, count) in zip(["Night", "Morning", "Afternoon", "Evening"], hours) {
      wanted.append("HOURS \(name) \(shown((count, hours.reduce(0, +))))")
    }
    return wanted + numbers(days)
  }

  /// Twelve ranges of as many days before, the latest first; of a whole month the months before.
  private func ranges(before days: ClosedRange<Day>) -> [ClosedRange<Day>] {
    let (length, next) = (days.days.count, days.upperBound.advanced(by: 1))
    let isMonth = length < 32 && days.lowerBound.fields.day == 1 && next.fields.day == 1
    var first = days.lowerBound
    return (0..<12).map { _ in
      let last = first.advanced(by: -1)
      first = isMonth ? last.advanced(by: 1 - last.fields.day) : last.advanced(by: 1 - length)
      return first...last
    }
  }

  /// The numbers of a page, and how the rate differs from that of the period before and from the usual.
  private func numbers(_ days: ClosedRange<Day>) -> [String] {
    let all = ranges(before: days)
    let (rate, old) = (expected.rate(days), expected.rate(all[0]))
    let (complete, run) = (expected.completeDays(days), expected.user.longest(in: days))
    let isMonth = all[0].days.count > all[1].days.count || all[0].lowerBound.fields.day == 1
    let isWhole =
      isMonth && days.lowerBound.fields.day == 1
      && days.upperBound.advanced(by: 1).fields.day == 1
    let isOfOneYear = all[0].upperBound.fields.year == days.lowerBound.fields.year
    let words = inWords(all[0].upperBound).split(separator: " ")
    let name =
      isWhole
      ? words.dropFirst().prefix(isOfOneYear ? 1 : 2).joined(separator: " ")
      : "the \(days.days.count) days before"
    let totals = expected.habits.filter { isShown($0, days) }.map { $0.totals(days) }
      .filter { $0.contains { $0.sum > .zero } }.map(inWords)
    var lines = [
      "\(shown(rate)) \(complete) of \(expected.judgedDays(days)) "
        + (run.length == 1 ? "1 day " : "\(grouped(run.length)) days ")
        + (totals.first ?? "\(grouped(50 * complete)) XP"),
      "done complete days longest run \(totals.isEmpty ? "earned" : "in all")", span(run.days),
    ]
    let percents = [rate, old].compactMap { Evaluator.percent($0.done, $0.due) }
    if percents.count == 2 {
      let points = percents[0] - percents[1]
      let size = abs(points) == 1 ? "1 point" : "\(abs(points)) points"
      lines.append(
        "done: " + (points == 0 ? "as in" : "\(size) \(points > 0 ? "more" : "less") than in")
          + " \(name)"
      )
    }
    let count = all.count { expected.rate($0).due > 0 }
    if count > 1 {
      let what = isWhole ? "months" : "ranges"
      lines.append("usual: \(mean(before: days)) (the \(count) \(what) before)")
    }
    if totals.count > 1 { lines.append("also: \(totals.dropFirst().joined(separator: ", "))") }
    return lines.filter { !$0.isEmpty }.map { "NUMBERS \($0)" }
  }

  /// The totals of a habit, the latest unit first.
  private func inWords(_ totals: [(goal: Goal, sum: Amount)]) -> String {
    totals.map { "\(grouped($0.sum)) \(unit($0.goal))" }.joined(separator: ", before ")
  }

  /// The first and the last of some days: 9–15 Feb.
  private func span(_ days: ClosedRange<Day>?) -> String {
    guard let days else { return "" }
    func short(_ day: Day) -> String { "\(day.fields.day) \(month(day).prefix(3))" }
    let (first, last) = (days.lowerBound, days.upperBound)
    if first == last { return short(first) }
    return first.fields.month == last.fields.month
      ? "\(first.fields.day)–\(short(last))" : "\(short(first)) – \(short(last))"
  }

  /// The mark of a day in a map, from OUTPUT in habit-today(1) and habit-calendar(1).
  private func mark(_ day: Day) -> String {
    let level = expected.level(day)
    if let level, (1...3).contains(level) { return ["▫", "▪", "▣"][level - 1] }
    guard let level else { return expected.habits.contains { isLiving($0, day) } ? "·" : " " }
    return level == 4 ? "■" : day == today ? "□" : "✗"
  }

  /// The mark of a day of a habit.
  private func mark(of habit: EvaluatedHabit, _ day: Day) -> String {
    guard isLiving(habit, day) else { return " " }
    let isBegun = (habit.progress(day) ?? .zero) > .zero
    return switch habit.shown.state(day) {
    case .done: "■"
    case .skipped: "–"
    case .missed: "✗"
    case .open: isBegun ? "◐" : "□"
    case .free: isBegun ? "•" : "·"
    }
  }

  private func isLiving(_ habit: EvaluatedHabit, _ day: Day) -> Bool {
    habit.habit.start <= day && day <= habit.habit.end ?? day
  }

  /// The progress and the goal on the last day, and the marks of all days and of the last seven.
  private func marks(of habit: EvaluatedHabit, _ days: ClosedRange<Day>) -> String {
    let last = days.upperBound
    let sum = isLiving(habit, last) ? habit.shown.sum(last) : nil
    let strips = [last.advanced(by: -min(30, days.days.count - 1)), last.advanced(by: -6)].map {
      ($0...last).days.map { mark(of: habit, $0) }.joined()
    }
    return "marks \(sum?.total ?? habit.progress(last) ?? .zero) "
      + "\(sum?.need ?? habit.goal(last).amount) " + strips.joined(separator: " ")
  }

  /// The mean of the rates of the twelve ranges before in which something was due.
  private func mean(before days: ClosedRange<Day>) -> String {
    let rates = ranges(before: days).map { expected.rate($0) }.filter { $0.due > 0 }
    let sum = rates.map { 100 * Double($0.done) / Double($0.due) }.reduce(0, +)
    return rates.isEmpty ? "–" : "\(Int(sum / Double(rates.count) + 0.5 + 1e-9))%"
  }

  /// How a page with all numbers differs from what it should be.
  private func page(_ days: ClosedRange<Day>) throws -> [String] {
    let run = try machine.habit(
      "report",
      "facts",
      "\(days.lowerBound)..\(days.upperBound)",
      "-T",
      "mdoc"
    )
    let lines = run.output.replacingOccurrences(of: "\\-", with: "-")
      .replacingOccurrences(of: "\\ ", with: " ")
      .replacingOccurrences(of: "\\&", with: "").split(separator: "\n")
      .map { $0.trimmingCharacters(in: .whitespaces) }
    let rate = expected.rate(days)
    let level = Evaluator.level(points(days.upperBound))
    let (start, next) = (300 * (level - 1) * (level - 1), 300 * level * level)
    let streak = expected.user.streak(on: days.upperBound)
    let words = [
      expected.trend(days), expected.weekday(days, isBest: true)?.rawValue.capitalized,
      expected.weekday(days, isBest: false)?.rawValue.capitalized, expected.top(days),
      expected.nudge(days),
    ].map { $0 ?? "" }
    let complete = expected.completeDays(days)
    let longest = expected.user.longest(in: days)
    let before = ranges(before: days)[0]
    let skipped = expected.habits.map { $0.skipped(days) }.reduce(0, +)
    let habits = expected.habits.filter { isShown($0, days) }
    let isOpen = { (habit: EvaluatedHabit) in
      habit.habit.deleted == nil && habit.shown.state(days.upperBound) == .open
    }
    var wanted: [String] = [
      "page \(rate.done) \(rate.due) \(complete) \(expected.judgedDays(days)) \(skipped) "
        + "\(50 * complete)",
      "user \(points(days.upperBound)) \(level) \(points(days.upperBound) - start) "
        + "\(next - start) \(streak.current) \(streak.best)",
      "share \(shown(rate)) \(shown(expected.rate(before))) \(rate.due - rate.done)",
      "words " + words.joined(separator: " "),
      "run \(longest.length) \(span(longest.days))",
      "more \(days.days.count) \(habits.count) \(expected.habits.count(where: isOpen)) "
        + "\(expected.badges.count { $0.day <= days.upperBound }) "
        + "\(next - points(days.upperBound)) \(mean(before: days))",
    ]
    for habit in habits {
      let (rate, run) = (habit.rate(days), habit.counted.streak(on: days.upperBound))
      let longest = habit.counted.longest(in: days)
      let percents = [
        Evaluator.percent(rate.done, rate.due), habit.amount(days), strength(habit, days),
      ].map { $0.map { "\($0)%" } ?? "–" }.joined(separator: " ")
      wanted += [
        "habit \(habit.habit.id) \(rate.done) \(rate.due) \(habit.skipped(days)) "
          + "\(habit.totals(days)[0].sum)",
        "longest \(longest.length) \(span(longest.days)) \(inWords(habit.totals(days)))",
        "value \(percents) \(run.current) \(run.best)", marks(of: habit, days),
      ]
    }
    let first = expected.habits.map(\.habit.start).min() ?? days.lowerBound
    for week in stretches(days, week) where week.upperBound >= first {
      wanted.append("week \(counts(week))")
      for habit in habits {
        let rate = habit.rate(week)
        wanted.append(
          "part \(habit.habit.id) \(rate.done) \(rate.due) \(habit.skipped(week)) "
            + "\(habit.totals(week)[0].sum)"
        )
      }
    }
    wanted += stretches(days) { $0.fields.month }.filter { $0.upperBound >= first }
      .map { "month \(counts($0))" }
    for day in days.days {
      let rate = expected.count(day)
      wanted.append(
        "day \(day.fields.day) \(mark(day)) \(rate.done) \(rate.due) \(shown(rate)) "
          + "\(expected.isComplete(day) ? 50 : 0)"
      )
      for habit in habits {
        wanted.append(
          "state \(habit.habit.id) \(habit.shown.state(day).rawValue) "
            + "\(habit.counted.streak(on: day).current)"
        )
      }
    }
    for day in expected.user.awarded where days.contains(day) {
      wanted.append("entry \(inWords(day)) 50 \(points(day))")
    }
    for badge in expected.badges where days.contains(badge.day) {
      wanted.append("award \(inWords(badge.day)) \(title(badge.id))")
    }
    let kinds = [
      "page", "user", "share", "words", "run", "more", "habit", "longest", "value", "marks", "week",
      "part", "month",
      "day", "state",
      "entry", "award",
    ]
    let came =
      lines.filter { line in kinds.contains { (line + " ").hasPrefix($0 + " ") } } + figures(lines)
    let same = wanted + figures(over: days)
    let differences = zip(came.map(squeezed), same.map(squeezed)).filter { $0 != $1 }
    guard came.count != same.count || !differences.isEmpty else { return [] }
    return ["page \(days): \(differences), \(came.count) of \(same.count); \(run.errors)"]
  }

  /// The weeks or months of some days, cut to them: neighbours of one number.
  private func stretches(_ days: ClosedRange<Day>, _ number: (Day) -> Int) -> [ClosedRange<Day>] {
    let starts = days.days.filter {
      $0 == days.lowerBound || number($0) != number($0.advanced(by: -1))
    }
    return zip(starts, starts.dropFirst().map { $0.advanced(by: -1) } + [days.upperBound])
      .map { $0...$1 }
  }

  /// A number that the days of a week share, which begins with the profile's weekday.
  private func week(_ day: Day) -> Int {
    (Int(day.number) + 3 - world.profile.weekStart.index + 7_000_000) / 7
  }

  /// Done, due and complete days, points and rate.
  private func counts(_ days: ClosedRange<Day>) -> String {
    let (rate, complete) = (expected.rate(days), expected.completeDays(days))
    return "\(rate.done) \(rate.due) \(complete) \(50 * complete) \(shown(rate))"
  }

  private func shown(_ rate: (done: Int, due: Int)) -> String {
    Evaluator.percent(rate.done, rate.due).map { "\($0)%" } ?? "–"
  }

  /// The habits of a page: something of these days was due or recorded.
  private func isShown(_ habit: EvaluatedHabit, _ days: ClosedRange<Day>) -> Bool {
    listed(habit, days)
      && days.days.filter { habit.habit.deleted == nil || $0 < today }
        .contains { habit.shown.state($0) != .free || habit.progress($0) != nil }
  }

  /// The unit of a goal in the files: what is counted in times has one of another script, too.
  private func unit(_ goal: Goal) -> String {
    ["time", "times"].contains(goal.unit) ? ["cups", "sets", "€", "пить"][seed % 4] : goal.unit
  }

  private func total(_ total: (goal: Goal, sum: Amount)) -> [String: Any] {
    ["total": number(total.sum), "unit": unit(total.goal)]
  }

  private func squeezed(_ line: String) -> String {
    line.split(separator: " ").joined(separator: " ")
  }

  private func sum(_ rates: [(done: Int, due: Int)]) -> (done: Int, due: Int) {
    rates.reduce((0, 0)) { ($0.0 + $1.done, $0.1 + $1.due) }
  }

  private func grouped(_ number: Int) -> String {
    number < 1000 ? "\(number)" : "\(number / 1000)," + "\(1000 + number % 1000)".dropFirst()
  }

  private func grouped(_ amount: Amount) -> String {
    let parts = "\(amount)".split(separator: ".", maxSplits: 1)
    return grouped(Int(parts[0]) ?? 0) + parts.dropFirst().map { ".\($0)" }.joined()
  }

  private func inWords(_ day: Day) -> String {
    let months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December",
    ]
    return "\(day.fields.day) \(months[day.fields.month - 1]) \(day.fields.year)"
  }

  /// Feb 2026.
  private func month(_ day: Day) -> String {
    inWords(day).split(separator: " ").dropFirst().map { Int($0) == nil ? $0.prefix(3) : $0 }
      .joined(separator: " ")
  }

  // MARK: Parts

  private func points(_ day: Day) -> Int { 50 * expected.ledger(through: day).count }

  private func listed(_ habit: EvaluatedHabit, _ days: ClosedRange<Day>) -> Bool {
    habit.habit.deleted.map { days.lowerBound < min($0, today) } ?? true
  }

  private func strength(_ habit: EvaluatedHabit, _ days: ClosedRange<Day>) -> Int? {
    habit.strength(days.upperBound).map { Int(($0 * 100).rounded()) }
  }

  private func badges(_ days: ClosedRange<Day>) -> [[String: Any]] {
    expected.badges.filter { days.contains($0.day) }.map {
      ["id": $0.id, "title": title($0.id), "date": "\($0.day)"]
    }
  }

  private func title(_ id: String) -> String { Achievement.Kind(rawValue: id)?.title ?? "" }

  private func goal(
    _ habit: EvaluatedHabit,
    _ day: Day,
    withPeriod: Bool = false
  ) -> [String: Any] {
    let goal = habit.goal(day)
    return [
      "goal": number(goal.amount), "unit": unit(goal), "per": goal.per.rawValue,
    ].merging(withPeriod ? period(habit, day) : [:]) { first, _ in first }
  }

  private func period(_ habit: EvaluatedHabit, _ day: Day) -> [String: Any] {
    let standing = habit.shown.standing(day).map { standing -> [String: Any] in
      [
        "from": "\(standing.first)", "to": "\(standing.last)",
        "progress": number(standing.progress), "goal": number(standing.need),
      ]
    }
    return ["period": standing ?? NSNull()]
  }

  private func inForce<Value>(_ dated: Dated<Value>, _ day: Day) -> Dated<Value>.Entry {
    dated.entries[Definition.entryNumber(dated, day)]
  }

  private func streaks(_ habit: Definition, _ day: Day) -> [String: Any] {
    streaks(habit.streak(on: day), habit.streakUnits(on: day))
  }

  private func streaks(
    _ streak: (current: Int, best: Int),
    _ unit: (current: Streak.Unit, best: Streak.Unit)
  ) -> [String: Any] {
    [
      "streak": streak.current, "streakUnit": unit.current.rawValue, "best": streak.best,
      "bestUnit": unit.best.rawValue,
    ]
  }

  private func number(_ amount: Amount?) -> Any {
    amount.map { NSNumber(value: Double($0.thousandths) / 1000) } ?? NSNull()
  }

  private func text(_ day: Day?) -> Any { day.map { "\($0)" } ?? NSNull() }

  private func orNull(_ value: Any?) -> Any { value ?? NSNull() }
}

// MARK: Files

extension Profile {
  fileprivate var file: String {
    """
    {"timeZone": \(timeZone.map { "\"\($0)\"" } ?? "null"), "dayStart": "\(dayStart.hoursAndMinutes)", "weekStart": "\(weekStart.rawValue)",
    "streakMode": \(streakMode.file { $0.rawValue }), "vacations": \(vacations.file)}

    """
  }
}

extension Habit {
  fileprivate func file(unit: (Goal) -> String) -> String {
    var members = [
      "\"name\": \"\(name)\"", "\"start\": \"\(start)\"",
      "\"goal\": \(goal.file { "\($0.amount) \(unit($0))" + ($0.per == .day ? "" : " a \($0.per.rawValue)") })",
      "\"schedule\": \(schedule.file { "\($0)" })", "\"paused\": \(pauses.file)",
    ]
    if case .breaking(_, let unlogged) = kind {
      members += ["\"type\": \"breaking\"", "\"unlogged\": \"\(unlogged.rawValue)\""]
    }
    if let end { members.append("\"end\": \"\(end)\"") }
    if let deleted { members.append("\"deleted\": \"\(deleted)\"") }
    return "{\(members.joined(separator: ",\n"))}\n"
  }
}

extension Record {
  fileprivate var file: String {
    var members: [String] = []
    if let progress { members.append("\"progress\": \(progress)") }
    if let typed, !at.isEmpty { members.append("\"typed\": \(typed)") }
    if !at.isEmpty { members.append("\"at\": [\(at.map { "\"\($0)\"" }.joined(separator: ", "))]") }
    if !undone.isEmpty {
      members.append("\"undone\": [\(undone.map { "\"\($0)\"" }.joined(separator: ", "))]")
    }
    if let skip { members.append("\"skip\": \"\(skip.rawValue)\"") }
    if let difficulty { members.append("\"difficulty\": \(difficulty.rawValue)") }
    if let note = notes.first { members.append("\"note\": \"\(note)\"") }
    return "{\(members.joined(separator: ", "))}"
  }
}

extension Dated {
  fileprivate func file(_ text: (Value) -> String) -> String {
    guard entries.count > 1 || entries[0].from != nil else {
      return "\"\(text(entries[0].value))\""
    }
    let members = entries.map { entry in
      "\"\(entry.from.map { "\($0)" } ?? "1970-01-01")\": \"\(text(entry.value))\""
    }
    return "{\(members.joined(separator: ", "))}"
  }
}

extension [DaySpan] {
  fileprivate var file: String {
    "{\(map { "\"\($0.start)\": \"\($0.end.map { "\($0)" } ?? "open")\"" }.joined(separator: ", "))}"
  }
}
