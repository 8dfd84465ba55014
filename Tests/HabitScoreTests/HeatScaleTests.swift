import HabitCore
import HabitScore
import Testing

/// The levels of a heat map.
@Suite struct HeatScaleTests {
  /// A habit of a hundred a day, with a total for each of some days, the last one today.
  private func scale(_ totals: [Int]) -> (scale: HeatScale, levels: [Int?]) {
    var habit = sketchedHabit("a", from: day("2026-03-02"))
    habit.goal = Dated(times(100))
    let days = totals.indices.map { habit.start.advanced(by: $0) }
    let tallies = zip(days, totals).map { Tally(day: $0, progress: Amount($1), skip: nil) }
    let board = HabitBoard(
      of: TrackedHabit(habit, tallies: tallies),
      profile: Profile(),
      on: days.last ?? habit.start
    )
    let scale = HeatScale.one(board)
    return (scale, days.map { scale.level(on: $0)?.rawValue })
  }

  @Test func `a day's level is the third that its own share is in, whatever other days are`() {
    let (_, levels) = scale([0, 1, 33, 34, 66, 67, 99, 100, 900])
    #expect(levels == [0, 1, 1, 2, 2, 3, 3, 4, 4])
  }

  @Test func `a third of the habits is in the second third, and two thirds are in the last`() {
    for (log, level) in [("x..", HeatLevel.some), ("xx.", .most), ("xxx", .full), ("...", .none)] {
      let sketches = log.enumerated().map { Sketch("every day", "\($1)", id: "h\($0)") }
      let board = Scoreboard(of: tracker(sketches), on: day("2026-03-02"))
      #expect(HeatScale.all(board.habits).level(on: board.today) == level)
    }
  }

  @Test func `a day on which nothing was due has no level`() {
    let week = Sketch("weekdays", "x-.~..x")
    let days = (0..<7).map { week.habit.start.advanced(by: $0) }
    let scale = HeatScale.one(week.board)
    #expect(days.map { scale.level(on: $0)?.rawValue } == [4, nil, 0, 2, 0, nil, nil])
    #expect(days.map { scale.percent(on: $0) } == [100, nil, 0, 50, 0, nil, nil])
  }

  @Test func `only nothing is 0 per cent, and only all is 100`() {
    var habit = sketchedHabit("a", from: day("2026-03-02"))
    habit.goal = Dated(times(1000))
    for (total, percent) in [(0, 0), (1, 1), (999, 99), (1000, 100)] {
      let tally = Tally(day: habit.start, progress: Amount(total), skip: nil)
      let tracked = TrackedHabit(habit, tallies: [tally])
      let board = HabitBoard(of: tracked, profile: Profile(), on: habit.start)
      let scale = HeatScale.one(board)
      #expect(scale.percent(on: habit.start) == percent)
    }
  }

  @Test func `what is nearly done is nothing in the map of all, and a share in its own`() {
    let nearly = [Sketch("every day", "~.", id: "a"), Sketch("every day", "~x", id: "b")].map {
      $0.with { $0.habit.goal = Dated(times(2)) }
    }
    let board = Scoreboard(of: tracker(nearly), on: nearly[0].today)
    let (first, today) = (nearly[0].habit.start, board.today)
    let all = HeatScale.all(board.habits)
    #expect(all.percent(on: first) == 0 && all.level(on: first) == HeatLevel.none)
    #expect(all.percent(on: today) == 50 && Count(of: board.habits, on: today).percent == 50)
    #expect(HeatScale.one(board.habits[0]).percent(on: first) == 50)
    #expect(HeatScale.all([board.habits[0]]).percent(on: first) == 0)
    let before = first.advanced(by: -1)
    #expect(all.level(on: before) == nil)
  }
}
