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
    let scale = HeatScale(of: [board], over: habit.start...(days.last ?? habit.start))
    return (scale, days.map { scale.level(on: $0)?.rawValue })
  }

  @Test func `the days between nothing and all are divided in thirds`() {
    let (scale, levels) = scale([0, 70, 75, 80, 85, 90, 95, 100, 900])
    #expect(levels == [0, 1, 1, 2, 2, 3, 3, 4, 4])
    #expect(scale.limits.map(\.level) == [.little, .some, .most])
    #expect(scale.limits.map(\.percent) == [80, 90, 100])
  }

  @Test(
    arguments: [
      ([0, 100], [0, 4], []), ([50], [3], [100]), ([50, 50, 50], [3, 3, 3], [100]),
      ([0, 1, 99], [0, 2, 3], [99, 100]),
    ] as [([Int], [Int], [Int])]
  )
  func `few days have few levels`(totals: [Int], expected: [Int], limits: [Int]) {
    let (scale, levels) = scale(totals)
    #expect(levels == expected)
    #expect(scale.limits.map(\.percent) == limits)
  }

  @Test func `a day on which nothing was due has no level`() {
    let week = Sketch("weekdays", "x-.~..x")
    let days = (0..<7).map { week.habit.start.advanced(by: $0) }
    let scale = HeatScale(of: [week.board], over: days[0]...days[6])
    #expect(days.map { scale.level(on: $0)?.rawValue } == [4, nil, 0, 3, 0, nil, nil])
    #expect(days.map { scale.percent(on: $0) } == [100, nil, 0, 50, 0, nil, nil])
  }

  @Test func `only nothing is 0 per cent, and only all is 100`() {
    var habit = sketchedHabit("a", from: day("2026-03-02"))
    habit.goal = Dated(times(1000))
    for (total, percent) in [(0, 0), (1, 1), (999, 99), (1000, 100)] {
      let tally = Tally(day: habit.start, progress: Amount(total), skip: nil)
      let tracked = TrackedHabit(habit, tallies: [tally])
      let board = HabitBoard(of: tracked, profile: Profile(), on: habit.start)
      let scale = HeatScale(of: [board], over: habit.start...habit.start)
      #expect(scale.percent(on: habit.start) == percent)
    }
  }

  @Test func `the share of several habits is their mean`() {
    let board = Scoreboard(
      of: tracker(Sketch("every day", "x", id: "a"), Sketch("every day", ".", id: "b")),
      on: day("2026-03-02")
    )
    let today = board.today
    #expect(HeatScale(of: board.habits, over: today...today).percent(on: today) == 50)
    #expect(HeatScale(of: [board.habits[0]], over: today...today).percent(on: today) == 100)
    let before = today.advanced(by: -1)
    #expect(HeatScale(of: board.habits, over: before...before).level(on: before) == nil)
  }
}
