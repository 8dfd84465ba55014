/// Everything one user has written down.
public struct Tracker: Sendable {
  /// The user.
  public let user: UserID
  /// What the user decided about all habits.
  public let profile: Profile
  /// The habits, deleted ones too, in the order of their ids.
  public let habits: [TrackedHabit]

  /// What a user has written down.
  public init(user: UserID, profile: Profile, habits: [TrackedHabit]) {
    self.user = user
    self.profile = profile
    self.habits = habits.sorted { $0.habit.id < $1.habit.id }
  }

  /// The tracker with one habit in the place of its former self, or added.
  public func replacing(_ tracked: TrackedHabit) -> Tracker {
    replacing([tracked.habit.id], with: [tracked])
  }

  /// The tracker with some of its habits alone.
  public func keeping(_ isKept: (Habit) -> Bool) -> Tracker {
    Tracker(user: user, profile: profile, habits: habits.filter { isKept($0.habit) })
  }

  /// The tracker with others in the place of these habits.
  public func replacing(_ ids: Set<HabitID>, with others: [TrackedHabit]) -> Tracker {
    Tracker(
      user: user,
      profile: profile,
      habits: habits.filter { !ids.contains($0.habit.id) } + others
    )
  }
}

/// A habit and what was done of it.
public struct TrackedHabit: Sendable {
  /// The definition.
  public let habit: Habit
  /// What was done, a tally for each recorded day, in order.
  public let tallies: [Tally]

  /// A habit with the tallies of its records, each day once.
  public init(_ habit: Habit, tallies: [Tally]) {
    self.habit = habit
    let isSorted = zip(tallies, tallies.dropFirst()).allSatisfy { $0.day < $1.day }
    self.tallies = isSorted ? tallies : tallies.sorted { $0.day < $1.day }
  }

  /// The tally of a day; empty when nothing was recorded.
  public func tally(on day: Day) -> Tally {
    let index = index(of: day)
    guard index < tallies.count, tallies[index].day == day else {
      return Tally(day: day, progress: nil, skip: nil)
    }
    return tallies[index]
  }

  /// The tallies of a range of days, in order.
  public func tallies(in days: ClosedRange<Day>) -> ArraySlice<Tally> {
    tallies[index(of: days.lowerBound)..<index(of: days.upperBound.advanced(by: 1))]
  }

  /// The habit with another tally for one day.
  public func replacing(_ tally: Tally) -> TrackedHabit {
    let index = index(of: tally.day)
    var tallies = tallies
    if index < tallies.count, tallies[index].day == tally.day {
      tallies[index] = tally
    } else {
      tallies.insert(tally, at: index)
    }
    return TrackedHabit(habit, tallies: tallies)
  }

  /// Where the day is, or would be.
  private func index(of day: Day) -> Int {
    var (low, high) = (0, tallies.count)
    while low < high {
      let middle = (low + high) / 2
      if tallies[middle].day < day { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
