internal import HabitApp
internal import Posix

// What a user at a terminal is asked before it is done.
extension Session {
  /// Whether a user is at the terminal, and something is about to be done.
  var canAsk: Bool { world.terminal.isInteractive && trial == nil && !hasConsent }

  /// The session without questions about what a change takes, when the user agreed beforehand.
  func assuming(_ consent: ConsentOption) -> Session {
    var session = self
    session.hasConsent = consent.yes
    return session
  }

  /// Whether the user says yes; without a terminal the answer is yes.
  func confirms(_ question: String) throws -> Bool {
    guard canAsk else { return true }
    return try ["y", "yes"].contains(ask("\(question) [y/N]")?.lowercased())
  }

  /// Whether the user agrees to what a change takes, which is said first; nil is nothing.
  func agrees(to loss: String?, verb: String = "this takes") throws -> Bool {
    guard let loss else { return true }
    try say("\(verb): \(loss)")
    guard try !confirms("go on?") else { return true }
    try say("nothing changed")
    return false
  }

  /// The points and streaks that a change would take, in words; nil when it takes none, or when
  /// no question can be asked.
  func loss<Request: ChangeRequest>(
    of request: Request,
    in context: CommandContext
  ) throws -> String? {
    guard canAsk else { return nil }
    let scores = try effect(of: request, in: context)
    return scores.isLoss ? scores.text : nil
  }

  /// What a change would do to points and streaks.
  func effect<Request: ChangeRequest>(
    of request: Request,
    in context: CommandContext
  ) throws -> ScoreChange { ScoreChange(of: try request.plan(in: context).edits, in: context) }
}
