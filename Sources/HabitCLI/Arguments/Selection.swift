internal import ArgumentParser
internal import HabitCore
internal import HabitFiles

/// Which habits a command shows.
struct TagOption: ParsableArguments {
  @Option(help: "Only habits with this tag; may be repeated.", completion: .tags)
  var tag: [String] = []

  /// Whether a habit has one of the tags, or none is asked for.
  func includes(_ habit: Habit) -> Bool {
    tag.isEmpty || habit.tags.contains { tag.map { $0.lowercased() }.contains($0.lowercased()) }
  }
}

extension TagOption {
  /// Says which of the tags no habit has: a mistyped tag shows an empty screen.
  func check(_ reading: Reading, in session: Session) throws {
    let known = Set(reading.tracker.habits.flatMap(\.habit.tags).map { $0.lowercased() })
    for tag in tag where !known.contains(tag.lowercased()) {
      let others =
        known.isEmpty
        ? "habits have no tags" : "the tags are: " + known.sorted().joined(separator: ", ")
      try session.say("no habit has the tag \"\(tag)\"; \(others)")
    }
  }
}

/// Which days a command is about.
struct RangeOptions: ParsableArguments {
  /// How many days a range has when its first day is not named.
  static let usualDays = 30

  @Option(date: "The first day.")
  var from: String?

  @Option(date: "The last day; the default is today.")
  var to: String?

  /// Whether a day was named.
  var isGiven: Bool { from != nil || to != nil }

  /// The days from the first, or from `first` before the last, to the last, or to today.
  func days(today: Day, first: (Day) -> Day) throws -> ClosedRange<Day> {
    let to = try to.map { text in try DateArgument.day(text, today: today) }
    let last = min(to ?? today, today)
    let start: Day
    if let from { start = try DateArgument.day(from, today: today) } else { start = first(last) }
    guard start <= last else {
      throw Diagnosis(.usage, "the first day \(start) is after the last, \(last)")
    }
    return start...last
  }
}
