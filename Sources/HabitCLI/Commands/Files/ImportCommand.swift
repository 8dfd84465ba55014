internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitExchange
internal import HabitFiles
internal import Posix

/// `habit import`: brings the history of another program.
struct ImportCommand: DecidingCommand {
  static let name = "import"
  static let abstract = "Import habits from another tracker."
  static let json = JSONOutput("What the file has, and what was written.", ImportScreen.shape)
  static let discussion =
    "The format is recognised by the contents; habit-import(1) lists the programs."

  @Argument(help: "The files or folders to import.", completion: .file())
  var files: [String]

  @Option(help: "Read the file as this format.", completion: .cases(of: ImportFormat.self))
  var format: String?

  @Option(help: .of("name=kind", "The kind of a column of a table; may be repeated."))
  var column: [String] = []

  @Option(
    help: .of("order", "The order of day, month and year in dates like 1/2/2026: dmy or mdy."),
    completion: .list(["dmy", "mdy"])
  )
  var dates: String?

  @Option(
    help: .of("mark", "The mark of decimals in numbers like 1,234: comma or point."),
    completion: .list(["comma", "point"])
  )
  var decimal: String?

  @Option(
    help: .of("habit=goal", "The goal of a habit, as in \"Water=8 glasses\"; may be repeated.")
  )
  var goal: [String] = []

  @Option(help: .of("name", "The name of the habit, for a table of one habit."))
  var habit: String?

  @Option(
    help: .of("words", "The words that mean done in a cell or an Org file, separated by commas.")
  )
  var done: String?

  @Option(help: .of("time", "The time at which a day of an Org file begins."))
  var dayStart: String?

  @Flag(help: "Where the file has another value, take the value of the file.")
  var takeTheirs = false

  @Flag(help: "Print what would be written, and write nothing.")
  var dryRun = false

  @OptionGroup var consent: ConsentOption
  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    let session = session.assuming(consent)
    let context = try session.context(allowingMissingUser: true)
    let facts = try session.during("reading") { try self.facts(session, context) }
    // Our own export brings its user along.
    if facts.profile == nil {
      try session.app.checkExists(context)
    }
    try tellNotes(facts, session)
    let request = ImportRequest(facts, takingTheirs: takeTheirs)
    let plan = try session.during("comparing \(counted(facts.days, "day"))") {
      try request.comparison(in: context)
    }
    let scores = Future { ScoreChange(of: plan.edits, in: context) }
    guard !plan.edits.isEmpty, !dryRun else {
      try tell(facts, plan, scores.value, session)
      return try conclude(facts)
    }
    let isNews =
      plan.changesExisting || !context.tree.paths.isEmpty && scores.value.text != nil
    if isNews, try !isWanted(plan, scores.value, session) {
      return try session.say("nothing changed")
    }
    let written = try session.commit(
      request.showing(plan),
      in: session.ensuringRepository(context),
      telling: "writing \(counted(plan.writtenDays, "day"))"
    )
    try tell(facts, written, scores.value, asked: isNews, session)
    try conclude(facts)
  }

  /// Whether the user wants what changes something that is here; shown first, asked on a terminal.
  private func isWanted(
    _ plan: ImportPlan,
    _ scores: ScoreChange,
    _ session: Session
  ) throws -> Bool {
    if !options.json { try tellDifferences(plan, session) }
    try session.say("this changes what is here: \(scores.text ?? "no points, no streaks")")
    return try session.confirms("go on?")
  }

  private func facts(_ session: Session, _ context: CommandContext) throws -> ImportedFacts {
    let options = try importOptions(context.today)
    let format = try self.format.map { text in
      guard let format = ImportFormat(rawValue: text) else {
        throw Diagnosis(
          .usage,
          "invalid value \"\(text)\" for --format",
          hint: "the formats are: " + ImportFormat.allCases.map(\.rawValue).joined(separator: ", ")
        )
      }
      return format
    }
    let paths = files.map { session.world.absolute($0) }
    do {
      let input = try ImportReader(environment: session.world.environment).input(at: paths)
      return Importing.facts(in: input, as: format, options: options)
    } catch let damage as ImportDamage {
      return ImportedFacts(refused: damage.note)
    }
  }
}

// MARK: From the command line

