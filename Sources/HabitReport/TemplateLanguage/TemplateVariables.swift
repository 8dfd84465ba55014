internal import HabitCore
internal import HabitScore

/// The value of a variable.
enum Value: Sendable {
  case text(String)
  /// Text from a file that may be long.
  case note(String)
  /// What something is called: cut in a table without room for it.
  case name(Label)
  case drawing(Drawing)
  /// A number, and how it is shown.
  case number(Int, String)
  case flag(Bool)

  /// Whether a condition on it holds.
  var holds: Bool {
    switch self {
    case .text(let text), .note(let text): !text.isEmpty
    case .name(let label): !label.text.isEmpty
    case .drawing(let drawing): !drawing.glyphs(in: .utf8).isEmpty
    case .number(let number, _): number != 0
    case .flag(let flag): flag
    }
  }
}

/// What a habit or a user is called, and how it is told from others.
struct Label: Sendable {
  let text: String
  /// What stands for a name whose letters cannot be printed.
  var id: String?
  var icon: String?
  var color: Color?
  /// The habit whose name it is.
  var habit: HabitID?

  init(_ text: String, id: String? = nil) { (self.text, self.id) = (text, id) }

  /// The name of a habit, with its icon and colour, or bare.
  init(of habit: Habit, isBare: Bool = false) {
    self.init(habit.name.text, id: habit.id.text)
    self.habit = habit.id
    if !isBare { (icon, color) = (habit.icon, habit.color) }
  }
}

/// A variable: its name and value.
struct Definition: Sendable {
  let name: String
  let kind: Kind
  let value: Getter<Value>

  typealias Getter<Result> = @Sendable (Context) -> Result

  enum Kind: String, Sendable {
    case text, number, drawing
    case flag = "condition"
  }

  /// The loop in which the name is valid; nil when it is valid everywhere.
  var thing: Thing? {
    name.split(separator: ".").first.flatMap { part in
      part.utf8.count < name.utf8.count ? Thing(rawValue: String(part)) : nil
    }
  }

  static func text(_ name: String, _ text: @escaping Getter<String>) -> Definition {
    Definition(name: name, kind: .text) { .text(text($0)) }
  }

  static func name(_ name: String, _ label: @escaping Getter<Label?>) -> Definition {
    Definition(name: name, kind: .text) { .name(label($0) ?? Label("")) }
  }

  static func drawing(_ name: String, _ drawing: @escaping Getter<Drawing>) -> Definition {
    Definition(name: name, kind: .drawing) { .drawing(drawing($0)) }
  }

  static func number(_ name: String, _ number: @escaping Getter<Int>) -> Definition {
    Definition(name: name, kind: .number) { context in
      let number = number(context)
      return .number(number, grouped(number))
    }
  }

  /// A number in per cent; a dash when there is none.
  static func percent(
    _ name: String,
    none: String? = nil,
    _ percent: @escaping Getter<Int?>
  ) -> Definition {
    Definition(name: name, kind: .number) { context in
      let percent = percent(context)
      let none = none ?? context.page.look.medium.dash
      return .number(percent ?? 0, percent.map { "\($0)%" } ?? none)
    }
  }

  static func flag(_ name: String, _ flag: @escaping Getter<Bool>) -> Definition {
    Definition(name: name, kind: .flag) { .flag(flag($0)) }
  }

  /// Whether there is any of some things.
  static func any(_ thing: Thing) -> Definition {
    Definition(name: thing.rawValue, kind: .flag) { context in
      .flag(!context.each(Selection(thing: thing, filters: [])).isEmpty)
    }
  }
}

/// All names a template can use.
///
/// Source: habit-template(5), VALUES.
public enum TemplateVariables {
  /// The names, in the order of their bytes.
  public static var names: [String] { definitions.keys.sorted() }

  /// What each is: text, number, drawing or condition.
  public static var kinds: [String: String] { definitions.mapValues(\.kind.rawValue) }

  /// The names of the figures.
  public static var figures: [String] { Figure.Kind.allCases.map(\.rawValue) }

  /// The words that begin a filter.
  public static var filters: [String] { Filter.words }

  /// What habits can be sorted by.
  public static var orders: [String] { Filter.Order.allCases.map(\.rawValue) }

  static let definitions: [String: Definition] = {
    let all = [
      page, weekdays, level, habit, day, week, month, year, run, record, award, entry, note,
    ].flatMap(\.self)
    return Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
  }()
}

// MARK: The page

