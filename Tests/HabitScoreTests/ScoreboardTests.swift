import HabitCore
import HabitScore
import Testing

@Suite struct ScoreboardTests {
  /// Two weeks computed by hand.
  ///
  /// Monday and Tuesday complete; Wednesday without reading; Thursday and Friday complete; Saturday
  /// without water; Sunday to Tuesday complete; on Wednesday water and reading are still open.
  private func fortnight() -> Tracker {
    tracker(
      Sketch("every day", "xxxxx.xxx.", id: "water"),
      Sketch("3 times a week", "x.x...xx..", id: "gym"),
      Sketch("weekdays", "xx.xx..xx.", id: "read")
    )
  }

  @Test func `a fortnight comes to what a pencil says`() throws {
    let board = Scoreboard(of: fortnight(), on: day("2026-03-11"))
    #expect(
      board.ledger.map(\.day.description) == [
        "2026-03-02", "2026-03-03", "2026-03-05", "2026-03-06", "2026-03-08", "2026-03-09",
        "2026-03-10",
      ]
    )
    #expect(board.ledger.allSatisfy { $0.points == 50 })
    #expect(board.xp.points == 350)
    #expect(board.level.number == 2 && board.level.start == 300 && board.level.next == 1200)
    #expect(board.streak.current == 3 && board.streak.best == 3)
    let points = ["2026-03-01", "2026-03-07", "2026-03-08", "2026-03-11"].map {
      board.points(on: day($0))
    }
    #expect(points == [0, 0, 50, 0])
    #expect(
      board.habits.map { "\($0.habit.id) \($0.streak.current) of \($0.streak.best)" } == [
        "gym 1 of 1", "read 4 of 4", "water 3 of 5",
      ]
    )
    let today = day("2026-03-11")
    #expect(DayVerdict(on: today, of: board.habits) == .incomplete)
    #expect(board.habits.map { $0.state(on: today) } == [.free, .open, .open])
  }

  @Test func `a user without habits has no score`() {
    let board = Scoreboard(of: tracker(), on: day("2026-03-11"))
    #expect(board.ledger.isEmpty && board.xp.points == 0 && board.level.number == 1)
    #expect(board.streak.current == 0 && board.streak.best == 0)
    #expect(DayVerdict(on: day("2026-03-11"), of: []) == .neutral)
  }

  @Test(arguments: [
    ("x", "x", DayVerdict.complete), ("x", "-", .complete), ("-", "-", .neutral),
    ("x", ".", .incomplete), (".", "-", .incomplete), ("+", "x", .complete),
    ("~", "x", .incomplete),
  ])
  func `a past day is complete when all that was due and not skipped was done`(
    one: String,
    other: String,
    verdict: DayVerdict
  ) {
    let board = Scoreboard(
      of: tracker(
        Sketch("every day", one + ".", id: "one"),
        Sketch("every day", other + ".", id: "other")
      ),
      on: day("2026-03-03")
    )
    #expect(DayVerdict(on: day("2026-03-02"), of: board.habits) == verdict)
    #expect((board.points(on: day("2026-03-02")) == 50) == (verdict == .complete))
    #expect(DayVerdict(on: day("2026-03-03"), of: board.habits) == .incomplete)
  }

  @Test func `neutral days are passed over and today does not break the streak`() {
    // Monday, Wednesday and Friday are due; Wednesday is skipped; next Monday is open.
    let board = Scoreboard(
      of: tracker(Sketch("mon, wed, fri", "x.-.x...")),
      on: day("2026-03-09")
    )
    #expect(board.streak.current == 2 && board.streak.best == 2)
    #expect(board.xp.points == 100)
  }

  @Test func `progress on a free day earns nothing`() {
    let board = Scoreboard(of: tracker(Sketch("weekends", "xxxxx")), on: day("2026-03-06"))
    #expect(board.ledger.isEmpty && board.streak.best == 0)
  }

  @Test func `a quota habit done on any day completes the day`() {
    let board = Scoreboard(of: tracker(Sketch("3 times a week", "x.x")), on: day("2026-03-04"))
    #expect(board.ledger.map(\.day.description) == ["2026-03-02", "2026-03-04"])
    #expect(board.streak.current == 2)
  }

  @Test func `a deleted habit still counts on the days before`() {
    let kept = Sketch("every day", "xxxx", id: "kept")
    let deleted = Sketch("every day", "x.xx", id: "old").with {
      $0.habit.deleted = day("2026-03-04")
    }
    let board = Scoreboard(of: tracker(kept, deleted), on: day("2026-03-05"))
    #expect(
      board.ledger.map(\.day.description) == ["2026-03-02", "2026-03-04", "2026-03-05"]
    )
    #expect(board.streak.current == 2)
  }

  @Test func `a habit that starts later leaves the days before alone`() {
    let old = Sketch("every day", "xxxx", id: "old")
    let new = Sketch("every day", ".", from: "2026-03-05", id: "new")
    let board = Scoreboard(of: tracker(old, new), on: day("2026-03-05"))
    #expect(board.ledger.map(\.day.dayOfMonth) == [2, 3, 4])
    #expect(board.xp.points == 150 && board.streak.current == 3)
  }

  @Test func `partial progress earns the award where the mode says so`() {
    let sketch = Sketch("every day", "~~x").with {
      $0.profile.streakMode = dated(("2026-03-02", .full), ("2026-03-03", .partial))
    }
    let board = Scoreboard(of: tracker(sketch), on: day("2026-03-04"))
    #expect(board.ledger.map(\.day.description) == ["2026-03-03", "2026-03-04"])
  }

  @Test func `undone and done again, a day has its award once`() {
    let done = Scoreboard(of: tracker(Sketch("every day", "xxx")), on: day("2026-03-04"))
    let undone = Scoreboard(of: tracker(Sketch("every day", "xx.")), on: day("2026-03-04"))
    #expect(done.xp.points == 150 && undone.xp.points == 100)
    #expect(
      Scoreboard(of: tracker(Sketch("every day", "xxx")), on: day("2026-03-04")).xp == done.xp
    )
  }

  @Test func `a habit is due between start and end only, whatever others do`() {
    let short = Sketch("every day", "x", id: "short").with { $0.habit.end = day("2026-03-02") }
    let board = Scoreboard(
      of: tracker(short, Sketch("every day", "xx", id: "long")),
      on: day("2026-03-03")
    )
    #expect(board.xp.points == 100)
  }
}
