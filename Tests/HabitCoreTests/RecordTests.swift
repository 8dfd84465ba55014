import HabitCore
import TestSupport
import Testing

@Suite struct RecordTests {
  private func effects(_ texts: [String]) throws -> [Entry.Effect] {
    try texts.map { try Entry("07:00:00 mbp" + ($0.isEmpty ? "" : " " + $0)).effect }
  }

  @Test(
    arguments: [
      ("0", ["", "+2"], "3"), ("1", ["to 1"], "1"), ("8", ["to 8"], "8"), ("3", ["to 8"], "8"),
      ("0", ["+3", "to 8", "+1"], "9"), ("-2", ["+3"], "1"), ("-5", ["+3"], "0"),
      ("0", ["to 1", "to 1"], "1"), ("2", ["+1"], "3"),
    ] as [(String, [String], String)]
  )
  func `a total is what was typed and what was recorded`(
    typed: String,
    at: [String],
    total: String
  ) throws {
    #expect(Fold.total(typed: try Amount(typed), at: try effects(at)) == (try Amount(total)))
  }

  @Test func `solving for what was typed makes the total, whatever was recorded`() throws {
    for seed in UInt64(0)..<2_000 {
      var random = Generator(seed: seed)
      let at = (0..<random.number(in: 0...6)).map { _ -> Entry.Effect in
        let amount = Amount(thousandths: Int64(random.number(in: 0...9_000)))
        return random.chance(oneIn: 2) ? .plus(amount) : .to(amount)
      }
      let total = Amount(thousandths: Int64(random.number(in: 0...20_000)))
      let typed = Fold.typed(total: total, at: at)
      try #require(Fold.total(typed: typed, at: at) == total, "seed \(seed)")
    }
  }

  @Test(arguments: [
    "07:00:10 mbp", "12:40:11 pho +2", "08:15:02 mbp to 1", "2026-03-02T00:40:11 mbp +0.5",
    "08:15:02 mbp to 0",
  ])
  func `an entry is read back as it is spelled`(text: String) throws {
    #expect("\(try Entry(text))" == text)
  }

  @Test(arguments: [
    "", "07:00 mbp", "07:00:10", "07:00:10 MBP", "07:00:10 mbp 2", "07:00:10 mbp +", "x mbp",
    "07:00:10 mbp +-1", "07:00:10 mbp to -1", "07:00:10  mbp", "07:00:10 mbp to",
    "07:00:10 \(String(repeating: "a", count: 21))", "2026-02-30T07:00:10 mbp",
  ])
  func `an invalid entry is refused`(text: String) {
    #expect(throws: InvalidText.self) { try Entry(text) }
  }

  private let day = Day(number: 20_513)
  private let mbp = Device(hostName: "MBP.local")

  @Test func `an entry's identity is used once, undone ones included`() {
    let moment = Moment(date: day, time: .midnight)
    var record = Record()
    for _ in 0..<3 { record = record.adding(.plus(Amount(1)), at: moment, by: mbp, on: day) }
    record.undone = [record.at.removeLast().id]
    let again = record.adding(.plus(Amount(1)), at: moment, by: mbp, on: day)
    #expect(again.at.map(\.description) == ["00:00:00 mbp", "00:00:01 mbp", "00:00:03 mbp"])
    #expect(again.undone.map(\.description) == ["00:00:02 mbp"])
  }

  @Test func `an entry of another date carries it and comes last`() {
    let late = Moment(date: day.advanced(by: 1), time: .midnight)
    let noon = Moment(date: day, time: TimeOfDay("12:00") ?? .midnight)
    let record = Record().adding(.plus(Amount(1)), at: late, by: mbp, on: day)
      .adding(.to(Amount(2)), at: noon, by: mbp, on: day)
    #expect(
      record.at.map(\.description)
        == ["12:00:00 mbp to 2", "\(day.advanced(by: 1))T00:00:00 mbp"]
    )
  }

  @Test func `stamps of a record only grow`() throws {
    let early = Stamp(utc: try #require(Moment("2026-01-01T00:00:00")), device: mbp)
    var record = Record().setting(total: Amount(1), stamp: early)
    #expect(record.changed.isEmpty)
    record = record.setting(total: Amount(2), stamp: early)
    record = record.rated(.easy, stamp: early).rated(.hard, stamp: early)
    #expect(record.changed["typed"] == early)
    #expect(record.changed["difficulty"].map { $0 > early } == true)
  }

  @Test func `the host's first label makes the nickname`() {
    #expect(Device(hostName: "Anna's MacBook.lan").name == "annasmacbook")
    #expect(Device(hostName: "").name == "device")
    #expect(Device(hostName: String(repeating: "x", count: 40)).name.count == 20)
  }

  @Test func `a new clone's nickname ends in four characters that are drawn`() {
    #expect(Device(hostName: "vm.lan", drawing: 0).name == "vm-0000")
    #expect(Device(hostName: "vm", drawing: .max).name == "vm-fsgs")
    let longest = Device(hostName: String(repeating: "x", count: 40), drawing: 35 + 36 * 10)
    #expect(longest.name == String(repeating: "x", count: 15) + "-za00")
  }
}
