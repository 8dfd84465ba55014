/// All facts of one user.
public struct Tracker: Sendable {
  public let user: UserID
  public let profile: Profile
  /// The habits, deleted ones too, in the order of their ids.
  public let habits: [TrackedHabit]
  /// The habits that cannot be read, in order; what depends on all habits is not known then.
  public let unreadable: [HabitID]

  public init(
    user: UserID,
    profile: Profile,
    habits: [TrackedHabit],
    unreadable: [HabitID] = []
  ) {
    self.user = user
    self.profile = profile
    self.unreadable = unreadable
    self.habits = habits.sorted { $0.habit.id < $1.habit.id }
  }

  public subscript(id: HabitID) -> TrackedHabit? { habits.first { $0.habit.id == id } }

  public func replacing(_ tracked: TrackedHabit) -> Tracker {
    replacing([tracked.habit.id], with: [tracked])
  }

  public func keeping(_ isKept: (Habit) -> Bool) -> Tracker {
    Tracker(
      user: user,
      profile: profile,
      habits: habits.filter { isKept($0.habit) },
      unreadable: unreadable
    )
  }

  public func replacing(_ ids: Set<HabitID>, with others: [TrackedHabit]) -> Tracker {
    Tracker(
      user: user,
      profile: profile,
      habits: habits.filter { !ids.contains($0.habit.id) } + others,
      unreadable: unreadable
    )
  }
}

public struct TrackedHabit: Sendable {
  public let habit: Habit
  /// A tally for each recorded day, in order.
  public let tallies: [Tally]

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

  /// The index of a day, or where it would be inserted.
  private func index(of day: Day) -> Int {
    var (low, high) = (0, tallies.count)
    while low < high {
      let middle = (low + high) / 2
      if tallies[middle].day < day { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
