import HabitCore
import Testing

/// Which days a schedule names, against one sentence for each form.
@Suite struct ScheduleTests {
  private static let anchor = Day(number: 20_513)

  private func sunday(before day: Day) -> Int { (Int(day.number) + 4 + 7_000_000) / 7 }

  private func names(_ schedule: Schedule, _ day: Day) -> Bool {
    let anchor = Self.anchor
    switch schedule {
    case .daily: return true
    case .weekly(let weekdays): return weekdays.contains(day.weekday)
    case .everyDays(let days): return (abs(anchor.distance(to: day)) % days) == 0
    case .everyWeeks(let weeks, let weekdays):
      let weeksApart = abs(sunday(before: day) - sunday(before: anchor))
      return weekdays.contains(day.weekday) && weeksApart % weeks == 0
    case .monthly(let monthDays):
      let isLast = day.advanced(by: 1).dayOfMonth == 1
      return monthDays.contains(.day(day.dayOfMonth)) || (isLast && monthDays.contains(.last))
    case .everyMonths(let months, let monthDays):
      let apart = 12 * (day.year - anchor.year) + day.month - anchor.month
      return apart % months == 0 && names(.monthly(monthDays), day)
    case .yearly(let dates):
      return dates.contains { $0.month == day.month && names(.monthly([$0.day]), day) }
    case .after, .quota, .anyTime: return false
    }
  }

  @Test(arguments: [
    "every day", "weekdays", "mon, wed and fri", "sun", "every 2 days", "every 3 days",
    "every 11 days", "every 2 weeks on mon, thu", "every 3 weeks on sun, sat", "monthly on 1",
    "monthly on 31", "monthly on last", "monthly on 1, 15, last", "monthly on 29, 30",
    "3 times a week", "any time", "every 2 months on 1, last", "every 3 months on 31",
    "every 13 months on 15", "yearly on dec 24", "yearly on feb 29, feb last, jun 1",
    "every 3 days after the last time", "once a quarter",
  ])
  func `two years around the anchor are named as one sentence says`(text: String) throws {
    let schedule = try Schedule(text)
    for first in [-400, -7, -1, 0, 1, 20] {
      for count in [1, 2, 31, 400] {
        let start = Self.anchor.advanced(by: first)
        let days = start...start.advanced(by: count - 1)
        let named = schedule.named(in: days, anchor: Self.anchor, weekStart: .sunday)
        let wanted = (0..<count).map { names(schedule, start.advanced(by: $0)) }
        try #require(named == wanted, "\(count) days from \(start)")
      }
    }
  }

  @Test(arguments: [
    ("8 times a week", "8 times a week cannot be: from 1 to 7"),
    ("0 days a week", "0 times a week cannot be: from 1 to 7"),
    ("32 times a month", "32 times a month cannot be: from 1 to 31"),
    ("3 times every 2 days", "3 times every 2 days cannot be: from 1 to 2"),
    ("once every 1 day", "1 days cannot be: from 2 to 3660"),
    ("every 0 days", "0 days cannot be: from 1 to 3660"),
    ("every 600 weeks on mon", "600 weeks cannot be: from 1 to 522"),
    ("monthly on 32", "32 is not a day of a month: from 1 to 31, or last"),
    ("monthly on first", "\"monthly on first\" is not a schedule"),
    ("sometimes", "\"sometimes\" is not a schedule"), ("", "the schedule is empty"),
    (
      "99999999999999999999 times a week", "\"99999999999999999999 times a week\" is not a schedule"
    ),
    ("3 times", "\"3 times\" is not a schedule"), ("twice", "\"twice\" is not a schedule"),
    ("every 2 weeks mon", "\"every 2 weeks mon\" is not a schedule"),
  ])
  func `an error says what cannot be`(text: String, reason: String) {
    do {
      Issue.record("read as \(try Schedule(text))")
    } catch {
      #expect(error.reason == reason)
    }
  }

  @Test func `a period holds its day, meets the next one and is as long as it should be`() throws {
    for text in ["once a week", "twice a month", "3 times every 10 days"] {
      let schedule = try Schedule(text)
      for start in Weekday.allCases {
        var last: ClosedRange<Day>?
        for offset in -40...40 {
          let day = Self.anchor.advanced(by: offset)
          let period = try #require(
            schedule.period(of: day, anchor: Self.anchor, weekStart: start)
          )
          #expect(period.contains(day))
          if let last, last != period {
            #expect(last.upperBound.advanced(by: 1) == period.lowerBound)
          }
          switch text {
          case "once a week":
            #expect(period.lowerBound.weekday == start)
            #expect(period.lowerBound.distance(to: period.upperBound) == 6)
          case "twice a month":
            #expect(period.lowerBound.dayOfMonth == 1)
            #expect(period.upperBound.advanced(by: 1).dayOfMonth == 1)
          default:
            #expect(period.lowerBound.distance(to: period.upperBound) == 9)
            #expect(abs(Self.anchor.distance(to: period.lowerBound)) % 10 == 0)
          }
          last = period
        }
      }
    }
    #expect(Schedule.daily.period(of: Self.anchor, anchor: Self.anchor, weekStart: .monday) == nil)
  }
}
