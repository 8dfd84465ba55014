internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitReport
internal import Posix

/// `habit report`: a manual page about a user's days.
struct ReportCommand: Subcommand {
  static let name = "report"
  static let abstract = "Show a day, a week, a month, a quarter or a year as a manual page."
  static let json = JSONOutput(
    "The page, whatever -o and -T say; what --all wrote; what --lint finds wrong.",
    shape,
    shapeOfAll,
    ProblemsScreen.shape
  )

  @Argument(
    help: """
      The template: today (default), week, month, quarter, year, profile, habit, diary, or your own.
      """,
    completion: .list(Shipped.names)
  )
  var template: String?

  @Argument(
    help: """
      The period: today, 2026-W30, 2026-07, 2026-Q3, 2026, last, this, or FROM..TO. Before it, for \
      the template habit, the habit.
      """,
    completion: .habits(or: ["last", "this", "today", "yesterday"])
  )
  var words: [String] = []

  @OptionGroup var range: RangeOptions

  @Option(
    name: .customShort("T"),
    help: .of("output", "The output: utf8, ascii, text, html, pdf or mdoc.")
  )
  var output: ReportFormat?

  @Option(
    name: .customShort("o"),
    help: .of("file", "Write to a file that ends with .html, .pdf, .7 (mdoc) or .txt."),
    completion: .file()
  )
  var file: String?

  @Option(
    parsing: .unconditional,
    help: .of("columns", "The width of text, from 60 to 200 columns.")
  )
  var width: Int?

  @Flag(help: "Put the page into ~/.local/share/man.")
  var install = false

  @Flag(help: "Write a page for every week, month, quarter, year and habit, and the profile.")
  var all = false

  @Flag(help: "With --all, write the pages of each user of the repository.")
  var everyone = false

