import HabitCore
import HabitScore

/// habit-xp(7), sentence by sentence, too slow to ship: it lists days and filters them.
struct Definition {
  /// A day from the start to today, and what can be said of it alone.
  private struct Cell {
    let day: Day
    /// Between start and end, no vacation, neither paused nor deleted.
    let isActive: Bool
    let isReached: Bool
    let isOverLimit: Bool
    let isSkipped: Bool
    let hasRecord: Bool
    let progress: Amount
    /// The streak mode in force takes any progress as done.
    let isLenient: Bool
    /// Which period it is in, nil for schedules that name days.
    let period: Period?
    let isNamed: Bool
    /// The number of the schedule that counts from the last time, and how long; nil for other rules.
    let wait: (entry: Int, interval: Schedule.Interval)?
    /// What a link of a streak stands for on this day.
    let unit: Streak.Unit
    /// Where the days of its period begin.
    var first = 0
  }

  private struct Period: Equatable {
    let times: Int
    /// What is summed; nil for a quota.
    let sum: Goal?
    let entry: Int
    /// The last goal up to here that sums, which parts what lies before it from what lies behind.
    let sumEntry: Int?
    let number: Int
    /// How many days the calendar gives it, and the last of them.
    let length: Int
    let last: Day
  }

  private let today: Day
  private let habit: Habit
  private let isBreaking: Bool
  private let cells: [Cell]
  /// The state of each of these days, said once.
  private var states: [DayState] = []

  /// `isPartial`: as streaks and awards see it.
  init(_ tracked: TrackedHabit, _ profile: Profile, _ today: Day, countingPartial isPartial: Bool) {
    self.today = today
    let habit = tracked.habit
    self.habit = habit
    self.isBreaking = habit.kind != .formation
    let tallies = Dictionary(uniqueKeysWithValues: tracked.tallies.map { ($0.day, $0) })
    // A habit that has not begun has its first day.
    let life = (habit.start.number...max(habit.start, today).number).map { Day(number: $0) }
    var cells = life.map { day in
      let period = Definition.period(of: day, habit, profile)
      let tally = tallies[day]
      let entry = habit.schedule.entries[Definition.entryNumber(habit.schedule, day)]
      let isVacation = profile.vacations.contains { $0.start <= day && day <= ($0.end ?? day) }
      let isLenient = isPartial && Definition.valueInForce(profile.streakMode, day) == .partial
      return Cell(
        day: day,
        isActive: !isVacation && habit.end.map { day <= $0 } ?? true
          && !habit.pauses.contains { $0.start <= day && day <= ($0.end ?? day) }
          && !(habit.deleted.map { $0 <= day } ?? false),
        isReached: Definition.isReached(
          tally,
          habit,
          goal: Definition.valueInForce(habit.goal, day).amount,
          isPast: day < today,
          anything: isLenient
        ),
        isOverLimit: habit.kind != .formation
          && (tally?.progress).map {
            $0 > Definition.valueInForce(habit.goal, day).amount
          } ?? false,
        isSkipped: tally?.skip != nil,
        hasRecord: tally?.progress != nil,
        progress: tally?.progress ?? .zero,
        isLenient: isLenient && habit.kind == .formation,
        period: period,
        isNamed: entry.value.isAfter
          || entry.value.named(
            in: day...day,
            anchor: entry.from ?? habit.start,
            weekStart: profile.weekStart
          )[0],
        wait: Definition.wait(on: day, habit),
        unit: Definition.unit(on: day, habit)
      )
    }
    for index in cells.indices {
      let isSame = index > 0 && cells[index].period == cells[index - 1].period
      cells[index].first = isSame ? cells[index - 1].first : index
    }
    self.cells = cells
    for cell in cells { states.append(judge(cell)) }
  }

