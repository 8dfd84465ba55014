import HabitCore
import HabitScore
import Testing

@Suite struct DayMarkTests {
  /// The marks of the days of a sketch.
  private func marks(_ sketch: Sketch) -> [DayMark?] {
    sketch.log.indices.enumerated()
      .map { sketch.board.mark(on: sketch.habit.start.advanced(by: $0.offset)) }
  }

  @Test func `every state has one mark, and what was begun or not due has its own`() {
    #expect(marks(Sketch("every day", "x.-~~")) == [.done, .missed, .skipped, .missed, .begun])
    #expect(marks(Sketch("every day", "x.")) == [.done, .open])
    #expect(marks(Sketch("mon", "x~n")) == [.done, .extra, .free])
  }

  @Test func `a day outside of the habit's life has no mark`() {
    var sketch = Sketch("every day", "xx..")
    sketch.habit.end = sketch.habit.start.advanced(by: 2)
    #expect(sketch.board.mark(on: sketch.habit.start.advanced(by: -1)) == nil)
    #expect(sketch.board.mark(on: sketch.today) == nil)
  }

  @Test func `a map has the marks of rows, and three for what was done in part`() {
    var week = Sketch("weekdays", "x-.~..x")
    let days = (-1...7).map { week.habit.start.advanced(by: $0) }
    let row: [MapMark?] = [
      nil, .day(.done), .day(.skipped), .day(.missed), .level(.some), .day(.missed), .day(.free),
      .day(.extra), nil,
    ]
    #expect(days.map(HeatScale.one(week.board).mark) == row)
    let open = Sketch("every day", "x.").board
    let today = open.today
    #expect(HeatScale.one(open).mark(on: today) == .day(.open))
    week.habit.goal = Dated(Goal(amount: Amount(5), unit: "km"))
    let all = Scoreboard(of: tracker(week, Sketch("every day", "x", id: "b")), on: week.today)
    let together = days.map(HeatScale.all(all.habits).mark)
    #expect(together[1...2] == [.level(.some), .day(.missed)])
    #expect(together[0] == nil && together[7...8] == [.day(.open), nil])
  }

  @Test(arguments: [DayGlyphs.unicode, .ascii])
  func `no mark has two meanings`(glyphs: DayGlyphs) {
    let parts = [HeatLevel.little, .some, .most].map { glyphs.glyph(of: .level($0)) }
    let marks = DayMark.allCases.map(glyphs.glyph) + parts
    #expect(Set(marks).count == 10 && marks.allSatisfy { $0.count == 1 })
    #expect(!marks.dropFirst().contains(glyphs.checked))
  }

  @Test(arguments: [
    ("every day", false), ("mon", true), ("mon, tue", false), ("every 2 days", true),
    ("monthly on 2", true), ("3 times a week", false),
  ])
  func `a schedule that does not name tomorrow is due today only`(schedule: String, isSo: Bool) {
    #expect(Sketch(schedule, ".").board.isDueTodayOnly == isSo)
  }
}
