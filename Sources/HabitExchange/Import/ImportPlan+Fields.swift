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

extension ImportedHabit {
  /// The fields that it says something about, but for its name and its start.
  var fields: [DefinitionField<Habit>] {
    Habit.fields.filter { field in
      switch field.key {
      case "name", "aka", "start": false
      case "type", "baseline", "unlogged", "goal", "schedule":
        saysRules && field.words(habit) != nil
      default: field.words(habit) != nil
      }
    }
  }
}

extension Habit {
  /// The habit with an earlier start; what is counted from the start keeps its days.
  func beginning(on day: Day) -> Habit {
    var habit = self
    habit.schedule = schedule.counted(from: start)
    habit.start = day
    return habit
  }
}

extension Dated<Schedule> {
  /// The schedule with the day from which it is counted, if it is and says none.
  func counted(from day: Day) -> Dated {
    guard entries[0].from == nil, entries[0].value.beginsAnew else { return self }
    return Dated([(day, entries[0].value)]) ?? self
  }
}
