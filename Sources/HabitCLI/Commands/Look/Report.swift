internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitReport
internal import HabitScore
internal import HabitStore
internal import Posix

/// `habit report`: a manual page about a person's days.
struct Report: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Show a day, a week, a month or a year as a manual page."
  )

  @Argument(
    help: "The template: today, week, month, year, profile, or one of your own.",
    completion: .list(Shipped.names)
  )
  var template: String = "today"

  @Argument(
    help: "The period: today, 2026-W30, 2026-07, 2026, last, this, or FROM..TO."
  )
  var period: String?

  @Option(
    name: .customShort("T"),
    help: ArgumentHelp("The output: utf8, ascii, html, pdf or mdoc.", valueName: "output")
  )
  var output: ReportOutput?

  @Option(
    name: .customShort("o"),
    help: ArgumentHelp(
      "Write to this file, - being standard output; its ending says the output.",
      valueName: "file"
    ),
    completion: .file()
  )
  var file: String?

  @Option(help: ArgumentHelp("The width of a page for a terminal.", valueName: "columns"))
  var width: Int?

  @Flag(help: "Put the page where man(1) finds it.")
  var install = false

  @Option(
    help: ArgumentHelp("Check a template and show nothing else.", valueName: "file"),
    completion: .file()
  )
  var lint: String?

  @OptionGroup var options: GlobalOptions

  func run(in session: Session) throws(Diagnosis) {
    if let lint { return try check(lint, session) }
    try checkOptions()
    let context = try session.context()
    let name = template.hasPrefix("habit-") ? String(template.dropFirst(6)) : template
    let source = try TemplateSource(named: name, of: context)
    let reading = context.read(.everything)
    let board = Scoreboard(of: reading.tracker, on: context.today)
    let period = try period(of: source.template, board, context)
    let facts = Facts(
      of: board,
      user: context.user,
      profile: context.profile,
      over: period,
      notes: source.template.showsNotes ? notes(of: board, over: period, context) : [],
      version: HabitCommand.version
    )
    let output = try output(session)
    let look = look(output, session)
    let page: FilledPage
    do {
      page = try source.template.filled(with: facts, for: look)
    } catch {
      switch error {
      case .tooLarge(let bytes):
        throw Diagnosis(
          .data,
          "\(source.path): the page would be larger than \(bytes / 1024) KiB",
          hint: "loop over fewer things, with last N"
        )
      case .tooLong(let steps):
        throw Diagnosis(
          .data,
          "\(source.path): the page would take more than \(grouped(steps)) steps",
          hint: "loop over fewer things, with last N"
        )
      }
    }
    let delivery = ReportDelivery(
      page: page,
      name: name,
      look: look,
      session: session,
      context: context
    )
    if options.json {
      try session.print(json(page, name, period))
    } else if install {
      try delivery.install()
    } else {
      let bytes = try delivery.render(output)
      if let file, file != "-" {
        try delivery.write(bytes, to: file)
      } else if file != nil {
        try delivery.pass(bytes)
      } else {
        try delivery.show(bytes, output)
      }
    }
    try session.conclude(reading)
  }

  private func json(_ page: FilledPage, _ name: String, _ period: Period) -> Output {
    .object([
      ("template", .text(name)),
      ("from", Output(period.days.lowerBound)),
      ("to", Output(period.days.upperBound)),
      ("page", .text(page.text)),
    ])
  }

  // MARK: What is asked for

  private func checkOptions() throws(Diagnosis) {
    if install, file != nil || output != nil {
      throw Diagnosis(.usage, "--install excludes -o and -T", hint: "habit report --install")
    }
    if let width, !(Look.narrowest...Look.widest).contains(width) {
      throw Diagnosis(
        .usage,
        "a page is not \(width) columns wide",
        hint: "from \(Look.narrowest) to \(Look.widest)"
      )
    }
  }

  /// The output that was named, or that the file's ending names, or that the screen can show.
  private func output(_ session: Session) throws(Diagnosis) -> ReportOutput {
    if install || options.json { return .mdoc }
    if let output {
      let isShown = (file ?? "-") == "-" && session.world.terminal.showsOutput
      guard output != .pdf || !isShown else {
        let path = "\(template).pdf".shellQuoted
        throw Diagnosis(.usage, "a terminal shows no PDF", hint: "add -o \(path)")
      }
      return output
    }
    guard let file, let ending = file.split(separator: ".").last, file.contains(".") else {
      return session.style.isUnicode ? .utf8 : .ascii
    }
    switch ending.lowercased() {
    case "html", "htm": return .html
    case "pdf": return .pdf
    case "7", "mdoc": return .mdoc
    default: return session.style.isUnicode ? .utf8 : .ascii
    }
  }

  private func look(_ output: ReportOutput, _ session: Session) -> Look {
    let columns =
      width ?? (file == nil && !install ? min(session.style.columns - 2, Report.usualWidth) : 78)
    return Look(
      output.medium,
      columns: columns,
      isColored: output == .utf8 && session.style.isColored && file == nil
    )
  }

  /// The widest page nobody asked for, in columns.
  private static let usualWidth = 100

  private func period(
    of template: Template,
    _ board: Scoreboard,
    _ context: CommandContext
  ) throws(Diagnosis) -> Period {
    try self.period(named: period, of: template, board, context)
  }

  private func period(
    named text: String?,
    of template: Template,
    _ board: Scoreboard,
    _ context: CommandContext
  ) throws(Diagnosis) -> Period {
    do {
      return try Period(
        text,
        for: template.period,
        today: context.today,
        first: board.habits.map(\.habit.start).min(),
        weekStart: context.profile.weekStart
      )
    } catch {
      let text = text ?? ""
      switch error {
      case .unknown where template.period == .day && !text.contains(".."):
        // A day is named as it is everywhere.
        let day = try DateArgument.day(text, today: context.today)
        return try period(named: "\(day)", of: template, board, context)
      case .unknown:
        throw Diagnosis(.usage, "\"\(text)\" is no period", hint: "a period is \(Period.forms)")
      case .otherKind(let kind):
        throw Diagnosis(
          .usage,
          "\"\(text)\" is a \(kind.rawValue); this report is about a \(template.period.rawValue)",
          hint: kind == .day
            ? "habit report today \(text.shellQuoted)"
            : "habit report \(kind.rawValue) \(text.shellQuoted)"
        )
      case .future(let day):
        throw Diagnosis(
          .usage,
          "\(day) is in the future",
          hint: "today is \(context.today)"
        )
      case .reversed: throw Diagnosis(.usage, "\"\(text)\" ends before it begins")
      }
    }
  }

  private func notes(
    of board: Scoreboard,
    over period: Period,
    _ context: CommandContext
  ) -> [Facts.Note] {
    let last = min(period.days.upperBound, context.today)
    return board.habits.filter { $0.habit.isListed(in: period.days) }.flatMap { board in
      (period.days.lowerBound.year...last.year).flatMap { year -> [Facts.Note] in
        guard let document = context.document(of: board.habit, year: year) else { return [] }
        return document.days.filter { $0 <= last && $0 >= period.days.lowerBound }.compactMap {
          let notes = document.record(on: $0).notes
          return notes.isEmpty ? nil : Facts.Note(of: board.habit.id, on: $0, notes)
        }
      }
    }
  }

  // MARK: Checking a template

  private func check(_ file: String, _ session: Session) throws(Diagnosis) {
    let path = session.world.absolute(file)
    let bytes: [UInt8]
    do {
      bytes = try Disk(root: "").contents(of: path)
    } catch {
      throw Diagnosis(.noInput, "\(file): \(error.reason)")
    }
    _ = try TemplateSource.parse(bytes, file)
  }
}

