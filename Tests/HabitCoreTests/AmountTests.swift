import HabitCore
import TestSupport
import Testing

struct AmountTests {
  @Test func `0.1 three times is 0.3`() throws {
    let tenth = try Amount("0.1")
    #expect(tenth + tenth + tenth == (try Amount("0.3")))
    #expect(try Amount("0.3") - tenth - tenth - tenth == .zero)
  }

  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("0.000", 0), ("0e99999999999999999999", 0), ("1", 1000), ("1.0", 1000),
      ("2.5", 2500), ("-2.5", -2500), ("0.001", 1), ("1e0", 1000), ("1E3", 1_000_000),
      ("1e+2", 100_000), ("25e-1", 2500), ("1000e-6", 1), ("0.0010000", 1), ("1.5e1", 15_000),
      ("1000000000", 1_000_000_000_000), ("-1000000000", -1_000_000_000_000),
      ("1e9", 1_000_000_000_000), ("0.0000000001e10", 1000), ("999999999.999", 999_999_999_999),
    ] as [(String, Int64)]
  )
  func `an amount is spelled as a JSON number`(text: String, thousandths: Int64) throws {
    #expect(try Amount(text).thousandths == thousandths)
    #expect(try Amount(utf8: Array(text.utf8)).thousandths == thousandths)
  }

  @Test(
    arguments: [
      ("", .notANumber), ("-", .notANumber), ("+1", .notANumber), (".5", .notANumber),
      ("1.", .notANumber), ("01", .notANumber), ("-01", .notANumber), ("1,5", .notANumber),
      ("1e", .notANumber), ("1e+", .notANumber), ("1.e3", .notANumber), ("1e1.5", .notANumber),
      ("0x10", .notANumber), ("１", .notANumber), (" 1", .notANumber), ("1 ", .notANumber),
      ("--1", .notANumber), ("1-", .notANumber), ("NaN", .notANumber), ("Infinity", .notANumber),
      ("1_000", .notANumber), ("0.0001", .tooFine), ("1.2345", .tooFine), ("1e-4", .tooFine),
      ("1e-99999999999999999999", .tooFine), ("1000000000.001", .tooLarge),
      ("-1000000000.001", .tooLarge), ("1000000001", .tooLarge), ("1e10", .tooLarge),
      ("1e99999999999999999999", .tooLarge), ("99999999999999999999999999", .tooLarge),
      ("-1e400", .tooLarge),
    ] as [(String, AmountError)]
  )
  func `text that is not an amount is refused with a reason`(text: String, error: AmountError) {
    #expect(throws: error) { try Amount(text) }
  }

  @Test(
    arguments: [
      (0, "0"), (1, "0.001"), (10, "0.01"), (100, "0.1"), (1000, "1"), (2500, "2.5"),
      (-2500, "-2.5"), (-1, "-0.001"), (1_000_000_000_000, "1000000000"), (10_050, "10.05"),
    ] as [(Int64, String)]
  )
  func `an amount is shown as its shortest decimal`(thousandths: Int64, shown: String) {
    #expect(Amount(thousandths: thousandths).description == shown)
  }

  @Test func `any amount is read as it is written`() throws {
    var random = Generator(seed: 1)
    let greatest = Amount.greatest.thousandths
    for _ in 0..<5_000 {
      // Small ones and great ones alike.
      let bound = greatest >> Int64.random(in: 0...39, using: &random)
      let amount = Amount(thousandths: .random(in: -bound...bound, using: &random))
      #expect(try Amount(amount.description) == amount)
    }
  }

  @Test func `a file of the greatest amounts adds up`() {
    let lines = 2_000_000
    let total = (0..<100).reduce(Amount.zero) { sum, _ in sum + Amount.greatest }
    #expect(total == Amount(100_000_000_000))
    #expect(
      Amount.greatest.thousandths.multipliedReportingOverflow(by: Int64(lines)).overflow == false
    )
  }

  @Test func `less comes first`() throws {
    #expect(try Amount("-1") < Amount("-0.999"))
    #expect(try Amount("0.1") < Amount("0.11"))
    #expect(AmountError.tooLarge.reason == "is more than 1000000000")
  }

  @Test func `a sum of any amounts has an end`() {
    var (sum, rest) = (Amount(thousandths: .max), Amount(thousandths: .min))
    for _ in 0..<5 {
      sum = sum + Amount(thousandths: .max)
      rest = rest - Amount(thousandths: .max)
    }
    #expect(sum > Amount.greatest && rest < Amount.zero - Amount.greatest)
    #expect(sum + rest == .zero && sum.toHundredths >= sum)
  }
}
