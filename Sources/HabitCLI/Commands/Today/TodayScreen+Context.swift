internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitScore

extension TodayScreen {
  /// What is shown of a day of a user; nil is today.
  init(
    of context: CommandContext,
    _ reading: Reading,
    on day: Day? = nil,
    in style: Style,
    where isMeant: (HabitBoard) -> Bool = { _ in true }
  ) {
    let board = Scoreboard(of: reading.tracker, on: context.today)
    self.init(
      board: board,
      broken: reading.broken,
      user: context.user,
      name: context.profile.name,
      plan: DayPlan(of: board, on: day ?? board.today, where: isMeant),
      style: style
    )
  }
}