  /// Source: habit-xp(7), AFTER THE LAST TIME; a limit has no last time, and a goal of a period no schedule.
  private static func wait(
    on day: Day,
    _ habit: Habit
  ) -> (entry: Int, interval: Schedule.Interval)? {
    let entry = entryNumber(habit.schedule, day)
    guard habit.kind == .formation, valueInForce(habit.goal, day).per == .day,
      case .after(let interval) = habit.schedule.entries[entry].value
    else { return nil }
    return (entry, interval)
  }

  /// Source: habit-xp(7), STREAKS.
  private static func unit(on day: Day, _ habit: Habit) -> Streak.Unit {
    let goal = valueInForce(habit.goal, day)
    guard goal.per == .day else { return Streak.Unit(rawValue: goal.per.rawValue) ?? .time }
    switch valueInForce(habit.schedule, day) {
    case .daily: return .day
    case .after where habit.kind != .formation: return .day
    case .weekly(let days) where days.count == 1: return .week
    case .monthly(let days) where days.count == 1: return .month
    case .yearly(let days) where days.count == 1: return .year
    case .quota(_, .week): return .week
    case .quota(_, .month): return .month
    case .quota(_, .quarter): return .quarter
    case .quota(_, .year): return .year
    case .quota(_, .days): return .period
    case .weekly, .monthly, .yearly, .everyDays, .everyWeeks, .everyMonths, .after, .anyTime:
      return .time
    }
  }

  /// done (formation: progress ≥ goal in force; breaking: logged, or unlogged-kept and past, and
  /// progress ≤ goal); `partial` takes any progress > 0 of a formation habit as done.
  private static func isReached(
    _ tally: Tally?,
    _ habit: Habit,
    goal: Amount,
    isPast: Bool,
    anything: Bool
  ) -> Bool {
    switch habit.kind {
    case .formation:
      guard let progress = tally?.progress else { return false }
      return progress >= goal || (anything && progress > .zero)
    case .breaking(_, let unlogged):
      if let progress = tally?.progress { return progress <= goal }
      return unlogged == .kept && isPast && tally?.skip == nil
    }
  }

  /// A value that equals the one before it is no change, but for windows, which begin where they are said.
  static func entryNumber<Value>(_ dated: Dated<Value>, _ day: Day) -> Int {
    var number = 0
    for (index, entry) in dated.entries.enumerated().dropFirst() {
      guard let from = entry.from, from <= day else { continue }
      if entry.value != dated.entries[number].value || isWindow(entry.value) { number = index }
    }
    return number
  }

  private static func isWindow(_ value: Any) -> Bool {
    switch value as? Schedule {
    case .everyDays, .everyWeeks, .everyMonths, .quota(_, .days): true
    case .daily, .weekly, .monthly, .yearly, .after, .quota, .anyTime, nil: false
    }
  }

  private static func valueInForce<Value>(_ dated: Dated<Value>, _ day: Day) -> Value {
    dated.entries[entryNumber(dated, day)].value
  }

  /// The calendar week from `weekStart`, the calendar month, or windows of M days from the date the
  /// schedule took effect; cut where the schedule changes.
  private static func period(of day: Day, _ habit: Habit, _ profile: Profile) -> Period? {
    let entry = entryNumber(habit.schedule, day)
    let goalEntry = entryNumber(habit.goal, day)
    let sumEntry = habit.goal.entries.indices.last { index in
      guard index <= goalEntry, habit.goal.entries[index].value.per != .day else { return false }
      return habit.goal.entries[index].from.map { entryNumber(habit.goal, $0) == index } ?? true
    }
    let goal = habit.goal.entries[goalEntry].value
    if goal.per != .day {
      let period: Schedule.Period =
        goal.per == .week
        ? .week : goal.per == .month ? .month : goal.per == .quarter ? .quarter : .year
      let (number, length, last) = placed(day, period, day, profile.weekStart)
      return Period(
        times: 0,
        sum: goal,
        entry: 0,
        sumEntry: sumEntry,
        number: number,
        length: length,
        last: last
      )
    }
    guard case .quota(let times, let period) = habit.schedule.entries[entry].value else {
      return nil
    }
    let anchor = habit.schedule.entries[entry].from ?? habit.start
    let (number, length, last) = placed(day, period, anchor, profile.weekStart)
    return Period(
      times: times,
      sum: nil,
      entry: entry,
      sumEntry: sumEntry,
      number: number,
      length: length,
      last: last
    )
  }

