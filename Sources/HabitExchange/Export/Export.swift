internal import HabitCore
internal import HabitFiles

/// Takes a piece of a file of an export; the name is empty where the export is one text.
public typealias ExportSink<Failure: Error> = (
  _ file: String, _ text: String
) throws(Failure) -> Void

/// Habits in a form for another program: facts in, files out, and what these cannot hold.
public struct Export: Sendable {
  public let format: ExportFormat
  private let contents: Contents

  private enum Contents {
    case facts(ExportSource)
    case calendar(String)
  }

  /// What a user has, in a form that is no calendar.
  public init(_ source: ExportSource, as format: ExportFormat) {
    self.format = format
    contents = .facts(source)
  }

  /// A calendar, which is made elsewhere.
  public init(calendar: String) {
    format = .ics
    contents = .calendar(calendar)
  }

  /// Gives the files piece by piece, one after the other; a database is the SQL that makes it, and each
  /// piece of it a transaction.
  ///
  /// - Returns: what the form cannot hold, in words.
  /// - Throws: what the sink throws.
  public func write<Failure>(to sink: ExportSink<Failure>) throws(Failure) -> [String] {
    switch contents {
    case .calendar(let text):
      try sink("", text)
      return []
    case .facts(let source):
      let notes = ExportNotes(today: source.today)
      try write(source, notes, to: sink)
      return notes.lines
    }
  }

  private func write<Failure>(
    _ source: ExportSource,
    _ notes: ExportNotes,
    to sink: ExportSink<Failure>
  ) throws(Failure) {
    let isWhole = format == .json
    let habits = source.mapping { isWhole ? $0 : $0.filter { $0.habit.deleted == nil } }
    let left = source.documents.count - habits.documents.count
    if left > 0 { notes.tell("\(counted(left, "deleted habit")): left out") }
    if !isWhole, source.profile?.profile.vacations.isEmpty == false {
      notes.tell("vacations are left out")
    }
    switch format {
    case .csv: try CSVExporter(source: habits, notes: notes).export(to: sink)
    case .json: try OwnExporter(source: habits).export(to: sink)
    case .loop: try LoopExporter(source: habits, notes: notes).export(to: sink)
    case .harsh: try HarshExporter(source: habits, notes: notes).export(to: sink)
    case .habitctl: try HabitctlExporter(source: habits, notes: notes).export(to: sink)
    case .org: try OrgExporter(source: habits, notes: notes).export(to: sink)
    case .obsidian: try ObsidianExporter(source: habits, notes: notes).export(to: sink)
    case .mhabit: try TableHabitExporter(source: habits, notes: notes).export(to: sink)
    case .beaverhabits: try BeaverHabitsExporter(source: habits, notes: notes).export(to: sink)
    case .ics: break
    }
  }
}

/// What an export cannot hold, each kind of thing once, with the habits it concerns.
final class ExportNotes {
  private let today: Day
  private var order: [String] = []
  private var habits: [String: [String]] = [:]

  init(today: Day) {
    self.today = today
  }

  /// Tells of something that concerns a habit, or the whole export.
  func tell(_ message: String, _ habit: Habit? = nil) {
    if habits[message] == nil {
      order.append(message)
      habits[message] = []
    }
    guard let name = habit?.name.text, habits[message]?.last != name else { return }
    habits[message]?.append(name)
  }

  var lines: [String] {
    order.map { message in
      let names = habits[message] ?? []
      return names.isEmpty ? message : "\(message): \(names.firstNames)"
    }
  }

  /// Tells what most forms cannot hold of a habit, of which records such as `isWritten` are written.
  func tellUsual(
    _ habit: ExportedHabit,
    besides: Set<ExportedPart> = [],
    isWritten: (Day, Record) -> Bool = { _, _ in true }
  ) {
    func tell(_ part: ExportedPart, _ isThere: Bool) {
      guard isThere, !besides.contains(part) else { return }
      self.tell("\(part.rawValue) are left out", habit.habit)
    }
    let records = habit.records.map(\.record)
    tell(.difficulties, records.contains { $0.difficulty != nil })
    tell(.times, records.contains { !$0.at.isEmpty })
    tell(.skips, records.contains { $0.skip != nil })
    tell(.reasons, records.contains { ![nil, .other].contains($0.skip) })
    tell(.notes, records.contains { !$0.notes.isEmpty })
    tell(.starts, habit.habit.start != habit.records.first(where: isWritten)?.day)
    if !besides.contains(.pauses) {
      let last = habit.records.last(where: isWritten)?.day
      tellPauses(of: habit.habit, areEndings: besides.contains(.endings), behind: last)
    }
    tell(.ends, habit.habit.end != nil)
    tell(.descriptions, habit.habit.description != nil)
    tell(.icons, habit.habit.icon != nil)
    tell(.colors, habit.habit.color != nil)
    tell(.tags, !habit.habit.tags.isEmpty)
    tell(.moreTags, habit.habit.tags.count > 1)
    tell(.reminders, !habit.habit.reminders.isEmpty)
    tell(.datedGoals, habit.habit.goal.entries.count > 1)
    if !besides.contains(.sums), habit.habit.goal.entries.contains(where: \.value.isSum) {
      self.tell("the goal of a period becomes a goal of its days", habit.habit)
    }
    tell(.datedSchedules, habit.habit.schedule.entries.count > 1)
    tell(.baselines, habit.habit.baseline != nil)
    tell(.aliases, !habit.habit.aliases.isEmpty)
  }

