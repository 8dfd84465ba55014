import HabitCore
import Testing

/// The order of lists.
@Suite struct NameOrderTests {
  private func habits(_ names: [String]) throws -> [Habit] {
    try names.map { text in
      let name = try Name(text)
      return Habit(id: HabitID(naming: name), name: name, start: Day(number: 20_000))
    }
  }

  @Test func `numbers in names are in the order of their values`() throws {
    let names = [
      "Day 30", "Day 3", "day 29", "Day 003 b", "Day", "Äpfel", "apfel 2", "Zen", "10k", "9k",
    ]
    let ordered = Profile().ordered(try habits(names)).map(\.name.text)
    #expect(
      ordered == [
        "9k", "10k", "Äpfel", "apfel 2", "Day", "Day 3", "Day 003 b", "day 29", "Day 30", "Zen",
      ]
    )
  }

  @Test func `the habits of the order come first, in that order`() throws {
    var profile = Profile()
    profile.order = try ["read", "gone", "swim"].map { try #require(HabitID($0)) }
    let ordered = profile.ordered(try habits(["Run", "Swim", "Ask", "Read"])).map(\.name.text)
    #expect(ordered == ["Read", "Swim", "Ask", "Run"])
  }

  @Test func `the order does not depend on how the habits came`() throws {
    let names = ["a1", "A1", "á1", "a01", "a 1", "b"]
    let one = Profile().ordered(try habits(names)).map(\.id)
    #expect(Profile().ordered(try habits(names.reversed())).map(\.id) == one)
  }

  @Test func `a day that a zone left out is a day off there alone`() {
    var profile = Profile()
    let day = Day("2011-12-30") ?? Day(number: 0)
    #expect(!profile.isOff(day))
    profile.timeZone = "Pacific/Apia"
    #expect(profile.isOff(day) && !profile.isOff(day.advanced(by: 1)))
    profile.timeZone = "Pacific/Kwajalein"
    #expect(!profile.isOff(day) && profile.missingDays.map(\.description) == ["1993-08-21"])
    profile.timeZone = "Pacific/Kiritimati"
    #expect(profile.missingDays.map(\.description) == ["1994-12-31"])
  }
}
