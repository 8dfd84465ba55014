internal import HabitApp
internal import HabitExchange
internal import HabitCore

/// A schema that the program prints, and what it is called.
struct NamedSchema: Sendable {
  /// What is typed for it: a command, or a file.
  let name: String
  private let description: String
  private let schema: Schema

  private init(_ name: String, _ description: String, schema: Schema) {
    self.name = name
    self.description = description
    self.schema = schema
  }

  private init<Value>(_ name: String, _ description: String, _ shape: Shape<Value>) {
    self.init(name, description, schema: shape.schema)
  }

  private init(_ name: String, _ description: String, anyOf schemas: [Schema]) {
    self.init(name, description, schema: .any(schemas))
  }

  var document: Output { schema.document(titled: "habit \(name)", description) }

  static let shape = Shape<NamedSchema>.object([
    Member("name", .text, "What habit schema takes.") { $0.name },
    Member("description", .text, "What it is.") { $0.description },
  ])

  /// The line that stands for it in the list of all.
  var row: [Table.Cell] { [Table.Cell(name, .strong), Table.Cell(description)] }

  /// The schema of that name, or of what a command without a subcommand lists.
  static func named(_ name: String) -> NamedSchema? {
    all.first { $0.name == name } ?? all.first { $0.name == "\(name) list" }
  }
}

extension NamedSchema {
  /// All of them: the three files, the commands by their names, the version and errors.
  static let all: [NamedSchema] =
    [
      NamedSchema("habit", "A habit's habit.json.", schema: .habitFile),
      NamedSchema("profile", "A user's profile.json.", schema: .profileFile),
      NamedSchema("year", "A habit's year of records, as 2026.json.", schema: .yearFile),
    ] + commands.sorted { $0.name < $1.name } + [
      NamedSchema("version", "What habit --version prints.", VersionScreen.shape),
      NamedSchema("error", "What standard error has when a command fails.", Diagnosis.shape),
    ]

  private static let changed = DefinitionScreen.shape.schema
  private static let today = TodayScreen.shape.schema
  private static let commands: [NamedSchema] = defining + recording + looking + sharing + files

  private static let defining: [NamedSchema] =
    [NamedSchema("add", "The habit, and the effect.", AddScreen.shape)]
    + ["archive", "restore", "delete", "vacation start", "vacation end"].map {
      NamedSchema($0, "What changed, and the effect.", schema: changed)
    } + [
      NamedSchema(
        "edit",
        "What changed, or the file that was edited, and the effect.",
        anyOf: [changed, EditScreen.shape.schema]
      ),
      NamedSchema("vacation list", "A list, the latest first.", VacationList.shape),
      NamedSchema("what-if", "What would change.", WhatIfScreen.shape),
    ]

  private static let recording: [NamedSchema] =
    ["log", "set", "note"].map {
      NamedSchema($0, "What was recorded, and what it comes to.", RecordScreen.shape)
    }
    + ["done", "skip"].map {
      NamedSchema(
        $0,
        "What was recorded; for a range, a list, one a habit.",
        anyOf: [RecordScreen.shape.schema, DaysScreen.shape.schema]
      )
    } + [
      NamedSchema("undo", "What was taken back, and the effect.", UndoScreen.shape(of: .undo)),
      NamedSchema("redo", "What was done again, and the effect.", UndoScreen.shape(of: .redo)),
    ]

  private static let looking: [NamedSchema] = [
    NamedSchema("today", "The day; with --all a list of them.", anyOf: [today, .list(today)]),
    NamedSchema(
      "prompt",
      "The day in numbers; nothing where there is no repository.",
      PromptScreen.shape
    ),
    NamedSchema(
      "list",
      "A list of the habits; with --ids, of their ids.",
      anyOf: [ListScreen.shape.schema, Shape.ids.schema]
    ),
    NamedSchema("show", "A habit and its last days.", ShowScreen.shape),
    NamedSchema("calendar", "A list of days.", CalendarScreen.shape),
    NamedSchema("stats", "What a range of days comes to.", StatsScreen.shape),
    NamedSchema(
      "query",
      "One list of records, however long; written as it is made.",
      Shape.list(QueryRow.shape)
    ),
    NamedSchema("xp", "Points, level and the badges that were earned.", XPScreen.shape),
    NamedSchema("digest", "A list, one per user.", DigestScreen.shape),
    NamedSchema(
      "report",
      "The page, whatever -o and -T say; what --all wrote; what --lint finds wrong.",
      anyOf: [
        ReportCommand.shape.schema, ReportCommand.shapeOfAll.schema, ProblemsScreen.shape.schema,
      ]
    ),
    NamedSchema(
      "history",
      "A list of commits, the latest first; with --operations, of what the clone did.",
      anyOf: [HistoryScreen.shape.schema, OperationsScreen.shape.schema]
    ),
    NamedSchema(
      "why",
      "A day of a habit, the streak, or a day's points.",
      anyOf: [
        WhyHabitScreen.shape.schema, WhyStreakScreen.shape.schema, WhyPointsScreen.shape.schema,
      ]
    ),
    NamedSchema("remind", "What to remind of now.", RemindScreen.shape),
  ]

  private static let sharing: [NamedSchema] = [
    NamedSchema(
      "sync",
      "What was done; with --status, how far both are apart.",
      anyOf: [SyncScreen.shape.schema, SyncStatusScreen.shape.schema]
    ),
    NamedSchema("clone", "The repository.", CloneCommand.shape),
    NamedSchema("remote list", "A list of the remotes.", RemoteList.shape),
    NamedSchema("remote add", "The remote.", RemoteAdd.shape),
    NamedSchema("remote remove", "The remote that was removed.", RemoteRemove.shape),
    NamedSchema(
      "user list",
      "A list of the users; with --ids, of their ids.",
      anyOf: [UserScreen.shape.schema, Shape.ids.schema]
    ),
    NamedSchema("user add", "The user.", UserAdd.shape),
    NamedSchema("user switch", "The user.", UserSwitch.shape),
    NamedSchema("user adopt", "What was adopted, and the effect of it.", AdoptionScreen.shape),
  ]

  private static let files: [NamedSchema] = [
    NamedSchema("init", "The repository.", InitCommand.shape),
    NamedSchema("tutorial", "The folder, and a command for each step.", TutorialCommand.shape),
    NamedSchema("import", "What the file has, and what was written.", ImportScreen.shape),
    NamedSchema(
      "export",
      "With -o, where it was written; without it the export.",
      ExportCommand.shape
    ),
    NamedSchema("check", "A list of what is wrong.", ProblemsScreen.shape),
    NamedSchema("fmt", "A list of the files that changed, or would.", .texts),
    NamedSchema(
      "schema",
      "A list of the schemas, or with a name the schema.",
      anyOf: [SchemasScreen.shape.schema, .schema]
    ),
  ]
}
