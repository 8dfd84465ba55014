import HabitCore
import TestSupport
import Testing

/// Edits of one record.
@Suite struct EditingTests {
  private let day = Day(number: 20_513)
  private let mbp = Device(hostName: "mbp")
  private let pho = Device(hostName: "pho")

  private func moment(_ time: String, daysLater: Int = 0) throws -> Moment {
    Moment(date: day.advanced(by: daysLater), time: try #require(TimeOfDay(time)))
  }

  @Test func `an entry's identity is never used twice, whatever is added and undone`() throws {
    for seed in UInt64(0)..<500 {
      var random = Generator(seed: seed)
      var record = Record()
      var used: Set<EntryID> = []
      for _ in 0..<30 {
        let device = random.chance(oneIn: 2) ? mbp : pho
        if record.at.isEmpty || !random.chance(oneIn: 3) {
          // Few seconds, the last ones of the day among them.
          let time = TimeOfDay(seconds: 86_395 + random.number(in: 0...4)) ?? .midnight
          let before = Set(record.at.map(\.id))
          record = record.adding(
            random.chance(oneIn: 2) ? .plus(Amount(1)) : .to(Amount(2)),
            at: Moment(date: day, time: time),
            by: device,
            on: day
          )
          let added = Set(record.at.map(\.id)).subtracting(before)
          try #require(added.count == 1 && used.isDisjoint(with: added), "seed \(seed)")
          used.formUnion(added)
        } else {
          record.undone.append(record.at.removeLast().id)
        }
        try #require(record.at.map(\.id) == record.at.map(\.id).sorted(), "seed \(seed)")
      }
    }
  }

  @Test func `the total is what was last told, plus what came since`() throws {
    for seed in UInt64(0)..<2_000 {
      var random = Generator(seed: seed)
      var (record, told, trace) = (Record(), Amount.zero, [String]())
      for step in 0..<12 {
        let moment = Moment(date: day, time: try #require(TimeOfDay(seconds: 3_600 + 60 * step)))
        let amount = Amount(random.number(in: 0...9))
        switch random.number(in: 0...4) {
        case 0, 1:
          record = record.adding(.plus(amount), at: moment, by: mbp, on: day)
          told = told + amount
          trace.append("log \(amount)")
        case 2:
          record = record.adding(.to(amount), at: moment, by: mbp, on: day)
          told = max(told, amount)
          trace.append("done \(amount)")
        case 3:
          record = record.setting(total: amount, stamp: .fixed)
          told = amount
          trace.append("set \(amount)")
        default:
          guard let undone = record.at.popLast() else { continue }
          record.undone.append(undone.id)
          told = record.progress ?? .zero
          trace.append("undo")
        }
        try #require(record.progress ?? .zero == told, "seed \(seed): \(trace)")
      }
    }
  }

  @Test func `a total that is said is the total, whatever was recorded`() throws {
    let stamp = Stamp(utc: try moment("08:00"), device: mbp)
    let record = Record(typed: Amount(3))
      .adding(.to(Amount(8)), at: try moment("07:00"), by: mbp, on: day)
      .adding(.plus(Amount(1)), at: try moment("07:30"), by: pho, on: day)
    for total in 0...20 {
      let set = record.setting(total: Amount(total), stamp: stamp)
      #expect(set.progress == Amount(total))
      #expect(set.setting(total: Amount(total), stamp: stamp) == set)
    }
    #expect(record.setting(total: Amount(9), stamp: stamp) != Record())
  }

  @Test func `only a change of a value is stamped, later than every other`() throws {
    let early = Stamp(utc: try moment("08:00"), device: mbp)
    let late = Stamp(utc: try moment("09:00"), device: pho)
    let rated = Record().rated(.easy, stamp: late)
    #expect(rated.changed.isEmpty && rated.rated(.easy, stamp: late) == rated)
    let changed = rated.rated(.hard, stamp: late)
    #expect(changed.changed == ["difficulty": late])
    let slow = changed.setting(total: Amount(1), stamp: early).setting(
      total: Amount(2),
      stamp: early
    )
    let stamp = try #require(slow.changed["typed"])
    #expect(stamp > late && stamp.moment == late.moment.nextSecond && stamp.device == mbp)
  }

  @Test func `what is noted later is a line below, once`() throws {
    let record = try Record().noting("zebra").noting("apple").noting("Émile").noting("apple")
    #expect(record.note == "zebra\napple\nÉmile" && record.notes.count == 1)
    #expect(record.noted("one").note == "one" && record.noted(nil).note == nil)
  }

  @Test func `notes of two devices are lines below one another, what both had before once`() throws
  {
    var record = Record()
    record.notes = ["rain\ncold", "rain\nwet\nmud"]
    #expect(record.note == "rain\ncold\nwet\nmud")
    #expect(try record.noting("home").notes == ["rain\ncold\nwet\nmud\nhome"])
    record.notes = ["b", "c"]
    #expect(record.note == "b\nc")
    // One device noted below both texts, the other below its own alone.
    record.notes = ["rain\ncold\nwet\nhome", "rain\nwet\nmud\nmud"]
    #expect(record.note == "rain\ncold\nwet\nhome\nmud\nmud")
  }

  @Test func `a line that makes a note too long is refused`() throws {
    let record = Record().noted(String(repeating: "a", count: 1_999))
    #expect(throws: InvalidText("has 2001 characters; 2000 are the most")) {
      try record.noting("b")
    }
    #expect(
      try Record().noted(String(repeating: "a", count: 1_998)).noting("b").note?.count == 2_000
    )
  }
}

extension Stamp {
  /// A stamp for tests in which its time does not matter.
  static let fixed = Stamp(utc: Moment(unixSeconds: 1_772_000_000), device: Device(hostName: "mbp"))
}

extension Record {
  /// The record with an entry more, corrected with a fixed stamp where that is needed.
  func adding(
    _ effect: Entry.Effect,
    at moment: Moment,
    by device: Device,
    on day: Day
  ) -> Record {
    adding(effect, at: moment, by: device, on: day, stamp: .fixed)
  }
}
