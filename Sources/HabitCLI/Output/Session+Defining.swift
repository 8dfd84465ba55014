internal import HabitApp
internal import HabitCore
internal import Posix

extension Session {
  /// Changes a definition in one commit, and prints what it changed and what that does.
  ///
  /// A user at a terminal is first asked about points and streaks that would be lost; when
  /// `asking`, everybody is told what would change.
  ///
  /// - Returns: Whether the user wanted it.
  @discardableResult
  func define(
    _ target: DefineRequest.Target,
    in context: CommandContext,
    asking: Bool = false
  ) throws(Diagnosis) -> Bool {
    let request = DefineRequest(target)
    // Nothing is decided before the lock is held, unless the user is asked or warned.
    let warning =
      asking && !hasConsent
      ? try effect(of: request, in: context).text : try loss(of: request, in: context)
    guard try agrees(to: warning, verb: asking ? "the past is read anew" : "this takes") else {
      return false
    }
    try show(commit(request, in: context), warned: warning)
    return true
  }

  private func show(_ change: DefinitionChange, warned: String?) throws(Diagnosis) {
    guard !options.json else { return try print(change.output) }
    guard change.isChanged else {
      return try print("\(change.habit?.text ?? "profile"): as it was")
    }
    var table = Table([.left, .elastic, .left.dispensable(1)])
    for difference in change.differences {
      table.add([
        Table.Cell(difference.field, .quiet),
        Table.Cell(difference.after ?? "none", .strong),
        Table.Cell("was \(difference.before ?? "none")", .quiet),
      ])
    }
    for line in table.lines(in: style) { try print(line) }
    if let text = change.scores.text, text != warned { try print(text.terminalSafe) }
  }
}

extension DefinitionChange {
  fileprivate var output: Output {
    let changes = differences.map { difference in
      Output.object([
        ("field", .text(difference.field)),
        ("before", Output(difference.before)),
        ("after", Output(difference.after)),
      ])
    }
    return .object([("habit", Output(habit?.text)), ("changes", .list(changes))] + scores.output)
  }
}