  private static func placed(
    _ day: Day,
    _ period: Schedule.Period,
    _ anchor: Day,
    _ weekStart: Weekday
  ) -> (number: Int, length: Int, last: Day) {
    let (number, length) = numbered(day, period, anchor, weekStart)
    let months = period == .quarter ? 3 : period == .year ? 12 : 0
    if months > 0 {
      let first = (day.month - 1) / months * months + 1
      let next = first + months > 12 ? (day.year + 1, 1) : (day.year, first + months)
      guard let start = Day(year: day.year, month: first, day: 1),
        let end = Day(year: next.0, month: next.1, day: 1)
      else { preconditionFailure("\(day) is in no period") }
      return (number, start.distance(to: end), end.advanced(by: -1))
    }
    var last = day
    while numbered(last.advanced(by: 1), period, anchor, weekStart).number == number {
      last = last.advanced(by: 1)
    }
    return (number, length, last)
  }

  private static func numbered(
    _ day: Day,
    _ period: Schedule.Period,
    _ anchor: Day,
    _ weekStart: Weekday
  ) -> (number: Int, length: Int) {
    switch period {
    case .week:
      // A week that began on `weekStart` began three days before 1970-01-01 for Mondays.
      return ((Int(day.number) + 3 - weekStart.index + 7_000_000) / 7, 7)
    case .month:
      let fields = day.fields
      let days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][fields.month - 1]
      let isLeap = fields.year % 4 == 0 && (fields.year % 100 != 0 || fields.year % 400 == 0)
      return (fields.year * 12 + fields.month, fields.month == 2 && isLeap ? 29 : days)
    case .quarter: return (day.year * 4 + (day.month - 1) / 3, 0)
    case .year: return (day.year, 0)
    case .days(let length):
      return ((Int(day.number) - Int(anchor.number) + length * 100_000) / length, length)
    }
  }

  /// The days of the period that a day is in, which lie side by side.
  private func days(of cell: Cell) -> ArraySlice<Cell> {
    cells[cell.first...].prefix { $0.first == cell.first }
  }

  /// need = N·A/|P| to the nearest, halves up; A = the active days up to the day, and all behind it.
  private func need(_ period: Period, on cell: Cell) -> Int {
    let active = days(of: cell).count { $0.day <= cell.day && $0.isActive }
    let behind = cell.day.distance(to: period.last)
    let share = min(period.times, period.length) * (active + behind)
    // The whole number that is nearest, the greater of two.
    return (0...period.length).last { (2 * $0 - 1) * period.length <= 2 * share } ?? 0
  }

  private func isScheduled(_ cell: Cell) -> Bool {
    if let wait = cell.wait { return isTime(cell, after: wait) }
    guard let period = cell.period else { return cell.isNamed }
    let missing = need(period, on: cell) - doneDays(of: period, before: cell)
    return missing > 0 && (cell.isReached || cell.day.distance(to: period.last) + 1 <= missing)
  }

  /// Whether a day is due, or done or skipped before it is.
  ///
  /// The habit is due on the first active day that is N days or more after the last day on which it was
  /// done, skipped or missed; without such a day, on the day the schedule takes effect.
  private func isTime(_ cell: Cell, after wait: (entry: Int, interval: Schedule.Interval)) -> Bool {
    if cell.isReached || cell.isSkipped { return true }
    return isOver(wait.interval, since: lastTime(before: cell.day, wait.entry), on: cell.day)
  }

  /// The last day on which it was done, or by this schedule skipped or missed.
  private func lastTime(before day: Day, _ entry: Int) -> Day? {
    cells.last { earlier in
      guard earlier.day < day else { return false }
      return isDone(earlier)
        || earlier.wait?.entry == entry && [.skipped, .missed].contains(state(earlier))
    }?.day
  }

  private func isDone(_ cell: Cell) -> Bool {
    state(cell) == .done || cell.isReached && cell.period?.sum == nil
  }

  private func isOver(_ interval: Schedule.Interval, since last: Day?, on day: Day) -> Bool {
    guard let last else { return true }
    switch interval {
    case .days(let days): return last.distance(to: day) >= days
    case .months(let months):
      // The same day of the month, or the last of a shorter one.
      let apart = 12 * (day.year - last.year) + day.month - last.month
      let isLastOfMonth = day.advanced(by: 1).dayOfMonth == 1
      return apart > months
        || apart == months && (day.dayOfMonth >= last.dayOfMonth || isLastOfMonth)
    }
  }

  /// In the morning of a day of a schedule that counts from the last time: for how many days it can wait,
  /// and for how many it is late.
  func waiting(
    _ day: Day
  ) -> (wait: Int, late: Int?, last: (day: Day, isSkip: Bool)?)? {
    guard let cell = cell(day), cell.isActive, let wait = cell.wait else { return nil }
    let lapse = cells.reversed().drop { $0.day >= day }
      .prefix { $0.wait?.entry == wait.entry && !isDone($0) && state($0) != .skipped }
    let missed = lapse.last { state($0) == .missed }
    let last = lastTime(before: day, wait.entry)
    let due = (0...4_000).first { isOver(wait.interval, since: last, on: day.advanced(by: $0)) }
    return (
      due ?? 0, missed?.day.distance(to: day), last.map { ($0, state($0) == .skipped) }
    )
  }

  /// The done days of a quota before a day: those on which some were missing.
  private func doneDays(of period: Period, before last: Cell) -> Int {
    days(of: last).reduce(0) { done, cell in
      cell.day < last.day && cell.isActive && cell.isReached && need(period, on: cell) > done
        ? done + 1 : done
    }
  }

  func state(_ day: Day) -> DayState { cell(day).map(state) ?? .free }

  private func state(_ cell: Cell) -> DayState {
    states[cells[0].day.distance(to: cell.day)]
  }

  private func judge(_ cell: Cell) -> DayState {
    if let period = cell.period, let goal = period.sum { return sumState(cell, period, goal) }
    if cell.day > today || !cell.isActive || !isScheduled(cell) { return .free }
    if cell.isReached { return .done }
    if cell.isOverLimit { return .missed }
    if cell.isSkipped { return .skipped }
    return cell.day == today ? .open : .missed
  }

  /// The first day that decides its period, by its sum and the goal's share, or as the last one.
  private func sumState(_ wanted: Cell, _ period: Period, _ goal: Goal) -> DayState {
    var sum = Amount.zero
    for cell in days(of: wanted) where cell.isActive && cell.day <= min(wanted.day, today) {
      sum = sum + cell.progress
      let need = share(of: goal, period, on: cell)
      let isLast = cell.day == period.last
      var state = DayState.free
      if isBreaking {
        if sum > need {
          state = .missed
        } else if isLast {
          // Done when something was recorded on it or it is over, until then open.
          let isKept = cell.hasRecord || cell.day < today
          state = isKept ? .done : cell.isSkipped ? .skipped : .open
        }
      } else if sum > .zero, sum >= need || cell.isLenient {
        state = .done
      } else if isLast, sum < need {
        state = cell.isSkipped ? .skipped : cell.day == today ? .open : .missed
      }
      if state != .free { return cell.day == wanted.day ? state : .free }
    }
    return .free
  }

  /// The sum of a day's period up to it and what it needs; nil for days of another kind.
  func sum(_ day: Day) -> (total: Amount, need: Amount)? {
    guard let cell = cell(day), let period = cell.period, let goal = period.sum else { return nil }
    let counted = days(of: cell).filter { $0.isActive && $0.day <= day }
    return (counted.map(\.progress).reduce(.zero, +), share(of: goal, period, on: cell))
  }

  /// The goal times A/|P| to the nearest of the goal's decimals, halves up.
  private func share(of goal: Goal, _ period: Period, on cell: Cell) -> Amount {
    let active = days(of: cell).count { $0.day <= cell.day && $0.isActive }
    let amount = Int(goal.amount.thousandths)
    let step = [1000, 100, 10, 1].first { amount % $0 == 0 } ?? 1
    let whole = amount / step
    let share = whole * (active + cell.day.distance(to: period.last))
    let steps = (0...whole).last { (2 * $0 - 1) * period.length <= 2 * share } ?? 0
    return Amount(thousandths: Int64(steps * step))
  }

  /// What streaks count up to a day, the oldest first: 1 kept, −1 broken, 0 neutral.
  private func units(through last: Day) -> [(step: Int, unit: Streak.Unit)] {
    cells.filter { $0.day <= last }.map { (step(at: $0, through: last), $0.unit) }
  }

  private func step(at cell: Cell, through last: Day) -> Int {
    guard let period = cell.period else {
      let state = state(cell)
      return state == .done ? 1 : state == .missed ? -1 : 0
    }
    let all = days(of: cell).prefix { $0.day <= last }
    // A period is one unit, and stands at its first day.
    guard all.first?.day == cell.day else { return 0 }
    let states = all.map(state)
    if states.contains(.missed) { return -1 }
    if period.sum != nil { return states.contains(.done) ? 1 : 0 }
    let done = states.count { $0 == .done }
    let need = all.last.map { self.need(period, on: $0) } ?? 0
    return done > 0 && done >= need ? 1 : 0
  }

  /// What streaks count, each with its days: a due day, or a period up to its last day.
  private var links: [(days: ClosedRange<Day>, unit: Int)] {
    guard let latest = cells.last?.day else { return [] }
    return zip(cells, units(through: latest).map(\.step)).compactMap { cell, unit in
      guard unit != 0 else { return nil }
      guard let period = cell.period, let last = days(of: cell).last?.day else {
        return (cell.day...cell.day, unit)
      }
      // A period that a change has cut ends the day before the change.
      return (cell.day...(last < latest ? last : period.last), unit)
    }
  }

  /// The longest run inside a range, in which a period lies if its last day does; of equal ones the first.
  func longest(in range: ClosedRange<Day>) -> (length: Int, days: ClosedRange<Day>?) {
    Definition.longest(links.filter { range.contains($0.days.upperBound) })
  }

  static func longest(
    _ links: [(days: ClosedRange<Day>, unit: Int)]
  ) -> (length: Int, days: ClosedRange<Day>?) {
    let runs = links.split { $0.unit < 0 }
    let length = runs.map(\.count).max() ?? 0
    guard let run = runs.first(where: { $0.count == length }), let first = run.first,
      let last = run.last
    else { return (0, nil) }
    return (length, first.days.lowerBound...last.days.upperBound)
  }

  private func cell(_ day: Day) -> Cell? {
    guard let first = cells.first?.day else { return nil }
    let index = first.distance(to: day)
    return cells.indices.contains(index) ? cells[index] : nil
  }

  func isActive(_ day: Day) -> Bool { cell(day)?.isActive ?? false }

  func isNamed(_ day: Day) -> Bool { cell(day)?.isNamed ?? false }

  /// The last day of the calendar's period that a day is in.
  func lastDay(ofPeriodOf day: Day) -> Day? { cell(day)?.period?.last }

  /// The days of the period that a day is in, from its first one in the life of the habit.
  func period(of day: Day) -> ClosedRange<Day>? {
    guard let cell = cell(day), let period = cell.period else { return nil }
    return cells[cell.first].day...period.last
  }

  /// The sum of the whole period that a day is in, or of its days up to another.
  func wholeSum(ofPeriodOf day: Day, through last: Day) -> Amount? {
    guard let cell = cell(day), cell.period?.sum != nil else { return nil }
    return days(of: cell).filter { $0.isActive && $0.day <= last }.map(\.progress)
      .reduce(.zero, +)
  }

  /// What a quota needs as of a day, the days that were done before it, and those left with it.
  func quota(_ day: Day) -> (need: Int, done: Int, daysLeft: Int)? {
    guard let cell = cell(day), let period = cell.period, period.sum == nil else { return nil }
    return (
      need(period, on: cell), doneDays(of: period, before: cell), day.distance(to: period.last) + 1
    )
  }

  /// The days of a sum's or a quota's period, and how far it is with a day; nil for days of another kind.
  func standing(_ day: Day) -> (first: Day, last: Day, progress: Amount, need: Amount)? {
    guard habit.end.map({ day <= $0 }) ?? true, let cell = cell(day), let period = cell.period,
      let first = days(of: cell).first?.day
    else { return nil }
    if let sum = sum(day) { return (first, period.last, sum.total, sum.need) }
    return quota(day).map { quota in
      let done = quota.done + (state(day) == .done ? 1 : 0)
      return (first, period.last, Amount(done), Amount(quota.need))
    }
  }

  /// The streak at the end of a day.
  func streak(on day: Day) -> (current: Int, best: Int) {
    let runs = runs(through: day)
    return (runs.last?.count ?? 0, runs.map(\.count).max() ?? 0)
  }

  /// What the streak and the best one at the end of a day count; of one of 0 the unit in force.
  func streakUnits(on day: Day) -> (current: Streak.Unit, best: Streak.Unit) {
    let runs = runs(through: day)
    let best = runs.max { $0.count < $1.count }
    func unit(_ run: [Streak.Unit]) -> Streak.Unit {
      guard let first = run.first else { return Definition.unit(on: day, habit) }
      return run.allSatisfy { $0 == first } ? first : .time
    }
    return (unit(runs.last ?? []), unit(best ?? []))
  }

  private func runs(through day: Day) -> [[Streak.Unit]] {
    units(through: day).filter { $0.step != 0 }
      .split(omittingEmptySubsequences: false) { $0.step == -1 }.map { $0.map(\.unit) }
  }
}

