import HabitScore
import Testing

@Suite struct LevelTests {
  @Test(arguments: [
    (xp: 0, level: 1), (xp: 299, level: 1), (xp: 300, level: 2), (xp: 1199, level: 2),
    (xp: 1200, level: 3), (xp: 2699, level: 3), (xp: 2700, level: 4), (xp: 4799, level: 4),
    (xp: 4800, level: 5), (xp: 24_299, level: 9), (xp: 24_300, level: 10),
  ])
  func `a level starts at 300 times the square of the levels below`(xp: Int, level: Int) {
    #expect(Level.number(at: xp) == level)
  }

  @Test func `the first five levels and the tenth start where the manual says`() {
    let starts = [1, 2, 3, 4, 5, 10].map(Level.start)
    #expect(starts == [0, 300, 1200, 2700, 4800, 24_300])
  }

  @Test func `points lie in their level, and more points are never a lower level`() {
    let probes =
      (0...20_000).map { $0 }
      + (0...2_000).map { 1_000_000_000_000 - $0 }
      + (1...57_736).flatMap { level in (-1...1).map { 300 * (level - 1) * (level - 1) + $0 } }
    var last = (points: 0, level: 1)
    for points in probes.filter({ $0 >= 0 }).sorted() {
      let level = Level.number(at: points)
      #expect(Level.start(of: level) <= points && points < Level.start(of: level + 1), "\(points)")
      #expect(last.level <= level, "\(last.points) and \(points)")
      last = (points, level)
    }
  }

  @Test func `six complete days reach level 2`() {
    let days = [0, 1, 5, 6, 23, 24].map { count in
      let log = String(repeating: "x", count: count) + "."
      let sketch = Sketch("every day", log, from: "2020-01-01")
      return Scoreboard(of: tracker(sketch), on: sketch.today)
    }
    #expect(days.map(\.xp.points) == [0, 50, 250, 300, 1150, 1200])
    #expect(days.map(\.level.number) == [1, 1, 1, 2, 2, 3])
    #expect(days.map(\.level.start) == [0, 0, 0, 300, 300, 1200])
    #expect(days.map(\.level.next) == [300, 300, 300, 1200, 1200, 2700])
  }

  @Test func `milestones are nine numbers and then every multiple of thirty`() {
    #expect(
      (0...200).filter(Rules.isMilestone)
        == [3, 5, 7, 10, 14, 21, 30, 50, 100, 120, 150, 180]
    )
  }
}
