internal import HabitCore

/// The users of a repository.
struct UserScreen: Screen {
  let users: [(id: UserID, name: Name?)]
  let current: UserID
  let style: Style

  var lines: [String] {
    var table = Table([.left, .left, .elastic])
    for user in users {
      table.add([
        Table.Cell(user.id == current ? "*" : " "), Table.Cell(user.id.text, .strong),
        Table.Cell(user.name?.text ?? ""),
      ])
    }
    return table.lines(in: style)
  }

  static let shape = Shape.list(user).of { (screen: UserScreen) in
    screen.users.map { ($0.id, $0.name, $0.id == screen.current) }
  }

  private static let user = Shape<(id: UserID, name: Name?, isCurrent: Bool)>.object([
    .id { $0.id.text },
    Member("name", orNull: .text, "What the user is called.") { $0.name?.text },
    Member("current", .flag, "Whether this clone acts as the user.") { $0.isCurrent },
  ])
}
