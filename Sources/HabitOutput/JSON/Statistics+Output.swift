internal import HabitCore
internal import HabitScore

extension Statistics {
  /// What a range of days comes to.
  var output: Output {
    .object([
      ("from", Output(days.lowerBound)),
      ("to", Output(days.upperBound)),
      ("habits", .list(habits.filter { $0.habit.isListed(in: days) }.map(\.output))),
      ("completeDays", .number(perfectDays)),
      ("trend", Output(trend?.rawValue)),
      ("top", Output(topHabit?.habit.id.text)),
      ("nudge", Output(nudge?.habit.id.text)),
      ("bestWeekday", Output(bestWeekday?.rawValue)),
      ("worstWeekday", Output(worstWeekday?.rawValue)),
      ("hours", .list(quarters.map(Output.number))),
    ])
  }
}

extension HabitStatistics {
  fileprivate var output: Output {
    .object([
      ("id", .text(habit.id.text)),
      ("due", .number(due)),
      ("done", .number(done)),
      ("skipped", .number(skipped)),
      ("rate", percent(rate)),
      ("amount", percent(amount)),
      ("streak", .number(streak.current)),
      ("best", .number(streak.best)),
      ("strength", .number(strength.percent)),
      ("total", .amount(total)),
    ])
  }

  private func percent(_ share: Share?) -> Output { share.map { .number($0.percent) } ?? .null }
}
