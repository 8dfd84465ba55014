internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitReport

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

/// Which week, month or year a command is about.
struct PeriodOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: .of("week", "A week: this (also without a value), last, or for example 2026-W09."),
    completion: .list(["this", "last"])
  )
  var week: String?

  @Option(
    parsing: .unconditional,
    help: .of("month", "A month: this (also without a value), last, march, 3 or 2026-03."),
    completion: .list(["this", "last"] + Day.monthNames.map { $0.lowercased() })
  )
  var month: String?

  @Option(
    parsing: .unconditional,
    help: .of("year", "A year: this (also without a value), last, or for example 2026."),
    completion: .list(["this", "last"])
  )
  var year: String?

  /// The options by kind of period, and what was typed for each.
  private var typed: [(kind: Period.Kind, text: String)] {
    [(Period.Kind.week, week), (.month, month), (.year, year)]
      .compactMap { kind, text in text.map { (kind, $0) } }
  }

  var isGiven: Bool { !typed.isEmpty }

  /// The period that the options name, or words in the place of a habit; those are taken off.
  ///
  /// - Throws: when several are named, or a range of days besides.
  func days(
    orBehind words: inout [String],
    besides range: RangeOptions,
    of reading: Reading,
    in context: CommandContext
  ) throws -> ClosedRange<Day>? {
    let (today, weekStart) = (context.today, context.profile.weekStart)
    var named: [Period] = []
    for (kind, text) in typed {
      guard let period = Period(typed: text, of: kind, today: today, weekStart: weekStart) else {
        throw Diagnosis(
          .usage,
          "\"\(text)\" is not a \(kind)",
          hint: "a \(kind) is this, last or \(PeriodOptions.forms[kind] ?? "")"
        )
      }
      named.append(period)
    }
    for count in [2, 1] where words.count >= count {
      let text = words.suffix(count).joined(separator: " ")
      guard !reading.isHabit(text), count == 1 || !reading.isHabit(words[words.count - 1]),
        let period = Period(typed: text, today: today, weekStart: weekStart)
      else { continue }
      named.append(period)
      words.removeLast(count)
      break
    }
    guard named.count + (range.isGiven ? 1 : 0) < 2 else {
      throw Diagnosis(.usage, "a week, a month, a year, and --from and --to exclude each other")
    }
    if let period = named.first, period.days.lowerBound > today {
      throw Diagnosis(
        .usage,
        "\(period.days.lowerBound) is in the future",
        hint: "today is \(today)"
      )
    }
    return named.first?.days
  }

  private static let forms: [Period.Kind: String] = [
    .week: "2026-W09", .month: "march, 3 or 2026-03", .year: "2026",
  ]

  /// A command line with `this` behind each option of a period that has no value.
  static func completing(_ arguments: [String]) -> [String] {
    guard let command = GlobalOptions.words(behind: arguments).first,
      ["calendar", "done", "query", "skip", "stats"].contains(command)
    else { return arguments }
    var words: [String] = []
    for (index, word) in arguments.enumerated() {
      words.append(word)
      guard word.hasPrefix("--"), let kind = Period.Kind(rawValue: String(word.dropFirst(2))),
        [.week, .month, .year].contains(kind)
      else { continue }
      let next = index + 1 < arguments.count ? arguments[index + 1] : "--"
      // A number is a value, if a wrong one.
      if !Period.isTyped(next, of: kind), next.first?.isNumber != true { words.append("this") }
    }
    return words
  }
}
