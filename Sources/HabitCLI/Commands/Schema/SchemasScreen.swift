/// The list of all schemas.
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
