import HabitCore
import HabitScore

/// The numbers of every screen for one user, from the sentences of habit-stats(1), habit-today(1),
/// habit-xp(7), habit-why(1), habit-digest(1) and habit-calendar(1), said again day by day.
///
/// What days are, and streaks, are those of ``Definition``. It is slow, and shares no code with the
/// library: only states and definitions are of its types.
struct Evaluator {
  let today: Day
  let profile: Profile
  /// The habits, in the order of their names, which is that of lists.
  let habits: [EvaluatedHabit]
  let user: UserDefinition

  init(_ world: WideWorld) {
    today = world.today
    profile = world.profile
    habits = zip(world.habits, world.seconds).map { [today, profile] tracked, seconds in
      EvaluatedHabit(tracked, profile, today, seconds: seconds)
    }
    let first = world.habits.map(\.habit.start).min() ?? today
    user = UserDefinition(habits: self.habits.map(\.counted), from: first, through: today)
  }

  /// A number of per cents, halves up; nil of nothing.
  static func percent(_ part: Int, _ whole: Int) -> Int? {
    whole == 0 ? nil : (200 * part + whole) / (2 * whole)
  }

  // MARK: Days, points and levels

  func verdict(_ day: Day) -> DayVerdict {
    guard let first = user.verdicts.first?.day else { return .neutral }
    let index = first.distance(to: day)
    return user.verdicts.indices.contains(index) ? user.verdicts[index].verdict : .neutral
  }

  func isComplete(_ day: Day) -> Bool { verdict(day) == .complete }

  /// Days that are over for the streak: today only once it is complete, or lost to a limit.
  func isJudged(_ day: Day) -> Bool {
    switch verdict(day) {
    case .complete: true
    case .neutral: false
    case .incomplete: day < today || habits.contains { $0.counted.state(day) == .missed }
    }
  }

  /// All complete days up to a day.
  func ledger(through day: Day) -> [Day] { user.awarded.filter { $0 <= day } }

  /// The last level L whose 300 (L - 1)^2 points are reached.
  static func level(_ points: Int) -> Int {
    (1...100).last { 300 * ($0 - 1) * ($0 - 1) <= points } ?? 1
  }

  /// The habits of a day with some states, for points.
  func names(_ day: Day, _ states: [DayState]) -> [String] {
    habits.filter { states.contains($0.counted.state(day)) }.map(\.habit.id.text)
  }

  // MARK: The streak

  /// The first complete day of the current streak.
  var streakSince: Day? {
    let broken = lastBreak
    return user.awarded.first { day in broken.map { $0 < day } ?? true }
  }

  /// The last day that broke a streak.
  var lastBreak: Day? {
    user.verdicts.map(\.day).last { isJudged($0) && verdict($0) == .incomplete }
  }

  /// The days that the current streak ignores.
  var neutralDays: Int {
    guard let since = streakSince else { return 0 }
    return user.verdicts.count { $0.day > since && $0.verdict == .neutral }
  }

  // MARK: Badges

  /// The badges in the order of their days, those of a day as habit-xp(7) lists them.
  var badges: [(id: String, day: Day)] {
    let begun = habits.map(\.habit).filter { habit in
      habit.start <= today && !(habit.deleted.map { $0 <= habit.start } ?? false)
    }.map(\.start).min()
    var found: [(id: String, day: Day?)] = [("first_habit", begun)]
    let streaks = pastDays.map { (day: $0, length: user.streak(on: $0).current) }
    for length in [7, 30, 100] {
      found.append(("streak_\(length)", streaks.first { $0.length == length }?.day))
    }
    for count in [100, 500, 1000] {
      let days = habits.flatMap { habit in
        pastDays.filter { habit.shown.state($0) == .done }
      }
      found.append(("completions_\(count)", days.count < count ? nil : days.sorted()[count - 1]))
    }
    found.append(("perfect_week", perfect(begun) { self.week($0) }))
    found.append(("perfect_month", perfect(begun) { $0.fields.year * 12 + $0.fields.month }))
    for level in [5, 10, 25, 50] {
      let days = user.awarded
      found.append(
        (
          "level_\(level)",
          days.indices.first { Self.level(50 * ($0 + 1)) >= level }.map { days[$0] }
        )
      )
    }
    found.append(("early_bird", firstDay { $0 < 8 * 3600 }))
    found.append(("night_owl", firstDay { $0 >= 22 * 3600 }))
    return found.enumerated().compactMap { place, badge in
      badge.day.map { (place: place, id: badge.id, day: $0) }
    }.sorted { ($0.day, $0.place) < ($1.day, $1.place) }.map { ($0.id, $0.day) }
  }

