import HabitCore
import Testing

struct ScheduleDaysTests {
  /// 28 days from Sunday, 2026-02-01, as text: `x` is named.
  private func days(_ text: String, anchor: String, weekStart: Weekday) throws -> String {
    let first = try day("2026-02-01")
    let named = try Schedule(text)
      .named(in: first...first.advanced(by: 27), anchor: day(anchor), weekStart: weekStart)
    return String(named.map { $0 ? "x" : "." })
  }

  @Test(arguments: [
    ("every day", "2026-02-01", Weekday.monday, "xxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
    ("weekdays", "2026-02-01", .monday, ".xxxxx..xxxxx..xxxxx..xxxxx."),
    ("weekends", "2026-02-01", .sunday, "x.....xx.....xx.....xx.....x"),
    ("every 3 days", "2026-02-01", .monday, "x..x..x..x..x..x..x..x..x..x"),
    ("every 3 days", "2026-01-31", .monday, "..x..x..x..x..x..x..x..x..x."),
    ("every 3 days", "2026-02-06", .monday, "..x..x..x..x..x..x..x..x..x."),
    // Weeks from Monday put Sunday the 1st in the week of January 26.
    ("every 2 weeks on sun, mon", "2026-02-01", .monday, "x.......x.....x.......x....."),
    ("every 2 weeks on sun, mon", "2026-02-01", .sunday, "xx............xx............"),
    ("every 2 weeks on sun, mon", "2026-02-08", .sunday, ".......xx............xx....."),
    ("monthly on 1, 15, last", "2026-02-01", .monday, "x.............x............x"),
    ("monthly on 30", "2026-02-01", .monday, "............................"),
    ("3 times a week", "2026-02-01", .monday, "............................"),
  ])
  func `a schedule names its days`(
    text: String,
    anchor: String,
    weekStart: Weekday,
    shown: String
  ) throws {
    #expect(try days(text, anchor: anchor, weekStart: weekStart) == shown)
  }

  @Test(arguments: [
    ("once a week", "2026-02-01", Weekday.monday, "2026-01-26", "2026-02-01"),
    ("once a week", "2026-02-01", .sunday, "2026-02-01", "2026-02-07"),
    ("once a month", "2026-02-10", .monday, "2026-02-01", "2026-02-28"),
    ("once every 10 days", "2026-02-10", .monday, "2026-02-04", "2026-02-13"),
    ("once every 10 days", "2026-01-20", .monday, "2026-01-15", "2026-01-24"),
  ])
  func `a quota is counted in periods`(
    text: String,
    asked: String,
    weekStart: Weekday,
    first: String,
    last: String
  ) throws {
    let period = try Schedule(text)
      .period(of: day(asked), anchor: day("2026-01-25"), weekStart: weekStart)
    #expect(period == (try day(first)...day(last)))
  }

  @Test func `only a quota has periods`() throws {
    let date = try day("2026-02-01")
    for form in Schedule.forms {
      let schedule = try Schedule(form)
      let period = schedule.period(of: date, anchor: date, weekStart: .monday)
      #expect((schedule.namesDays || schedule.isAfter) == (period == nil))
    }
  }
}

private func day(_ text: String) throws -> Day { try #require(Day(text)) }
