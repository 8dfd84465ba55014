// Edits return the definition after; none reads a clock.
extension Habit {
  /// The habit with another name; the previous name becomes an alias.
  public func renamed(_ name: Name) -> Habit {
    guard name != self.name else { return self }
    var habit = self
    habit.name = name
    habit.aliases = aliases.filter { $0 != name.text && $0 != self.name.text } + [self.name.text]
    return habit
  }

  /// The habit, paused since a day until further notice.
  public func archived(from day: Day) -> Habit {
    guard !pauses.contains(where: { $0.end == nil && $0.start <= day }) else { return self }
    var habit = self
    habit.pauses = DaySpan.replacing(DaySpan(start: day, end: nil), in: pauses)
    return habit
  }

  /// The habit with another schedule since a day; earlier days keep theirs.
  ///
  /// A day before the start means the start.
  public func rescheduled(_ schedule: Schedule, from day: Day) -> Habit {
    var habit = self
    let first = self.schedule.entries[0]
    // The first schedule also holds before its date; its cycle keeps its phase.
    let beginning = first.value.anchor(upTo: start, like: first.from ?? start)
    habit.schedule = self.schedule.setting(schedule, from: max(day, start), beginning: beginning)
    return habit
  }

  /// The habit with another goal since a day; earlier days keep theirs.
  ///
  /// A goal of a period sets the schedule to every day.
  public func aiming(at goal: Goal, from day: Day) -> Habit {
    var habit = self
    habit.goal = self.goal.setting(goal, from: max(day, start), beginning: start)
    return goal.isSum ? habit.rescheduled(.daily, from: day) : habit
  }

  /// The habit, hidden and paused since a day.
  public func deleted(from day: Day) -> Habit {
    guard deleted == nil else { return self }
    var habit = self
    habit.deleted = day
    return habit
  }

  /// The habit, active again since a day; the days before stay paused.
  public func restored(on day: Day) -> Habit {
    var habit = self
    if let deleted {
      habit.deleted = nil
      habit = habit.archived(from: deleted)
    }
    habit.pauses = DaySpan.closing(habit.pauses, before: day)
    return habit
  }
}

extension DaySpan {
  /// The intervals with another one, which replaces one that begins on the same day.
  static func replacing(_ span: DaySpan, in spans: [DaySpan]) -> [DaySpan] {
    (spans.filter { $0.start != span.start } + [span]).sorted { $0.start < $1.start }
  }

  /// The intervals with open ones ended on the day before; empty ones are removed.
  static func closing(_ spans: [DaySpan], before day: Day) -> [DaySpan] {
    spans.compactMap { span in
      guard span.end == nil else { return span }
      return span.start < day ? DaySpan(start: span.start, end: day.advanced(by: -1)) : nil
    }
  }
}

extension Dated {
  /// The setting with another value since a day, until its next date.
  ///
  /// A first value without a date, or one that held before its date, gets the date `beginning`. Entries
  /// that equal the one before them are removed.
  public func setting(_ value: Value, from day: Day, beginning: Day) -> Dated {
    guard self.value(on: day) != value else { return self }
    var values = entries.map { (from: $0.from ?? beginning, value: $0.value) }
    if day <= values[0].from, beginning < day { values.insert((beginning, values[0].value), at: 0) }
    var (before, after) = (values.filter { $0.from < day }, values.filter { $0.from > day })
    if !value.repeats(before.last?.value) { before.append((day, value)) }
    if let next = after.first, next.value.repeats(value) { after.removeFirst() }
    // The only value: it needs no date, as the previous one had none.
    guard entries[0].from != nil || before.count + after.count > 1 else {
      return Dated(before[0].value)
    }
    return Dated(before + after) ?? self
  }
}

extension Profile {
  /// The profile with another vacation; nil if it overlaps an existing one.
  public func onVacation(from start: Day, to end: Day?) -> Profile? {
    let isTaken = vacations.contains { other in
      end.map { other.start <= $0 } ?? true && other.end.map { start <= $0 } ?? true
    }
    guard !isTaken else { return nil }
    var profile = self
    profile.vacations = (vacations + [DaySpan(start: start, end: end)]).sorted {
      $0.start < $1.start
    }
    return profile
  }

  /// The profile in which the vacation of a day ends on the day before; nil without a vacation.
  public func backFromVacation(on day: Day) -> Profile? {
    guard let current = vacations.last(where: { $0.contains(day) }) else { return nil }
    var profile = self
    profile.vacations.removeAll { $0 == current }
    if current.start < day {
      let span = DaySpan(start: current.start, end: day.advanced(by: -1))
      profile.vacations = DaySpan.replacing(span, in: profile.vacations)
    }
    return profile
  }
}
