public import HabitCore
public import HabitFiles

/// A form in which habits are given to other programs.
public enum ExportFormat: String, CaseIterable, Sendable {
  /// A table, a row for each record.
  case csv
  /// All files of a user in one object: everything, and nothing is lost.
  case json
  /// A database that Loop Habit Tracker takes.
  case loop
  case harsh, habitctl, org
  /// Notes for Obsidian's plugin Habits.
  case obsidian
  case mhabit, beaverhabits, ics

  /// Whether it is one text, which a terminal or another program can take.
  public var isText: Bool { self != .loop && !isFolder }

  public var isFolder: Bool { [.harsh, .habitctl, .obsidian].contains(self) }
}

/// What is exported: the habits of a user with all their records.
///
/// A habit is read when its turn comes: there may be more records than fit into memory.
public struct ExportSource: Sendable {
  let user: UserID
  let today: Day
  /// The definitions, in canonical form and in the order of screens.
  private(set) var documents: [HabitDocument]
  let profile: ProfileDocument?
  private let files: FileTree
  private let lastWritten: FileTree
  private let years: [HabitID: [Int]]

  /// What a user's files hold, in canonical form; what cannot be read is not exported.
  public init(of user: UserID, in files: FileTree, lastWritten: FileTree, today: Day) {
    self.user = user
    self.today = today
    self.files = files
    self.lastWritten = lastWritten
    var years: [HabitID: [Int]] = [:]
    for case .year(user, let id, let year)? in files.paths.map(Layout.init(path:)) {
      years[id, default: []].append(year)
    }
    self.years = years
    let documents = files.paths.compactMap { path -> HabitDocument? in
      guard case .habit(user, let id)? = Layout(path: path) else { return nil }
      return attempt { try HabitDocument(user, id, bytes: files.contents(of: path)).formatted() }
    }
    profile = files.bytes(of: Layout.profile(user).path).flatMap { bytes in
      attempt { try ProfileDocument(user, bytes: bytes).formatted() }
    }
    self.documents = (profile?.profile ?? Profile()).ordered(documents) { $0.habit }
  }

  /// The same with the habits that a function makes of its own.
  func mapping(_ change: ([HabitDocument]) -> [HabitDocument]) -> ExportSource {
    var source = self
    source.documents = change(documents)
    return source
  }

  /// The habits with their records, each of which is read now.
  var habits: some Sequence<ExportedHabit> { documents.lazy.compactMap(reading) }

  private func reading(_ document: HabitDocument) -> ExportedHabit? {
    let id = document.habit.id
    let documents = attempt {
      try (years[id] ?? []).map { year in
        let path = Layout.year(user, id, year).path
        return try YearDocument(
          user,
          id,
          year: year,
          bytes: files.contents(of: path),
          taken: lastWritten.bytes(of: path)
        )
        .formatted()
      }
    }
    return documents.map { ExportedHabit(document, years: $0) }
  }
}

struct ExportedHabit {
  let document: HabitDocument
  /// The records by year, in order.
  let years: [YearDocument]
  let records: [(day: Day, record: Record)]

  init(_ document: HabitDocument, years: [YearDocument]) {
    self.document = document
    self.years = years
    records = years.flatMap { year in year.days.map { ($0, year.record(on: $0)) } }
      .filter { !$0.1.isEmpty }
  }

  var habit: Habit { document.habit }
}