/// What a report is written as.
enum ReportOutput: String, CaseIterable, ExpressibleByArgument {
  case utf8, ascii, html, pdf, mdoc

  var medium: Medium {
    switch self {
    case .utf8, .mdoc: .utf8
    case .ascii: .ascii
    case .html: .html
    case .pdf: .pdf
    }
  }
}

/// A template and where it is from.
struct TemplateSource {
  let template: Template
  let path: String

  /// The user's own template of a name, else the one that comes with the program.
  init(named name: String, of context: CommandContext) throws(Diagnosis) {
    let layout = Layout.report(context.user, name: "habit-\(name)")
    let own = Layout(path: layout.path) == layout ? context.tree.paths.contains(layout.path) : false
    if own {
      let bytes: [UInt8]
      do {
        bytes = try context.tree.contents(of: layout.path)
      } catch {
        throw Diagnosis([Problem(layout.path, error.reason, hint: error.hint)])
      }
      self.path = layout.path
      self.template = try TemplateSource.parse(bytes, layout.path)
    } else if let bytes = Shipped.template(named: name) {
      self.path = "habit-\(name).7"
      self.template = try TemplateSource.parse(bytes, path)
    } else {
      let names = Shipped.names + TemplateSource.names(of: context)
      throw Diagnosis(
        .noInput,
        "there is no report \"\(name)\"",
        hint: nearest(to: name, among: names).map { "did you mean: habit report \($0)" }
          ?? "there are " + names.joined(separator: ", ")
      )
    }
  }

  /// The names of the user's own templates.
  private static func names(of context: CommandContext) -> [String] {
    context.tree.paths.compactMap { path in
      guard case .report(_, let name) = Layout(path: path) else { return nil }
      return String(name.dropFirst("habit-".count))
    }
  }

  /// The template with this text; everything that is wrong with it at once.
  static func parse(_ bytes: [UInt8], _ path: String) throws(Diagnosis) -> Template {
    do {
      return try Template(bytes)
    } catch {
      throw Diagnosis(
        error.errors.map { error in
          let near = error.unknown.flatMap { nearest(to: $0.word, among: $0.known) }
          return Problem(
            path,
            bytes,
            at: error.offset,
            error.message,
            hint: near.map { "did you mean: \($0)" } ?? error.hint
          )
        }
      )
    }
  }
}
