public import HabitCore

extension Explanation {
  /// What makes the day what it is, each fact with a label.
  public func facts(of record: Record, today: Day) -> [(label: String, text: String)] {
    let most = habit.isBreaking ? "at most " : ""
    let facts: [(String, String?)] = [
      ("schedule", "\(schedule.value), \(since(schedule.from))"),
      ("goal", "\(most)\(goal.value), \(since(goal.from))"),
      ("due", dueInWords),
      ("quota", exemption == nil ? quota?.inWords : nil),
      ("sum", exemption == nil ? sum?.inWords(of: habit) : nil),
      ("recorded", recorded(record)),
      ("notes", record.note.map { Record.inWords([$0]) }),
      ("streak", streakInWords),
      ("points", "\(award.points) XP, \(award.inWords(on: today))"),
    ]
    return facts.compactMap { label, text in text.map { (label, $0) } }
  }

  private func since(_ day: Day?) -> String {
    day.map { $0 <= habit.start ? "from the beginning" : "since \($0)" } ?? "from the beginning"
  }

  private func recorded(_ record: Record) -> String {
    guard let progress = record.progress else {
      return record.skip.map { "nothing; skipped, \($0.rawValue)" } ?? "nothing"
    }
    var parts: [String] = []
    if let typed = record.typed { parts.append("typed \(typed)") }
    parts += record.at.map(\.description)
    let skip = record.skip.map { "; skipped, \($0.rawValue)" } ?? ""
    return "\(progress) (\(parts.joined(separator: ", ")))\(skip)"
  }
}

extension Explanation {
  /// The state, and by how much a limit was passed.
  public var stateInWords: String {
    if let excess { return "\(state.rawValue), over by \(excess)" }
    return state == countedState || countedState != .done
      ? state.rawValue : "\(state.rawValue), counted as done for streak and points"
  }

  /// Whether it was due, and why not.
  public var dueInWords: String {
    switch exemption {
    case nil: "yes"
    case .notBegun(let start): "no: it starts on \(start)"
    case .ended(let end): "no: it ended on \(end)"
    case .deleted(let day): "no: it was deleted on \(day)"
    case .rest(let span): "no: it rested \(span.inWords)"
    case .vacation(let span): "no: vacation \(span.inWords)"
    case .neverWas: "no: this day never was in the profile's time zone"
    case .anyTime: "no: it is never due, only tracked"
    case .sums(let sum): "no: \(sum.inWords(of: habit))"
    case .notNamed: "no: the schedule leaves this day free"
    case .canWait(let quota): "no: \(quota.inWords)"
    case .waits(let wait): "no: \(wait.inWords(on: day))"
    case .future: "the day has not come"
    }
  }

  fileprivate var streakInWords: String {
    if exemption == .future { return "no effect" }
    if streakAfter > streakBefore { return "\(streakBefore) before, \(streakAfter) after" }
    if streakAfter == 0, streakBefore > 0 { return "\(streakBefore) before, broken here" }
    return "\(streakAfter), unchanged"
  }
}

extension QuotaStanding {
  fileprivate var inWords: String {
    let span = "\(period.lowerBound) to \(period.upperBound)"
    let left = counted(daysLeft, "day")
    guard let wait = canWaitDays else {
      return "\(done) of \(need) done already in \(span)"
    }
    let waiting = wait > 0 ? "it can wait \(counted(wait, "day"))" : "it can wait no longer"
    return "\(done) of \(need) done in \(span), \(left) left: \(waiting)"
  }
}

extension Wait {
  fileprivate func inWords(on day: Day) -> String {
    guard let missed else {
      return [lastTime.map { "last \(isSkip ? "skipped" : "done") \($0)" }, "due \(due)"]
        .compactMap(\.self)
        .joined(separator: ", ")
    }
    return "\(counted(missed.distance(to: day), "day")) late: due \(missed), due again \(due)"
  }
}

extension SumStanding {
  fileprivate func inWords(of habit: Habit) -> String {
    let span = "\(period.lowerBound) to \(period.upperBound)"
    let parts = "\(total) of \(need) \(goal.unit) in \(span)"
    let left = counted(daysLeft, "day")
    guard missing > .zero || habit.isBreaking && missing == .zero else {
      return missing == .zero ? parts : "\(parts): \(Amount.zero - missing) over"
    }
    return "\(parts), \(left) left: \(missing) \(habit.isBreaking ? "left" : "to go")"
  }
}

extension AwardExplanation {
  /// More habits are not named.
  public static let mostNames = 10

  /// What of the day was done, or is left.
  public func inWords(on today: Day) -> String {
    func names(_ habits: [Habit]) -> String {
      let (named, rest) = (
        habits.prefix(AwardExplanation.mostNames),
        habits.dropFirst(AwardExplanation.mostNames).count
      )
      let list = named.map(\.name.text).joined(separator: ", ")
      return rest > 0 ? "\(list) and \(rest) more" : list
    }
    let passed = skipped.isEmpty ? "" : "; passed over: \(names(skipped))"
    switch verdict {
    case .complete: return "all due was done: \(names(done))\(passed)"
    case .incomplete:
      return "\(day == today && !isLost ? "still open" : "not done"): \(names(left))\(passed)"
    case .neutral: return "nothing was due\(passed)"
    }
  }
}
