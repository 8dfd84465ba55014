import HabitCore
import Testing

/// Goals as users type them.
@Suite struct TypedGoalTests {
  @Test(arguments: [
    ("1:30", ""), ("22:30", ""), ("6:30 a week", ""), ("1:30 hours", "1.5 hours"),
    ("1h 30min", "90 min"), ("1h 30min a week", "90 min a week"), ("2 h 15 min", "135 min"),
    ("1h30", "90 min"), ("90 min", "90 min"), ("3 x 20 pages", "3 x 20 pages"),
    ("0:20 min", "20 min"), ("8 glasses a day", "8 glasses"), ("20 km a week", "20 km a week"),
    ("3/week", "3 times a week"), ("5 weekends off", ""), ("5 km a year", "5 km a year"),
    ("10 km a quarter", "10 km a quarter"), ("2 yearly", ""),
    ("2 a fortnight", ""), ("3 weekly", ""), ("3 x week", ""), ("3 per year", "3 times a year"),
    ("5 km/year", "5 km a year"),
    ("1:30 km", ""),
  ])
  func `a period that there is not is no unit, and a duration is a goal`(
    typed: String,
    goal: String
  ) {
    do throws(InvalidText) {
      #expect(try Goal(typed: typed).description == goal)
    } catch {
      #expect(goal.isEmpty, "\(typed): \(error.reason)")
    }
  }
}

/// Amounts as people type them for a goal.
@Suite struct TypedAmountTests {
  @Test(arguments: [
    ("3", "glasses", "3"), ("+3", "glasses", "3"), ("2.5", "km", "2.5"), ("8,5", "km", "8.5"),
    ("0,125", "l", "0.125"), ("3 km", "km", "3"), ("3km", "KM", "3"), ("+3 km", "km", "3"),
    ("500 m", "km", "0.5"), ("1 glass", "glasses", "1"), ("2 pages", "page", "2"),
    ("3x", "times", "3"),
    ("30min", "min", "30"), ("30 m", "min", "30"), ("90 min", "hr", "1.5"), ("1h30", "min", "90"),
    ("1h 30min", "min", "90"), ("2h", "hr", "2"), ("1:30", "min", "90"), ("7:30", "hr", "7.5"),
    ("1:30", "sec", "90"), ("1:00:30", "sec", "3630"), ("0:45", "hours", "0.75"),
    ("10k", "steps", "10000"),
    ("2.5k", "steps", "2500"), ("10k steps", "steps", "10000"), ("10k", "km", "10"),
    ("10k", "m", "10000"),
    ("250 ml", "l", "0.25"), ("70 kg", "kg", "70"), ("-3", "km", "-3"), (" 3 ", "km", "3"),
  ])
  func `an amount is taken as it is typed`(text: String, unit: String, amount: String) throws {
    #expect("\(try Amount(typed: text, in: unit))" == amount)
  }

  @Test(
    arguments: [
      ("3 miles", "km", "is in \"miles\", but the goal counts km"),
      ("3km", "glasses", "is in \"km\", but the goal counts glasses"),
      ("30min", "km", "is in \"min\", but the goal counts km"),
      ("1:30", "km", "is a duration, but the goal counts km"),
      ("20min", "hr", "in min has more than 3 decimals in hr"),
      ("0:20", "hr", "in 0:20 has more than 3 decimals in hr"),
      ("1,500", "steps", "may be thousands or decimals; write 1500 or 1.5"),
      ("many", "km", "is not a number"),
      ("", "km", "is not a number"), ("+", "km", "is not a number"),
      ("1:99", "min", "is not a number"),
      ("km", "km", "is not a number"), ("3 km 4", "km", "is in \"\", but the goal counts km"),
      ("1,2,3", "km", "is not a number"), ("0.0001", "km", "has more than 3 decimals"),
      ("900000000k", "steps", "is more than 1000000000"),
      ("900000000 kg 900000000 kg", "kg", "is more than 1000000000"),
      ("-21500000h", "min", "is more than 1000000000"),
    ] as [(String, String, String)]
  )
  func `what does not fit the unit says why`(text: String, unit: String, reason: String) {
    #expect(throws: InvalidText(reason)) { try Amount(typed: text, in: unit) }
  }
}
