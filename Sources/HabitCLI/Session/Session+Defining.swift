internal import HabitApp

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
  ) throws -> Bool {
    let request = DefineRequest(target)
    // Nothing is decided before the lock is held, unless the user is asked or warned.
    var warning: String?
    if asking, !hasConsent {
      let scores = try effect(of: request, in: context)
      warning = scores.isOfPast ? scores.text : nil
    } else {
      warning = try loss(of: request, in: context)
    }
    guard try agrees(to: warning, verb: asking ? "past days are scored again" : "this takes") else {
      return false
    }
    try show(
      DefinitionScreen(change: commit(request, in: context), warned: warning, style: style)
    )
    return true
  }
}
