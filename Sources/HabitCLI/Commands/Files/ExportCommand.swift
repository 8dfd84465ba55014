internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitExchange
internal import HabitFiles
internal import HabitScore
internal import Posix

/// `habit export`: gives habits to another program.
struct ExportCommand: Subcommand {
  static let name = "export"
  static let abstract = "Export habits and records to another program."
  static let json = JSONOutput("With -o, where it was written; without it the export.", shape)
  private static let formats = ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")

  @Argument(
    help: .of("format", "The format: \(ExportCommand.formats)."),
    completion: .cases(of: ExportFormat.self)
  )
  var format: String

  @Option(
    name: .shortAndLong,
    help: .of("file", "Write to this file; for harsh, habitctl and obsidian, to this folder."),
    completion: .file()
  )
  var output: String?

  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    guard let format = ExportFormat(rawValue: format) else {
      throw Diagnosis(
        .usage,
        "\"\(format)\" is not a format of exports",
        hint: "the formats are: " + ExportCommand.formats
      )
    }
    if output == nil, !format.isText {
      throw Diagnosis(
        .usage,
        "\(format.rawValue) is more than a text: say where to write it",
        hint: "habit export \(format.rawValue) -o "
          + (format == .loop ? "habits.db" : "a-new-folder")
      )
    }
    let context = try session.context()
    let reading = context.read(.everything)
    let export: Export
    if format == .ics {
      let calendar = session.app.calendar(
        of: Scoreboard(of: reading.tracker, on: context.today).habits,
        in: context
      )
      export = Export(calendar: calendar.text)
    } else {
      export = Export(ExportSource(in: context), as: format)
    }
    for note in try deliver(export, session) { try session.say(note) }
    try session.conclude(reading)
  }

  static let shape = Shape<(format: ExportFormat, path: String, files: [String])>.object([
    Member("format", .word, "The form.") { $0.format },
    Member("output", .text, "Where it was written.") { $0.path },
    Member("files", .texts, "The files.") { $0.files },
  ])
}

// MARK: Writing

extension ExportCommand {
  /// Writes the export to where it was asked for, and gives what the form cannot hold.
  private func deliver(_ export: Export, _ session: Session) throws -> [String] {
    guard let output else {
      let isShown = session.world.terminal.showsOutput
      return try export.write { _, text in
        try session.write(text: isShown ? text.terminalSafe : text)
      }
    }
    let path = session.world.absolute(output)
    let writer = ExportWriter(environment: session.world.environment)
    let (files, notes) = try writer.write(export, to: path)
    if options.json {
      let own = path.split(separator: "/").last.map(String.init) ?? path
      let names = files.map { $0.isEmpty ? own : $0 }
      try session.print((export.format, path, names), as: ExportCommand.shape)
    } else {
      try session.say("written to \(output)")
    }
    return notes
  }
}
