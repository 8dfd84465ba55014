import HabitCore
import HabitScore
import TestSupport
import Testing

/// Statistics against the sentences of habit-stats(1), said again day by day.
@Suite struct StatisticsTests {
  private func statistics(_ sketch: Sketch, from: Int = 0) -> HabitStatistics {
    HabitStatistics(of: sketch.board, over: sketch.habit.start.advanced(by: from)...sketch.today)
  }

  @Test func `done, missed and skipped are counted apart, an open today not at all`() {
    let some = statistics(Sketch("every day", "xx.-~."))
    #expect((some.done, some.missed, some.skipped) == (2, 2, 1))
    #expect(some.amount?.percent == 63)
    #expect(some.rate?.percent == 50)
    #expect(some.total == Amount(5))
  }

  @Test func `free days count for the total alone`() {
    let some = statistics(Sketch("weekdays", "xxxxxxx"))
    #expect((some.done, some.due) == (5, 5))
    #expect(some.total == Amount(14))
    #expect(some.average == Amount(2))
    #expect(some.amount?.percent == 100)
  }

  @Test func `a breaking habit's rate is the share of days that were kept`() {
    let some = statistics(
      Sketch("every day", "x~.x").with {
        $0.habit.kind = .breaking(baseline: nil, unlogged: .missed)
      }
    )
    #expect((some.done, some.missed) == (2, 2))
    #expect(some.amount?.percent == 50)
  }

  @Test func `more than the goal is no more than the goal`() {
    let tallies = [Tally(day: day("2026-03-02"), progress: Amount(9), skip: nil)]
    var habit = sketchedHabit("run", from: day("2026-03-02"))
    habit.goal = Dated(times(3))
    let board = HabitBoard(
      of: TrackedHabit(habit, tallies: tallies),
      profile: Profile(),
      on: day("2026-03-04")
    )
    let some = HabitStatistics(of: board, over: day("2026-03-02")...day("2026-03-04"))
    #expect(some.amount?.percent == 50)
    #expect(some.average == Amount(thousandths: 4500))
  }

  @Test func `a sum's average is that of its decided periods, all of their days`() {
    // Ten in the first week, four of them after the goal was reached; nothing yet in the second.
    let sketch = Sketch("every day", "x.x.x.xx.x", from: "2026-03-02").with {
      $0.habit.goal = Dated(sum(6, .week))
    }
    #expect(statistics(sketch).average == Amount(8))
    #expect(statistics(sketch).total == Amount(12))
  }

  @Test func `nothing due has no rate`() {
    #expect(statistics(Sketch("every day", "---")).amount == nil)
    #expect(statistics(Sketch("monthly on 31", "...")).rate == nil)
  }

  @Test func `the best weekday has the greater share, then more days, then is earlier`() {
    // Mondays and Tuesdays are all done, there are more Mondays; Wednesdays are all missed.
    let log = String(repeating: "xx.....", count: 4) + "x"
    let board = Scoreboard(
      of: tracker(Sketch("every day", log + ".")),
      on: day("2026-03-31")
    )
    let some = Statistics(of: board, over: day("2026-03-02")...day("2026-03-31"))
    #expect(some.bestWeekday == .monday)
    #expect(some.worstWeekday == .wednesday)
  }

  @Test func `three due days of a weekday, or 19 days in a year, are no evidence`() {
    func some(_ weeks: Int) -> Statistics {
      together([("a", String(repeating: "xx.....", count: weeks))])
    }
    #expect(some(3).bestWeekday == nil && some(3).worstWeekday == nil)
    #expect(some(4).bestWeekday == .monday && some(4).worstWeekday == .wednesday)
    func year(_ due: Int) -> Statistics {
      let rest = String(repeating: "-", count: 364 - due)
      return together([
        ("a", rest + String(repeating: "x", count: due)),
        ("b", String(repeating: ".x", count: 182)),
      ])
    }
    #expect(year(19).strongest == nil)
    #expect(year(20).strongest?.habit.id.text == "a")
  }

  @Test(
    arguments: [
      ("xxxxx.....xxxxx.....", .stable), (".....xxxxx", .improving), ("xxxxx.....", .declining),
      ("xxxxxxxxxxxxxxxxxxx.xxxxxxxxxxxxxxxxxxxx", .improving),
      ("xxxxxxxxxxxxxxxxxxxxxxxxx.xxxxxxxxxxxxxxxxxxxxxxxx", .stable),
    ] as [(String, Statistics.Trend)]
  )
  func `a trend is a change of five points`(log: String, trend: Statistics.Trend) {
    let sketch = Sketch("every day", log + ".")
    let half = log.count / 2
    let board = Scoreboard(of: tracker(sketch), on: sketch.today)
    let first = sketch.habit.start.advanced(by: log.count - half)
    let some = Statistics(of: board, over: first...sketch.today.advanced(by: -1))
    #expect(some.trend == trend)
    #expect(some.trend(of: board.habits[0]) == trend)
  }

