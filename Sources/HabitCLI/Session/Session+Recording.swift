internal import HabitApp
internal import HabitCore
internal import HabitOutput

extension Session {
  /// Records something of some habits on a day, in one commit, and prints what it changed.
  func record(
    _ action: RecordAction,
    of names: [String],
    on day: DayOption,
    _ write: WriteOptions,
    unchanged: String
  ) throws(Diagnosis) {
    let context = try context()
    let day = try day.pastDay(today: context.today)
    try record(action, of: names, on: day, in: context, write, unchanged: unchanged)
  }

  /// The same, on a day that is known.
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
  ) throws(Diagnosis) -> Bool {
    let request: RecordRequest
    do {
      request = try RecordRequest(
        action,
        of: names,
        on: day,
        in: context,
        reportsTotals: options.json
      )
    } catch {
      throw Diagnosis(error)
    }
    if day < context.today {
      guard try agrees(to: loss(of: request, in: context)) else { return false }
    }
    let outcome = try commit(request, in: context, write)
    let screen = RecordScreen(
      outcome,
      of: context.user,
      on: day,
      today: context.today,
      unchanged: unchanged,
      in: style
    )
    try show(screen)
    return outcome.changes.contains { $0.edit != nil }
  }
}
