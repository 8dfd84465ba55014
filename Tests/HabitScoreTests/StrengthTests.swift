import HabitCore
import HabitScore
import Testing

/// The strength against numbers that Loop Habit Tracker computed.
///
/// Source: its `ScoreListTest`, and exports of real habits.
@Suite struct StrengthTests {
  private func strength(_ sketch: Sketch) -> Double {
    Strength(of: sketch.board, on: sketch.today)?.value ?? -1
  }

  private func percent(of sketch: Sketch) -> Int {
    Strength(of: sketch.board, on: sketch.today)?.percent ?? -1
  }

  /// A habit of one time, as a tick is.
  private func ticks(_ schedule: String, _ log: String) -> Sketch {
    Sketch(schedule, log).with { $0.habit.goal = Dated(times(1)) }
  }

  private func isNear(_ left: Double, _ right: Double) -> Bool { abs(left - right) < 0.000_001 }

  @Test func `a daily habit has the strength Loop gives it`() {
    #expect(isNear(strength(ticks("every day", "x")), 0.051922))
    #expect(abs(strength(ticks("every day", String(repeating: "x", count: 20))) - 0.6557476) < 5e-8)
  }

  @Test func `80 per cent after a month, 96 after two, 99 after three`() {
    for (months, expected) in [(1, 80), (2, 96), (3, 99)] {
      let log = String(repeating: "x", count: months * 30)
      #expect(percent(of: ticks("every day", log)) == expected)
    }
  }

  @Test func `a skip freezes it`() {
    // Loop's test: skips 5, 10 and 11 days ago among 20 ticks.
    var log = Array(repeating: Character("x"), count: 20)
    for back in [5, 10, 11] { log[19 - back] = "-" }
    #expect(isNear(strength(ticks("every day", String(log))), 0.596033))
  }

  @Test func `a rest and a vacation freeze it`() {
    let plain = strength(ticks("every day", "xxxxx"))
    let rested = ticks("every day", "xxx..xx").with {
      $0.habit.pauses = [span("2026-03-05", "2026-03-06")]
    }
    let away = ticks("every day", "xxx..xx").with {
      $0.profile.vacations = [span("2026-03-05", "2026-03-06")]
    }
    #expect(isNear(strength(rested), plain))
    #expect(isNear(strength(away), plain))
  }

  @Test func `a rare habit's ticks are looked for twice as far back, an amount is not`() {
    #expect(isNear(strength(ticks("once every 2 days", "xx")), 0.054816))
    #expect(isNear(strength(Sketch("once every 2 days", "xx")), 0.072631))
  }

  @Test func `with a schedule that names days, only those count`() {
    let weekdays = { (log: String) in strength(ticks("weekdays", log)) }
    // Monday to Sunday: what is done on a free day does nothing, and repays nothing.
    #expect(isNear(weekdays("xxxxx.."), weekdays("xxxxxxx")))
    #expect(isNear(weekdays("xx.xx.."), weekdays("xx.xxxx")))
    #expect(weekdays("xx.xx..") < weekdays("xxxxx.."))
    let year = String(repeating: "xxxxx..", count: 52)
    #expect(percent(of: ticks("weekdays", year)) == 100)
    let most = String(repeating: "xxx.x..", count: 52)
    #expect((70...90).contains(percent(of: ticks("weekdays", most))))
  }

  @Test func `a named day moves it as the days to the next one would`() {
    // A habit of Mondays falls to its half in 13 days divided by the root of 1/7: some 34 days.
    let done = String(repeating: "x......", count: 200)
    let strong = ticks("mon", done + "x")
    let later = ticks("mon", done + "x" + String(repeating: ".......", count: 5) + ".")
    #expect(abs(strength(later) / strength(strong) - 0.5) < 0.03)
  }

  @Test func `two of three times a week for long is two thirds`() {
    let log = String(repeating: "x..x...", count: 150)
    #expect(abs(strength(ticks("3 times a week", log)) - 0.6667) < 0.001)
  }

  @Test func `an open today changes nothing until something is recorded`() {
    #expect(isNear(strength(ticks("every day", "xxx.")), strength(ticks("every day", "xxx"))))
    #expect(strength(Sketch("every day", "xxx~")) > strength(Sketch("every day", "xxx.")))
  }

  @Test func `a habit that is only tracked has no strength`() {
    #expect(Strength(of: ticks("any time", "xxx").board, on: day("2026-03-04")) == nil)
    let before = ticks("every day", "xxx").board
    #expect(Strength(of: before, on: day("2026-03-01")) == nil)
  }

  @Test func `a breaking habit begins strong, and a day over the goal is worth nothing`() {
    let breaking = { (log: String, unlogged: Habit.Unlogged) in
      Sketch("every day", log).with {
        $0.habit.kind = .breaking(baseline: nil, unlogged: unlogged)
      }
    }
    #expect(strength(breaking("xxx", .missed)) == 1)
    #expect(isNear(strength(breaking("~", .missed)), 1 - 0.051922))
    let always = String(repeating: "~", count: 14)
    #expect(
      isNear(
        strength(breaking(always, .kept)),
        (0..<14).reduce(1) { rest, _ in rest * 0.948_077_5 }
      )
    )
    #expect(isNear(strength(breaking("..x", .kept)), 1))
    #expect(strength(breaking("..x", .missed)) < 0.95)
  }

  @Test(arguments: ["every day", "weekdays", "3 times a week"])
  func `the course of each day ends in the strength as of that day`(schedule: String) {
    let sketch = Sketch(schedule, "xx.x-~xxx..x.xxxx~x.")
    let days = sketch.habit.start.advanced(by: -2)...sketch.today
    let course = Strength.course(of: sketch.board, over: days)
    #expect(course.count == sketch.log.count + 2 && course[0] == nil && course[1] == nil)
    for length in 2..<sketch.log.count {
      // Later days change no earlier strength; what is open today does not count yet.
      let until = sketch.with { $0.log = String($0.log.prefix(length)) + "." }
      #expect(course[length + 1].map { isNear($0, strength(until)) } == true)
    }
  }
}