/// The same for a user, from the definitions of all habits as streaks and awards see them.
struct UserDefinition {
  /// What each day came to, in order.
  let verdicts: [(day: Day, verdict: DayVerdict)]
  private let today: Day
  private let isTodayLost: Bool

  init(habits: [Definition], from first: Day, through today: Day) {
    self.today = today
    self.isTodayLost = habits.contains { $0.state(today) == .missed }
    let days = first <= today ? (first.number...today.number).map { Day(number: $0) } : []
    self.verdicts = days.map { day in
      let due = habits.map { $0.state(day) }.filter { $0 != .free && $0 != .skipped }
      if due.isEmpty { return (day, .neutral) }
      return (day, due.allSatisfy { $0 == .done } ? .complete : .incomplete)
    }
  }

  var awarded: [Day] { verdicts.filter { $0.verdict == .complete }.map(\.day) }

  /// The longest run of complete days inside a range.
  func longest(in range: ClosedRange<Day>) -> (length: Int, days: ClosedRange<Day>?) {
    Definition.longest(
      verdicts.filter { range.contains($0.day) && $0.verdict != .neutral }
        .filter { $0.verdict == .complete || $0.day < today || isTodayLost }
        .map { ($0.day...$0.day, $0.verdict == .complete ? 1 : -1) }
    )
  }

  /// The streak at the end of a day.
  func streak(on day: Day) -> (current: Int, best: Int) {
    // Today never breaks while open; a limit that was passed cannot be kept any more.
    let past = verdicts.filter { $0.day <= day }
      .filter { $0.verdict == .complete || $0.day < today || isTodayLost }
      .map(\.verdict)
    let runs = past.filter { $0 != .neutral }
      .split(separator: .incomplete, omittingEmptySubsequences: false)
    return (runs.last?.count ?? 0, runs.map(\.count).max() ?? 0)
  }
}
