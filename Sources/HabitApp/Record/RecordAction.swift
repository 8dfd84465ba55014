public import HabitCore
internal import HabitFiles
internal import HabitScore
internal import HabitStore
internal import Posix

/// What a user says of a day of a habit.
public enum RecordAction: Sendable {
  /// So much more was done, at a time or now, with remarks.
  case log(Amount, at: TimeOfDay?, note: String?, difficulty: Difficulty?)
  /// The goal was reached, with remarks; of a breaking habit, nothing was done.
  case done(at: TimeOfDay?, note: String?, difficulty: Difficulty?)
  /// This is the total.
  case set(Amount)
  /// The day is skipped, or nil: it is not.
  case skip(Skip?)
  /// It was this hard, or nil: that is not said any more.
  case rate(Difficulty?)
  /// A line below the note of the day, and how hard it was.
  case note(String, Difficulty?)
  /// The only note of the day; nil for none.
  case replaceNotes(String?)
}

extension Failure {
  public init(future day: Day, today: Day) {
    self.init(
      .usage,
      "\(day) is in the future",
      hint: "today is \(today); future days cannot be recorded"
    )
  }
}

extension RecordAction {
  func applied(
    to document: YearDocument,
    of habit: Habit,
    on day: Day,
    in context: CommandContext
  ) throws(Failure) -> Record {
    let (record, stamp) = (document.record(on: day), context.stamp)
    func adding(_ effect: Entry.Effect, at time: TimeOfDay?) throws(Failure) -> Record {
      guard record.at.count + record.undone.count < Record.mostEntries else {
        throw Failure(
          .usage,
          "\(day) has \(Record.mostEntries) entries of \(habit.id), which are the most",
          hint: "say the total of the day: habit set \(habit.id) AMOUNT --on \(day)"
        )
      }
      let moment = try context.moment(at: time, of: day)
      let seconds = moment.unixSeconds - context.clock.offsetMinutes * 60
      return record.adding(
        effect,
        at: moment,
        by: context.device,
        on: day,
        besides: context.location?.formerEntries(of: document, on: day, at: seconds) ?? [],
        stamp: stamp
      )
    }
    switch self {
    case .log(let amount, let time, let note, let difficulty):
      return try adding(.plus(amount), at: time).remarked(note, difficulty, stamp: stamp)
    case .done(let time, let note, let difficulty):
      guard let goal = context.missingGoal(of: record, of: habit, on: day) else {
        return try record.remarked(note, difficulty, stamp: stamp)
      }
      return try adding(.to(goal), at: time).remarked(note, difficulty, stamp: stamp)
    case .set(let total):
      return record.progress == total ? record : record.setting(total: total, stamp: stamp)
    case .skip(let reason): return record.skipped(reason, stamp: stamp)
    case .rate(let difficulty): return record.rated(difficulty, stamp: stamp)
    case .note(let text, let difficulty):
      return try record.remarked(text, difficulty, stamp: stamp)
    case .replaceNotes(let text): return record.noted(text)
    }
  }

  /// The first words of the commit message, and what follows the habit's id.
  var subject: (verb: String, amount: String?) {
    switch self {
    case .log(let amount, _, _, _): ("log", "+\(amount)")
    case .done: ("done", nil)
    case .set(let total): ("set", "to \(total)")
    case .skip(let reason): ("skip", reason?.rawValue ?? "cleared")
    case .rate(let difficulty):
      ("note", "difficulty \(difficulty.map { "\($0.rawValue)" } ?? "cleared")")
    case .note: ("note", nil)
    case .replaceNotes(let text): ("note", text == nil ? "cleared" : "replaced")
    }
  }
}

extension Record {
  /// The record with a line more in its note, and rated.
  fileprivate func remarked(
    _ note: String?,
    _ difficulty: Difficulty?,
    stamp: Stamp
  ) throws(Failure) -> Record {
    var record = self
    do throws(InvalidText) {
      if let note { record = try record.noting(note) }
    } catch {
      throw Failure(
        .usage,
        "with this line the note \(error.reason)",
        hint: "put it in the place of the note with: habit note HABIT TEXT --replace"
      )
    }
    return difficulty.map { record.rated($0, stamp: stamp) } ?? record
  }
}

extension CommandContext {
  /// The total that a day's record lacks to be done; nil when it lacks nothing.
  fileprivate func missingGoal(of record: Record, of habit: Habit, on day: Day) -> Amount? {
    switch habit.kind {
    case .formation:
      let goal = goal(of: habit, on: day)
      return record.progress.map { $0 < goal } ?? true ? goal : nil
    case .breaking: return record.progress == nil ? .zero : nil
    }
  }

  /// What a day has to come to for a habit to be done: of a sum, what the other days left.
  private func goal(of habit: Habit, on day: Day) -> Amount {
    let goal = habit.goal.value(on: day)
    guard goal.isSum else { return goal.amount }
    let days = HabitBoard.daysNeeded(toJudge: day, of: habit, profile: profile)
    let tracker = read(.days({ _ in days }, allOf: [])).tracker
    let sum = tracker[habit.id].flatMap {
      HabitBoard(of: $0, profile: profile, on: today).sum(on: day)
    }
    return sum.map { max($0.need - $0.before, .zero) } ?? goal.amount
  }

  /// The day of a time for which no day was named: the one before today for a time before the start of the
  /// day that is still to come.
  public func day(of time: TimeOfDay?) -> Day {
    guard let time, time < profile.dayStart,
      Moment(date: today.advanced(by: 1), time: time) > clock.local
    else { return today }
    return today.advanced(by: -1)
  }

  /// The moment that is recorded for a time of a day; now without one.
  fileprivate func moment(at time: TimeOfDay?, of day: Day) throws(Failure) -> Moment {
    guard let time else { return clock.local }
    // Before the day starts it is the night that follows the day.
    let date = time < profile.dayStart ? day.advanced(by: 1) : day
    let moment = Moment(date: date, time: time)
    guard moment <= clock.local else {
      throw Failure(
        .usage,
        "\(moment.date) \(moment.time.hoursAndMinutes) is in the future",
        hint: "future times cannot be recorded"
      )
    }
    return moment
  }
}
