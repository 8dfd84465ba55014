internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitScore

extension Session {
  /// The day that an option names, or the last word behind habits; that is taken off.
  ///
  /// - Throws: also when the word may be a habit as well.
  func pastDay(
    _ option: DayOption,
    orBehind words: inout [String],
    keeping least: Int = 1,
    in context: CommandContext
  ) throws -> Day {
    let names = words
    return try option.pastDay(orBehind: &words, keeping: least, today: context.today) {
      word in
      guard context.read(.definitions).isHabit(word) else { return true }
      guard option.on == nil else { return false }
      let dated = (names.dropLast() + ["--on", word]).map(\.shellQuoted).joined(separator: " ")
      throw Diagnosis(
        .usage,
        "\"\(word)\" may be a day or a habit",
        hint: "the day is: \(dated); the habit needs a command of its own"
      )
    }
  }

  /// The day of a time for which no day was named; it says so when that is not today.
  func day(of time: TimeOfDay?, in context: CommandContext) throws -> Day {
    let day = context.day(of: time)
    if day < context.today, let time {
      try say("\(time.hoursAndMinutes) is of last night, so it counts for \(day)")
    }
    return day
  }

  /// The day or the days that options name, or the last word behind habits; that is taken off.
  func pastDays(
    _ day: DayOption,
    _ range: RangeOptions,
    _ periods: PeriodOptions,
    orBehind words: inout [String],
    in context: CommandContext
  ) throws -> PastDays {
    guard range.isGiven || periods.isGiven else {
      return .one(try pastDay(day, orBehind: &words, in: context))
    }
    var others: [String] = []
    let reading = context.read(.definitions)
    let period = try periods.days(orBehind: &others, besides: range, of: reading, in: context)
    let typed = words
    _ = try pastDay(day, orBehind: &words, in: context)
    guard day.on == nil, words == typed else {
      throw Diagnosis(
        .usage,
        "a day and a range of days are given",
        hint: "for one day: --on DATE; for several: --from DATE --to DATE"
      )
    }
    guard let days = period else {
      return .several(try range.days(today: context.today) { $0 })
    }
    return .several(days.lowerBound...min(days.upperBound, context.today))
  }

  /// The habits that are named, or those of tags that are due on a day and not done; of a range, which
  /// looks at each of its days, all that have a tag.
  func habits(
    _ names: [String],
    or tags: TagOption,
    on day: Day?,
    in context: CommandContext
  ) throws -> [Habit] {
    guard !tags.tag.isEmpty else { return try habits(names, in: context) }
    guard names.isEmpty else {
      throw Diagnosis(.usage, "name habits, or a group by --tag, not both")
    }
    let reading = context.read(.everything)
    try tags.check(reading, in: self)
    let boards = Scoreboard(of: reading.tracker, on: context.today).habits.inListOrder.filter {
      $0.habit.deleted == nil && tags.includes($0.habit)
        && (day.map($0.isLeft(on:)) ?? true)
    }
    let group = tags.tag.joined(separator: ", ")
    if boards.isEmpty { try say("nothing of \(group) is due and not done") }
    return boards.map(\.habit)
  }

  func habits(_ names: [String], in context: CommandContext) throws -> [Habit] {
    try HabitLookup(context.read(.definitions), on: context.today).habits(names)
  }

  /// Records the same of the days of a range on which habits were due and not done.
  func record(
    _ action: RecordAction,
    of habits: [Habit],
    over days: ClosedRange<Day>,
    in context: CommandContext,
    _ write: WriteOptions,
    saying word: String
  ) throws {
    let request = DaysRequest(action, of: habits, on: days)
    guard try agrees(to: loss(of: request, in: context)) else { return }
    let outcome = try commit(request, in: context, write)
    let reason: Skip? = if case .skip(let reason) = action { reason } else { nil }
    try show(DaysScreen(outcome: outcome, word: word, reason: reason))
  }

  /// Records something of some habits on a day, in one commit, and prints what it changed.
  ///
  /// A user at a terminal is asked before a record of a past day takes points or streaks.
  ///
  /// - Returns: Whether anything was recorded.
  @discardableResult
  func record(
    _ action: RecordAction,
    of habits: [Habit],
    on day: Day,
    in context: CommandContext,
    _ write: WriteOptions,
    unchanged: String
  ) throws -> Bool {
    guard let screen = try recording(action, of: habits, on: day, in: context, write, unchanged)
    else { return false }
    try show(screen)
    return screen.isChange
  }

  /// The same, of which the caller prints what it wants; nil when the user did not agree.
  func recording(
    _ action: RecordAction,
    of habits: [Habit],
    on day: Day,
    in context: CommandContext,
    _ write: WriteOptions,
    _ unchanged: String
  ) throws -> RecordScreen? {
    let request = try RecordRequest(
      action,
      of: habits,
      on: day,
      in: context,
      reportsTotals: options.json
    )
    if day < context.today {
      guard try agrees(to: loss(of: request, in: context)) else { return nil }
    }
    return RecordScreen(
      report: try commit(request, in: context, write),
      user: context.user,
      day: day,
      today: context.today,
      unchanged: unchanged,
      style: style
    )
  }
}

/// The day that something is recorded of, or the days.
enum PastDays {
  case one(Day)
  case several(ClosedRange<Day>)

  var one: Day? { if case .one(let day) = self { day } else { nil } }
}

extension HabitBoard {
  /// Whether it is due on a day and not done, nor passed over.
  fileprivate func isLeft(on day: Day) -> Bool { [.open, .missed].contains(state(on: day)) }
}
