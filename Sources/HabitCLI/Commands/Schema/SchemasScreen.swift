/// The list of all schemas.
struct SchemasScreen: Screen {
  let style: Style

  /// A line for each schema.
  var lines: [String] {
    var table = Table([.left, .elastic])
    for schema in NamedSchema.all { table.add(schema.row) }
    return table.lines(in: style)
  }

  /// The name of each schema, and what it describes.
  static let shape = Shape.list(NamedSchema.shape).of { (_: SchemasScreen) in NamedSchema.all
  }
}