  private var pastDays: [Day] { user.verdicts.map(\.day) }

  /// A number that the days of a week share, which begins with `weekStart`.
  private func week(_ day: Day) -> Int {
    (Int(day.number) + 3 - profile.weekStart.index + 7_000_000) / 7
  }

  /// The last day of the first week or month that is over, has a complete day and no incomplete one, and
  /// on whose first day a habit had begun.
  private func perfect(_ begun: Day?, _ stretch: (Day) -> Int) -> Day? {
    guard let begun else { return nil }
    return pastDays.first { day in
      guard stretch(day) != stretch(day.advanced(by: 1)) else { return false }
      let all = (0...31).map { day.advanced(by: -$0) }.filter { stretch($0) == stretch(day) }
      return all.min().map { begun <= $0 } ?? false
        && all.contains { isComplete($0) } && !all.contains { verdict($0) == .incomplete }
    }
  }

  /// The first complete day on which all entries of every done habit were made at such times, at least
  /// one of each.
  private func firstDay(_ isMeant: (Int) -> Bool) -> Day? {
    user.awarded.first { day in
      habits.filter { $0.counted.state(day) == .done }.allSatisfy { habit in
        let seconds = habit.seconds[day] ?? []
        return !seconds.isEmpty && seconds.allSatisfy(isMeant)
      }
    }
  }

  // MARK: Statistics

  /// Done and due days of all habits in a range.
  func rate(_ range: ClosedRange<Day>) -> (done: Int, due: Int) {
    let all = habits.map { $0.rate(range) }
    return (all.map(\.done).reduce(0, +), all.map(\.due).reduce(0, +))
  }

  func completeDays(_ range: ClosedRange<Day>) -> Int { user.awarded.count { range.contains($0) } }

  func judgedDays(_ range: ClosedRange<Day>) -> Int { range.days.count { isJudged($0) } }

  /// The rate compared with that of as many days before: at least 5 points of difference, or stable.
  func trend(_ range: ClosedRange<Day>) -> String? {
    let length = range.days.count
    let before = range.lowerBound.advanced(by: -length)...range.lowerBound.advanced(by: -1)
    let ((done, due), (oldDone, oldDue)) = (rate(range), rate(before))
    guard due > 0, oldDue > 0 else { return nil }
    let points = 100 * (done * oldDue - oldDone * due)
    return points >= 5 * due * oldDue
      ? "improving" : points <= -5 * due * oldDue ? "declining" : "stable"
  }

  /// The weekday with the highest rate, or the lowest, of those with four due days; of equal ones that with more due days, then the
  /// earlier.
  func weekday(_ range: ClosedRange<Day>, isBest: Bool) -> Weekday? {
    let all = Weekday.allCases.map { weekday in
      let days = range.days.filter { $0.weekday == weekday }.map { rate($0...$0) }
      return (weekday, done: days.map(\.done).reduce(0, +), due: days.map(\.due).reduce(0, +))
    }.filter { $0.due >= 4 }
    guard let first = all.first, all.contains(where: { $0.done * first.due != first.done * $0.due })
    else { return nil }
    var found = first
    for other in all.dropFirst() {
      let difference = other.done * found.due - found.done * other.due
      let isBetter = isBest ? difference > 0 : difference < 0
      if isBetter || difference == 0 && other.due > found.due { found = other }
    }
    return found.0
  }

  /// The habits that are compared, due on at least three days, 20 in a year, and not deleted, the best
  /// first.
  private func compared(_ range: ClosedRange<Day>) -> [(id: String, done: Int, due: Int)] {
    habits.filter { $0.habit.deleted.map { range.upperBound < min($0, today) } ?? true }
      .map { (id: $0.habit.id.text, done: $0.rate(range).done, due: $0.rate(range).due) }
      .filter { $0.due >= max(3, 20 * range.days.count / 365) }
      .sorted { left, right in
        let difference = left.done * right.due - right.done * left.due
        return difference != 0
          ? difference > 0 : (right.due, right.done, left.id) < (left.due, left.done, right.id)
      }
  }

  func top(_ range: ClosedRange<Day>) -> String? {
    let all = compared(range)
    guard let first = all.first, let last = all.last, first.done * last.due != last.done * first.due
    else { return nil }
    return first.id
  }

