internal import HabitCore
internal import HabitFiles
internal import HabitScore
internal import HabitStore
internal import Posix

/// A change of what a user decided, in `habit.json` or `profile.json`: what it says and what it does
/// to points and streaks.
struct Redefinition: Sendable {
  /// What is defined, in words for the commit message: a habit's id or `profile`.
  let what: String
  /// The fields that differ.
  let differences: [Difference]
  /// The change of the file; nil when nothing differs.
  let edit: Edit?
  /// What it does to points and streaks.
  let effect: Effect

  /// A field and its two values; nil where it has none.
  struct Difference: Sendable {
    let field: String
    let before: String?
    let after: String?
  }

  /// Another definition of a habit.
  init(
    of habit: HabitID,
    in tree: FileTree,
    _ context: CommandContext,
    _ change: (Habit) throws(Diagnosis) -> Habit
  ) throws(Diagnosis) {
    let layout = Layout.habit(context.user, habit)
    let tracker = context.reader(tree).read(.everything).tracker
    do {
      let document = try HabitDocument(
        context.user,
        habit,
        bytes: tree.existing(layout.path) ?? []
      )
      let changed = try document.changed(to: change(document.habit), stamp: context.stamp)
      self.what = habit.text
      self.edit = changed.edit
      self.differences = Redefinition.differences(
        document.habit.inWords,
        changed.habit.inWords
      )
      let tracked = tracker.habits.first { $0.habit.id == habit }
      self.effect = Effect(
        from: tracker,
        to: tracker.replacing(TrackedHabit(changed.habit, tallies: tracked?.tallies ?? [])),
        on: context.today
      )
    } catch let problems as FileProblems {
      throw Redefinition.diagnosis(problems, at: layout, in: tree)
    } catch let diagnosis as Diagnosis {
      throw diagnosis
    } catch {
      preconditionFailure("a definition fails by its file or by the change: \(error)")
    }
  }

  /// Another profile.
  init(
    in tree: FileTree,
    _ context: CommandContext,
    _ change: (Profile) throws(Diagnosis) -> Profile
  ) throws(Diagnosis) {
    let layout = Layout.profile(context.user)
    let tracker = context.reader(tree).read(.everything).tracker
    do {
      let document =
        try tree.existing(layout.path).map { (bytes) throws(FileProblems) in
          try ProfileDocument(context.user, bytes: bytes)
        }
      let old = document?.profile ?? Profile()
      let new = try change(old)
      let changed =
        try document?.changed(to: new, stamp: context.stamp)
        ?? ProfileDocument(new: new, of: context.user)
      self.what = "profile"
      self.edit = new == old ? nil : changed.edit
      self.differences = Redefinition.differences(old.inWords, changed.profile.inWords)
      self.effect = Effect(
        from: tracker,
        to: Tracker(user: tracker.user, profile: changed.profile, habits: tracker.habits),
        on: context.today
      )
    } catch let problems as FileProblems {
      throw Redefinition.diagnosis(problems, at: layout, in: tree)
    } catch let diagnosis as Diagnosis {
      throw diagnosis
    } catch {
      preconditionFailure("a profile fails by its file or by the change: \(error)")
    }
  }

  /// What is wrong with the file is told with its place; what is wrong with a change, in a sentence.
  private static func diagnosis(
    _ problems: FileProblems,
    at layout: Layout,
    in tree: FileTree
  ) -> Diagnosis {
    let known = tree.bytes(of: layout.path).map { FileProblems.of(layout, $0) } ?? []
    let errors = problems.problems.filter(\.isError)
    guard known.isEmpty, let first = errors.first else { return Diagnosis(errors) }
    return Diagnosis(.usage, first.message, hint: first.hint)
  }

  private static func differences(
    _ old: [(field: String, value: String?)],
    _ new: [(field: String, value: String?)]
  ) -> [Difference] {
    zip(old, new).compactMap { old, new in
      old.value == new.value
        ? nil : Difference(field: old.field, before: old.value, after: new.value)
    }
  }

  /// The commit message: `edit drink-water: goal 10 glasses`.
  func subject(_ action: String) -> String {
    let changes = differences.map { "\($0.field) \($0.after ?? "none")" }
    return "\(action): \(changes.joined(separator: "; "))"
  }
}

extension FileProblems {
  /// What is wrong with a definition as it stands; empty when it can be read.
  fileprivate static func of(_ layout: Layout, _ bytes: [UInt8]) -> [Problem] {
    do {
      switch layout {
      case .habit(let user, let habit): _ = try HabitDocument(user, habit, bytes: bytes)
      case .profile(let user): _ = try ProfileDocument(user, bytes: bytes)
      case .marker, .attributes, .readme, .report, .year: break
      }
      return []
    } catch {
      return error.problems
    }
  }
}

