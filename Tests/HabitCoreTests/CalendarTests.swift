import HabitCore
import Testing

@Suite struct CalendarTests {
  @Test func `every day of ten thousand years is read back as it is spelled`() throws {
    var day = try #require(Day("0001-01-01"))
    var weekday = day.weekday.index
    var count = 0
    while day.year < 9999 {
      try #require(Day(day.description) == day)
      try #require(day.weekday.index == weekday)
      // A step that meets every day of the month and every weekday.
      day = day.advanced(by: 37)
      weekday = (weekday + 37) % 7
      count += 1
    }
    #expect(count > 98_000)
    #expect(try #require(Day("2026-03-01")).weekday == .sunday)
    #expect(Day("1970-01-01")?.number == 0)
  }

  @Test(arguments: [
    "2026-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "0000-01-01", "2026-3-1", "20260301",
    "2026-03-01 ", "２026-03-01", "",
  ])
  func `an invalid day is refused`(text: String) {
    #expect(Day(text) == nil)
  }

  @Test(arguments: [("2024-02-29", true), ("2000-02-29", true), ("1900-02-29", false)])
  func `leap years follow the Gregorian rule`(text: String, exists: Bool) {
    #expect((Day(text) != nil) == exists)
  }

  @Test func `a week begins where its user says`() throws {
    let sunday = try #require(Day("2026-03-01"))
    #expect("\(sunday.startOfWeek(beginning: .monday))" == "2026-02-23")
    #expect("\(sunday.startOfWeek(beginning: .sunday))" == "2026-03-01")
    #expect("\(sunday.startOfWeek(beginning: .wednesday))" == "2026-02-25")
    #expect("\(sunday.endOfMonth)" == "2026-03-31")
  }

  @Test(
    arguments: [
      ("07:30", "07:30:00"), ("23:59:59", "23:59:59"), ("24:00", nil), ("7:30", nil),
      ("07:60", nil), ("07:30:60", nil), ("+7:30", nil), ("07:30:", nil),
    ] as [(String, String?)]
  )
  func `times are spelled with two digits each`(text: String, time: String?) {
    #expect(TimeOfDay(text).map { "\($0)" } == time)
  }

  @Test func `an hour before the start of the day belongs to the previous day`() throws {
    let night = try #require(Moment("2026-03-02T00:40:11"))
    #expect("\(night.day(startingAt: try #require(TimeOfDay("04:00"))))" == "2026-03-01")
    #expect("\(night.day(startingAt: .midnight))" == "2026-03-02")
    #expect("\(try #require(Moment("2026-12-31T23:59:59")).nextSecond)" == "2027-01-01T00:00:00")
    #expect("\(Moment(unixSeconds: -1))" == "1969-12-31T23:59:59")
    #expect("\(Moment(unixSeconds: 1_772_355_600))" == "2026-03-01T09:00:00")
  }
}
