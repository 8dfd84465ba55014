internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitStore
internal import Posix

/// `habit import`: brings the history of another program.
struct ImportCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Bring the history of another habit tracker.",
    discussion: "The form of the file is told by what it holds; habit-import(1) lists the programs."
  )

  @Argument(help: "The files or folders to import.", completion: .file())
  var files: [String]

  @Option(
    help: ArgumentHelp("Read the file as this form.", valueName: "form"),
    completion: .list(ImportFormat.allCases.map(\.rawValue))
  )
  var format: String?

  @Option(
    help: ArgumentHelp("What a column of a table is; may be repeated.", valueName: "name=kind")
  )
  var column: [String] = []

  @Option(help: ArgumentHelp("How days like 1/2/2026 begin: dmy or mdy.", valueName: "order"))
  var dates: String?

  @Option(help: ArgumentHelp("The goal of a habit; may be repeated.", valueName: "habit=goal"))
  var goal: [String] = []

  @Option(help: ArgumentHelp("The words that mean done in an Org file.", valueName: "words"))
  var done: String?

  @Flag(help: "Replace what differs here by what the file says.")
  var takeTheirs = false

  @Flag(help: "Tell what would be written, and write nothing.")
  var dryRun = false

  @OptionGroup var options: GlobalOptions

  func run(in session: Session) throws(Diagnosis) {
    let context = try session.context()
    let facts = try facts(session, context)
    try tellNotes(facts, session)
    let plan = try plan(facts, context, context.tree)
    let effect = Effect(
      from: context.read(.everything).tracker,
      to: context.reader(plan.applied(to: context.tree)).read(.everything).tracker,
      on: context.today
    )
    guard !plan.edits.isEmpty, !dryRun else {
      try tell(facts, plan, effect, session)
      return try conclude(facts)
    }
    var asked = false
    if plan.changesExisting || !context.tree.paths.isEmpty && effect.text != nil {
      if !options.json { try tellDifferences(plan, session) }
      asked = true
      try session.say("this changes what is here: \(effect.text ?? "no points, no streaks")")
      guard try session.confirms("go on?") else { return try session.say("nothing changed") }
    }
    if plan.writtenDays > 5_000, session.world.terminal.isInteractive {
      try session.say("writing \(grouped(plan.writtenDays)) days…")
    }
    let location = try session.madeLocation(context)
    let written = try session.commit(context, location, nil) { (tree) throws(Diagnosis) in
      // Where there was nothing, what was planned is what is written.
      let isSame = tree.paths.isEmpty && context.tree.paths.isEmpty
      let plan = isSame ? plan : try self.plan(facts, context, tree)
      return Store.Decision(
        edits: plan.edits,
        subject: "import \(facts.format.rawValue): \(plan.counts)",
        value: plan
      )
    }
    try tell(facts, written, effect, asked: asked, session)
    try conclude(facts)
  }

  private func facts(
    _ session: Session,
    _ context: CommandContext
  ) throws(Diagnosis) -> ImportedFacts {
    let options = try importOptions(context.today)
    let format = try self.format.map { (text) throws(Diagnosis) in
      guard let format = ImportFormat(rawValue: text) else {
        throw Diagnosis(
          .usage,
          "invalid value \"\(text)\" for --format",
          hint: "the forms are: " + ImportFormat.allCases.map(\.rawValue).joined(separator: ", ")
        )
      }
      return format
    }
    let paths = files.map { session.world.absolute($0) }
    do throws(ImportError) {
      let input = try ImportReader(environment: session.world.environment).input(at: paths)
      return Importing.facts(in: input, as: format, options: options)
    } catch {
      switch error {
      case .damaged(let note): return ImportedFacts(refused: note)
      case .missing(let path):
        throw Diagnosis(.noInput, "there is no file \(path)", hint: "name a file or a folder")
      case .unreadable(let path, let reason):
        throw Diagnosis(.inputOutput, "\(path) cannot be read: \(reason)")
      case .programMissing(let program, let hint):
        throw Diagnosis(.unavailable, "\(program) is not installed", hint: hint)
      }
    }
  }

  private func plan(
    _ facts: ImportedFacts,
    _ context: CommandContext,
    _ tree: FileTree
  ) throws(Diagnosis) -> ImportPlan {
    do {
      return try ImportPlan(
        of: facts,
        in: tree,
        lastWritten: context.location?.notes?.lastWritten ?? FileTree([:]),
        user: context.user,
        takingTheirs: takeTheirs,
        stamp: context.stamp
      )
    } catch {
      throw Diagnosis(error.problems)
    }
  }
}

// MARK: From the command line

extension ImportCommand {
  private func importOptions(_ today: Day) throws(Diagnosis) -> ImportOptions {
    var wanted = ImportOptions(today: today)
    switch dates {
    case nil: break
    case "dmy": wanted.monthFirst = false
    case "mdy": wanted.monthFirst = true
    case let text?:
      throw Diagnosis(.usage, "invalid value \"\(text)\" for --dates", hint: "it is dmy or mdy")
    }
    for text in column {
      let (name, kind) = try pair(text, "--column", "Water=habit")
      guard let kind = ImportOptions.Column(rawValue: kind) else {
        let kinds = ImportOptions.Column.allCases.map(\.rawValue).joined(separator: ", ")
        throw Diagnosis(.usage, "\"\(kind)\" is no kind of column", hint: "the kinds are: \(kinds)")
      }
      wanted.columns[name] = kind
    }
    for text in goal {
      let (name, goal) = try pair(text, "--goal", "Water=8 glasses")
      wanted.goals[name] = try DefinitionArgument.goal(goal)
    }
    if let done {
      wanted.doneWords = Set(done.split(separator: ",").map { String($0).trimmed })
    }
    return wanted
  }

  private func pair(
    _ text: String,
    _ option: String,
    _ example: String
  ) throws(Diagnosis) -> (String, String) {
    guard let equals = text.lastIndex(of: "="), equals > text.startIndex else {
      throw Diagnosis(
        .usage,
        "invalid value \"\(text)\" for \(option)",
        hint: "it is written \(option) '\(example)'"
      )
    }
    return (
      String(text[..<equals]).trimmed, String(text[text.index(after: equals)...]).trimmed
    )
  }
}
