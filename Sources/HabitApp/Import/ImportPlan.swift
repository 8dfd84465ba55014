public import HabitCore
public import HabitFiles

/// What an import makes of a user's files: a pure function of the facts and of the files.
///
/// What is missing is written; what differs is kept and listed, or replaced when the user says so; what
/// an import lacks stays. So importing a file twice changes nothing, and importing a newer one adds
/// what is new.
public struct ImportPlan: Sendable {
  /// The changes of files; none when nothing is new.
  public private(set) var edits: [Edit] = []
  /// The names of the habits that are made.
  public private(set) var newHabits: [Name] = []
  /// How many days of records are written, replaced ones included.
  public private(set) var writtenDays = 0
  /// What differs from what is here.
  public private(set) var differences: [Difference] = []
  /// Whether something that is here changes.
  public private(set) var changesExisting = false
  /// The habits with something written, as a commit message counts them.
  public private(set) var touched = 0

  private let user: UserID
  private let files: FileTree
  private let lastWritten: FileTree
  private let isTakingTheirs: Bool
  private let stamp: Stamp

  /// A value that differs from the one that is here.
  public struct Difference: Sendable {
    /// The name of the habit here; `profile` for the profile.
    public let habit: String
    /// The field, or the day.
    public let what: String
    /// The value here.
    public let here: String
    /// The value of the import.
    public let there: String
  }

  /// Compares facts with a user's files.
  ///
  /// - Parameters:
  ///   - facts: What the imported file says.
  ///   - files: The user's files.
  ///   - lastWritten: What the tool last wrote to or took from them.
  ///   - user: Whose files they are.
  ///   - takingTheirs: Whether what differs is replaced.
  ///   - stamp: Who changes it, and when.
  /// - Throws: what is wrong with a file that would have to be changed.
  public init(
    of facts: ImportedFacts,
    in files: FileTree,
    lastWritten: FileTree,
    user: UserID,
    takingTheirs: Bool,
    stamp: Stamp
  ) throws(FileProblems) {
    self.user = user
    self.files = files
    self.lastWritten = lastWritten
    self.isTakingTheirs = takingTheirs
    self.stamp = stamp
    var (existing, broken) = existingHabits()
    for habit in facts.habits {
      let edits = edits.count
      if let index = ImportPlan.match(habit, among: existing) {
        try merge(habit, into: existing.remove(at: index))
      } else if let problems = broken.removeValue(forKey: habit.habit.id) {
        throw problems
      } else {
        try add(habit)
      }
      if self.edits.count > edits { touched += 1 }
    }
    if let profile = facts.profile { try merge(profile: profile) }
  }

  /// The habits that are here; an invalid one stops an import only where it would be changed.
  private func existingHabits() -> (valid: [HabitDocument], invalid: [HabitID: FileProblems]) {
    var valid: [HabitDocument] = []
    var invalid: [HabitID: FileProblems] = [:]
    for path in files.paths {
      guard case .habit(user, let id)? = Layout(path: path) else { continue }
      do throws(FileProblems) {
        valid.append(try HabitDocument(user, id, bytes: try contents(path) ?? []))
      } catch {
        invalid[id] = error
      }
    }
    return (valid, invalid)
  }

  private func contents(_ path: String) throws(FileProblems) -> [UInt8]? {
    do {
      return try files.bytesIfThere(of: path)
    } catch {
      throw FileProblems(problems: [Problem(path, error.reason, hint: error.hint)])
    }
  }

  /// The habit that an imported one is: by its origin, its id, its name or an alias.
  private static func match(_ imported: ImportedHabit, among documents: [HabitDocument]) -> Int? {
    if let origin = imported.origin,
      let index = documents.firstIndex(where: { $0.origins.contains(origin) })
    {
      return index
    }
    let name = imported.habit.name.folded
    return documents.firstIndex { $0.habit.id == imported.habit.id }
      ?? documents.firstIndex { $0.habit.name.folded == name }
      ?? documents.firstIndex { $0.habit.aliases.contains { $0.lowercased() == name } }
  }
}

extension ImportPlan {
  /// `2 habits, 5 days`: what is written.
  public var counts: String {
    "\(counted(touched, "habit")), \(counted(writtenDays, "day"))"
  }
}

