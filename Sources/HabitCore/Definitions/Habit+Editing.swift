// Edits return the definition after; none reads a clock.
extension Habit {
  /// The habit under another name; the one it had becomes an alias.
  public func renamed(_ name: Name) -> Habit {
    guard name != self.name else { return self }
    var habit = self
    habit.name = name
    habit.aliases = aliases.filter { $0 != name.text && $0 != self.name.text } + [self.name.text]
    return habit
  }

  /// The habit resting from a day on until further notice.
  public func archived(from day: Day) -> Habit {
    guard !pauses.contains(where: { $0.end == nil && $0.start <= day }) else { return self }
    var habit = self
    habit.pauses = DaySpan.replacing(DaySpan(start: day, end: nil), in: pauses)
    return habit
  }

  /// The habit with another schedule from a day on; the days before keep theirs.
  ///
  /// A day before the start means the start.
  public func rescheduled(_ schedule: Schedule, from day: Day) -> Habit {
    var habit = self
    let first = self.schedule.entries[0]
    let anchor = first.from ?? start
    // Where the first schedule held before its date too, it begins in the same phase as before.
    let cycle = first.value.cycleDays ?? 1
    let distance = max(0, start.distance(to: anchor))
    let beginning = anchor.advanced(by: -(distance + cycle - 1) / cycle * cycle)
    habit.schedule = self.schedule.setting(schedule, from: max(day, start), beginning: beginning)
    return habit
  }

  /// The habit with another goal from a day on; the days before keep theirs.
  ///
  /// One that sums a week or a month leaves the days to the user: from then on they are every day.
  public func aiming(at goal: Goal, from day: Day) -> Habit {
    var habit = self
    habit.goal = self.goal.setting(goal, from: max(day, start), beginning: start)
    return goal.isSum ? habit.rescheduled(.daily, from: day) : habit
  }

  /// The habit hidden, and resting, from a day on.
  public func deleted(from day: Day) -> Habit {
    guard deleted == nil else { return self }
    var habit = self
    habit.deleted = day
    return habit
  }

  /// The habit back from a day on; the days it was away stay days of rest.
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
  /// The intervals with one more, in the place of one that begins on the same day.
  static func replacing(_ span: DaySpan, in spans: [DaySpan]) -> [DaySpan] {
    (spans.filter { $0.start != span.start } + [span]).sorted { $0.start < $1.start }
  }

  /// The intervals with open ones ended on the day before; one that would be empty is left out.
  static func closing(_ spans: [DaySpan], before day: Day) -> [DaySpan] {
    spans.compactMap { span in
      guard span.end == nil else { return span }
      return span.start < day ? DaySpan(start: span.start, end: day.advanced(by: -1)) : nil
    }
  }
}

extension Dated {
  /// The setting with another value from a day on, until the next date it has.
  ///
  /// `beginning` is the date that the first value gets where it held from the beginning, or before its
  /// own date. Nothing changes where the value is in force already, and no entry stays that says what is
  /// in force before it.
  public func setting(_ value: Value, from day: Day, beginning: Day) -> Dated {
    guard self.value(on: day) != value else { return self }
    var values = entries.map { (from: $0.from ?? beginning, value: $0.value) }
    if day <= values[0].from, beginning < day { values.insert((beginning, values[0].value), at: 0) }
    var (before, after) = (values.filter { $0.from < day }, values.filter { $0.from > day })
    if !value.repeats(before.last?.value) { before.append((day, value)) }
    if let next = after.first, next.value.repeats(value) { after.removeFirst() }
    // Nothing else was said: the value holds from the beginning, as the first one did.
    guard entries[0].from != nil || before.count + after.count > 1 else {
      return Dated(before[0].value)
    }
    return Dated(before + after) ?? self
  }
}

extension Profile {
  /// The profile with a vacation from a day on; nil when a vacation already holds one of its days.
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

  /// The profile with the vacation of a day ended the day before; nil without one.
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
