import HabitCore
import HabitScore
import Testing

/// What a command may say about its edit; all logs begin on Monday 2026-03-02 and end today.
@Suite struct DayChangeTests {
  private func boards(_ logs: [String], _ schedules: [String]) -> [HabitBoard] {
    let sketches = zip(zip(logs, schedules), ["read", "swim"]).map {
      Sketch($0.0.1, $0.0.0, id: $0.1)
    }
    return sketches.map(\.board)
  }

  /// The change of the last day, or of another one.
  private func change(
    from before: [String],
    to after: [String],
    schedules: [String] = ["every day", "every day"],
    on edited: String? = nil
  ) -> DayChange {
    let last = day("2026-03-02").advanced(by: (before.first?.count ?? 1) - 1)
    return DayChange(
      on: edited.map(day) ?? last,
      from: boards(before, schedules),
      to: boards(after, schedules)
    )
  }

  @Test(arguments: [
    (["."], ["x"], true, 50), (["~"], ["x"], true, 50), (["."], ["~"], false, 0),
    (["x"], ["+"], false, 0), (["x"], ["."], false, -50),
    ([".", "."], ["x", "."], false, 0), (["x", "."], ["x", "x"], true, 50),
    (["x", "."], ["x", "-"], false, 50), (["-", "-"], ["x", "-"], true, 50),
    (["-", "x"], ["x", "x"], false, 0),
  ])
  func `a day is celebrated once, when its last open habit becomes done`(
    before: [String],
    after: [String],
    isCelebration: Bool,
    points: Int
  ) {
    let change = change(from: before, to: after)
    #expect(change.isCelebration == isCelebration)
    #expect(change.points == points)
  }

  @Test func `habits that became done are named`() {
    #expect(change(from: ["x", "."], to: ["x", "x"]).becameDone.map(\.text) == ["swim"])
    #expect(change(from: [".", "."], to: ["x", "x"]).becameDone.map(\.text) == ["read", "swim"])
    #expect(change(from: ["x", "x"], to: [".", "x"]).becameDone.isEmpty)
  }

  @Test func `a quota habit may complete a day on which nothing was due, and give it back`() {
    let done = change(from: ["."], to: ["x"], schedules: ["once a week"])
    #expect(done.before == .neutral && done.isCelebration)
    let undone = change(from: ["x"], to: ["."], schedules: ["once a week"])
    #expect(undone.after == .neutral && undone.points == -50)
  }

  @Test func `any progress completes a day in partial mode`() {
    let (before, after) = (Sketch("every day", "."), Sketch("every day", "~"))
    func board(_ sketch: Sketch) -> HabitBoard {
      sketch.with { $0.profile.streakMode = Dated(.partial) }.board
    }
    let change = DayChange(on: before.today, from: [board(before)], to: [board(after)])
    #expect(change.isCelebration && board(after).state(on: after.today) == .open)
  }

  @Test func `an earlier day may be completed too`() {
    let change = change(from: ["xx.x"], to: ["xxxx"], on: "2026-03-04")
    #expect(change.before == .incomplete && change.isCelebration)
  }

  @Test(
    arguments: [
      (".", "x", nil), ("x.", "xx", nil), ("xx.", "xxx", 3), ("xxx.", "xxxx", nil),
      ("xxx", "xx.", nil), ("xxx", "xxx", nil), ("xxxx.xxxx", "xxxxxxxxx", 7),
      ("x.xxx", "xxxxx", 5), ("x..xxx", "xx.xxx", nil),
    ] as [(String, String, Int?)]
  )
  func `a streak names the greatest milestone it reached`(
    before: String,
    after: String,
    milestone: Int?
  ) {
    let (before, after) = (Sketch("every day", before), Sketch("every day", after))
    #expect(after.board.streak.milestone(since: before.board.streak) == milestone)
    let boards = [before, after].map { Scoreboard(of: tracker($0), on: $0.today) }
    #expect(boards[1].streak.milestone(since: boards[0].streak) == milestone)
  }
}
