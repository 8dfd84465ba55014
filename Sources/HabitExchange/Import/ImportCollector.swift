internal import HabitCore
internal import HabitFiles

/// What an importer collects while it reads: habits, and what the user must know.
public final class ImportCollector {
  let options: ImportOptions
  var drafts: [ImportDraft] = []
  /// Whether there are more habits than are imported; then none is.
  var hasTooMany = false
  var profile: [UInt8]?
  /// Whether the user chose the order of the habits.
  var isOrdered = false
  /// The habits that are due so many times in any so many days, and where the first one is.
  var windows: (place: ImportPlace, names: [String])?
  /// The first habit of each name.
  private(set) var indices: [String: Int] = [:]
  private(set) var notes: [ImportNote] = []
  private var reported: Set<String> = []

  /// The most habits, and the most columns of a table.
  public static let mostHabits = 1_000
  /// More notes than this are counted, not kept: a broken file has millions.
  private static let mostNotes = 10_000

  init(_ options: ImportOptions) {
    self.options = options
  }

  /// A collector for what is only looked at.
  static var ignored: ImportCollector { ImportCollector(ImportOptions(today: .distantPast)) }

  /// Tells of something that is understood but cannot be said exactly, or counts for nothing.
  func tell(_ place: ImportPlace, _ message: String) {
    note(ImportNote(place: place, message: message, isError: false))
  }

  /// Tells of something that cannot be read and is left out.
  func leaveOut(_ place: ImportPlace, _ message: String) {
    note(ImportNote(place: place, message: message, isError: true))
  }

  /// Tells of a value that is left out, which is then nil.
  func leaveOut<Value>(_ place: ImportPlace, _ message: String) -> Value? {
    leaveOut(place, message)
    return nil
  }

  /// Tells of something once, however often it occurs.
  func tellOnce(_ subject: String, _ place: ImportPlace, _ message: String) {
    guard reported.insert(subject).inserted else { return }
    tell(place, message)
  }

  private func note(_ note: ImportNote) {
    guard notes.count < ImportCollector.mostNotes else {
      if notes.count == ImportCollector.mostNotes {
        notes.append(
          ImportNote(place: note.place, message: "and more, which are not listed", isError: true)
        )
      }
      return
    }
    notes.append(note)
  }

  /// Adds a habit; its index, which is the last one's once there are too many.
  @discardableResult
  func add(_ draft: ImportDraft) -> Int {
    if drafts.count < ImportCollector.mostHabits { drafts.append(draft) } else { hasTooMany = true }
    indices[draft.name] = indices[draft.name] ?? drafts.count - 1
    return drafts.count - 1
  }

  /// Whether a table has no more columns than are read; else the file is left out.
  func checkColumns(of header: CSVReader.Row, in file: ImportFile) -> Bool {
    let most = ImportCollector.mostHabits
    guard header.fields.count > most else { return true }
    leaveOut(file.line(header.line), "\(header.fields.count) columns; \(most) are the most")
    return false
  }

  /// Whether a table ends within a quote, which is reported.
  func isCut(_ table: CSVReader, in file: ImportFile) -> Bool {
    guard let line = table.openQuote else { return false }
    leaveOut(file.line(line), "a quote that does not end")
    return true
  }

  /// Gives up everything that was read: the file as a whole is refused.
  func refuse() {
    drafts = []
  }
}

// MARK: Values

extension ImportCollector {
  /// A day that was spelled; one that is impossible, too old or in the future is left out.
  func day(_ day: Day?, _ spelling: String, at place: ImportPlace) -> Day? {
    guard let day, day >= Day.distantPast else {
      return leaveOut(place, "\"\(spelling.excerpt)\" is not a date")
    }
    return day <= options.today ? day : leaveOut(place, "\(day) is in the future")
  }

  /// A day spelled `YYYY-MM-DD`.
  func day(_ text: String, at place: ImportPlace) -> Day? {
    day(Day(text), text, at: place)
  }

  /// An amount, rounded to three decimals; nil when it is left out.
  func amount(_ text: String, at place: ImportPlace) -> ImportedDay? {
    do {
      let (amount, isRounded) = try Amount.rounding(text)
      guard amount >= .zero else { return leaveOut(place, "\(text.excerpt) is below 0") }
      return ImportedDay(progress: amount, isRounded: isRounded)
    } catch {
      return leaveOut(place, "\"\(text.excerpt)\" \(error.reason)")
    }
  }

