internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitOutput
internal import HabitScore
internal import Posix

/// `habit export`: gives habits to another program.
struct ExportCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Give habits and records to another program."
  )

  @Argument(
    help: ArgumentHelp(
      "The form: \(ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "form"
    ),
    completion: .list(ExportFormat.allCases.map(\.rawValue))
  )
  var format: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write to this file, or folder; it must not exist.", valueName: "file"),
    completion: .file()
  )
  var output: String?

  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws(Diagnosis) {
    guard let format = ExportFormat(rawValue: format) else {
      throw Diagnosis(
        .usage,
        "\"\(format)\" is not a form of an export",
        hint: "the forms are: " + ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
      )
    }
    if output == nil, [.loop, .harsh, .habitctl, .obsidian].contains(format) {
      throw Diagnosis(
        .usage,
        "\(format.rawValue) is more than a text: say where to write it",
        hint: "habit export \(format.rawValue) -o "
          + (format == .loop ? "habits.db" : "a-new-folder")
      )
    }
    let context = try session.context()
    let reading = context.read(.everything)
    let result: ExportResult
    if format == .ics {
      let calendar = session.app.calendar(
        of: Scoreboard(of: reading.tracker, on: context.today).habits,
        in: context
      )
      result = ExportResult(files: [("", Array(calendar.text.utf8))], notes: [])
    } else {
      result = Exporting.export(ExportSource(in: context), as: format)
    }
    try deliver(result, format, session)
    for note in result.notes { try session.say(note) }
    try session.conclude(reading)
  }
}

// MARK: Writing

extension ExportCommand {
  private func deliver(
    _ result: ExportResult,
    _ format: ExportFormat,
    _ session: Session
  ) throws(Diagnosis) {
    guard let output else {
      let text = result.files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
      let isShown = session.world.terminal.showsOutput
      return try session.write(text: isShown ? text.terminalSafe : text)
    }
    let path = session.world.absolute(output)
    do throws(ExportError) {
      try ExportWriter(environment: session.world.environment).write(result, as: format, to: path)
    } catch {
      throw Diagnosis(error, at: path)
    }
    guard options.json else { return try session.say("written to \(output)") }
    let own = path.split(separator: "/").last.map(String.init) ?? path
    let names = result.files.map { $0.name.isEmpty ? own : $0.name }
    try session.print(
      .object([
        ("format", .text(format.rawValue)), ("output", .text(path)),
        ("files", .list(names.map(Output.text))),
      ])
    )
  }
}
