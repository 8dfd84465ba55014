/// The list of all schemas.
public struct SchemasScreen: Screen {
  private let style: Style

  /// The list on a screen.
  public init(in style: Style) {
    self.style = style
  }

  /// A line for each schema.
  public var lines: [String] {
    var table = Table([.left, .elastic])
    for schema in NamedSchema.all { table.add(schema.row) }
    return table.lines(in: style)
  }

  /// The name of each schema, and what it describes.
  public static let shape = Shape.list(NamedSchema.shape).of { (_: SchemasScreen) in NamedSchema.all
  }
}
