internal import ArgumentParser
internal import HabitApp

/// `habit what-if`: the effect of a command that is not carried out.
struct WhatIfCommand: Subcommand {
  static let name = "what-if"
  static let abstract = "Show how a command would change points, streaks and due days."
  static let json = JSONOutput("What would change.", WhatIfScreen.shape)

  @Argument(
    parsing: .captureForPassthrough,
    help: "A command that records or decides something, with its arguments.",
    completion: .trial
  )
  var command: [String]

  @OptionGroup(visibility: .common) var options: GlobalOptions

  func validate() throws {
    if ["-h", "--help"].contains(command.first) { throw CleanExit.helpRequest(self) }
  }

  func run(in session: Session) throws {
    guard let command = try parseCommand(self.command, in: session.world) else { return }
    guard command is any DecidingCommand else {
      throw Diagnosis(
        .usage,
        "\"\(self.command.joined(separator: " "))\" is not a command that records or decides",
        hint: "as in: habit what-if vacation start --to sunday"
      )
    }
    var options = command.options
    options.repo = options.repo ?? self.options.repo
    options.user = options.user ?? self.options.user
    options.json = options.json || self.options.json
    let trial = Trial()
    try command.run(in: Session(world: session.world, options: options, trial: trial))
    // A command that finds nothing to do, or only lists, plans no commit.
    let change = trial.changes.first
    let edits = change?.edits ?? []
    let context = if let change { change.context } else { try session.context() }
    let scores = ScoreChange(of: edits, in: context)
    let subject = edits.isEmpty ? nil : change?.subject
    let telling = Session(world: session.world, options: options)
    try telling.show(WhatIfScreen(subject: subject, scores: scores, style: telling.style))
  }
}
