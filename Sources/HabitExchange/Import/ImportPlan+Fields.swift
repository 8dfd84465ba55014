internal import HabitCore
internal import HabitFiles

extension Record {
  /// Whether two records tell the same; what an import does not say is not a difference.
  func isSame(as there: Record) -> Bool {
    progress == there.progress && skip == there.skip && notes.joined() == there.notes.joined()
      && (there.difficulty == nil || there.difficulty == difficulty)
  }

  /// The record with the progress, the skip and the note of another.
  ///
  /// Entries stay, as with `habit set`: what was typed is solved for the total.
  func taking(_ there: Record, stamp: Stamp) -> Record {
    var record = self
    if let total = there.progress {
      record = record.setting(total: total, stamp: stamp)
    } else if record.progress != nil, record.at.isEmpty {
      record.typed = nil
      record.changed["typed"] = stamp.following(record.changed.values)
    }
    record = record.skipped(there.skip, stamp: stamp)
    if let difficulty = there.difficulty { record = record.rated(difficulty, stamp: stamp) }
    record.notes = there.notes
    return record
  }

  /// `8, skipped (sick), "rain"`.
  var inWords: String {
    var parts = [progress?.description, skip.map { "skipped (\($0.rawValue))" }].compactMap(\.self)
    parts += difficulty.map { [$0.words] } ?? []
    parts += notes.map { "\"\($0.excerpt)\"" }
    return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
  }
}

// MARK: Fields

/// A field of a definition that an import can say.
struct ImportedField {
  let name: String
  let read: (Habit) -> String
  let copy: (Habit, inout Habit) -> Void
}

extension ImportPlan {
  /// The fields that an imported habit says something about.
  static func fields(of imported: ImportedHabit) -> [ImportedField] {
    let habit = imported.habit
    var fields: [ImportedField] = []
    func add(
      _ name: String,
      if says: Bool,
      _ read: @escaping (Habit) -> String,
      _ copy: @escaping (Habit, inout Habit) -> Void
    ) {
      if says { fields.append(ImportedField(name: name, read: read, copy: copy)) }
    }
    add("type", if: imported.saysRules, { $0.kind.inOneLine }) { $1.kind = $0.kind }
    add("goal", if: imported.saysRules, { $0.goal.inWords }) { $1.goal = $0.goal }
    add("schedule", if: imported.saysRules, { $0.schedule.inWords }) {
      $1.schedule = $0.schedule
    }
    add("description", if: habit.description != nil, { $0.description ?? "none" }) {
      $1.description = $0.description
    }
    add("icon", if: habit.icon != nil, { $0.icon ?? "none" }) { $1.icon = $0.icon }
    add("color", if: habit.color != nil, { $0.color?.description ?? "none" }) {
      $1.color = $0.color
    }
    add(
      "tags",
      if: !habit.tags.isEmpty,
      { $0.tags.sorted().listed ?? "none" }
    ) {
      $1.tags = $0.tags
    }
    add("end", if: habit.end != nil, { $0.end?.description ?? "none" }) { $1.end = $0.end }
    add("paused", if: !habit.pauses.isEmpty, { $0.pauses.inWords ?? "none" }) {
      $1.pauses = $0.pauses
    }
    add("deleted", if: habit.deleted != nil, { $0.deleted?.description ?? "no" }) {
      $1.deleted = $0.deleted
    }
    add(
      "reminders",
      if: !habit.reminders.isEmpty,
      { $0.reminders.map(\.hoursAndMinutes).listed ?? "none" }
    ) { $1.reminders = $0.reminders }
    return fields
  }
}

extension Habit.Kind {
  /// `formation`, `breaking (unlogged days are kept)`.
  fileprivate var inOneLine: String {
    switch self {
    case .formation: "formation"
    case .breaking(_, let unlogged): "breaking (unlogged days are \(unlogged.rawValue))"
    }
  }
}

extension Habit {
  /// The habit with an earlier start; what is counted from the start keeps its days.
  func beginning(on day: Day) -> Habit {
    var habit = self
    if schedule.entries.count == 1, schedule.entries[0].from == nil {
      switch schedule.entries[0].value {
      case .everyDays, .everyWeeks, .quota(_, .days):
        habit.schedule = Dated([(start, schedule.entries[0].value)]) ?? schedule
      default: break
      }
    }
    habit.start = day
    return habit
  }
}
