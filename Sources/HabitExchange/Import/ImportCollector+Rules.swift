internal import HabitCore
internal import HabitFiles

// The rules that hold for every format: limits, names, first days, endings.
extension ImportCollector {
  /// The habits, each with a name and an id of its own.
  func habits() -> [ImportedHabit] {
    var habits: [ImportedHabit] = []
    var taken: [String: Int] = [:]
    var origins: Set<HabitOrigin> = []
    for var draft in drafts {
      let spelled = draft.name
      guard let (name, id) = name(of: draft, besides: &taken) else { continue }
      if draft.ending == .deleted, draft.days.isEmpty {
        tell(.habit(spelled.excerpt), "deleted there, and without records: left out")
        continue
      }
      if let origin = draft.origin, !origins.insert(origin).inserted {
        let other = "a second habit with the id \"\(origin.id.excerpt)\""
        tell(draft.place, "\(other): known by its name alone")
        draft.origin = nil
      }
      habits.append(habit(draft, name, id))
    }
    if let (place, names) = windows {
      tell(
        place,
        "times in any 7 days, or any other number, are counted by calendar weeks and months here, "
          + "or from the start: \(names.firstNames)"
      )
    }
    return habits
  }

  /// A name within the limits that no other habit of the file has, nor its id; `taken` has these, each with
  /// the number of the next habit that would have it.
  private func name(
    of draft: ImportDraft,
    besides taken: inout [String: Int]
  ) -> (Name, HabitID)? {
    var text = draft.name.singleLine
    if text != draft.name.trimmed {
      tell(draft.place, "a line break or a control character in the name becomes a blank")
    }
    text = cut(text, to: Name.longest, "the name", at: draft.place)
    var number = 1
    var usual: [String] = []
    while true {
      let suffix = number == 1 ? "" : " (\(number))"
      let candidate = String(text.prefix(Name.longest - suffix.count)).trimmed + suffix
      do {
        let name = try Name(candidate)
        let id = HabitID(naming: name)
        let keys = ["id \(id)", "name " + name.folded]
        if number == 1 { usual = keys }
        guard let next = keys.compactMap({ taken[$0] }).max() else {
          for key in keys { taken[key] = 2 }
          for key in usual { taken[key] = number + 1 }
          if number > 1 { tell(draft.place, "a second habit of this name: \(name) here") }
          return (name, id)
        }
        number = number == 1 ? next : number + 1
      } catch {
        return leaveOut(draft.place, "the name \(error.reason)")
      }
    }
  }

  private func habit(_ draft: ImportDraft, _ name: Name, _ id: HabitID) -> ImportedHabit {
    let first = draft.days.keys.min()
    let last = draft.days.keys.max()
    let start = min(draft.start ?? first ?? options.today, first ?? draft.start ?? options.today)
    var habit = Habit(id: id, name: name, start: start)
    habit.kind = draft.kind
    habit.goal = goal(of: draft)
    // Counted from the day the file says, even where records are older.
    let anchor = draft.start.flatMap { $0 > start ? $0 : nil }
    habit.schedule = anchor.map { draft.schedule.counted(from: $0) } ?? draft.schedule
    habit.icon = draft.icon
    habit.color = draft.color
    let tags = draft.tags.map(\.singleLine).filter { !$0.isEmpty }.unique
    habit.tags = kept(tags, "tags", at: draft.place)
    habit.description = description(of: draft, name)
    habit.reminders = kept(draft.reminders.unique.sorted(), "reminders", at: draft.place)
    habit.pauses = kept(pauses(of: draft), "pauses", at: draft.place)
    habit.end = end(of: draft, start)
    let rest = last?.advanced(by: 1) ?? start
    switch draft.ending {
    case .none: break
    case .deleted: habit.deleted = rest
    case .unlisted: habit = habit.archived(from: rest)
    case .archived:
      habit = habit.archived(from: rest)
      tell(draft.place, "archived in the other program; archived here since \(rest)")
    }
    return ImportedHabit(
      habit: habit,
      origin: draft.origin,
      days: records(draft),
      saysRules: draft.saysRules || options.goal(of: draft.name) != nil
    )
  }

  /// The last ones of more values than a command writes.
  func kept<Value>(_ values: [Value], _ name: String, at place: ImportPlace) -> [Value] {
    let kept = values.suffix(Habit.mostDates)
    guard kept.count < values.count else { return values }
    let first = values.count - kept.count
    leaveOut(place, "the first \(first) of \(values.count) \(name); \(kept.count) are the most")
    return Array(kept)
  }

  private func goal(of draft: ImportDraft) -> Dated<Goal> {
    if let goal = options.goal(of: draft.name) { return Dated(goal) }
    if draft.lacksGoal {
      let unit = draft.goal.entries[0].value.spelledUnit
      let example = unit.isEmpty ? "8 glasses" : "5 \(unit)"
      tell(
        draft.place,
        "the file has amounts and no goal, so the goal is \(draft.goal.entries[0].value); "
          + "say another with \("\(draft.name)=\(example)".typed(for: "goal"))"
      )
    }
    guard case .formation = draft.kind,
      draft.goal.entries.contains(where: { $0.value.amount == .zero })
    else { return draft.goal }
    tell(draft.place, "a goal of 0 is not a goal: \(Goal.once) here")
    return Dated(.once)
  }

  /// The pauses in order; those that overlap are one.
  private func pauses(of draft: ImportDraft) -> [DaySpan] {
    var pauses: [DaySpan] = []
    for next in draft.pauses.sorted(by: { $0.start < $1.start }) {
      guard let last = pauses.last, next.start <= last.end ?? .distantFuture else {
        pauses.append(next)
        continue
      }
      tell(draft.place, "pauses from \(last.start) and from \(next.start) overlap: one here")
      let end = last.end.flatMap { end in next.end.map { max(end, $0) } }
      pauses[pauses.count - 1] = DaySpan(start: last.start, end: end)
    }
    return pauses
  }

  private func end(of draft: ImportDraft, _ start: Day) -> Day? {
    guard let end = draft.end, end < start else { return draft.end }
    tell(draft.place, "it ends on \(end), before its first day, \(start): no end here")
    return nil
  }

  private func description(of draft: ImportDraft, _ name: Name) -> String? {
    var text = draft.description.singleLine
    if text.isEmpty, draft.name.singleLine != name.text,
      draft.name.singleLine.length > Name.longest
    {
      text = draft.name.singleLine
    }
    text = cut(text, to: Habit.longestDescription, "the description", at: draft.place)
    return text.isEmpty ? nil : text
  }

  private func records(_ draft: ImportDraft) -> [Day: Record] {
    let rounded = draft.days.values.count(where: \.isRounded)
    if rounded > 0 { tell(draft.place, "rounded to 3 decimals: \(counted(rounded, "amount"))") }
    var records: [Day: Record] = [:]
    for (date, day) in draft.days where !day.isEmpty {
      let (note, most) = (day.note.trimmed, Record.longestNote)
      records[date] = Record(
        typed: day.progress,
        skip: day.skip,
        difficulty: day.difficulty,
        notes: note.isEmpty ? [] : [cut(note, to: most, "the note of \(date)", at: draft.place)]
      )
    }
    return records
  }
}

extension [String] {
  /// The first names, and how many more there are.
  var firstNames: String {
    let more = count > 5 ? " and \(count - 5) more" : ""
    return prefix(5).map(\.excerpt).joined(separator: ", ") + more
  }
}

extension Array where Element: Hashable {
  /// The elements, each once, in order.
  public var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
