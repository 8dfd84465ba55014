internal import HabitCore
public import HabitScore

/// The badges that a user has earned, and those that are left.
public struct AchievementsScreen: Screen {
  private let earned: [Achievement]
  private let style: Style

  /// All badges, of which some were earned.
  public init(earned: [Achievement], in style: Style) {
    self.earned = earned
    self.style = style
  }

  private var unearned: [Achievement.Kind] {
    Achievement.Kind.allCases.filter { kind in !earned.contains { $0.kind == kind } }
  }

  /// A line for each badge, those that were earned first.
  public var lines: [String] {
    var table = Table([.left, .left, .elastic])
    for achievement in earned {
      table.add([
        Table.Cell(style.glyphs.days.checked, .good),
        Table.Cell(achievement.kind.title, .strong),
        Table.Cell("\(achievement.day)  \(achievement.kind.condition)"),
      ])
    }
    for kind in unearned {
      table.add([
        Table.Cell(style.mark(of: .open).text, .quiet),
        Table.Cell(kind.title, .quiet),
        Table.Cell(kind.condition, .quiet),
      ])
    }
    return table.lines(in: style)
  }

  /// A list of the badges, those that were earned first.
  public static let shape = Shape.list(.badge).of { (screen: AchievementsScreen) in
    screen.earned.map { ($0.kind, $0.day) } + screen.unearned.map { ($0, nil) }
  }
}