// MARK: Habits

extension ImportPlan {
  private mutating func add(_ imported: ImportedHabit) throws(FileProblems) {
    let id = imported.habit.id
    let document: HabitDocument
    if let files = imported.files {
      document = try HabitDocument(new: files.definition, user, id)
    } else {
      document = HabitDocument(new: imported.habit, of: user, origin: imported.origin)
      // One table of limits for all ways in: what is spelled must read back.
      _ = try HabitDocument(user, id, bytes: document.bytes)
    }
    if let edit = document.edit { edits.append(edit) }
    newHabits.append(imported.habit.name)
    for (year, days) in imported.years {
      let path = Layout.year(user, id, year).path
      if let bytes = imported.files?.years[year], try contents(path) == nil {
        let document = try YearDocument(new: bytes, user, id, year: year)
        if let edit = document.edit { edits.append(edit) }
        writtenDays += days.count
      } else {
        try write(days, to: imported.habit, year)
      }
    }
  }

  private mutating func merge(
    _ imported: ImportedHabit,
    into document: HabitDocument
  ) throws(FileProblems) {
    var habit = document.habit
    let there = imported.habit
    for field in ImportPlan.fields(of: imported) where field.read(habit) != field.read(there) {
      note(habit.name.text, field.name, field.read(habit), field.read(there))
      if isTakingTheirs { field.copy(there, &habit) }
    }
    for (year, days) in imported.years { try write(days, to: document.habit, year) }
    // Facts come first: a day before the start would count for nothing.
    if let first = imported.days.keys.min(), first < habit.start {
      differences.append(
        Difference(
          habit: habit.name.text,
          what: "start",
          here: "\(habit.start)",
          there: "\(first), which it becomes"
        )
      )
      habit = habit.beginning(on: first)
      changesExisting = true
    }
    guard habit != document.habit,
      let edit = try document.changed(to: habit, stamp: stamp).edit
    else { return }
    edits.append(edit)
  }

  private mutating func note(_ habit: String, _ what: String, _ here: String, _ there: String) {
    differences.append(Difference(habit: habit, what: what, here: here, there: there))
    if isTakingTheirs { changesExisting = true }
  }
}

extension ImportedHabit {
  /// The facts by year, in order.
  fileprivate var years: [(Int, [Day: Record])] {
    Dictionary(grouping: days) { $0.key.year }
      .map { year, days in
        (year, Dictionary(days.map { ($0.key, $0.value) }) { first, _ in first })
      }
      .sorted { $0.0 < $1.0 }
  }
}

// MARK: Records

extension ImportPlan {
  private mutating func write(
    _ days: [Day: Record],
    to habit: Habit,
    _ year: Int
  ) throws(FileProblems) {
    let path = Layout.year(user, habit.id, year).path
    let document = try YearDocument(
      user,
      habit.id,
      year: year,
      bytes: try contents(path),
      taken: lastWritten.bytes(of: path)
    )
    var changes: [Day: Record] = [:]
    for (day, there) in days.sorted(by: { $0.key < $1.key }) {
      let here = document.record(on: day)
      if here.isEmpty {
        changes[day] = there
      } else if !here.isSame(as: there) {
        note(habit.name.text, "\(day)", here.inWords, there.inWords)
        if isTakingTheirs { changes[day] = here.taking(there, stamp: stamp) }
      }
    }
    writtenDays += changes.count
    guard !changes.isEmpty, let edit = try document.replacing(changes).edit else { return }
    edits.append(edit)
  }
}

// MARK: The profile

extension ImportPlan {
  private mutating func merge(profile bytes: [UInt8]) throws(FileProblems) {
    let there = try ProfileDocument(new: bytes, user)
    guard there.profile.adopted == nil else { return }
    guard let here = try contents(Layout.profile(user).path) else {
      if let edit = there.edit { edits.append(edit) }
      return
    }
    let document = try ProfileDocument(user, bytes: here)
    guard document.profile != there.profile else { return }
    note("profile", "profile.json", "as it is", "another")
    guard isTakingTheirs else { return }
    let changed = try document.changed(to: there.profile, stamp: stamp)
    if let edit = changed.edit { edits.append(edit) }
  }
}
