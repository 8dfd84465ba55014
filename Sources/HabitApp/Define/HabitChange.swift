public import HabitCore
internal import HabitFiles

/// Another definition of a habit.
public enum HabitChange: Sendable {
  /// It is paused from a day on until it is restored.
  case archive(from: Day)
  case restore(on: Day)
  /// It is hidden from a day on; its records stay.
  case delete(from: Day)
  /// Some of its fields have other values, those that are dated from a day on.
  case edit(HabitFieldChanges, from: Day)

  /// The first word of the commit message.
  var verb: String {
    switch self {
    case .archive: "archive"
    case .restore: "restore"
    case .delete: "delete"
    case .edit: "edit"
    }
  }

  func applied(to habit: Habit, among context: CommandContext) throws(Failure) -> Habit {
    switch self {
    case .archive(let day): return habit.archived(from: day)
    case .restore(let day):
      if habit.deleted != nil {
        try context.read(.definitions).checkIsFree(habit.name, for: habit.id)
      }
      return habit.restored(on: day)
    case .delete(let day): return habit.deleted(from: day)
    case .edit(let fields, let day):
      if let name = fields.name {
        try context.read(.definitions).checkIsFree(name, for: habit.id)
      }
      return try fields.applied(to: habit, from: day)
    }
  }
}

extension CommandContext {
  /// The day from which on nothing is due where none is named: today, or tomorrow when one of these
  /// habits has a record of today, so that what was done today stays done.
  public func firstDayOff(of habits: [Habit]) -> Day {
    let isRecorded = habits.contains { habit in
      let record = record(of: habit, on: today)
      return record.progress != nil || record.skip != nil
    }
    return isRecorded ? today.advanced(by: 1) : today
  }
}
