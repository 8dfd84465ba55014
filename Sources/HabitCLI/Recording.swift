internal import HabitCore
internal import HabitFiles
internal import HabitScore
internal import HabitStore
internal import Posix

/// A change of one habit's record of one day, and how it is made and told: what `log`, `done`,
/// `undo` and `set` have in common.
struct Recording: Sendable {
  let habit: Habit
  let day: Day
  /// The record before and after, decided under the lock.
  let before: Record
  let after: Record
  /// The edit of the year file; nil when nothing changes.
  let edit: Edit?

  /// The change of a day's record in the files as they stand.
  init(
    of habit: Habit,
    on day: Day,
    by user: UserID,
    in tree: FileTree,
    taken: FileTree,
    _ change: (Record) throws(Diagnosis) -> Record
  ) throws(Diagnosis) {
    let path = Layout.year(user, habit.id, day.year).path
    let bytes = try tree.existing(path)
    do {
      let document = try YearDocument(
        user,
        habit.id,
        year: day.year,
        bytes: bytes,
        taken: taken.bytes(of: path)
      )
      before = document.record(on: day)
      after = try change(before)
      edit = after == before ? nil : try document.replacing(on: day, with: after).edit
    } catch let problems as FileProblems {
      throw Diagnosis(problems.problems)
    } catch let diagnosis as Diagnosis {
      throw diagnosis
    } catch {
      preconditionFailure("a recording fails by its file or by the change: \(error)")
    }
    self.habit = habit
    self.day = day
  }

  /// The total and the goal, as a commit message and a screen say them: `5/8`.
  var total: String {
    "\(after.progress ?? .zero)/\(habit.goal.value(on: day).amount)"
  }
}

extension Session {
  /// Records something on a day, for each of these habits, in one commit; tells what it changed.
  func record(
    _ names: [String],
    on date: String?,
    _ write: WriteOptions,
    verb: String,
    amount: String? = nil,
    unchanged: String,
    _ change: (Habit, Day, CommandContext, Record) throws(Diagnosis) -> Record
  ) throws(Diagnosis) {
    let context = try context()
    let day = try DateArgument.pastDay(date, today: context.today)
    let definitions = context.read(.definitions)
    let lookup = HabitLookup(definitions)
    var habits: [Habit] = []
    for name in names {
      let habit = try lookup.habit(name)
      guard !habits.contains(where: { $0.id == habit.id }) else { continue }
      try check(day, for: habit)
      habits.append(habit)
    }
    let report = try commit(habits, on: day, context, write, verb, amount, change)
    try tell(report.value, context, day, unchanged: unchanged)
  }

  private func check(_ day: Day, for habit: Habit) throws(Diagnosis) {
    guard day < habit.start else { return }
    throw Diagnosis(
      .usage,
      "\(day) is before \(habit.name) starts, \(habit.start)",
      hint: "if it began earlier, change \"start\" in habits/\(habit.id)/habit.json"
    )
  }

  private func commit(
    _ habits: [Habit],
    on day: Day,
    _ context: CommandContext,
    _ write: WriteOptions,
    _ verb: String,
    _ amount: String?,
    _ change: (Habit, Day, CommandContext, Record) throws(Diagnosis) -> Record
  ) throws(Diagnosis) -> Meanwhile<RecordingReport> {
    guard let location = context.location else {
      throw Diagnosis(.noInput, "there is no habit yet", hint: "habit add \"Drink water\"")
    }
    let taken = location.notes?.lastWritten ?? FileTree([:])
    return try commit(context, location, write) { (tree) throws(Diagnosis) in
      var recordings: [Recording] = []
      for habit in habits {
        recordings.append(
          try Recording(of: habit, on: day, by: context.user, in: tree, taken: taken) {
            (record) throws(Diagnosis) in try change(habit, day, context, record)
          }
        )
      }
      let edits = recordings.compactMap(\.edit)
      // What it tells is of the files as they were, while they are written.
      let read = edits.compactMap { edit in edit.before.map { (edit.path, $0) } }
      let (made, before) = (recordings, tree.overlaid(with: Dictionary(read) { first, _ in first }))
      return Store.Decision(
        edits: edits,
        subject: Session.subject(verb, amount, recordings, day),
        value: Meanwhile {
          RecordingReport(made, context, before, on: day, isWhole: options.json)
        }
      )
    }
  }

  /// `log drink-water +2 (5/8) 2026-03-01`.
  private static func subject(
    _ verb: String,
    _ amount: String?,
    _ recordings: [Recording],
    _ day: Day
  ) -> String {
    let changed = recordings.filter { $0.edit != nil }
    let what = changed.map { "\($0.habit.id)\(amount.map { " \($0)" } ?? "") (\($0.total))" }
    return "\(verb) \(what.joined(separator: ", ")) \(day)"
  }

  /// Makes a change in the store and tells what went with it.
  func commit<Value: Sendable>(
    _ context: CommandContext,
    _ location: Location,
    _ write: WriteOptions?,
    _ decide: (FileTree) throws(Diagnosis) -> Store.Decision<Value>
  ) throws(Diagnosis) -> Value {
    if let trial {
      let decision = try decide(context.tree)
      let (tree, edits) = (context.tree, decision.edits)
      trial.note(
        Trial.Change(context: context, tree: tree, edits: edits, subject: decision.subject)
      )
      return decision.value
    }
    try checkFormat(location)
    let outcome: Store.Outcome<Value>
    do {
      outcome = try Store(location).change(by: context.writer(write), decide: decide)
    } catch let error as ChangeError<Diagnosis> {
      switch error {
      case .refused(let diagnosis): throw diagnosis
      case .store(let error): throw Diagnosis(error)
      }
    } catch let error as StoreError {
      throw Diagnosis(error)
    } catch {
      preconditionFailure("a change fails by its decision or the store: \(error)")
    }
    trace(outcome.commit.map { "committed \($0)" } ?? "nothing to commit")
    if outcome.commit != nil { tidy(Upkeep(of: location)) }
    for line in outcome.manualEdits { try say(line.lowercasedFirst) }
    for warning in outcome.warnings { try say("warning: \(warning)") }
    for problem in outcome.problems { try say("habit: \(problem)") }
    try tellOfConflictCopies(context)
    return outcome.value
  }

  /// Files of a newer format are read, never written; and what root leaves in another's repository,
  /// that person could not change.
  func checkFormat(_ location: Location) throws(Diagnosis) {
    if let owner = world.personBehindRoot(at: location.root) {
      throw Diagnosis(
        .noPermission,
        "\(location.root) belongs to another user, who could not change what root writes there",
        hint: "run it as that user: sudo -u '#\(owner)' habit"
      )
    }
    guard let bytes = location.marker else { return }
    switch RepositoryTemplate.marker(bytes) {
    case .known: return
    case .newer(let format):
      throw Diagnosis(
        .data,
        "\(location.root) has format \(format); this habit writes format \(RepositoryTemplate.format)",
        hint: "install a newer habit; reading works"
      )
    case .unreadable(let problem):
      throw Diagnosis([problem])
    }
  }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}

extension FileTree {
  /// The bytes of a file; nil when it is not there, and a diagnosis when it cannot be read.
  func existing(_ path: String) throws(Diagnosis) -> [UInt8]? {
    do {
      return try bytesIfThere(of: path)
    } catch {
      throw Diagnosis([Problem(path, error.reason, hint: error.hint)])
    }
  }
}
