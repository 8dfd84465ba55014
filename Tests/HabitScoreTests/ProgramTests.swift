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
    return found
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

  // MARK: Parts

  /// The unit of a goal in the files: what is counted in times has one of another script, too.
  private func unit(_ goal: Goal) -> String {
    ["time", "times"].contains(goal.unit) ? ["cups", "sets", "€", "пить"][seed % 4] : goal.unit
  }

  private func total(_ total: (goal: Goal, sum: Amount)) -> [String: Any] {
    ["total": number(total.sum), "unit": unit(total.goal)]
  }

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