extension TemplateVariables {
  private static let page: [Definition] = [
    .name("user") { Label($0.page.facts.user, id: $0.page.facts.id.text) },
    .text("version") { $0.page.facts.version },
    .text("period") { $0.page.title },
    .text("kind") { $0.page.kind },
    .text("date") { $0.page.days.upperBound.long },
    .text("weekday") { $0.page.days.upperBound.weekday.name },
    .text("mdocdate") { $0.page.days.upperBound.mdoc },
    .text("week") { $0.page.days.upperBound.weekLabel(beginning: $0.page.weekStart) },
    .text("month") { "\($0.page.days.upperBound.monthName) \($0.page.days.upperBound.year)" },
    .text("quarter") { $0.page.days.upperBound.quarterLabel },
    .text("year") { "\($0.page.days.upperBound.year)" },
    .text("from") { context in
      let (from, to) = (context.page.days.lowerBound, context.page.days.upperBound)
      return from.year == to.year ? from.inYear : from.inWords
    },
    .text("to") { $0.page.days.upperBound.inWords },
    .text("from.iso") { "\($0.page.days.lowerBound)" },
    .text("to.iso") { "\($0.page.days.upperBound)" },
    .number("days") { $0.page.length },
    .text("days.text") { counted($0.page.length, "day") },
    .number("habits") { $0.page.habits.count },
    .number("done") { Context($0.page).count.done },
    .number("due") { Context($0.page).count.due },
    .number("open") { Context($0.page).count.due - Context($0.page).count.done },
    .number("open.today") { $0.page.openToday },
    .text("sentence") { $0.page.sentence },
    .number("skipped") { $0.page.statistics.habits.map(\.skipped).reduce(0, +) },
    .percent("rate") { Context($0.page).count.percent },
    .percent("rate.before") { $0.page.rateBefore },
    .text("change") { $0.page.change ?? "" },
    .percent("mean") { $0.page.mean },
    .text("usual") { $0.page.usual ?? "" },
    .number("complete") { $0.page.statistics.perfectDays },
    .number("judged") { $0.page.statistics.judgedDays },
    .number("xp") { $0.page.points($0.page.days) },
    .number("xp.total") { $0.page.xp.points },
    .number("streak") { $0.page.streak.current },
    .number("best") { $0.page.streak.best },
    .text("streak.text") { counted($0.page.streak.current, "day") },
    .text("best.text") { counted($0.page.streak.best, "day") },
    .number("longest") { $0.page.longest.length },
    .text("longest.text") { counted($0.page.longest.length, "day") },
    .text("longest.span") { $0.page.longest.days?.span(with: $0.page.look.medium.dash) ?? "" },
    .drawing("trend") { context in
      let course = context.page.course.map { days in
        Drawing.Spark(Count(of: context.page.boards, over: days), context.page.label(of: days))
      }
      return .sparks(Array(course.drop { $0.share == nil }))
    },
    .text("trend.word") { $0.page.statistics.trend?.rawValue ?? "" },
    .text("before.year") { $0.page.yearBefore ?? "" },
    .text("totals") { $0.page.totals.joined(separator: ", ") },
    .text("best.day") { $0.page.statistics.bestWeekday?.name ?? "" },
    .text("worst.day") { $0.page.statistics.worstWeekday?.name ?? "" },
    .percent("best.day.rate") { $0.page.rate(on: $0.page.statistics.bestWeekday) },
    .percent("worst.day.rate") { $0.page.rate(on: $0.page.statistics.worstWeekday) },
    .name("best.habit") { $0.page.statistics.strongest.map { Label(of: $0.habit) } },
    .name("weakest.habit") { $0.page.statistics.weakest.map { Label(of: $0.habit) } },
    .percent("best.habit.rate") { $0.page.statistics.strongest?.rate?.percent },
    .percent("weakest.habit.rate") { $0.page.statistics.weakest?.rate?.percent },
    .text("best.habit.count") { $0.page.statistics.strongest?.count.inWords ?? "" },
    .text("weakest.habit.count") { $0.page.statistics.weakest?.count.inWords ?? "" },
    .number("awards") { $0.page.achievements.count },
    .number("awards.all") { _ in Achievement.Kind.allCases.count },
    .flag("wide") { $0.page.look.columns >= Look.wide },
    .flag("colour") { $0.page.look.isColored },
    .text("vacation") { $0.page.vacation },
    .drawing("legend") { context in
      let open: [DayMark] = context.page.isCurrent ? [.open, .begun] : []
      return .legend([.done, .missed] + open + [.skipped, .extra, .free])
    },
    .flag("long") { $0.page.isLong },
    .flag("timed") { $0.page.statistics.quarters.contains { $0 > 0 } },
    .flag("current") { $0.page.days.contains($0.page.today) },
  ]

