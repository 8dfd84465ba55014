public import HabitApp
internal import HabitCore

/// What a change of a definition changed, and what that does.
public struct DefinitionScreen: Screen {
  private let change: DefinitionChange
  private let warned: String?
  private let style: Style

  /// A change; what the user was warned of before is not told again.
  public init(_ change: DefinitionChange, warned: String?, in style: Style) {
    self.change = change
    self.warned = warned
    self.style = style
  }

  /// A line for each field, then points and streaks.
  public var lines: [String] {
    guard change.isChanged else { return ["\(change.habit?.text ?? "profile"): as it was"] }
    var table = Table([.left, .elastic, .left.dispensable(1)])
    for difference in change.differences {
      table.add([
        Table.Cell(difference.field, .quiet),
        Table.Cell(difference.after ?? "none", .strong),
        Table.Cell("was \(difference.before ?? "none")", .quiet),
      ])
    }
    let effect = change.scores.text.flatMap { $0 != warned ? [$0.terminalSafe] : nil } ?? []
    return table.lines(in: style) + effect
  }

  /// The fields before and after, and the effect.
  public var output: Output {
    let changes = change.differences.map { difference in
      Output.object([
        ("field", .text(difference.field)),
        ("before", Output(difference.before)),
        ("after", Output(difference.after)),
      ])
    }
    return .object(
      [("habit", Output(change.habit?.text)), ("changes", .list(changes))] + change.scores.output
    )
  }
}
