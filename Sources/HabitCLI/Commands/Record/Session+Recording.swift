internal import HabitApp
internal import HabitCore
internal import HabitFiles

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

  /// Records something of some habits on a day, in one commit, and prints what it changed.
  ///
  /// A user at a terminal is asked before a record of a past day takes points or streaks.
  ///
  /// - Returns: Whether anything was recorded.
  @discardableResult
  func record(
    _ action: RecordAction,
    of names: [String],
    on day: Day,
    in context: CommandContext,
    _ write: WriteOptions,
    unchanged: String
  ) throws -> Bool {
    let request = try RecordRequest(
      action,
      of: names,
      on: day,
      in: context,
      reportsTotals: options.json
    )
    if day < context.today {
      guard try agrees(to: loss(of: request, in: context)) else { return false }
    }
    let outcome = try commit(request, in: context, write)
    let screen = RecordScreen(
      report: outcome,
      user: context.user,
      day: day,
      today: context.today,
      unchanged: unchanged,
      style: style
    )
    try show(screen)
    return outcome.changes.contains { $0.edit != nil }
  }
}