  /// `weekday.1` to `weekday.7`: the weekdays in the order of the week.
  private static let weekdays = (1...7).map { number in
    Definition.text("weekday.\(number)") { context in
      let week = Weekday.week(beginning: context.page.weekStart)
      return String(week[number - 1].abbreviation.prefix(2))
    }
  }

  private static let level: [Definition] = [
    .number("level") { $0.page.xp.level.number },
    .drawing("level.bar") { context in
      let (xp, level) = (context.page.xp, context.page.xp.level)
      let whole = Amount(level.next - level.start)
      return .bar(Amount(xp.points - level.start), of: whole, columns: 20)
    },
    .number("level.xp") { $0.page.xp.points - $0.page.xp.level.start },
    .number("level.need") { $0.page.xp.level.next - $0.page.xp.level.start },
    .number("level.next") { $0.page.xp.level.number + 1 },
    .number("level.missing") { $0.page.xp.level.next - $0.page.xp.points },
    .text("level.days") { context in
      let missing = context.page.xp.level.next - context.page.xp.points
      return counted((missing + Rules.completeDay - 1) / Rules.completeDay, "complete day")
    },
  ]
}

// MARK: Habits

extension TemplateVariables {
  private typealias Getter<Result> = @Sendable (HabitRow, Context) -> Result

  private static func habit(_ name: String, _ text: @escaping Getter<String>) -> Definition {
    .text("habit." + name) { context in context.habit.map { text($0, context) } ?? "" }
  }

  private static func habitDrawing(_ name: String, _ drawing: @escaping Getter<Drawing>)
    -> Definition
  {
    .drawing("habit." + name) { context in
      context.habit.map { .own($0.board.habit.color, drawing($0, context)) } ?? .nothing
    }
  }

  private static func habitNumber(_ name: String, _ number: @escaping Getter<Int>) -> Definition {
    .number("habit." + name) { context in context.habit.map { number($0, context) } ?? 0 }
  }

  private static let habit: [Definition] =
    [
      habit("id") { row, _ in row.board.habit.id.text },
      .name("habit.title") { $0.habit.map { Label(of: $0.board.habit) } },
      .name("habit.name") { context in
        context.habit.map { Label(of: $0.board.habit, isBare: true) }
      },
      habit("icon") { row, context in
        [.utf8, .html].contains(context.page.look.medium) ? row.board.habit.icon ?? "" : ""
      },
      habit("tag") { row, _ in row.board.habit.tags.joined(separator: ", ") },
      habit("unit") { row, context in
        let aim = DayAim(row.board, on: context.page.last, said: context.page.last)
        return aim.unit + aim.span
      },
      habit("goal") { row, context in
        "\(DayAim(row.board, on: context.page.last, said: context.page.last).amount)"
      },
      .name("habit.goal.text") { context in
        context.habit.map { row in
          let goal = row.board.goal(on: context.page.last)
          return Label("\(row.board.habit.isBreaking ? "at most " : "")\(goal)")
        }
      },
      .name("habit.schedule") { context in
        context.habit.map { Label("\($0.board.habit.schedule.value(on: context.page.last))") }
      },
      habit("type") { row, _ in row.board.habit.kind == .formation ? "formation" : "breaking" },
      habit("state") { row, context in row.board.state(on: context.days.upperBound).rawValue },
      habit("progress") { row, context in
        "\(DayAim(row.board, on: context.days.upperBound).progress)"
      },
      .name("habit.status") { context in
        context.habit.map { row in
          let words = DayWords(row.board, on: context.days.upperBound)
          return Label([words.total, words.remark].filter { !$0.isEmpty }.joined(separator: ", "))
        }
      },
      habit("total") { row, context in "\((context.numbers ?? row.numbers).total)" },
      .name("habit.sum") { context in
        let numbers = context.numbers.flatMap { $0.isMeasured ? $0 : nil }
        return numbers.map { Label($0.totals.inWords) }
      },
      habit("total.text") { row, context in (context.numbers ?? row.numbers).totals.inWords },
      habitDrawing("mark") { row, context in
        .check(row.board.mark(on: context.days.upperBound) ?? .free)
      },
      habitDrawing("bar") { row, context in
        if context.page.facts.period.kind == .day {
          let aim = DayAim(row.board, on: context.page.last, said: context.page.last)
          let columns = context.page.look.columns >= Look.wide ? 8 : 4
          return .bar(aim.progress, of: aim.amount, columns: columns)
        }
        return .bar(context.count, columns: 10)
      },
      habitDrawing("spark") { row, context in
        let parts = context.days.equalParts(10)
        return .sparks(parts.map { Drawing.Spark(Count(of: [row.board], over: $0)) })
      },
      habitDrawing("strip") { row, context in
        .strip(row.board.marks(over: context.days.suffix(31)))
      },
      habitDrawing("last7") { row, context in
        let last = context.days.upperBound
        return .strip(row.board.marks(over: last.advanced(by: -6)...last))
      },
      habitNumber("done") { _, context in context.count.done },
      habitNumber("due") { _, context in context.count.due },
      habit("count") { _, context in context.count.inWords },
      habitNumber("skipped") { row, context in (context.numbers ?? row.numbers).skipped },
      .percent("habit.rate") { $0.count.percent },
      .percent("habit.amount") { $0.numbers?.amount?.percent },
      habitNumber("streak") { _, context in context.numbers?.streak.current ?? 0 },
      habit("streak.text") { _, context in
        context.numbers.flatMap { $0.streak.current > 0 ? $0.streak.inWords : nil } ?? ""
      },
      habitNumber("best") { _, context in context.numbers?.streak.best ?? 0 },
      habit("best.text") { _, context in
        guard let streak = context.numbers?.streak, streak.best > 0 else { return "" }
        return counted(streak.best, streak.bestUnit.rawValue)
      },
      habitNumber("longest") { _, context in context.longest?.length ?? 0 },
      habit("longest.text") { _, context in
        context.longest.flatMap { $0.days == nil ? nil : $0.inWords } ?? ""
      },
      habit("longest.span") { _, context in
        context.longest?.days?.span(with: context.page.look.medium.dash) ?? ""
      },
      .percent("habit.strength") { $0.numbers?.strength?.percent },
      habitDrawing("strength.spark") { row, context in
        let count = context.page.look.columns >= Look.wide ? 30 : 20
        let days = context.page.days.equalParts(count).map(\.upperBound)
        return .sparks(
          zip(days, row.strengths(on: days)).map { Drawing.Spark($1, "\($0.short) \($0.year)") }
        )
      },
      habit("wait") { row, context in
        guard context.page.isCurrent, !row.board.habit.isBreaking else { return "" }
        return row.board.urgency.waitInWords ?? ""
      },
      habit("warn") { row, context in
        let streak = row.numbers.streak
        guard row.board.state(on: context.page.last) == .open, streak.current > 0 else { return "" }
        return "\(streak.inWords) at stake"
      },
      Definition(name: "habit.note", kind: .text) { context in
        .note(
          context.page.facts.notes.last { note in
            note.habit == context.habit?.board.habit.id && context.days.contains(note.day)
          }?.text ?? ""
        )
      },
    ] + weekMarks

