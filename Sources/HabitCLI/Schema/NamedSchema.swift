internal import ArgumentParser
internal import HabitCore

/// What a command prints with `--json`: what it is, and the forms that it may have.
struct JSONOutput: Sendable {
  fileprivate let meaning: String
  fileprivate let forms: [Schema]

  init<each Value>(_ meaning: String, _ shapes: repeat Shape<each Value>) {
    self.meaning = meaning
    var forms: [Schema] = []
    for shape in repeat each shapes { forms.append(shape.schema) }
    self.forms = forms
  }

  /// That of a command that prints no JSON.
  static let none = JSONOutput("")
}

/// A schema that the program prints, and what it is called.
struct NamedSchema: Sendable {
  /// What is typed for it: a command, or a file.
  let name: String
  private let description: String
  private let schema: Schema

  private init(_ name: String, _ description: String, _ schema: Schema) {
    self.name = name
    self.description = description
    self.schema = schema
  }

  var document: Output { schema.document(of: name, description) }

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

  /// All of them: the three files, the commands by their names, the version and errors.
  static let all: [NamedSchema] =
    [
      NamedSchema("habit", "A habit's habit.json.", .habitFile),
      NamedSchema("profile", "A user's profile.json.", .profileFile),
      NamedSchema("year", "A habit's year of records, as 2026.json.", .yearFile),
    ] + commands(of: HabitCommand.self, []).sorted { $0.name < $1.name } + [
      NamedSchema("version", "What habit --version prints.", VersionScreen.shape.schema),
      NamedSchema("error", "What standard error has when a command fails.", Diagnosis.shape.schema),
    ]

  /// What the commands print, by the words that are typed for them.
  private static func commands(
    of command: any ParsableCommand.Type,
    _ words: [String]
  ) -> [NamedSchema] {
    if let json = (command as? any Subcommand.Type)?.json, let first = json.forms.first {
      let schema = json.forms.count > 1 ? .any(json.forms) : first
      return [NamedSchema(words.joined(separator: " "), json.meaning, schema)]
    }
    return command.configuration.subcommands.flatMap { below in
      commands(of: below, words + [below.configuration.commandName ?? ""])
    }
  }
}
