internal import HabitCore
public import HabitFiles
public import HabitReport
internal import HabitScore

/// A filled page, and what it was filled from.
public struct Report: Sendable {
  public let page: FilledPage
  /// The values of the page; nil unless they were wanted.
  public let values: PageValues?
  /// The days it is about.
  public let period: Period
  /// What could be read of the user's files.
  public let reading: Reading
}

extension Application {
  /// Fills a template with what a user has written down.
  public func report(
    _ request: ReportRequest,
    look: Look,
    in context: CommandContext
  ) throws -> Report {
    let source = try ReportTemplate(named: request.template, of: context)
    let reading = context.read(.everything)
    let board = Scoreboard(of: reading.tracker, on: context.today)
    var words = request.words
    let habit = try source.template.isOfHabit ? context.habit(&words, request, reading) : nil
    let text = words.isEmpty ? nil : words.joined(separator: " ")
    let first = habit?.start ?? board.habits.map(\.habit.start).min()
    let named = try context.period(named: text, of: source.template, first)
    let period =
      habit != nil && text != nil ? named.named(weekStart: context.profile.weekStart) : named
    let (version, showsNotes) = (request.version, source.template.showsNotes || request.wantsValues)
    var facts = context.facts(of: board, over: period, version, withNotes: showsNotes)
      .of(habit?.id)
    if source.template.showsUsers {
      facts.users = try allFacts(over: period, version, withNotes: showsNotes)
    }
    let page = try source.filled(with: facts, for: look)
    let values = request.wantsValues ? PageValues(of: facts, in: look) : nil
    return Report(page: page, values: values, period: period, reading: reading)
  }
}

extension Application {
  func allFacts(
    over period: Period,
    _ version: String,
    withNotes showsNotes: Bool
  ) throws -> [Facts] {
    try allContexts().map { context in
      let board = Scoreboard(of: context.read(.everything).tracker, on: context.today)
      return context.facts(of: board, over: period, version, withNotes: showsNotes)
    }
  }
}

extension CommandContext {
  func facts(
    of board: Scoreboard,
    over period: Period,
    _ version: String,
    withNotes showsNotes: Bool
  ) -> Facts {
    Facts(
      of: board,
      user: user,
      profile: profile,
      over: period,
      notes: showsNotes ? notes(of: board, over: period) : [],
      version: version
    )
  }

  /// The habit that the first word names, which is taken from them.
  fileprivate func habit(
    _ words: inout [String],
    _ request: ReportRequest,
    _ reading: Reading
  ) throws -> Habit {
    guard !words.isEmpty else { throw Failure(noHabitOf: request.template) }
    return try HabitLookup(reading, on: today).habit(words.removeFirst())
  }

  fileprivate func period(
    named text: String?,
    of template: Template,
    _ first: Day?
  ) throws(Failure) -> Period {
    do {
      return try Period(
        text,
        for: template.period,
        today: today,
        first: first,
        weekStart: profile.weekStart
      )
    } catch {
      let text = text ?? ""
      switch error {
      case .unknown:
        guard template.period == .day, !text.contains("..") else {
          throw Failure(
            .usage,
            "\"\(text)\" is not a period",
            hint: "a period is \(Period.forms)"
          )
        }
        // A day is named as it is everywhere.
        guard let day = Day(named: text, today: today) else { throw Failure(noDate: text) }
        return try period(named: "\(day)", of: template, first)
      case .otherKind(let kind): throw Failure(period: text, of: kind, not: template.period)
      case .future(let day):
        throw Failure(.usage, "\(day) is in the future", hint: "today is \(today)")
      case .reversed: throw Failure(.usage, "\"\(text)\" ends before it begins")
      case .tooLong:
        let meant = template.period.rawValue
        throw Failure(
          .usage,
          "\"\(text)\" is not within one \(meant); this report is about a \(meant)",
          hint: "month, quarter, year and profile take any range: habit report month \(text)"
        )
      }
    }
  }

  /// The notes of the days of a period up to today.
  func notes(of board: Scoreboard, over period: Period) -> [Facts.Note] {
    let last = min(period.days.upperBound, today)
    return board.habits.filter { $0.isListed(on: period.days.lowerBound) }.flatMap { board in
      (period.days.lowerBound.year...last.year).flatMap { year -> [Facts.Note] in
        guard let document = document(of: board.habit, year: year) else { return [] }
        return document.days.filter { $0 <= last && $0 >= period.days.lowerBound }.compactMap {
          day in
          let note = document.record(on: day).note
          return note.map { Facts.Note(of: board.habit.id, on: day, $0) }
        }
      }
    }
  }
}

extension Failure {
  init(noHabitOf template: String) {
    self.init(
      .usage,
      "the report \(template) is about one habit",
      hint: "habit report \(template) HABIT"
    )
  }

  init(period text: String, of kind: Period.Kind, not meant: Period.Kind) {
    let report = kind == .day ? "today" : kind.rawValue
    self.init(
      .usage,
      "\"\(text)\" is a \(kind.rawValue); this report is about a \(meant.rawValue)",
      hint: "habit report \(report) \(text.shellQuoted)"
    )
  }
}
