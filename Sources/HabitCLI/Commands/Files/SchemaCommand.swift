internal import ArgumentParser
internal import HabitCore

/// `habit schema`: what the JSON of a command or a file may be.
struct SchemaCommand: Subcommand {
  static let name = "schema"
  static let abstract = "Print the JSON Schema of a command's output or of a file."
  static let json = JSONOutput(
    "A list of the schemas, or with a name the schema.",
    SchemasScreen.shape,
    Shape.schema
  )

  @Argument(
    help: "A command, with its subcommand or without, or habit, profile, year, version or error.",
    completion: .schemas
  )
  var name: [String] = []

  @OptionGroup(visibility: .common) var options: GlobalOptions

  var isPaged: Bool { name.isEmpty }

  func run(in session: Session) throws {
    guard !name.isEmpty else { return try session.show(SchemasScreen(style: session.style)) }
    let name = name.joined(separator: " ")
    guard let schema = NamedSchema.named(name) else {
      let near = nearest(to: name, among: NamedSchema.all.map(\.name))
      throw Diagnosis(
        .usage,
        "there is no schema \"\(name)\"",
        hint: near.map { "did you mean: habit schema \($0)" } ?? "habit schema lists them all"
      )
    }
    try session.print(schema.document)
  }
}

struct SchemasScreen: Screen {
  let style: Style

  var lines: [String] {
    var table = Table([.left, .elastic])
    for schema in NamedSchema.all { table.add(schema.row) }
    return table.lines(in: style)
  }

  static let shape = Shape.list(NamedSchema.shape).of { (_: SchemasScreen) in NamedSchema.all
  }
}
