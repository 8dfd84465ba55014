internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitOutput
internal import HabitScore

/// `habit achievements`: the badges.
struct Achievements: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "achievements",
    abstract: "Show the badges that were earned, and those that were not yet."
  )

  @OptionGroup(visibility: .common) var options: GlobalOptions

  var isPaged: Bool { true }

  func run(in session: Session) throws(Diagnosis) {
    let context = try session.context()
    let reading = context.read(.everything)
    let earned = Scoreboard(of: reading.tracker, on: context.today).achievements
    try session.show(AchievementsScreen(earned: earned, in: session.style))
    try session.conclude(reading)
  }
}
