import HabitCore
import Testing

@Suite struct GrammarTests {
  @Test(arguments: [
    ("1", "1"), ("1.0", "1"), ("0.5", "0.5"), ("2.125", "2.125"), ("1e3", "1000"),
    ("25e-1", "2.5"), ("-3", "-3"), ("-0.25", "-0.25"), ("0", "0"), ("-0", "0"),
    ("1000000000", "1000000000"), ("0.100000", "0.1"), ("0e999999999999", "0"),
  ])
  func `an amount is exact`(text: String, spelled: String) throws {
    #expect("\(try Amount(text))" == spelled)
  }

  @Test(arguments: [
    ("", AmountError.notANumber), ("01", .notANumber), (".5", .notANumber), ("1.", .notANumber),
    ("1,5", .notANumber), ("+1", .notANumber), ("1e", .notANumber), ("0x1", .notANumber),
    ("0.0001", .tooFine), ("1e-4", .tooFine), ("1000000001", .tooLarge), ("1e400", .tooLarge),
    ("99999999999999999999999", .tooLarge),
  ])
  func `an invalid amount says why`(text: String, error: AmountError) {
    #expect(throws: error) { try Amount(text) }
  }

  @Test func `what is typed adds up exactly: 0.1 three times is 0.3`() throws {
    let tenth = try Amount("0.1")
    #expect(tenth + tenth + tenth == (try Amount("0.3")))
  }

  @Test(arguments: [
    ("8 glasses", "8 glasses"), ("5", "5 times"), ("1", "1 time"), ("2.5   km", "2.5 km"),
    ("30 min of it", "30 min of it"), ("8 glasses a day", "8 glasses"), ("3km", "3 km"),
    ("2,5 l", "2.5 l"), ("10k steps", "10000 steps"), ("3x", "3 times"), ("30min/day", "30 min"),
    ("20 km a week", "20 km a week"), ("20km per week", "20 km a week"),
    ("20 km/week", "20 km a week"), ("20 km every Week", "20 km a week"),
    ("20 a week", "20 times a week"),
    ("20/month", "20 times a month"), ("12 beers a month", "12 beers a month"),
    ("1 a week", "1 time a week"), ("3 cups of tea a day", "3 cups of tea"),
  ])
  func `a goal is an amount and a unit`(text: String, spelled: String) throws {
    #expect("\(try Goal(text))" == spelled)
    #expect(try Goal(spelled) == (try Goal(text)))
  }

  @Test(arguments: [
    ("glasses", "the amount is not a number"), ("a week", "the amount is not a number"),
    ("1,500 steps", "the amount may be thousands or decimals; write 1500 or 1.5"),
    ("-1 x", "the amount is below 0"),
    ("1 " + String(repeating: "u", count: 21), "the unit is longer than 20 characters"),
    ("1 a\u{1B}b", "the unit holds a control character"),
  ])
  func `an invalid goal says why`(text: String, reason: String) {
    let error = #expect(throws: InvalidText.self) { try Goal(text) }
    #expect(error?.reason == reason)
  }

  @Test(arguments: [
    ("every day", "every day"), ("Daily", "every day"), ("everyday", "every day"),
    ("every 1 days", "every day"), ("weekdays", "weekdays"), ("WEEKENDS", "weekends"),
    ("mon, wed and fri", "mon, wed, fri"), ("every Friday", "fri"),
    ("mon tue wed thu fri", "weekdays"), ("sat and sun", "weekends"),
    ("mon,tue,wed,thu,fri,sat,sun", "every day"), ("every 3 days", "every 3 days"),
    ("every 2 weeks on mon, thu", "every 2 weeks on mon, thu"),
    ("every 2 weeks on mon, tue, wed, thu, fri", "every 2 weeks on mon, tue, wed, thu, fri"),
    ("every 1 week on mon", "mon"), ("3 times a week", "3 times a week"),
    ("4 days a week", "4 times a week"), ("once a week", "once a week"),
    ("twice a month", "twice a month"), ("4 times every 10 days", "4 times every 10 days"),
    ("monthly on 1, 15, last", "monthly on 1, 15, last"), ("monthly on last", "monthly on last"),
  ])
  func `every form of a schedule is read, and read back from its spelling`(
    text: String,
    spelled: String
  ) throws {
    let schedule = try Schedule(text)
    #expect("\(schedule)" == spelled)
    #expect(try Schedule(spelled) == schedule)
  }

  @Test(arguments: [
    "", "sometimes", "every", "every 0 days", "every 2 weeks", "every 2 weeks on", "8 times a week",
    "every +3 days", "+3 times a week", "monthly on +1",
    "every +2 weeks on mon", "2 times every +9 days",
    "0 times a week", "32 times a month", "3 times every 2 days", "monthly on 0", "monthly on 32",
    "monthly on", "mon and", "and mon", "mon and and tue", "times a week", "every -2 days",
    "every 99999 days", "3 times a decade", "biweekly", "24/12", "yearly on 24",
    "yearly on feb 30", "every 121 months on 1", "every 3 months", "0 times a year",
    "every 4000 days after the last time", "after the last time",
    "every monday after the last time", "twice a day", "mon-", "mon to",
    "mon to and fri",
    "+3x a week", "3/0", "8/7", "1//2", "3/week/2", "every", "per week", "monthly on the",
  ])
  func `an unknown schedule is never guessed`(text: String) {
    #expect(throws: InvalidText.self) { try Schedule(text) }
  }

