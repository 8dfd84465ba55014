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

  @Test(arguments: [
    ("every day", false), ("mon", true), ("mon, tue", false), ("every 2 days", true),
    ("monthly on 2", true), ("3 times a week", false),
  ])
  func `a schedule that does not name tomorrow is due today only`(schedule: String, isSo: Bool) {
    #expect(Sketch(schedule, ".").board.isDueTodayOnly == isSo)
  }
}