  @Test func `without a range before there is no trend`() {
    let sketch = Sketch("every day", "xx")
    let board = Scoreboard(of: tracker(sketch), on: sketch.today)
    #expect(Statistics(of: board, over: sketch.habit.start...sketch.today).trend == nil)
  }

  private func together(_ logs: [(String, String)]) -> Statistics {
    let sketches = logs.map { Sketch("every day", $0.1 + ".", id: $0.0) }
    let board = Scoreboard(of: tracker(sketches), on: sketches[0].today)
    return Statistics(of: board, over: sketches[0].habit.start...sketches[0].today)
  }

  @Test func `the strongest habit has the best rate, then more due days, then the lesser id`() {
    #expect(together([("a", "x..."), ("b", "xxx.")]).strongest?.habit.id.text == "b")
    #expect(
      together([("b", "xxxx"), ("a", "xxxx"), ("c", "x...")]).strongest?.habit.id.text == "a"
    )
    #expect(
      together([("a", "xxx-"), ("b", "xxxx"), ("c", "x...")]).strongest?.habit.id.text == "b"
    )
  }

  @Test func `of one habit, of nothing done and of equal rates none is strongest or weakest`() {
    for logs in [
      [("a", "xx--"), ("b", "x...")], [("a", "xx--")], [("a", "x...")],
      [("a", "xxx-"), ("b", "xxxx")], [("a", "...."), ("b", "....")],
    ] {
      let some = together(logs)
      #expect(some.strongest == nil && some.weakest == nil, "\(logs)")
    }
    #expect(together([("a", "....")]).bestWeekday == nil)
    #expect(together([("a", "xxxx")]).worstWeekday == nil)
  }

  @Test func `exactly 20 points below the mean are not more than 20`() {
    for (one, other) in [
      ("xxxxx", "xxx.."), ("xxxxxxxxx.", "xxxxx....."), ("xxxx-", "xxx.."),
      (
        String(repeating: "x", count: 99) + ".",
        String(repeating: "x", count: 59) + String(repeating: ".", count: 41)
      ),
    ] {
      #expect(together([("a", one), ("b", other)]).weakest == nil, "\(one) \(other)")
    }
    // A little more: the mean of 100, 100 and 5 of 8 is 87.5, and 62.5 is 25 below.
    #expect(
      together([("a", "xxxxxxxx"), ("b", "xxxxxxxx"), ("c", "xxxxx...")]).weakest?.habit.id.text
        == "c"
    )
    // Thirds, sixths and halves: the mean of 1, 5/6, 2/3 and 1/2 is 75 %, and 1/2 is 25 below.
    let mixed = [("a", "xxxxxx"), ("b", "xxxxx."), ("c", "xxxx.."), ("d", "xxx...")]
    #expect(together(mixed).weakest?.habit.id.text == "d")
  }

  @Test func `the streak and the strength of a range are those of the end of its last day`() {
    let read = Sketch(
      "every day",
      String(repeating: "x", count: 31) + String(repeating: ".", count: 30)
    )
    let january = read.habit.start...read.habit.start.advanced(by: 30)
    let then = Sketch("every day", String(repeating: "x", count: 31))
    let some = HabitStatistics(of: read.board, over: january)
    #expect(some.streak.current == 31 && some.strength?.percent == 81)
    #expect(some.strength?.percent == statistics(then).strength?.percent)
    #expect(some.strength?.value == Strength.course(of: read.board, over: january).last)
    #expect(statistics(read).streak.current == 0)
  }

  @Test func `a limit that was passed today is judged today`() {
    let limit = Sketch("every day", "~").with {
      $0.habit.kind = .breaking(baseline: nil, unlogged: .missed)
    }
    let board = Scoreboard(of: tracker(limit), on: limit.today)
    let some = Statistics(of: board, over: limit.today...limit.today)
    #expect((some.perfectDays, some.judgedDays, some.due) == (0, 1, 1))
  }

  @Test func `a nudge needs a low rate, or one far behind that is not high`() {
    #expect(together([("a", "xxxx"), ("b", "x...")]).weakest?.habit.id.text == "b")
    #expect(together([("a", "xx..")]).weakest == nil)
    #expect(together([("a", "xxxx"), ("b", "xxxx"), ("c", "xx..")]).weakest?.habit.id.text == "c")
    #expect(together([("a", "xxxx"), ("b", "xxx.")]).weakest == nil)
    #expect(together([("a", "x---"), ("b", "xxxx")]).weakest == nil)
  }

  @Test func `amounts of different units are never added`() {
    let water = Sketch("every day", "").with { $0.habit.goal = Dated(times(8)) }
    var habit = water.habit
    habit.goal = dated(
      ("2026-03-02", Goal(amount: Amount(8), unit: "glasses")),
      ("2026-03-03", Goal(amount: Amount(9), unit: "glass")),
      ("2026-03-04", Goal(amount: Amount(2), unit: "l"))
    )
    let days = day("2026-03-02")...day("2026-03-05")
    let amounts = [8, 9, 1, 2]
    let tallies = zip(days.all, amounts).map { Tally(day: $0, progress: Amount($1), skip: nil) }
    let board = HabitBoard(
      of: TrackedHabit(habit, tallies: tallies),
      profile: Profile(),
      on: days.upperBound
    )
    let statistics = HabitStatistics(of: board, over: days)
    #expect(statistics.totals.inWords == "3 l, before 17 glass")
    #expect(statistics.total == Amount(3) && statistics.average == Amount(thousandths: 1_500))
    #expect(statistics.amount?.percent == 75)
    let before = HabitStatistics(of: board, over: days.lowerBound...day("2026-03-03"))
    #expect(before.totals.inWords == "17 glass" && before.amount?.percent == 100)
  }

  @Test func `the longest run is inside the range, the best streak anywhere before its end`() {
    let run = Sketch("every day", "xxxxx.xx.x-xx.")
    let board = Scoreboard(of: tracker(run), on: run.today)
    let days = day("2026-03-08")...day("2026-03-14")
    let inside = Statistics(of: board, over: days)
    #expect(inside.longest.length == 3)
    #expect(inside.longest.days == day("2026-03-11")...day("2026-03-14"))
    #expect(inside.habits[0].longest == inside.longest)
    #expect(inside.habits[0].streak.best == 5)
    #expect(board.longest(in: day("2026-03-07")...day("2026-03-09")).length == 2)
    #expect(board.longest(in: day("2026-03-07")...day("2026-03-07")).days == nil)
  }

  @Test func `a week lies inside a range if its last day does`() {
    let gym = Sketch("once a week", "x......x......x..")
    let board = gym.board
    func length(_ first: String, _ last: String) -> Int {
      board.longest(in: day("2026-03-\(first)")...day("2026-03-\(last)")).length
    }
    #expect(length("02", "15") == 2 && length("08", "15") == 2 && length("09", "15") == 1)
    #expect(length("02", "18") == 2 && length("02", "22") == 3)
    let days = board.longest(in: day("2026-03-08")...day("2026-03-22")).days
    #expect(days == day("2026-03-02")...day("2026-03-22"))
  }

  @Test func `a habit deleted today is in no count of today, and its points stay`() {
    let water = Sketch("every day", "xx", id: "water").with {
      $0.habit.deleted = day("2026-03-04")
    }
    let read = Sketch("every day", "xx", id: "read")
    let board = Scoreboard(of: tracker(water, read), on: read.today)
    let days = read.habit.start...read.today
    #expect(Count(of: board.habits, on: read.today).due == 1)
    #expect(Statistics(of: board, over: days).due == 3)
    #expect(board.habitsDue.map(\.habit.id.text) == ["read"])
    #expect(DayPlan(of: board, on: read.today).rows.map(\.habit.id.text) == ["read"])
    #expect(DayPlan(of: board, on: read.habit.start).rows.count == 2)
    #expect(board.points(on: read.today) == 50)
  }

  @Test func `perfect days of some habits are judged by these alone`() {
    let sketches = [Sketch("every day", "x.x", id: "a"), Sketch("every day", "xx.", id: "b")]
    let board = Scoreboard(of: tracker(sketches), on: sketches[0].today)
    let days = sketches[0].habit.start...sketches[0].today
    #expect(Statistics(of: board, over: days).perfectDays == 1)
    #expect(Statistics(of: board, over: days).judgedDays == 2)
    let some = Scoreboard(of: tracker(sketches).keeping { $0.id.text == "b" }, on: board.today)
    #expect(Statistics(of: some, over: days).perfectDays == 2)
  }

  @Test func `entries fall into quarters of the clock that cover all 24 hours`() throws {
    let hours = [0, 5, 6, 11, 12, 17, 18, 23]
    let device = try #require(Device("mbp"))
    let entries = try hours.map { hour in
      Entry(
        id: EntryID(date: nil, time: try #require(TimeOfDay(seconds: hour * 3600)), device: device),
        effect: .plus(Amount(1))
      )
    }
    let start = day("2026-03-02")
    let tally = Tally(of: Record(at: entries), on: start, dayStart: .midnight)
    let board = HabitBoard(
      of: TrackedHabit(sketchedHabit("a", from: start), tallies: [tally]),
      profile: Profile(),
      on: start
    )
    #expect(HabitStatistics(of: board, over: start...start).quarters == [2, 2, 2, 2])
  }
}
