internal import HabitApp
internal import Posix

extension Session {
  /// Changes a definition in one commit, and prints what it changed and what that does.
  ///
  /// When `asking`, a user at a terminal first sees what it would do to points and streaks; also
  /// when some would be lost, unless the user `isSure`.
  func define(
    _ target: DefineRequest.Target,
    in context: CommandContext,
    asking: Bool = false,
    isSure: Bool = false
  ) throws(Diagnosis) {
    let request = DefineRequest(target)
    // Nothing is decided before the lock is held, unless the user is asked or warned.
    let isForeseen = (asking || canAsk) && !isSure
    let scores = try isForeseen ? scores(of: request, in: context) : nil
    let warning = asking || scores?.isLoss == true ? scores?.text : nil
    if let warning {
      try say("\(asking ? "the past is read anew" : "this takes"): \(warning)")
      guard try confirms("go on?") else { return try say("nothing changed") }
    }
    try show(commit(request, in: context), warned: warning)
  }

  /// What a change would do to points and streaks; nil when nothing.
  private func scores(
    of request: DefineRequest,
    in context: CommandContext
  ) throws(Diagnosis) -> ScoreChange? {
    do {
      let change = try request.plan(in: context).value(context)
      return change.isChanged ? change.scores : nil
    } catch {
      throw Diagnosis(error)
    }
  }

  private func show(_ change: DefinitionChange, warned: String?) throws(Diagnosis) {
    guard !options.json else { return try print(change.output) }
    guard change.isChanged else { return try print("\(change.what): as it was") }
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
    return .object([("what", .text(what)), ("changes", .list(changes))] + scores.output)
  }
}
