import HabitCore
import Testing

/// Which habit a person means.
@Suite struct HabitSearchTests {
  private func search(_ names: [String]) throws -> HabitSearch {
    HabitSearch(
      try names.map { text in
        let name = try Name(text)
        return Habit(id: HabitID(naming: name), name: name, start: Day(number: 20_000))
      }
    )
  }

  private func found(_ text: String, among names: String...) throws -> [String] {
    switch try search(names).match(text) {
    case .one(let habit): [habit.name.text]
    case .several(let habits): habits.map(\.name.text)
    case .none(let near): near.map { ["?", $0.name.text] } ?? []
    }
  }

  @Test func `a beginning of any word means a habit, whatever word it is`() throws {
    #expect(try found("water", among: "Drink water", "Read") == ["Drink water"])
    #expect(
      try found("water", among: "Drink water", "Water the plants") == [
        "Drink water", "Water the plants",
      ]
    )
    #expect(try found("the pl", among: "Drink water", "Water the plants") == ["Water the plants"])
    #expect(try found("wat", among: "Drink water", "Swim") == ["Drink water"])
  }

  @Test func `accents and case do not matter, unless they tell two apart`() throws {
    #expect(try found("cafe", among: "Café", "Read") == ["Café"])
    #expect(try found("CAFÉ", among: "Cafe noir") == ["Cafe noir"])
    #expect(try found("café", among: "Café", "Cafe") == ["Café"])
    #expect(try found("strasse", among: "Auf der Straße") == ["Auf der Straße"])
  }

  @Test func `an exact name is meant before a word, and a word before a beginning`() throws {
    #expect(try found("run", among: "Run", "Run far") == ["Run"])
    #expect(try found("4", among: "Habit number 4", "Habit number 40") == ["Habit number 4"])
    #expect(
      try found("habit number 4", among: "Habit number 40", "Habit number 4") == ["Habit number 4"]
    )
    #expect(try found("drink-water", among: "Drink water", "Drink water slowly") == ["Drink water"])
    #expect(try found("drink-w", among: "Drink water", "Read") == ["Drink water"])
  }

  @Test func `a former name means its habit, after the names of today`() throws {
    var habit = Habit(
      id: try #require(HabitID("h")),
      name: try Name("Hydrate"),
      start: Day(number: 1)
    )
    habit.aliases = ["Water"]
    let other = Habit(
      id: try #require(HabitID("w")),
      name: try Name("Water"),
      start: Day(number: 1)
    )
    guard case .one(let found) = HabitSearch([habit, other]).match("water") else {
      Issue.record("not one")
      return
    }
    #expect(found.id == other.id)
    guard case .one(let former) = HabitSearch([habit]).match("wat") else {
      Issue.record("not one")
      return
    }
    #expect(former.id == habit.id)
  }

  @Test func `words of an archived habit mean it only when no other habit has them`() throws {
    func habit(_ name: String, _ pauses: [DaySpan] = []) throws -> Habit {
      let name = try Name(name)
      var habit = Habit(id: HabitID(naming: name), name: name, start: Day(number: 1))
      habit.pauses = pauses
      return habit
    }
    let rest = DaySpan(start: Day(number: 2), end: nil)
    let habits = HabitSearch([try habit("Gymed", [rest]), try habit("Gymmed")])
    for (text, name) in [("gym", "Gymmed"), ("gymed", "Gymed"), ("gyme", "Gymed")] {
      guard case .one(let found) = habits.match(text) else {
        Issue.record("not one")
        continue
      }
      #expect(found.name.text == name)
    }
  }

  @Test func `a habit that will be archived later is still found beside another`() throws {
    let (old, new) = (try Name("Gym old"), try Name("Gym new"))
    var habit = Habit(id: HabitID(naming: old), name: old, start: Day(number: 1))
    habit.pauses = [DaySpan(start: Day(number: 9), end: nil)]
    let habits = [habit, Habit(id: HabitID(naming: new), name: new, start: Day(number: 1))]
    guard case .several = HabitSearch(habits, on: Day(number: 8)).match("gym"),
      case .one(let found) = HabitSearch(habits, on: Day(number: 9)).match("gym")
    else {
      Issue.record("an archived habit counts, or one that is not archived yet does not")
      return
    }
    #expect(found.name == new)
  }

  @Test func `what is two edits away is suggested, what is further is not`() throws {
    #expect(try found("drnk", among: "Drink water", "Read") == ["?", "Drink water"])
    #expect(try found("warer", among: "Drink water", "Read") == ["?", "Drink water"])
    #expect(try found("cafee", among: "Café", "Read") == ["?", "Café"])
    #expect(try found("piano", among: "Drink water", "Read") == [])
    #expect(try found("xy", among: "Drink water", "Go") == [])
    #expect(try found("  ", among: "Drink water") == [])
  }
}