  @Option(
    help: .of("template", "List all errors of a template, given by its name or path."),
    completion: .file()
  )
  var lint: String?

  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    if let lint { return try check(lint, in: session) }
    try checkOptions()
    if all { return try runAll(in: session) }
    let context = try session.context()
    let output = try output(session)
    let look = look(output, session)
    let version = HabitCommand.version
    let words = try self.words(today: context.today)
    let (template, named) = meant(words, in: context)
    let request = ReportRequest(
      template: template,
      named,
      version: version,
      wantsValues: options.json
    )
    let report = try session.app.report(request, look: look, in: context)
    if options.json {
      try session.print((request.template, report), as: ReportCommand.shape)
    } else {
      let renderer = ReportRenderer(
        report.page,
        named: request.template,
        columns: look.columns,
        for: session.app,
        in: context
      )
      try deliver(renderer, output, ReportDelivery(look: look, session: session))
    }
    try session.conclude(report.reading)
  }

  private func check(_ template: String, in session: Session) throws {
    let problems = try session.app.problems(inTemplate: template)
    try session.show(ProblemsScreen(problems))
    guard !problems.isEmpty else { return }
    throw Diagnosis(.data, "\(counted(problems.count, "problem")) in \(template)")
  }

  private func deliver(
    _ renderer: ReportRenderer,
    _ output: ReportFormat,
    _ delivery: ReportDelivery
  ) throws {
    if install { return try delivery.showInstalled(renderer.install()) }
    let bytes = try renderer.render(output)
    if let file, file != "-" {
      try delivery.write(bytes, to: file)
    } else if file != nil {
      try delivery.pass(bytes)
    } else {
      try delivery.show(bytes, output)
    }
  }

  // MARK: What is asked for

  private func checkOptions() throws {
    if all || everyone { return try checkAllOptions() }
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

  /// The template, and what is named behind it: a period alone names its template, and may stand
  /// before one, as in last month.
  private func meant(
    _ words: [String],
    in context: CommandContext
  ) -> (template: String, words: [String]) {
    guard let template else { return ("today", words) }
    guard !context.hasTemplate(named: template),
      let usual = ReportCommand.template(of: template)
    else { return (template, words) }
    guard let next = words.first, Shipped.names.contains(next) || context.hasTemplate(named: next)
    else { return (usual, [template] + words) }
    return (next, [template] + words.dropFirst())
  }

  /// The template for a period that was typed in its place.
  private static func template(of period: String) -> String? {
    guard !Shipped.names.contains(period) else { return nil }
    return switch String(period.map { $0.isNumber ? "0" : $0 }).uppercased() {
    case "0000-00-00", "YESTERDAY": "today"
    case "0000-W00", "W00", "LAST", "THIS": "week"
    case "0000-00", "0000-00-00..0000-00-00": "month"
    case "0000-Q0", "Q0": "quarter"
    case "0000": "year"
    default: Period.isTyped(period, of: .month) && Int(period) == nil ? "month" : nil
    }
  }

  /// The words behind the template, with the period that `--from` and `--to` name.
  private func words(today: Day) throws -> [String] {
    guard range.isGiven else { return words }
    guard words.allSatisfy({ ReportCommand.template(of: $0) == nil }) else {
      throw Diagnosis(.usage, "a period, and --from and --to exclude each other")
    }
    let days = try range.days(today: today) { $0.advanced(by: 1 - RangeOptions.usualDays) }
    return words + ["\(days.lowerBound)..\(days.upperBound)"]
  }

  /// The output that was named, or that the file's ending names, or that the screen can show.
  private func output(_ session: Session) throws -> ReportFormat {
    if install || options.json { return .mdoc }
    if let output {
      let isShown = (file ?? "-") == "-" && session.world.terminal.showsOutput
      guard output != .pdf || !isShown else {
        let path = "\(template ?? "today").pdf".shellQuoted
        throw Diagnosis(.usage, "a terminal shows no PDF", hint: "add -o \(path)")
      }
      return output
    }
    let text: ReportFormat = session.style.isUnicode ? .utf8 : .ascii
    let parts = file?.split(separator: "/").last?.split(separator: ".") ?? []
    guard parts.count > 1, let ending = parts.last?.lowercased() else { return text }
    switch ending {
    case "txt": return text
    case "html", "htm": return .html
    case "pdf": return .pdf
    case "7", "mdoc": return .mdoc
    default:
      throw Diagnosis(
        .usage,
        "a report is not written as .\(ending)",
        hint: "the endings are .txt, .html, .pdf and .7; -T takes any other name"
      )
    }
  }

  private func look(_ output: ReportFormat, _ session: Session) -> Look {
    let columns =
      width
      ?? (file == nil && !install ? min(session.style.columns - 2, ReportCommand.usualWidth) : 78)
    return Look(
      output.medium,
      columns: columns,
      isColored: output == .utf8 && session.style.isColored && file == nil
    )
  }

  /// The widest page by default, in columns.
  private static let usualWidth = 100

  static let shape = Shape<(template: String, report: Report)>.object([
    Member("template", .text, "The template.") { $0.template },
    .days { $0.report.period.days },
    Member("page", .text, "The page in mdoc.") { $0.report.page.text },
    Member("values", values, "The values of the page, by name.") { $0.report.values?.page ?? [] },
    Member("loops", loops, "The things of each loop, with their values.") {
      $0.report.values?.loops ?? []
    },
  ])

  private static let values = Shape<PageValues.Values>(
    .map(to: .any([.text, .number, .flag, .null]))
  ) { values in
    .object(values.map { ($0.name, $0.value.output) })
  }

  private static let loops = Shape<[(name: String, things: [PageValues.Values])]>(
    .map(to: .list(values.schema))
  ) { loops in
    .object(loops.map { ($0.name, .list($0.things.map(values.output))) })
  }
}

extension PageValues.Datum {
  fileprivate var output: Output {
    switch self {
    case .text(let text): .text(text)
    case .number(let number): number.map(Output.number) ?? .null
    case .flag(let flag): .flag(flag)
    }
  }
}

extension ReportFormat {
  fileprivate var medium: Medium {
    switch self {
    case .utf8, .text, .mdoc: .utf8
    case .ascii: .ascii
    case .html: .html
    case .pdf: .pdf
    }
  }
}