  /// `habit.mo` to `habit.su`, and `habit.weekday.1` to `habit.weekday.7` in the order of the week: the
  /// days of the week that holds the last day.
  private static let weekMarks = (0..<7).flatMap { number in
    [
      mark(String(Weekday.allCases[number].rawValue.prefix(2))) { day, _ in
        day.weekday.index == number
      },
      mark("weekday.\(number + 1)") { day, weekStart in
        (day.weekday.index - weekStart.index + 7) % 7 == number
      },
    ]
  }

  /// The mark of one day of the week that holds the last day.
  private static func mark(
    _ name: String,
    _ isMeant: @escaping @Sendable (Day, Weekday) -> Bool
  ) -> Definition {
    habitDrawing(name) { row, context in
      let week = context.page.calendar.week(of: context.days.upperBound)
      let day = week.all.first { isMeant($0, context.page.weekStart) } ?? week.lowerBound
      guard context.page.days.contains(day) else { return .day(nil) }
      return .day(row.board.marks(over: day...day)[0])
    }
  }
}

// MARK: Days, weeks and months

extension TemplateVariables {
  private static let day: [Definition] =
    [
      .text("day.name") { $0.day?.weekday.name ?? "" },
      .text("day.short") { $0.day?.weekday.abbreviation ?? "" },
      .number("day.number") { $0.day?.dayOfMonth ?? 0 },
      .text("day.date") { $0.day?.inYear ?? "" },
      .text("day.iso") { $0.day?.description ?? "" },
      .drawing("day.mark") { context in
        guard let day = context.day else { return .nothing }
        if let habit = context.habit { return .day(habit.board.marks(over: day...day)[0]) }
        return HeatScale.all(context.page.boards).mark(on: day).map(Drawing.map) ?? .nothing
      },
    ]
    + counts("day", countsOpen: true) { $0.day.map { $0...$0 } }