  @Test func `the forms for messages are schedules`() throws {
    for form in Schedule.forms { _ = try Schedule(form) }
  }

  @Test(
    arguments: Schedule.typed + [
      ("Every Other Day", "every 2 days"), ("every second day", "every 2 days"),
      ("anytime", "any time"),
      ("each monday", "mon"), ("every weekend", "weekends"), ("weekday", "weekdays"),
      ("on tuesdays and thursdays", "tue, thu"), ("tues, thurs", "tue, thu"),
      ("fri-mon", "mon, fri, sat, sun"),
      ("mon\u{2013}wed", "mon, tue, wed"), ("mon - wed", "mon, tue, wed"), ("mon-sun", "every day"),
      ("mon-wed and fri", "mon, tue, wed, fri"), ("every week on mon", "mon"),
      ("3 x a week", "3 times a week"),
      ("3x/week", "3 times a week"), ("3\u{D7} per week", "3 times a week"),
      ("3 times weekly", "3 times a week"),
      ("once weekly", "once a week"), ("once per month", "once a month"),
      ("thrice a week", "3 times a week"),
      ("two days a week", "twice a week"), ("1/week", "once a week"), ("2/30", "twice a month"),
      ("7/7", "every day"), ("1/1", "every day"), ("3 per 10 days", "3 times every 10 days"),
      ("monthly on the last day", "monthly on last"), ("monthly on 2nd, 3rd", "monthly on 2, 3"),
      ("every month on 15", "monthly on 15"), ("every third day", "every 3 days"),
    ]
  )
  func `what people type is read, and spelled as the form`(text: String, spelled: String) throws {
    #expect("\(try Schedule(text))" == spelled)
  }

  @Test(arguments: [
    ("3 times a decade", "3 times a week"),
    ("every 2nd sunday", "every 3 days"), ("weekdayss", "weekdays"),
    ("montly on 1", "monthly on 1, 15, last"),
    ("twice a day", "every day"), ("mon, wde and fri", "mon, wed and fri"),
  ])
  func `what is refused names the nearest form`(text: String, form: String) {
    do {
      Issue.record("read as \(try Schedule(text))")
    } catch {
      let hint = error.hint ?? ""
      #expect(hint.hasPrefix("the nearest form is \"\(form)\""), "\(hint)")
    }
  }

  @Test(arguments: [
    (
      "every 3 months",
      "every 3 months on 15; once a quarter; every 3 months after the last time"
    ),
    ("every 2 weeks", "every 2 weeks on mon; every 14 days; every 2 weeks after the last time"),
    ("every other month", "every 2 months on 15; every 2 months after the last time"),
  ])
  func `what can mean several things names each, and each is a schedule`(
    text: String,
    meanings: String
  ) throws {
    do {
      Issue.record("read as \(try Schedule(text))")
    } catch {
      #expect(error.hint == meanings)
    }
    for meaning in meanings.split(separator: "; ") { _ = try Schedule(String(meaning)) }
  }

  @Test(arguments: [
    ("every 3 days", "2026-03-01", ["2026-03-01", "2026-03-04", "2026-03-07"]),
    ("every 2 weeks on sun, mon", "2026-03-01", ["2026-03-01", "2026-03-09"]),
    ("monthly on 5, last", "2026-02-25", ["2026-02-28", "2026-03-05"]),
    ("tue", "2026-03-01", ["2026-03-03"]),
  ])
  func `a schedule that is typed names its days`(text: String, from: String, days: [String]) throws
  {
    let first = try #require(Day(from))
    let last = first.advanced(by: 8)
    let named = try Schedule(text).named(in: first...last, anchor: first, weekStart: .monday)
    let found = named.indices.filter { named[$0] }.map { "\(first.advanced(by: $0))" }
    #expect(found == days)
  }

  @Test(arguments: [
    ("Drink water", "drink-water"), ("  Drink   water! ", "drink-water"), ("Café", "cafe"),
    ("Cafe\u{301}", "cafe"), ("Straße", "strasse"), ("Ærø", "aero"), ("Łódź", "lodz"),
    ("Việt", "viet"), ("push-ups (20)", "push-ups-20"), ("10k", "10k"),
  ])
  func `a name makes the same id on every device`(name: String, id: String) throws {
    #expect(HabitID(naming: try Name(name)).text == id)
  }

  @Test func `letters that are dropped leave a hash`() throws {
    let reading = HabitID(naming: try Name("読書"))
    #expect(reading.text.count == 4)
    #expect(reading != HabitID(naming: try Name("読者")))
    #expect(HabitID(naming: try Name("C")).text == "c")
    #expect(HabitID(naming: try Name("C++")).text.hasPrefix("c-"))
    let long = HabitID(naming: try Name(String(repeating: "ß", count: 50)))
    #expect(long.text.utf8.count <= 50)
    #expect(HabitID(long.text) == long)
  }

  @Test func `a name is trimmed and bounded`() throws {
    #expect(try Name(" a ").text == "a")
    #expect(throws: InvalidText("is empty")) { try Name(" \n ") }
    #expect(throws: InvalidText("holds a control character")) { try Name("a\u{7}b") }
    #expect(throws: InvalidText("has 51 characters; 50 are the most")) {
      try Name(String(repeating: "é", count: 51))
    }
  }

  @Test(arguments: ["", "-a", "A", "a_b", "é", String(repeating: "a", count: 51), "a/b", ".."])
  func `an invalid id is refused`(text: String) {
    #expect(HabitID(text) == nil)
  }
}