  /// The lowest rate, if it is below 50 per cent, or more than 20 points below the mean.
  func nudge(_ range: ClosedRange<Day>) -> String? {
    let all = compared(range)
    guard top(range) != nil, let last = all.last else { return nil }
    // The mean over one denominator, which is the product of all.
    let product = all.map(\.due).reduce(1, *)
    let sum = all.map { $0.done * (product / $0.due) }.reduce(0, +)
    let own = last.done * (product / last.due) * all.count
    let isBehind = 100 * (sum - own) > 20 * product * all.count
    return 100 * last.done < 50 * last.due || isBehind ? last.id : nil
  }

  /// The entries at night, in the morning, in the afternoon and in the evening.
  func hours(_ range: ClosedRange<Day>) -> [Int] {
    habits.map { $0.hours(range) }
      .reduce([0, 0, 0, 0]) { zip($0, $1).map { $0 + $1 } }
  }

  // MARK: Maps

  /// The habits of a day that were done, and that were due, open ones too; a deleted habit is in no count
  /// of today.
  func count(_ day: Day) -> (done: Int, due: Int) {
    let states = habits.filter { day < today || $0.habit.deleted == nil }.map {
      $0.shown.state(day)
    }
    return (
      states.count { $0 == .done }, states.count { [.done, .open, .missed].contains($0) }
    )
  }

  /// The level of a day: 0 none, 1, 2, 3 the third of its share, 4 all; nil when nothing was due.
  func level(_ day: Day) -> Int? {
    let (done, due) = count(day)
    return Self.level(done, of: due)
  }

  static func level(_ part: Int, of whole: Int) -> Int? {
    if whole == 0 { return nil }
    if part == 0 { return 0 }
    return part == whole ? 4 : 3 * part < whole ? 1 : 3 * part < 2 * whole ? 2 : 3
  }
}

/// The same for one habit.
struct EvaluatedHabit {
  let habit: Habit
  let tallies: [Day: Tally]
  /// When the entries that were made for their own day were made, in seconds after its midnight.
  let seconds: [Day: [Int]]
  let today: Day
  let shown: Definition
  /// As streaks and points count.
  let counted: Definition

  init(_ tracked: TrackedHabit, _ profile: Profile, _ today: Day, seconds: [Day: [Int]]) {
    habit = tracked.habit
    tallies = Dictionary(uniqueKeysWithValues: tracked.tallies.map { ($0.day, $0) })
    self.seconds = seconds
    self.today = today
    shown = Definition(tracked, profile, today, countingPartial: false)
    counted = Definition(tracked, profile, today, countingPartial: true)
  }

  func progress(_ day: Day) -> Amount? { tallies[day]?.progress }

  func goal(_ day: Day) -> Goal {
    habit.goal.entries[Definition.entryNumber(habit.goal, day)].value
  }

  /// The days in whose lists and counts it is: for a deleted habit, not today.
  private func listed(_ range: ClosedRange<Day>) -> [Day] {
    range.days.filter { habit.deleted == nil || $0 < today }
  }

  /// Today counts when it is done, and when a limit was exceeded.
  func rate(_ range: ClosedRange<Day>) -> (done: Int, due: Int) {
    let states = listed(range).map { shown.state($0) }
    let done = states.count { $0 == .done }
    return (done, done + states.count { $0 == .missed })
  }

  func skipped(_ range: ClosedRange<Day>) -> Int {
    listed(range).count { shown.state($0) == .skipped }
  }

  private func dueDays(_ range: ClosedRange<Day>) -> [Day] {
    listed(range).filter { [.done, .missed].contains(shown.state($0)) }
  }

  /// The due days on which the goal had the unit of the last day: amounts of other units are not added.
  private func dueDaysOfUnit(_ range: ClosedRange<Day>) -> [Day] {
    dueDays(range).filter { isOneUnit(goal($0).unit, lastGoal(range).unit) }
  }

  private func lastGoal(_ range: ClosedRange<Day>) -> Goal {
    goal(max(range.lowerBound, min(range.upperBound, today)))
  }

  /// Singular and plural are one unit.
  private func isOneUnit(_ some: String, _ other: String) -> Bool {
    some == other || some + "s" == other || other + "s" == some
  }