  /// Tells what becomes of a skipped day that has an amount, where a day is either done or skipped.
  func tellSkip(_ record: Record, isDone: Bool, _ habit: Habit) {
    guard record.skip != nil, record.progress != nil else { return }
    tell(
      isDone
        ? "a skipped day with an amount is not skipped there"
        : "amounts of skipped days are left out",
      habit
    )
  }

  private func tellPauses(of habit: Habit, areEndings: Bool, behind record: Day?) {
    guard let last = habit.pauses.last else { return }
    guard areEndings, habit.pauses.count == 1, last.end == nil, last.start <= today else {
      return tell("pauses are left out", habit)
    }
    if last.start != record?.advanced(by: 1) {
      tell("the day since when a habit is archived is left out", habit)
    }
  }
}

/// What some forms cannot hold.
enum ExportedPart: String {
  case difficulties, notes, pauses, baselines, descriptions, icons, tags, reminders
  case times = "times of the day"
  case skips = "skipped days"
  case reasons = "reasons of skipped days"
  case starts = "first days"
  /// Pauses that do not end, as all that is held of pauses.
  case endings
  case ends = "last days"
  case colors = "colours"
  case moreTags = "tags but the first"
  case datedGoals = "earlier goals"
  case datedSchedules = "earlier schedules"
  case aliases = "former names"
  case sums = "goals of a period"
}

extension Habit {
  /// The goal in force on the day of an export, or the first one of a habit that has not begun.
  func goal(today: Day) -> Goal { goal.value(on: max(today, start)) }

  /// The schedule in force on the day of an export; that of a sum is once in its period.
  func schedule(today: Day) -> Schedule {
    goal(today: today).per.period.map { .quota(times: 1, $0) }
      ?? schedule.value(on: max(today, start))
  }

  /// Whether a record reaches the goal of its day; any part of a period's is done.
  func isDone(_ record: Record, on day: Day) -> Bool {
    guard let progress = record.progress else { return false }
    let goal = goal.value(on: day)
    if isBreaking { return progress <= goal.amount }
    return progress > .zero && (goal.isSum || progress >= goal.amount)
  }

  /// Whether it rests on a day and from then on.
  func isAtRest(on day: Day) -> Bool {
    pauses.contains { $0.start <= day && $0.end == nil }
  }
}

extension Goal {
  /// The unit; empty where it is only a number of times.
  var spelledUnit: String { ["time", "times"].contains(unit) ? "" : unit }
}

/// So many times in so many days: what most programs have for a schedule.
struct TimesInDays {
  let times: Int
  let days: Int

  /// The nearest to a schedule; nil for what is only tracked.
  init?(_ schedule: Schedule) {
    switch schedule {
    case .daily: (times, days) = (1, 1)
    case .quota(let times, .week): (self.times, days) = (times, 7)
    case .quota(let times, .month): (self.times, days) = (times, 30)
    case .quota(let times, .quarter): (self.times, days) = (times, 91)
    case .quota(let times, .year): (self.times, days) = (times, 365)
    case .quota(let times, .days(let days)): (self.times, self.days) = (times, days)
    case .weekly(let days): (times, self.days) = (days.count, 7)
    case .everyDays(let days), .after(.days(let days)): (times, self.days) = (1, days)
    case .everyWeeks(let weeks, let days): (times, self.days) = (days.count, 7 * weeks)
    case .monthly(let days): (times, self.days) = (days.count, 30)
    case .everyMonths(let months, let days): (times, self.days) = (days.count, 30 * months)
    case .yearly(let days): (times, self.days) = (days.count, 365)
    case .after(.months(let months)): (times, days) = (1, 30 * months)
    case .anyTime: return nil
    }
  }

  /// The days from one time to the next.
  var stride: Int { max(days / times, 1) }
}

extension ExportNotes {
  /// What a program that slides windows makes of a schedule; tells if it comes back as another one.
  func frequency(
    of habit: Habit,
    hasCalendar: Bool,
    isLimit: Bool = false,
    else usual: Schedule = .daily
  ) -> TimesInDays? {
    let schedule = habit.schedule(today: today)
    let frequency = TimesInDays(schedule)
    let there = frequency.map {
      Schedule($0.times, inAny: $0.days, hasCalendar: hasCalendar, isLimit: isLimit)
    }
    switch schedule {
    case .quota(_, .week), .quota(_, .month):
      tell("calendar weeks and months become any 7 or 30 days", habit)
    case there ?? usual: break
    case .quota(1, .days): tell("the schedule counts from the last time there", habit)
    default: tell("the schedule becomes a number of times in some days", habit)
    }
    return frequency
  }
}

extension Slug {
  /// Hexadecimal digits that every device makes of the same user and habit.
  func stableDigits(of user: UserID, count: Int) -> String {
    var digits = ""
    var round: UInt8 = 0
    while digits.count < count {
      // FNV-1a, 64 bits: <http://www.isthe.com/chongo/tech/comp/fnv/>.
      let hash = ([round] + Array("\(user)/\(text)".utf8)).reduce(14_695_981_039_346_656_037) {
        (hash: UInt64, byte) in (hash ^ UInt64(byte)) &* 1_099_511_628_211
      }
      digits += padded(hash, 16, radix: 16)
      round += 1
    }
    return String(digits.prefix(count))
  }
}
