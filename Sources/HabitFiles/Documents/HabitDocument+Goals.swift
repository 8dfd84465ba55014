import HabitCore

// Errors and warnings about goals.
extension HabitDocument {
  /// A larger goal is a warning.
  private static let largeGoal = Amount(1000)

  /// Warns of a schedule that has no effect, because the goal sums a period.
  static func checkSums(_ habit: Habit, _ fields: inout Fields) {
    let lifetime = habit.start...max(habit.start, habit.end ?? .distantFuture)
    for goals in habit.goal.stretches(in: lifetime) where goals.entry.value.isSum {
      let schedules = habit.schedule.stretches(in: goals.days).map(\.entry.value)
      guard let idle = schedules.first(where: { $0 != .daily }) else { continue }
      let goal = goals.entry.value
      fields.fault(
        at: "schedule",
        "\"\(idle)\" says nothing while the goal is \(goal), counted over the \(goal.per.rawValue)",
        hint: "write \"every day\" from the date of that goal on",
        severity: .warning
      )
      return
    }
  }

  /// Warns of a schedule after the last time of a limit, which has none.
  static func checkLastTime(_ habit: Habit, _ fields: inout Fields) {
    guard habit.isBreaking,
      let schedule = habit.schedule.entries.map(\.value).first(where: \.isAfter)
    else { return }
    fields.fault(
      at: "schedule",
      "\"\(schedule)\" is read as every day, because a limit has no last time",
      hint: "write \"every day\"",
      severity: .warning
    )
  }

  static func checkGoal(_ goal: Goal, _ kind: Habit.Kind, _ fields: inout Fields) {
    // A baseline is per day, a goal may be per year.
    let longest: Int64 =
      switch goal.per {
      case .day: 1
      case .week: 7
      case .month: 31
      case .quarter: 92
      case .year: 366
      }
    switch kind {
    case .formation where goal.amount == .zero:
      fields.fault(
        at: "goal",
        "the goal is 0",
        hint: "do more than nothing, or say \"type\": \"breaking\""
      )
    case .breaking(let baseline?, _) where baseline.thousandths * longest <= goal.amount.thousandths:
      fields.fault(at: "baseline", "the baseline \(baseline) is not above the goal \(goal.amount)")
    case .formation, .breaking:
      if goal.amount > largeGoal {
        fields.fault(at: "goal", "a goal of \(goal) is large", severity: .warning)
      }
    }
  }
}