  private static let week: [Definition] =
    [
      .text("week.number") { $0.week?.lowerBound.weekLabel(beginning: $0.page.weekStart) ?? "" },
      .text("week.span") { $0.week?.span(with: $0.page.look.medium.dash) ?? "" },
      .text("week.from") { $0.week?.lowerBound.short ?? "" },
      .text("week.to") { $0.week?.upperBound.short ?? "" },
      .number("week.complete") { $0.week.map($0.page.completeDays) ?? 0 },
    ]
    + counts("week") { $0.week }

  private static let month: [Definition] =
    [
      .text("month.name") { $0.month?.lowerBound.monthName ?? "" },
      .text("month.year") { $0.month?.lowerBound.year.description ?? "" },
      .percent("month.rate.before", none: "") { $0.yearBefore.percent },
      .number("month.complete") { $0.month.map($0.page.completeDays) ?? 0 },
      .drawing("month.spark") { context in
        let weeks = context.month.map { context.page.calendar.parts(.week, of: $0) } ?? []
        let sparks = weeks.map { week in
          let label = week.lowerBound.weekLabel(beginning: context.page.weekStart)
          return Drawing.Spark(Count(of: context.boards, over: week), label)
        }
        return .sparks(sparks)
      },
    ]
    + counts("month") { $0.month }

  private static let year: [Definition] =
    [
      .text("year.name") { $0.year?.lowerBound.year.description ?? "" },
      .number("year.complete") { $0.year.map($0.page.completeDays) ?? 0 },
    ]
    + counts("year") { $0.year }

  private static let run: [Definition] = [
    .number("run.length") { $0.run?.run.length ?? 0 },
    .text("run.text") { $0.run?.run.inWords ?? "" },
    .text("run.span") { $0.run?.run.days?.dated(with: $0.page.look.medium.dash) ?? "" },
    .drawing("run.bar") { context in
      guard let (run, longest) = context.run else { return .nothing }
      return .bar(Amount(run.length), of: Amount(longest), columns: 10)
    },
  ]

  private static let record: [Definition] = [
    .text("record.title") { $0.record?.title ?? "" },
    .name("record.habit") { context in
      guard case .day(_, let habit, _)? = context.record else { return nil }
      return context.page.boards[habit].map { Label(of: $0.habit) }
    },
    .text("record.text") { $0.record?.inWords ?? "" },
    .text("record.span") { $0.record?.span(with: $0.page.look.medium.dash) ?? "" },
  ]

  /// What was done of what was due on some days.
  private static func counts(
    _ thing: String,
    countsOpen: Bool = false,
    _ days: @escaping @Sendable (Context) -> ClosedRange<Day>?
  ) -> [Definition] {
    @Sendable func count(_ context: Context) -> Count {
      days(context).map { context.count(over: $0, countsOpen: countsOpen) } ?? Count()
    }
    return [
      .number(thing + ".done") { count($0).done },
      .number(thing + ".due") { count($0).due },
      .text(thing + ".count") { count($0).inWords },
      .percent(thing + ".rate") { count($0).percent },
      .drawing(thing + ".bar") { context in
        let count = count(context)
        let columns = context.page.look.columns >= Look.wide ? 10 : 5
        return count.due > 0 ? .bar(count, columns: columns) : .nothing
      },
      .number(thing + ".xp") { context in days(context).map(context.page.points) ?? 0 },
    ]
  }
}

// MARK: Badges, the ledger and notes

extension TemplateVariables {
  private static let award: [Definition] = [
    .text("award.title") { $0.award?.kind.title ?? "" },
    .text("award.reason") { $0.award?.kind.condition ?? "" },
    .text("award.date") { $0.award?.day?.inWords ?? "" },
    .drawing("award.mark") { .badge(isEarned: $0.award?.day != nil) },
  ]

  private static let entry: [Definition] = [
    .text("entry.date") { $0.entry?.award.day.inWords ?? "" },
    .text("entry.text") { context in
      guard let day = context.entry?.award.day else { return "" }
      let done = context.page.facts.board.habits.count { $0.state(on: day) == .done }
      return "\(counted(done, "habit")) done"
    },
    .number("entry.xp") { $0.entry?.award.points ?? 0 },
    .number("entry.balance") { $0.entry?.balance ?? 0 },
  ]

  private static let note: [Definition] = [
    .text("note.date") { $0.note?.day.inYear ?? "" },
    .text("note.year") { $0.note?.day.year.description ?? "" },
    .name("note.habit") { context in
      context.page.boards.first { $0.habit.id == context.note?.habit }.map { Label(of: $0.habit) }
    },
    Definition(name: "note.text", kind: .text) { .note($0.note?.text ?? "") },
  ]
}
