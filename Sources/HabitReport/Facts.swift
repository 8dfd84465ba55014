public import HabitCore
public import HabitScore

/// What a page is filled with.
public struct Facts: Sendable {
  let board: Scoreboard
  let profile: Profile
  /// What the user is called.
  public let user: String
  let id: UserID
  private(set) var period: Period
  private(set) var notes: [Note]
  let version: String
  /// The badges earned so far, where they are known beforehand.
  private var knownAchievements: [Achievement]?

  /// A note of a habit on a day; its lines are joined by a space.
  public struct Note: Hashable, Sendable {
    let habit: HabitID
    let day: Day
    let text: String

    public init(of habit: HabitID, on day: Day, _ note: String) {
      self.habit = habit
      self.day = day
      self.text = note.split(separator: "\n").joined(separator: " ")
    }
  }

  /// What a user's facts come to as of a day, seen over a period.
  ///
  /// Notes are wanted only by a template that shows them.
  public init(
    of board: Scoreboard,
    user: UserID,
    profile: Profile,
    over period: Period,
    notes: [Note],
    version: String
  ) {
    self.board = board
    self.profile = profile
    self.user = profile.name?.text ?? user.text
    self.id = user
    self.period = period
    self.notes = notes.sorted { ($0.day, $0.habit) < ($1.day, $1.habit) }
    self.version = version
  }

  /// The badges earned so far.
  var achievements: [Achievement] { knownAchievements ?? board.achievements }

  /// The facts of all users, for a template that goes over them.
  public var users: [Facts] = []
  /// The habit that all of the page is about; nil for all habits.
  public private(set) var habit: HabitID?
  /// The habits that have a page beside this one, to which their names lead.
  public var linked: Set<HabitID> = []

  /// The same for many pages, which share what takes a walk over all days.
  public func forManyPages() -> Facts {
    var facts = self
    facts.knownAchievements = board.achievements
    return facts
  }

  /// The same about one habit alone.
  public func of(_ habit: HabitID?) -> Facts {
    var facts = self
    facts.habit = habit
    return facts
  }

  /// The same over another period, with the notes of the habits that were not deleted before it.
  public func over(_ period: Period) -> Facts {
    let listed = Set(
      board.habits.filter { $0.isListed(on: period.days.lowerBound) }.map(\.habit.id)
    )
    var facts = self
    facts.period = period
    facts.notes = notes.filter { period.days.contains($0.day) && listed.contains($0.habit) }
    facts.users = users.map { $0.over(period) }
    return facts
  }
}

/// What all of a page knows.
struct PageFacts: Sendable {
  let facts: Facts
  let look: Look
  /// The days of the period up to today.
  let days: ClosedRange<Day>
  /// The same numbers as habit-stats(1) has for these days.
  let statistics: Statistics
  /// The habits of the page in the order of lists; deleted ones count on the days before their deletion.
  let boards: [HabitBoard]
  /// The badges earned by the last day; none for a template that shows none.
  let achievements: [Achievement]

  private let showsAwards: Bool

  init(_ facts: Facts, _ look: Look, of template: Template) {
    self.init(facts, look, showsAwards: template.showsAwards)
  }

  init(_ facts: Facts, _ look: Look, showsAwards: Bool) {
    self.showsAwards = showsAwards
    let board = facts.board
    self.facts = facts
    self.look = look
    let period = facts.period.days
    days = period.lowerBound...max(period.lowerBound, min(period.upperBound, board.today))
    boards = board.habits.inListOrder.filter { facts.habit == nil || $0.habit.id == facts.habit }
    statistics = Statistics(of: board, over: days, habits: boards)
    let last = days.upperBound
    achievements = showsAwards ? facts.achievements.filter { $0.day <= last } : []
  }

  /// The same days of each user.
  var users: [PageFacts] {
    facts.users.map { PageFacts($0, look, showsAwards: showsAwards) }
  }

  /// The last day of the page; all of its values are as of the end of it.
  var last: Day { days.upperBound }
  /// The user's streak at the end of the last day.
  var streak: Streak { facts.board.streak(on: last) }
  /// The longest run of complete days of the period.
  var longest: Run { facts.board.longest(in: facts.period.days) }
  /// The points at the end of the last day.
  var xp: XP { facts.board.xp(on: last) }
  /// Whether the last day is today, and not over yet.
  var isCurrent: Bool { last == today }

