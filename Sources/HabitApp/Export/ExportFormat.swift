public import HabitCore
public import HabitFiles
internal import HabitStore

/// A form in which habits are given to other programs.
public enum ExportFormat: String, CaseIterable, Sendable {
  /// A table, a row for each record.
  case csv
  /// All files of a user in one object: everything, and nothing is lost.
  case json
  /// A database that Loop Habit Tracker takes.
  case loop
  /// The two files of harsh.
  case harsh
  /// The two files of habitctl.
  case habitctl
  /// An Org file.
  case org
  /// Notes for Obsidian's plugin Habits.
  case obsidian
  /// A file for Table Habit.
  case mhabit
  /// A file for BeaverHabits.
  case beaverhabits
  /// A calendar with what is due.
  case ics
}

/// What is exported: the habits of a user with all their records.
public struct ExportSource: Sendable {
  /// The user.
  public let user: UserID
  /// The day of the export.
  public let today: Day
  /// The habits, in the order of screens.
  public let habits: [ExportedHabit]
  /// The profile; nil without one.
  let profile: ProfileDocument?

  init(user: UserID, today: Day, habits: [ExportedHabit], profile: ProfileDocument?) {
    self.user = user
    self.today = today
    self.habits = habits
    self.profile = profile
  }

  /// What a user's files hold, in canonical form; what cannot be read is not exported.
  public init(of user: UserID, in files: FileTree, lastWritten: FileTree, today: Day) {
    var years: [HabitID: [Int]] = [:]
    for case .year(user, let id, let year)? in files.paths.map(Layout.init(path:)) {
      years[id, default: []].append(year)
    }
    let habits = files.paths.compactMap { path -> ExportedHabit? in
      guard case .habit(user, let id)? = Layout(path: path) else { return nil }
      do {
        let bytes = try files.contents(of: path)
        return ExportedHabit(
          try HabitDocument(user, id, bytes: bytes).formatted(),
          years: try (years[id] ?? []).map { year in
            let path = Layout.year(user, id, year).path
            return try YearDocument(
              user,
              id,
              year: year,
              bytes: try files.contents(of: path),
              taken: lastWritten.bytes(of: path)
            ).formatted()
          }
        )
      } catch {
        return nil
      }
    }
    let profile = files.bytes(of: Layout.profile(user).path)
      .flatMap { ExportSource.profile($0, user) }
    let order = (profile?.profile ?? Profile()).ordered(habits.map(\.habit)).map(\.id)
    let places = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
    self.init(
      user: user,
      today: today,
      habits: habits.sorted { places[$0.habit.id, default: 0] < places[$1.habit.id, default: 0] },
      profile: profile
    )
  }

  /// What the user of a context has.
  public init(in context: CommandContext) {
    self.init(
      of: context.user,
      in: context.tree,
      lastWritten: context.location?.notes?.lastWritten ?? FileTree([:]),
      today: context.today
    )
  }

  private static func profile(_ bytes: [UInt8], _ user: UserID) -> ProfileDocument? {
    do {
      return try ProfileDocument(user, bytes: bytes).formatted()
    } catch {
      return nil
    }
  }
}

/// A habit with all its records.
public struct ExportedHabit: Sendable {
  /// The definition.
  public let document: HabitDocument
  /// The records by year, in order.
  public let years: [YearDocument]

  init(_ document: HabitDocument, years: [YearDocument]) {
    self.document = document
    self.years = years
  }

  /// The definition.
  public var habit: Habit { document.habit }

  /// The records, in order.
  var records: [(day: Day, record: Record)] {
    years.flatMap { year in year.days.map { ($0, year.record(on: $0)) } }
      .filter { !$0.1.isEmpty }
  }
}

/// What an export gives: files, and what they cannot hold.
public struct ExportResult: Sendable {
  /// The files by name; one whose name is empty is the export itself.
  public let files: [(name: String, bytes: [UInt8])]
  /// What the form cannot hold.
  public let notes: [String]

  /// Files, and what they cannot hold.
  public init(files: [(name: String, bytes: [UInt8])], notes: [String]) {
    self.files = files
    self.notes = notes
  }
}
