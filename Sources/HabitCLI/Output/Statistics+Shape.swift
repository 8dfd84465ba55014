internal import HabitCore
internal import HabitScore

extension Statistics {
  static let shape = Shape<Statistics>.object(counts + comparisons)

  private static let counts: [Member<Statistics>] = [
    .days { $0.days },
    Member("habits", .list(HabitStatistics.shape), "The habits.") { statistics in
      statistics.habits.filter { $0.isListed(on: statistics.days.lowerBound) }
    },
    .completeDays { $0 },
    Member("longest", orNull: .count, "The longest run of complete days inside the range.") {
      $0.isIncomplete ? nil : $0.longest.length
    },
  ]

  private static let comparisons: [Member<Statistics>] = [
    Member("trend", orNull: .word, "How the range compares with the one before.") { $0.trend },
    Member("top", orNull: .id, "The strongest habit.") { $0.strongest?.habit.id.text },
    Member("nudge", orNull: .id, "The weakest habit.") { $0.weakest?.habit.id.text },
    Member("bestWeekday", orNull: .word, "The weekday with the best rate.") { $0.bestWeekday },
    Member("worstWeekday", orNull: .word, "The weekday with the worst rate.") { $0.worstWeekday },
    Member("hours", .list(.count), "Entries of night, morning, afternoon and evening.") {
      $0.quarters
    },
  ]
}

extension HabitStatistics {
  fileprivate static let shape = Shape<HabitStatistics>.object(counts + sums)

  private static let counts: [Member<HabitStatistics>] = [
    .id { $0.habit.id.text },
    .due { $0.due },
    .done { $0.done },
    Member("skipped", .count, "How many days were skipped.") { $0.skipped },
  ]

  private static let sums: [Member<HabitStatistics>] = [
    Member("rate", orNull: .count, "The per cent of due days that were done.") { $0.rate?.percent },
    Member("amount", orNull: .count, "The per cent of what was asked for.") { $0.amount?.percent },
    .streaks { $0.streak },
    .longest { $0.longest },
    Member("strength", orNull: .count, "The strength in per cent; null for any time.") {
      $0.strength?.percent
    },
    Member("total", .number, "The sum of the days, in the unit of the last day.") { $0.total },
    .totals { $0.totals },
    .period { $0.standing },
  ]
}

extension Member {
  static func done(_ count: @escaping Value<Int>) -> Self {
    Self("done", .count, "How many due days were done.", count)
  }

  static func due(_ count: @escaping Value<Int>) -> Self {
    Self("due", .count, "How many days were due.", count)
  }

  static func longest(_ run: @escaping Value<Run>) -> Self {
    Self("longest", .count, "The longest run inside the range.") { run($0).length }
  }

  static func totals(_ totals: @escaping Value<[Total]>) -> Self {
    Self("totals", .list(.total), "The sums by unit, the latest unit first.", totals)
  }

  static func completeDays(_ statistics: @escaping Value<Statistics>) -> Self {
    Self("completeDays", orNull: .count, "How many days were complete.") {
      let statistics = statistics($0)
      return statistics.isIncomplete ? nil : statistics.perfectDays
    }
  }
}