  /// A text within a limit; the rest is told.
  func cut(_ text: String, to most: Int, _ name: String, at place: ImportPlace) -> String {
    guard text.length > most else { return text }
    tell(place, "\(name) is cut to \(most) characters: \(String(text.dropFirst(most)).excerpt)")
    return String(text.prefix(most)).trimmed
  }

  /// A goal of an amount; a formation habit's is never 0.
  func goal(
    _ amount: Amount,
    unit: String = "",
    per period: String = "",
    at place: ImportPlace
  ) -> Goal {
    var unit = unit.singleLine
    if ["time", "times"].contains(unit.lowercased()) { unit = "" }
    unit = cut(unit, to: Goal.longestUnit, "the unit", at: place)
    let words = ["\(amount)", unit.isEmpty ? amount.timesWord : unit, period]
    do {
      return try Goal(words.filter { !$0.isEmpty }.joined(separator: " "))
    } catch {
      tell(place, "the goal \(amount) \(unit): \(error.reason)")
      return .once
    }
  }

  /// A day spelled `YYYY-MM-DD`, with or without a time behind.
  func timedDay(_ text: String, at place: ImportPlace) -> Day? {
    guard Day(text.prefix(10)) != nil, case .day(let found) = DateSpelling(options).read(text)
    else { return day(nil, text, at: place) }
    return day(found, text, at: place)
  }

  /// The schedule of so many times in any so many days, as a program has it that slides a window.
  func window(
    _ times: Int,
    in days: Int,
    of name: String,
    hasCalendar: Bool = true,
    isLimit: Bool = false,
    at place: ImportPlace
  ) -> Schedule {
    if times > days {
      tell(place, "\(times) times in \(days) days becomes every day")
    } else {
      _ = interval(.days(days), at: place)
    }
    let schedule = Schedule(times, inAny: days, hasCalendar: hasCalendar, isLimit: isLimit)
    if case .quota = schedule {
      windows = (windows?.place ?? place, (windows?.names ?? []) + [name])
    } else if let usual = [7: "weekly", 30: "monthly", 31: "monthly"][days], schedule.isAfter {
      tellOnce(
        "calendar",
        place,
        "\(days) days are counted from the last time, as there; for the calendar's: "
          + "habit edit \(name.shellQuoted) --schedule \(usual)"
      )
    }
    return schedule
  }

  /// The interval, or the longest of its kind that a schedule can have.
  func interval(_ interval: Schedule.Interval, at place: ImportPlace) -> Schedule.Interval {
    let longest: Schedule.Interval
    switch interval {
    case .days(let days): longest = .days(min(days, Schedule.longestStretch))
    case .months(let months): longest = .months(min(months, Schedule.mostMonths))
    }
    if longest != interval {
      tell(place, "\(interval) are more than a schedule can have: \(longest) instead")
    }
    return longest
  }

  /// The schedule of an interval that begins with the last time.
  func after(_ interval: Schedule.Interval, at place: ImportPlace) -> Schedule {
    interval == .days(1) ? .daily : .after(self.interval(interval, at: place))
  }

  /// A CSS colour or the name of one of ours.
  func color(_ text: String, at place: ImportPlace) -> Color? {
    guard !text.isEmpty else { return nil }
    guard let color = Color(text.lowercased()) else {
      tell(place, "\"\(text.excerpt)\" is not a colour here")
      return nil
    }
    return color
  }

  /// One emoji; any other text is not an icon here.
  func icon(_ text: String) -> String? {
    let text = text.trimmed
    let isEmoji = text.unicodeScalars.contains { $0.properties.isEmoji && $0.value > 0xFF }
    return text.count == 1 && isEmoji ? text : nil
  }
}

extension Schedule {
  /// So many times in any so many days, which a program counts that slides a window.
  ///
  /// Once in them is some days after the last time; for a limit, and where a week and a month mean the
  /// calendar's, it is a quota.
  init(_ times: Int, inAny days: Int, hasCalendar: Bool, isLimit: Bool) {
    let days = min(days, Schedule.longestStretch)
    switch (times, days) {
    case _ where times >= days: self = .daily
    case (1, _) where !isLimit && !(hasCalendar && [7, 30, 31].contains(days)):
      self = .after(.days(days))
    case (_, 7): self = .quota(times: times, .week)
    case (_, 30), (_, 31): self = .quota(times: times, .month)
    default: self = .quota(times: times, .days(days))
    }
  }
}

extension String {
  /// An option with this value, as a user can type it.
  func typed(for option: String) -> String { "--\(option) \(singleLine.shellQuoted)" }
}

extension Amount {
  var timesWord: String { self == Amount(1) ? "time" : "times" }
}
