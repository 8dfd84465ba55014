internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitMerge
internal import Posix

/// `habit user adopt`: the history of one user becomes another's.
struct UserAdopt: Subcommand {
  static let name = "adopt"
  static let abstract = "Move the history of a user to another user."
  static let json = JSONOutput("What was adopted, and the effect of it.", AdoptionScreen.shape)

  @Argument(help: "The user whose history moves, usually guest.", completion: .users)
  var from: String

  @Argument(help: "The user who gets the history.", completion: .users)
  var to: String

  @Option(
    help: .of(
      "which",
      "For a habit of both users, keep both histories, mine (the adopting user's) or theirs."
    )
  )
  var keep: Adoption.Preference?

  @OptionGroup var write: WriteOptions
  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    guard let from = UserID(self.from), let to = UserID(self.to) else {
      throw Diagnosis(.usage, "a user is named by \(Diagnosis.userForm)")
    }
    let accepts = write.acceptDeletions
    guard
      let history = try session.app.history(of: from, adoptedBy: to, acceptingDeletions: accepts)
    else { return try session.show(AdoptionScreen(done: nil, from: from, to: to)) }
    try session.show(history.committed)
    let preference = try preference(history, session)
    let outcome = try session.app.adopt(history, keeping: preference, acceptingDeletions: accepts)
    try session.show(outcome.committed)
    try session.warnOfConflictCopies(history.context)
    try session.show(AdoptionScreen(done: outcome.value, from: from, to: to))
  }

  /// Which histories are kept; asked for when both users have one.
  private func preference(
    _ history: AdoptableHistory,
    _ session: Session
  ) throws -> Adoption.Preference {
    if let keep { return keep }
    let common = history.undecidedHabits
    guard !common.isEmpty else { return .both }
    let names = common.map(\.text).joined(separator: ", ")
    try session.say("\(history.user) and \(history.context.user) both have \(names)")
    guard session.world.terminal.isInteractive else {
      throw Diagnosis(.usage, "say which is kept", hint: "--keep both merges them, day by day")
    }
    while let answer = try session.ask("keep both, mine or theirs? [both]") {
      if answer.isEmpty { return .both }
      if let keep = Adoption.Preference(rawValue: answer) { return keep }
    }
    throw Diagnosis(.usage, "nothing changed")
  }
}
