internal import HabitCore

/// A schema that the program prints, and what it is called.
public struct NamedSchema: Sendable {
  /// What is typed for it: a command, or a file.
  public let name: String
  private let description: String
  private let schema: Schema

  private init(_ name: String, _ description: String, _ schema: Schema) {
    self.name = name
    self.description = description
    self.schema = schema
  }

  /// The text of the schema.
  public var document: Output { schema.document(titled: "habit \(name)", description) }

  /// What stands for it in the list of all.
  var output: Output {
    .object([("name", .text(name)), ("description", .text(description))])
  }

  /// The line that stands for it in the list of all.
  var row: [Table.Cell] { [Table.Cell(name, .strong), Table.Cell(description)] }

  /// The schema of that name, or of what a command without a subcommand lists.
  public static func named(_ name: String) -> NamedSchema? {
    all.first { $0.name == name } ?? all.first { $0.name == "\(name) list" }
  }
}

extension NamedSchema {
  /// All of them: the three files, the commands by their names, and errors.
  public static let all =
    [
      NamedSchema("habit", "A habit's habit.json.", .habitFile),
      NamedSchema("profile", "A user's profile.json.", .profileFile),
      NamedSchema("year", "A habit's year of records, as 2026.json.", .yearFile),
    ] + commands.sorted { $0.name < $1.name } + [
      NamedSchema("error", "What standard error has when a command fails.", .failure)
    ]

  private static let commands = defining + recording + looking + sharing + files

  private static let defining =
    [NamedSchema("add", "The habit, and the effect.", .added)]
    + ["archive", "restore", "delete", "rename", "vacation start", "vacation end"].map {
      NamedSchema($0, "What changed, and the effect.", .changed)
    } + [
      NamedSchema(
        "edit",
        "What changed, or the file that was edited, and the effect.",
        .any([.changed, .edited])
      ),
      NamedSchema("order", "The ids in order, or what changed.", .any([.ids, .changed])),
      NamedSchema("vacation list", "A list, the latest first.", .vacations),
      NamedSchema("what-if", "What would change.", .foreseen),
    ]

  private static let recording =
    ["log", "done", "set", "rate", "note"].map {
      NamedSchema($0, "What was recorded, and what it comes to.", .recorded)
    } + [
      NamedSchema(
        "skip",
        "What was recorded; for a range, a list, one a habit.",
        .any([.recorded, .skippedDays])
      ),
      NamedSchema("undo", "What was taken back, and the effect.", .takenBack("undone")),
      NamedSchema("redo", "What was done again, and the effect.", .takenBack("redone")),
    ]

  private static let looking = [
    NamedSchema("today", "The day; with --all a list, one a user.", .any([.today, .list(.today)])),
    NamedSchema("prompt", "The day in numbers; nothing where there is no repository.", .prompt),
    NamedSchema("list", "A list of the habits.", .habits),
    NamedSchema("show", "A habit and its last days.", .shown),
    NamedSchema("calendar", "A list of days.", .calendar),
    NamedSchema("stats", "What a range of days comes to.", .statistics),
    NamedSchema("query", "One list of records, however long; written as it is made.", .records),
    NamedSchema("xp", "Points and level.", .points),
    NamedSchema(
      "achievements",
      "A list of all badges, those that were earned first.",
      .list(.badge)
    ),
    NamedSchema("digest", "A list, one a user.", .digest),
    NamedSchema(
      "report",
      "The page, whatever -o and -T say; what --all wrote; what --lint finds wrong.",
      .any([.report, .allReports, .problems])
    ),
    NamedSchema("history", "A list of commits, the latest first.", .history),
    NamedSchema(
      "why",
      "A day of a habit, the streak, or a day's points.",
      .any([.whyHabit, .whyStreak, .award])
    ),
    NamedSchema("remind", "What to remind of now.", .reminders),
  ]

  private static let sharing = [
    NamedSchema(
      "sync",
      "What was done; with --status, how far both are apart.",
      .any([.synced, .syncStatus])
    ),
    NamedSchema("clone", "The repository.", .cloned),
    NamedSchema("remote list", "A list of the remotes.", .list(.remote)),
    NamedSchema("remote add", "The remote.", .remote),
    NamedSchema("remote remove", "The remote that was removed.", .removedRemote),
    NamedSchema("user list", "A list of the users.", .users),
    NamedSchema("user add", "The user.", .addedUser),
    NamedSchema("user switch", "The user.", .switchedUser),
    NamedSchema("user adopt", "What was adopted, and the effect of it.", .adopted),
  ]

  private static let files = [
    NamedSchema("init", "The repository.", .initialised),
    NamedSchema("tutorial", "The folder, and a command for each step.", .tutorial),
    NamedSchema("import", "What the file has, and what was written.", .imported),
    NamedSchema("export", "With -o, where it was written; without it the export.", .exported),
    NamedSchema("check", "A list of what is wrong.", .problems),
    NamedSchema("fmt", "A list of the files that changed, or would.", .texts),
    NamedSchema(
      "schema",
      "A list of the schemas, or with a name the schema.",
      .any([.schemas, .schema])
    ),
  ]
}