extension ImportCommand {
  private func importOptions(_ today: Day) throws -> ImportOptions {
    var wanted = ImportOptions(today: today)
    switch dates {
    case nil: break
    case "dmy": wanted.monthFirst = false
    case "mdy": wanted.monthFirst = true
    case let text?:
      throw Diagnosis(.usage, "invalid value \"\(text)\" for --dates", hint: "it is dmy or mdy")
    }
    switch decimal {
    case nil: break
    case "comma": wanted.decimalMark = ","
    case "point": wanted.decimalMark = "."
    case let text?:
      throw Diagnosis(
        .usage,
        "invalid value \"\(text)\" for --decimal",
        hint: "it is comma or point"
      )
    }
    // The context has entered the zone of the profile.
    wanted.localDay = { Moment(unixSeconds: $0 + SystemTime.offset(at: $0)).date }
    for text in column {
      let (name, kind) = try pair(text, "--column", "Water=habit")
      guard let kind = ImportOptions.Column(rawValue: kind) else {
        let kinds = ImportOptions.Column.allCases.map(\.rawValue).joined(separator: ", ")
        throw Diagnosis(
          .usage,
          "\"\(kind)\" is not a kind of column",
          hint: "the kinds are: \(kinds)"
        )
      }
      wanted.columns[name] = kind
    }
    for text in goal {
      let (name, goal) = try pair(text, "--goal", "Water=8 glasses")
      wanted.goals[name] = try DefinitionArgument.goal(goal)
    }
    wanted.habit = habit
    if let done {
      wanted.doneWords = Set(done.split(separator: ",").map { String($0).trimmed })
    }
    if let dayStart { wanted.dayStart = try DefinitionArgument.time(dayStart) }
    return wanted
  }

  private func pair(
    _ text: String,
    _ option: String,
    _ example: String
  ) throws -> (String, String) {
    guard let equals = text.lastIndex(of: "="), equals > text.startIndex else {
      throw Diagnosis(
        .usage,
        "invalid value \"\(text)\" for \(option)",
        hint: "it is written \(option) '\(example)'"
      )
    }
    return (String(text[..<equals]).trimmed, String(text[text.index(after: equals)...]).trimmed)
  }
}

extension ImportCommand {
  func tellNotes(_ facts: ImportedFacts, _ session: Session) throws {
    guard !options.json else { return }
    for note in ImportScreen.notes(of: facts) { try session.say(note) }
  }

  func tellDifferences(_ plan: ImportPlan, _ session: Session) throws {
    for difference in ImportScreen.differences(of: plan) { try session.say(difference) }
  }

  func tell(
    _ facts: ImportedFacts,
    _ plan: ImportPlan,
    _ scores: ScoreChange,
    asked: Bool = false,
    _ session: Session
  ) throws {
    let screen = ImportScreen(
      facts: facts,
      plan: plan,
      scores: scores,
      isDry: dryRun,
      isAgreed: asked
    )
    guard !options.json else { return try session.print(screen, as: ImportScreen.shape) }
    try session.print(screen.heading)
    if !asked { try tellDifferences(plan, session) }
    try session.print(screen.closing.map(session.world.folded))
  }

  /// What could not be read makes the command end with 65, after all else was written.
  func conclude(_ facts: ImportedFacts) throws {
    if let failure = Failure(facts) { throw failure }
  }
}

/// What an import found, and what it wrote or would write.
struct ImportScreen {
  let facts: ImportedFacts
  let plan: ImportPlan
  let scores: ScoreChange
  let isDry: Bool
  let isAgreed: Bool

  /// What the file has; the differences are told behind it.
  var heading: [String] {
    guard let format = facts.format, !facts.habits.isEmpty || !facts.hasErrors else { return [] }
    let span = days.min().flatMap { first in days.max().map { " from \(first) to \($0)" } } ?? ""
    return [
      "\(format.rawValue): \(counted(facts.habits.count, "habit")), "
        + "\(counted(days.count, "day"))\(span)"
    ]
  }