  var glyphs: Glyphs { look.medium.glyphs }
  var weekStart: Weekday { facts.profile.weekStart }
  var calendar: Calendar { Calendar(weekStart: weekStart) }
  var today: Day { facts.board.today }
  /// How many days it has.
  var length: Int { days.lowerBound.distance(to: last) + 1 }
  /// Whether it is longer than a year, which is shown year by year.
  var isLong: Bool { length > 372 }
  /// Whether the page is about one day.
  var isDay: Bool { days.lowerBound == days.upperBound }

  /// The habits a loop goes over: those of habit-today(1) for a day, of habit-stats(1) for more.
  var habits: [HabitRow] {
    let rows = allHabits
    guard isDay else {
      return rows.filter { row in
        row.numbers.due + row.numbers.skipped + row.numbers.recordedDays > 0
          || row.board.state(on: last) == .open
      }
    }
    let plan = DayPlan(of: facts.board, on: last)
    let tracked = plan.anyTime.filter { isCurrent || $0.progress(on: last) != nil }
    let shown = Set((plan.rows + tracked + plan.waiting).map(\.habit.id))
    let habits = rows.filter { shown.contains($0.board.habit.id) }
    return isCurrent ? habits.mostUrgentFirst : habits
  }

  /// All habits that were not deleted before the first day.
  var allHabits: [HabitRow] {
    zip(boards, statistics.habits).map { HabitRow(board: $0, numbers: $1) }
      .filter { $0.board.isListed(on: days.lowerBound) }
  }

  /// The weeks, months or years that touch some days, from the first start of a habit on.
  func parts(_ kind: Period.Kind, of days: ClosedRange<Day>) -> [ClosedRange<Day>] {
    let first = boards.map(\.habit.start).min() ?? days.lowerBound
    return calendar.parts(kind, of: days).filter { $0.upperBound >= first }
  }

  /// The best of the days: of one habit its longest run, of all the run of complete days.
  var records: [PersonalBest] {
    let run = facts.habit == nil ? longest : boards.first?.longest(in: facts.period.days)
    return (run.map { $0.length > 1 ? [.run($0)] : [] } ?? [])
      + boards.bests(in: days, weekStart: weekStart)
  }

  /// What was counted of each habit with amounts, in words.
  var totals: [String] {
    habits.filter(\.numbers.isMeasured).map(\.numbers.totals.inWords)
  }

  /// The rate on a weekday, in per cent.
  func rate(on weekday: Weekday?) -> Int? {
    weekday.flatMap { statistics.weekdays[$0.index]?.percent }
  }

  /// The periods the trend goes over, the earliest first, this one the last.
  var course: [ClosedRange<Day>] {
    let period = facts.period
    guard period.kind != .all else {
      return calendar.parts(.month, of: days).suffix(PageFacts.courseLength + 1)
    }
    return period.before(PageFacts.courseLength, weekStart: weekStart).reversed() + [days]
  }

  /// How many earlier periods the trend goes over.
  static let courseLength = 12

  /// The points earned on some days, in XP.
  func points(_ days: ClosedRange<Day>) -> Int {
    facts.board.ledger.filter { days.contains($0.day) }.map(\.points).reduce(0, +)
  }

  /// How many of some days earned points.
  func completeDays(_ days: ClosedRange<Day>) -> Int {
    facts.board.ledger.count { days.contains($0.day) }
  }
}

/// A habit on a page.
struct HabitRow: Sendable {
  let board: HabitBoard
  /// Its numbers over the days of the page.
  let numbers: HabitStatistics

  /// The strength on some days, ascending, from 0 to 1; nil before the habit's start and after its
  /// end.
  func strengths(on days: [Day]) -> [Double?] {
    guard let first = days.first, let last = days.last else { return [] }
    let course = Strength.course(of: board, over: first...last)
    return days.map { course[first.distance(to: $0)] }
  }
}

extension HabitBoard {
  /// The marks of some days, one after the other; nil outside of the habit's life, and ahead.
  func marks(over days: ClosedRange<Day>) -> [DayMark?] {
    days.all.map { $0 <= today ? mark(on: $0) : nil }
  }
}

extension HabitStatistics {
  var count: Count { Count(done, of: due) }
}

extension [HabitRow] {
  /// The habits in the order in which they want to be done; those of one urgency as they are.
  var mostUrgentFirst: [HabitRow] {
    enumerated().map { (row: $0.element, place: $0.offset, urgency: $0.element.board.urgency) }
      .sorted { ($0.urgency, $0.place) < ($1.urgency, $1.place) }
      .map(\.row)
  }
}
