import HabitCore
import HabitReport
import Testing

@Suite struct PeriodTests {
  /// A Tuesday in the second ISO week of its year.
  private let today = day("2026-01-06")

  private func days(
    _ text: String?,
    _ kind: Period.Kind,
    first: String? = "2025-01-01",
    weekStart: Weekday = .monday
  ) throws -> String {
    let period = try Period(
      text,
      for: kind,
      today: today,
      first: first.map { day($0) },
      weekStart: weekStart
    )
    return "\(period.days.lowerBound) \(period.days.upperBound)"
  }

  @Test(
    arguments: [
      (nil, Period.Kind.day, "2026-01-06 2026-01-06"),
      ("today", .day, "2026-01-06 2026-01-06"), ("last", .day, "2026-01-05 2026-01-05"),
      ("yesterday", .day, "2026-01-05 2026-01-05"), ("2025-12-31", .day, "2025-12-31 2025-12-31"),
      (nil, .week, "2025-12-29 2026-01-04"), ("last", .week, "2025-12-29 2026-01-04"),
      ("this", .week, "2026-01-05 2026-01-11"), ("2026-W01", .week, "2025-12-29 2026-01-04"),
      ("2026-W02", .week, "2026-01-05 2026-01-11"), ("2020-W53", .week, "2020-12-28 2021-01-03"),
      ("w02", .week, "2026-01-05 2026-01-11"), ("W03", .week, "2025-01-13 2025-01-19"),
      ("2026-w02", .week, "2026-01-05 2026-01-11"), ("q4", .quarter, "2025-10-01 2025-12-31"),
      (nil, .month, "2025-12-01 2025-12-31"), ("2024-02", .month, "2024-02-01 2024-02-29"),
      ("this", .month, "2026-01-01 2026-01-31"), (nil, .year, "2025-01-01 2025-12-31"),
      (nil, .quarter, "2025-10-01 2025-12-31"), ("last", .quarter, "2025-10-01 2025-12-31"),
      ("this", .quarter, "2026-01-01 2026-03-31"), ("2024-Q1", .quarter, "2024-01-01 2024-03-31"),
      ("2025-Q3", .quarter, "2025-07-01 2025-09-30"), ("2024-Q2", .all, "2024-04-01 2024-06-30"),
      ("2025", .all, "2025-01-01 2025-12-31"),
      ("2024", .year, "2024-01-01 2024-12-31"), ("this", .year, "2026-01-01 2026-12-31"),
      (nil, .all, "2025-01-01 2026-01-06"),
      ("2025-03-01..2025-03-09", .month, "2025-03-01 2025-03-09"),
      ("2025-03-04..2025-03-09", .week, "2025-03-04 2025-03-09"),
      ("2025-03-04..2025-03-04", .day, "2025-03-04 2025-03-04"),
      ("2023-03-04..2025-03-04", .all, "2023-03-04 2025-03-04"),
    ] as [(String?, Period.Kind, String)]
  ) func `a period is the days it names`(
    text: String?,
    kind: Period.Kind,
    expected: String
  ) throws {
    #expect(try days(text, kind) == expected)
  }

  @Test func `a user who began this week sees this week`() throws {
    #expect(try days(nil, .week, first: "2026-01-05") == "2026-01-05 2026-01-11")
    #expect(try days(nil, .year, first: "2026-01-05") == "2026-01-01 2026-12-31")
    #expect(try days(nil, .week, first: nil) == "2026-01-05 2026-01-11")
    #expect(try days(nil, .all, first: nil) == "2026-01-06 2026-01-06")
  }

  @Test func `a week that begins on Sunday has the Thursday of its number`() throws {
    #expect(try days("2026-W02", .week, weekStart: .sunday) == "2026-01-04 2026-01-10")
    #expect(try days("this", .week, weekStart: .sunday) == "2026-01-04 2026-01-10")
    #expect(try days("2026-W02", .week, weekStart: .friday) == "2026-01-02 2026-01-08")
  }

  @Test(
    arguments: [
      ("tomorrow", Period.Kind.day, PeriodError.unknown), ("2025-W54", .week, .unknown),
      ("2025-W53", .week, .unknown), ("2026-W00", .week, .unknown), ("26-W01", .week, .unknown),
      ("2026-13", .month, .unknown), ("", .year, .unknown), ("+025", .year, .unknown),
      ("2025-12", .week, .otherKind(.month)), ("2025-12-01", .year, .otherKind(.day)),
      ("2026-01-07", .day, .future(day("2026-01-07"))), ("2027", .year, .future(day("2027-01-01"))),
      ("2025-12-02..2025-12-01", .week, .reversed), ("2025-12-02..", .week, .unknown),
      ("2025-12-01..2025-12-02", .day, .tooLong), ("2025-12-01..2025-12-08", .week, .tooLong),
      ("2025-12-07..2025-12-08", .week, .tooLong), ("2026-Q5", .quarter, .unknown),
      ("2026-Q0", .quarter, .unknown), ("2026-Q01", .quarter, .unknown),
      ("2026-Q2", .quarter, .future(day("2026-04-01"))),
      ("2025-Q4", .year, .otherKind(.quarter)),
    ] as [(String, Period.Kind, PeriodError)]
  ) func `any other text is refused`(
    text: String,
    kind: Period.Kind,
    error: PeriodError
  ) {
    #expect(throws: error) { try days(text, kind) }
  }
}