  /// What was written, then points and streaks.
  var closing: [String] {
    guard !plan.edits.isEmpty else {
      let isRefused = facts.habits.isEmpty && facts.hasErrors
      return [isRefused ? "nothing was imported" : "nothing new"]
    }
    let verb = isDry ? "would write" : "wrote"
    let names = plan.newHabits.map(\.text.terminalSafe).joined(separator: ", ")
    let effect = isAgreed ? nil : scores.text?.terminalSafe
    return ["\(verb) \(plan.counts)"] + (names.isEmpty ? [] : ["new: \(names)"])
      + [effect].compactMap(\.self)
  }

  static let shape = Shape<ImportScreen>.object([
    Member("format", orNull: .word, "The form of the file; null while it is unknown.") {
      $0.facts.format
    },
    Member("written", .flag, "Whether anything was written.") {
      !$0.plan.edits.isEmpty && !$0.isDry
    },
    Member("habits", .count, "How many habits the file has.") { $0.facts.habits.count },
    Member("days", .count, "How many days it has.") { $0.facts.days },
    Member("from", orNull: .date, "The first one.") { $0.days.min() },
    Member("to", orNull: .date, "The last one.") { $0.days.max() },
    Member("newHabits", .texts, "The names of habits that were not here.") {
      $0.plan.newHabits.map(\.text)
    },
    Member("newDays", .count, "How many days were not here.") { $0.plan.writtenDays },
    Member("differences", .list(difference), "What is here already and is not the same.") {
      $0.plan.differences
    },
    Member("notes", .list(note), "What could not be taken as it is.") { $0.facts.notes },
    .effect { $0.scores },
  ])

  private var days: [Day] { facts.habits.flatMap(\.days.keys) }

  private static let difference = Shape<ImportDifference>.object([
    Member("habit", .text, "The name of the habit.") { $0.habit },
    Member("what", .text, "What is different.") { $0.what },
    Member("here", .text, "What is here.") { $0.here },
    Member("there", .text, "What the file says.") { $0.there },
    Member("replaced", .flag, "Whether the file's value was taken.") { $0.isTaken },
  ])

  private static let note = Shape<ImportNote>.object([
    Member("place", .text, "Where in the file.") { "\($0.place)" },
    Member("message", .text, "What is odd.") { $0.message },
    Member("leftOut", .flag, "Whether it was left out.") { $0.isError },
  ])

  // MARK: Messages

  /// What is said of the file, line by line; nothing where it was refused as a whole.
  static func notes(of facts: ImportedFacts) -> [String] {
    guard facts.refusal == nil else { return [] }
    return facts.notes.map { note in
      "\(note.place): \(note.isError ? "left out: " : "")\(note.message)"
    }
  }

  /// More differences of a habit than these are counted.
  private static let mostDifferences = 20

  /// What differs from what is here, and which value stays.
  static func differences(of plan: ImportPlan) -> [String] {
    var lines: [String] = []
    var counts: [String: Int] = [:]
    for difference in plan.differences {
      counts[difference.habit, default: 0] += 1
      guard counts[difference.habit, default: 0] <= mostDifferences else { continue }
      lines.append("\(difference)")
    }
    for (habit, count) in counts.sorted(by: { $0.key < $1.key }) where count > mostDifferences {
      lines.append("\(habit): \(counted(count - mostDifferences, "more difference"))")
    }
    let kept = plan.differences.count { !$0.isTaken }
    guard kept > 0 else { return lines }
    return lines + [
      "\(counted(kept, "difference")): the values here stay; --take-theirs takes those of the file"
    ]
  }
}

extension Failure {
  /// An import with parts that could not be read; nil when all of it could.
  fileprivate init?(_ facts: ImportedFacts) {
    let known = facts.format.map {
      "it was read as \($0.title); if it is another program's, name that with --format"
    }
    if let note = facts.refusal {
      self.init(
        .data,
        "\(note.place): \(note.message)",
        hint: known
          ?? "habit-import(1) lists the programs; a table (CSV) brings the habits of any other"
      )
      return
    }
    guard facts.hasErrors else { return nil }
    let count = facts.notes.count(where: \.isError)
    self.init(
      .data,
      "\(counted(count, "thing")) could not be read and \(count == 1 ? "was" : "were") left out; "
        + "see above",
      hint: facts.habits.isEmpty
        ? known ?? "habit-import(1) lists the options that say what a file does not"
        : "mend the file and import it again: what is here already is not written twice"
    )
  }
}
