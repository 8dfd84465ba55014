internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitScore
internal import HabitStore
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

  @OptionGroup var options: GlobalOptions

  func run(in session: Session) throws(Diagnosis) {
    guard let format = ExportFormat(rawValue: format) else {
      throw Diagnosis(
        .usage,
        "\"\(format)\" is no form of an export",
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
    if format == .ics {
      let board = Scoreboard(of: reading.tracker, on: context.today)
      let calendar = ICalendar(
        of: board.habits,
        profile: context.profile,
        today: context.today,
        madeAt: context.clock.utc
      )
      try deliver([("", Array(calendar.text.utf8))], format, session)
    } else {
      let source = ExportSource(
        of: context.user,
        in: context.tree,
        lastWritten: context.location?.notes?.lastWritten ?? FileTree([:]),
        today: context.today
      )
      let result = Exporting.export(source, as: format)
      try deliver(result.files, format, session)
      for note in result.notes { try session.say(note) }
    }
    try session.conclude(reading)
  }
}

// MARK: Writing

extension ExportCommand {
  private func deliver(
    _ files: [(name: String, bytes: [UInt8])],
    _ format: ExportFormat,
    _ session: Session
  ) throws(Diagnosis) {
    guard let output else {
      let text = files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
      let isShown = session.world.terminal.showsOutput
      return try session.write(text: isShown ? text.terminalSafe : text)
    }
    let path = session.world.absolute(output)
    let place = NamedFile(path)
    var isMade = true
    do throws(SystemError) {
      if format == .loop {
        // The file is made first, so that nobody else can read what sqlite3 writes into it.
        try Disk(root: place.folder).create(place.name, [], for: .owner)
        isMade = try makeDatabase(files[0].bytes, at: path, session)
      } else if files.count == 1, files[0].name.isEmpty {
        try Disk(root: place.folder).create(place.name, files[0].bytes, for: .owner)
      } else {
        let disk = Disk(root: place.folder)
        if disk.kind(of: place.name) == nil { try disk.makeDirectory(place.name, for: .owner) }
        for file in files { try Disk(root: path).create(file.name, file.bytes, for: .owner) }
      }
    } catch {
      throw Diagnosis(error)
    }
    guard isMade else {
      throw Diagnosis(
        .unavailable,
        "sqlite3 could not make the database",
        hint: "install it (Debian: apt-get install sqlite3)"
      )
    }
    guard !options.json else {
      return try session.print(
        .object([
          ("format", .text(format.rawValue)), ("output", .text(path)),
          ("files", .list(files.map { .text($0.name.isEmpty ? place.name : $0.name) })),
        ])
      )
    }
    try session.say("written to \(output)")
  }

  /// Has sqlite3 make a database of its SQL; false when it could not.
  private func makeDatabase(
    _ sql: [UInt8],
    at path: String,
    _ session: Session
  ) throws(SystemError) -> Bool {
    let environment = session.world.environment.filter { $0.key == "PATH" }
    let result = try Conversion(
      ["sqlite3", "-batch", "-bail", "-init", "/dev/null", path],
      environment: environment
    ).run(on: sql)
    guard result.status != 0 else { return true }
    let place = NamedFile(path)
    Disk(root: place.folder).discard(place.name)
    return false
  }
}
