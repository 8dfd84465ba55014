public import HabitCore

/// The users of a repository.
public struct UsersScreen: Screen {
  private let users: [(id: UserID, name: Name?)]
  private let current: UserID
  private let style: Style

  /// Users with what they are called, one of whom is acting.
  public init(_ users: [(id: UserID, name: Name?)], current: UserID, in style: Style) {
    self.users = users
    self.current = current
    self.style = style
  }

  /// A line for each user.
  public var lines: [String] {
    var table = Table([.left, .left, .elastic])
    for user in users {
      table.add([
        Table.Cell(user.id == current ? "*" : " "), Table.Cell(user.id.text, .strong),
        Table.Cell(user.name?.text ?? ""),
      ])
    }
    return table.lines(in: style)
  }

  /// The users as a list.
  public var output: Output {
    .list(
      users.map { user in
        .object([
          ("id", .text(user.id.text)),
          ("name", Output(user.name?.text)),
          ("current", .flag(user.id == current)),
        ])
      }
    )
  }
}
