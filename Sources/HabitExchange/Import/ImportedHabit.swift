public import HabitCore
public import HabitFiles

/// What a file says, as facts: habits in its order, and what the user must know.
public struct ImportedFacts: Sendable {
  /// The form of the file; nil while it is unknown.
  public let format: ImportFormat?
  /// The habits, each name and id once.
  public let habits: [ImportedHabit]
  /// Our own profile.json, when the file has one.
  public let profile: [UInt8]?
  /// Whether the user chose the order of the habits.
  let isOrdered: Bool
  /// What is not exact, and what was left out.
  public let notes: [ImportNote]

  init(format: ImportFormat?, habits: [ImportedHabit], _ collector: ImportCollector) {
    self.format = format
    self.habits = habits
    self.profile = collector.profile
    self.isOrdered = collector.isOrdered
    self.notes = collector.notes
  }

  /// Nothing, and why.
  public init(refused note: ImportNote) {
    format = nil
    habits = []
    profile = nil
    isOrdered = false
    notes = [note]
  }

  public var days: Int { habits.reduce(0) { $0 + $1.days.count } }

  /// The only thing to say when nothing can be read.
  public var refusal: ImportNote? {
    habits.isEmpty && notes.count == 1 && hasErrors ? notes[0] : nil
  }

  public var hasErrors: Bool { notes.contains(where: \.isError) }
}

/// A habit of another program in the terms of this one.
public struct ImportedHabit: Sendable {
  /// The definition; its id is made from the name.
  public let habit: Habit
  /// How the other program knows it.
  public let origin: HabitOrigin?
  /// The facts, by day.
  public let days: [Day: Record]
  /// Whether the file says goals and schedules, rather than leaving them to what is usual.
  let saysRules: Bool
  /// Our own files, when it comes from our own export.
  var files: OwnFiles?

  /// The files of a habit as our own export holds them.
  struct OwnFiles: Sendable {
    let definition: [UInt8]
    let years: [Int: [UInt8]]
  }
}

/// What a file says of one habit, before the rules that hold for all formats are applied.
struct ImportDraft {
  /// The name, as the file spells it.
  var name: String
  /// Where the habit is defined, for messages.
  var place: ImportPlace
  var description = ""
  var icon: String?
  var color: Color?
  var tags: [String] = []
  var kind = Habit.Kind.formation
  var goal = Dated(Goal.once)
  var schedule = Dated(Schedule.daily)
  /// The first day, where the file says one.
  var start: Day?
  var end: Day?
  var pauses: [DaySpan] = []
  /// Whether it was put away there.
  var ending = Ending.none
  var reminders: [TimeOfDay] = []
  var origin: HabitOrigin?
  var days: [Day: ImportedDay] = [:]
  /// Whether the file has amounts but cannot say a goal for them.
  var lacksGoal = false
  /// Whether the file says goals and schedules.
  var saysRules = true

  enum Ending {
    case none, archived, deleted
    /// Archived, as is told: only its days are there.
    case unlisted
  }

  init(_ name: String, at place: ImportPlace? = nil) {
    self.name = name
    self.place = place ?? .habit(name)
  }

  /// Notes what another program calls the habit, unless that is nothing.
  mutating func comes(from program: String, as id: String?) {
    if let id, !id.isEmpty { origin = HabitOrigin(program: program, id: id) }
  }
}

/// What a file says of one day.
struct ImportedDay: Equatable {
  var progress: Amount?
  var skip: Skip?
  var difficulty: Difficulty?
  var note = ""
  /// Whether the amount had more decimals than are kept.
  var isRounded = false

  var isEmpty: Bool { self == ImportedDay() }

  /// Done once.
  static let done = ImportedDay(progress: Amount(1))
  /// Not done, and said so.
  static let missed = ImportedDay(progress: .zero)
  /// Passed over; why is never read out of notes.
  static let skipped = ImportedDay(skip: .other)

  /// Adds what a further entry of the day says.
  mutating func add(_ more: ImportedDay) {
    if let amount = more.progress { progress = min((progress ?? .zero) + amount, .greatest) }
    isRounded = isRounded || more.isRounded
    skip = skip ?? more.skip
    difficulty = difficulty ?? more.difficulty
    if !more.note.isEmpty { note += note.isEmpty ? more.note : "\n" + more.note }
  }

  func noted(_ text: String) -> ImportedDay {
    var day = self
    day.note = text.trimmed
    return day
  }
}