extension Session {
  /// Changes a definition in one commit and tells what it changed and what that does.
  ///
  /// When `asks`, or when points or streaks would be lost, a person at a terminal is first told what it
  /// would do to them, unless she said that she is sure.
  func redefine(
    _ context: CommandContext,
    action: String,
    asks: Bool = false,
    isSure: Bool = false,
    _ make: (FileTree) throws(Diagnosis) -> Redefinition
  ) throws(Diagnosis) {
    guard let location = context.location else {
      throw Diagnosis(.noInput, "there is no habit yet", hint: "habit add \"Drink water\"")
    }
    let plan = try make(context.tree)
    let isAsked = plan.edit != nil && (asks || !isSure && asksBefore(plan.effect))
    let warning = isAsked ? plan.effect.text : nil
    if let warning {
      try say("\(asks ? "the past is read anew" : "this takes"): \(warning)")
      guard try confirms("go on?") else { return try say("nothing changed") }
    }
    let done = try commit(context, location, nil) { (tree) throws(Diagnosis) in
      let made = try make(tree)
      return Store.Decision(
        edits: made.edit.map { [$0] } ?? [],
        subject: made.subject(action),
        value: made
      )
    }
    try tell(done, warned: warning)
  }

  /// Whether a person is at the terminal and would lose something.
  func asksBefore(_ effect: Effect) -> Bool {
    effect.isLoss && world.terminal.isInteractive && trial == nil
  }

  private func tell(_ done: Redefinition, warned: String?) throws(Diagnosis) {
    guard !options.json else { return try print(output(of: done)) }
    guard done.edit != nil else { return try print("\(done.what): as it was") }
    var table = Table([.left, .elastic, .left.dispensable(1)])
    for difference in done.differences {
      table.add([
        Table.Cell(difference.field, .quiet),
        Table.Cell(difference.after ?? "none", .strong),
        Table.Cell("was \(difference.before ?? "none")", .quiet),
      ])
    }
    for line in table.lines(in: style) { try print(line) }
    if let effect = done.effect.text, effect != warned { try print(effect.terminalSafe) }
  }

  private func output(of done: Redefinition) -> Output {
    .object(
      [
        ("what", .text(done.what)),
        (
          "changes",
          .list(
            done.differences.map {
              .object([
                ("field", .text($0.field)),
                ("before", $0.before.map(Output.text) ?? .null),
                ("after", $0.after.map(Output.text) ?? .null),
              ])
            }
          )
        ),
      ] + done.effect.output
    )
  }
}

// MARK: Definitions in words

extension Habit {
  /// Every field as a sentence would name it; always the same fields.
  var inWords: [(field: String, value: String?)] {
    let list = { (texts: [String]) in texts.isEmpty ? nil : texts.joined(separator: ", ") }
    var (type, baseline, unlogged) = ("formation", Amount?.none, String?.none)
    if case .breaking(let amount, let meaning) = kind {
      (type, baseline, unlogged) = ("breaking", amount, meaning.rawValue)
    }
    return [
      ("name", name.text), ("also", list(aliases)), ("icon", icon),
      ("color", color?.description), ("description", description), ("tags", list(tags)),
      ("type", type), ("baseline", baseline?.description), ("unlogged", unlogged),
      ("goal", goal.inWords), ("schedule", schedule.inWords), ("start", "\(start)"),
      ("end", end?.description), ("rest", list(pauses.map(\.inWords))),
      ("deleted", deleted?.description), ("reminders", list(reminders.map(\.hoursAndMinutes))),
    ]
  }
}

extension Profile {
  /// Every field as a sentence would name it; always the same fields.
  var inWords: [(field: String, value: String?)] {
    [
      ("name", name?.text), ("time zone", timeZone), ("day start", dayStart.hoursAndMinutes),
      ("week start", weekStart.rawValue), ("streak mode", streakMode.inWords),
      ("vacations", vacations.isEmpty ? nil : vacations.map(\.inWords).joined(separator: ", ")),
      ("plan reminder", planReminder?.hoursAndMinutes),
      ("evening reminder", eveningReminder?.hoursAndMinutes), ("adopted", adopted?.text),
    ]
  }
}

extension Dated where Value: CustomStringConvertible {
  /// `8 glasses; from 2026-06-01 10 glasses`.
  var inWords: String {
    entries.enumerated().map { index, entry in
      index == 0 ? "\(entry.value)" : "from \(entry.from?.description ?? "") \(entry.value)"
    }.joined(separator: "; ")
  }
}

extension DaySpan {
  /// `2026-07-01 to 2026-07-14`, or `from 2026-07-01`.
  var inWords: String { end.map { "\(start) to \($0)" } ?? "from \(start)" }
}