  /// The sum of the totals, each limited to its goal, divided by the sum of the goals.
  func amount(_ range: ClosedRange<Day>) -> Int? {
    guard habit.kind == .formation else {
      let (done, due) = rate(range)
      return Evaluator.percent(done, due)
    }
    let parts = dueDaysOfUnit(range).map { day in
      shown.sum(day) ?? (total: progress(day) ?? .zero, need: goal(day).amount)
    }
    return Evaluator.percent(
      Int(parts.map { min($0.total, $0.need).thousandths }.reduce(0, +)),
      Int(parts.map(\.need.thousandths).reduce(0, +))
    )
  }

  /// The sums of the records by unit: that of the last day first, then those of earlier goals, the latest
  /// first, that come to anything.
  func totals(_ range: ClosedRange<Day>) -> [(goal: Goal, sum: Amount)] {
    var totals = [(goal: lastGoal(range), sum: Amount.zero)]
    for day in listed(range).filter({ $0 <= today }).reversed() {
      guard let progress = progress(day) else { continue }
      let goal = goal(day)
      if let place = totals.firstIndex(where: { isOneUnit($0.goal.unit, goal.unit) }) {
        totals[place].sum = totals[place].sum + progress
      } else if progress > .zero {
        totals.append((goal, progress))
      }
    }
    return totals
  }

  /// The mean of the totals of the due days; of a sum, of the decided periods with all of their days.
  func average(_ range: ClosedRange<Day>) -> Amount? {
    let days = dueDaysOfUnit(range)
    guard !days.isEmpty else { return nil }
    let sum = days.map { day in
      shown.wholeSum(ofPeriodOf: day, through: range.upperBound) ?? progress(day) ?? .zero
    }.reduce(.zero, +)
    return Amount(thousandths: sum.thousandths / Int64(days.count))
  }

  func hours(_ range: ClosedRange<Day>) -> [Int] {
    let all = listed(range).flatMap { seconds[$0] ?? [] }
    return (0..<4).map { quarter in all.count { $0 % 86_400 / 21_600 == quarter } }
  }

  /// The last day up to today that is not behind its end, its deletion or the beginning of a pause.
  var lastLiving: Day {
    let last = min(habit.end ?? today, today)
    let pauses = habit.pauses.filter { $0.start <= last && last <= ($0.end ?? last) }.map(\.start)
    let gone = (pauses + [habit.deleted].compactMap { $0 }).map { $0.advanced(by: -1) }
    let found = min(last, gone.min() ?? last)
    return found < habit.start ? last : found
  }

  func lastMissed(_ range: ClosedRange<Day>) -> Day? {
    listed(range).last { shown.state($0) == .missed }
  }

  /// The days that it can wait, nil if it cannot: of a quota the days left without those still needed, of
  /// a sum the days behind today.
  var canWait: Int? {
    guard shown.state(today) == .free, shown.isActive(today) else { return nil }
    if let sum = shown.sum(today), let last = shown.lastDay(ofPeriodOf: today) {
      let isOpen = habit.kind == .formation ? sum.total < sum.need : sum.total <= sum.need
      return isOpen ? today.distance(to: last) : nil
    }
    if let waiting = shown.waiting(today) { return waiting.late == nil ? waiting.wait : nil }
    guard let quota = shown.quota(today), quota.need > quota.done else { return nil }
    return max(0, quota.daysLeft - (quota.need - quota.done))
  }

  /// For how many days it is late today.
  var late: Int? {
    [.open, .missed, .free].contains(shown.state(today)) ? shown.waiting(today)?.late : nil
  }

  /// The level of a day in the map of the habit: how much of its goal was reached.
  func level(_ day: Day) -> Int? {
    guard day < today || habit.deleted == nil else { return nil }
    return share(day).flatMap { Evaluator.level($0.part, of: $0.whole) }
  }

  private func share(_ day: Day) -> (part: Int, whole: Int)? {
    switch shown.state(day) {
    case .free, .skipped: return nil
    case .done: return (1, 1)
    case .open, .missed:
      guard habit.kind == .formation else { return (0, 1) }
      let (total, need) =
        shown.sum(day) ?? (total: progress(day) ?? .zero, need: goal(day).amount)
      return (Int(min(total, need).thousandths), Int(need.thousandths))
    }
  }

  // MARK: Strength

  /// habit-stats(1), STRENGTH; nil outside of the life of the habit and for the schedule any time.
  func strength(_ last: Day) -> Double? {
    guard habit.start <= last, last <= habit.end ?? last else { return nil }
    let isFormation = habit.kind == .formation
    var strength = isFormation ? 0.0 : 1.0
    // The values and the amounts of the days that count, the latest last.
    var values: [Double] = []
    var amounts: [Double] = []
    for day in (habit.start...last).days {
      let goal = goal(day)
      let (times, length, isNamed) = rhythm(day)
      let isCounted =
        shown.isActive(day) && (!isNamed || shown.isNamed(day))
        && (tallies[day]?.skip == nil || goal.per == .day && (isDone(day) || isOver(day)))
        && (day != today || progress(day) != nil)
      guard isCounted else { continue }
      amounts.append(Double((progress(day) ?? .zero).thousandths))
      values.append(value(day, goal.amount))
      let whole = Double(goal.amount.thousandths)
      let part: Double
      if goal.per != .day {
        let sum = amounts.suffix(length).reduce(0, +)
        part = isFormation ? min(1, sum / whole) : sum <= whole ? 1 : 0
      } else if isNamed {
        part = values[values.count - 1]
      } else {
        // Of a rare tick twice as many days are looked at.
        let isTick = goal.amount == Amount(1) && times < length
        part = min(
          1,
          values.suffix(isTick ? 2 * length : length).reduce(0, +)
            / Double(isTick ? 2 * times : times)
        )
      }
      let rate = min(1, Double(times) / Double(length))
      let stays = powered(isNamed ? 1 / (13 * rate.squareRoot()) : rate.squareRoot() / 13)
      strength = strength * stays + part * (1 - stays)
    }
    return isAnyTime(last) ? nil : strength
  }

  func isAnyTime(_ day: Day) -> Bool { goal(day).per == .day && schedule(day) == .anyTime }

  private func schedule(_ day: Day) -> Schedule {
    habit.schedule.entries[Definition.entryNumber(habit.schedule, day)].value
  }

  private func isDone(_ day: Day) -> Bool {
    guard let progress = progress(day) else { return false }
    return habit.kind == .formation ? progress >= goal(day).amount : progress <= goal(day).amount
  }

  /// Whether a limit of the day was passed.
  private func isOver(_ day: Day) -> Bool {
    habit.kind != .formation && progress(day).map { $0 > goal(day).amount } ?? false
  }

  private func value(_ day: Day, _ goal: Amount) -> Double {
    switch habit.kind {
    case .formation:
      return min(1, Double((progress(day) ?? .zero).thousandths) / Double(goal.thousandths))
    case .breaking(_, let unlogged):
      return (progress(day).map { $0 <= goal } ?? (unlogged == .kept)) ? 1 : 0
    }
  }

  /// How often it is due: so many times in so many days, and whether the schedule names them.
  private func rhythm(_ day: Day) -> (times: Int, length: Int, isNamed: Bool) {
    switch goal(day).per {
    case .week: return (1, 7, false)
    case .month: return (1, 30, false)
    case .quarter: return (1, 91, false)
    case .year: return (1, 365, false)
    case .day: break
    }
    switch schedule(day) {
    case .daily, .anyTime: return (1, 1, true)
    case .weekly(let days): return (days.count, 7, true)
    case .everyDays(let interval): return (1, interval, true)
    case .everyWeeks(let weeks, let days): return (days.count, 7 * weeks, true)
    case .monthly(let days): return (days.count, 30, true)
    case .quota(let times, .week): return (times, 7, false)
    case .quota(let times, .month): return (times, 30, false)
    case .quota(let times, .quarter): return (times, 91, false)
    case .quota(let times, .year): return (times, 365, false)
    case .quota(let times, .days(let length)): return (times, length, false)
    case .everyMonths(let months, let days): return (days.count, 30 * months, true)
    case .yearly(let days): return (days.count, 365, true)
    case .after where habit.kind != .formation: return (1, 1, true)
    case .after(.days(let days)): return (1, days, false)
    case .after(.months(let months)): return (1, 30 * months, false)
    }
  }

  /// A half to some power, by halving it until its series is short.
  private func powered(_ exponent: Double) -> Double {
    let x = -0.6931471805599453 * exponent / 1024
    var power = 1 + x + x * x / 2 + x * x * x / 6 + x * x * x * x / 24
    for _ in 0..<10 { power *= power }
    return power
  }
}

extension ClosedRange<Day> {
  var days: [Day] { (lowerBound.number...upperBound.number).map { Day(number: $0) } }
}
