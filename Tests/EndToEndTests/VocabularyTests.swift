import Foundation
import TestSupport
import Testing

/// One vocabulary for the JSON of all commands.
@Suite struct VocabularyTests {
  let machine: Machine

  init() throws {
    machine = try Machine()
    try machine.habit("add", "Read", "--goal", "3 pages", "--from", "-6")
    try machine.habit("add", "Run", "--goal", "20 km a week")
  }

  /// All objects in what a command prints as JSON.
  private func objects(_ line: String) throws -> [[String: Any]] {
    let run = try machine.process(["bash", "-c", "habit \(line) --json"]).run()
    #expect(run.status == 0, "\(run)")
    func collect(_ value: Any) -> [[String: Any]] {
      if let list = value as? [Any] { return list.flatMap(collect) }
      guard let object = value as? [String: Any] else { return [] }
      return [object] + object.values.flatMap(collect)
    }
    return collect(try JSONSerialization.jsonObject(with: Data(run.output.utf8)))
  }

  @Test(arguments: [
    "add Walk --goal '2 km'", "list", "show read", "why read", "today", "log read 2", "done run",
    "set read 1", "query",
  ]) func `a goal is a number, with a unit and a period`(line: String) throws {
    let goals = try objects(line).filter { $0["goal"] != nil && $0["from"] == nil }
    #expect(!goals.isEmpty)
    for goal in goals {
      #expect(goal["goal"] is NSNumber && goal["unit"] is String, "\(goal)")
      #expect(["day", "week", "month"].contains(goal["per"] as? String), "\(goal)")
    }
  }

  @Test(arguments: ["edit read --goal 4", "archive read", "edit read --name Books", "delete read"])
  func `the JSON of a command that changes a habit contains its id`(line: String) throws {
    let changed = try objects(line)
    #expect(changed.first?["habit"] as? String == "read", "\(changed)")
    #expect(changed.first?["what"] == nil)
    let profile = try #require(try objects("edit profile --week-start sunday").first)
    #expect(profile["habit"] is NSNull, "\(profile)")
  }

  @Test(arguments: [
    ("note read 'on the train'", "note", "on the train"),
    ("note read --difficulty 4", "difficulty", "4"),
    ("skip read sick", "skip", "sick"),
  ]) func `the JSON of note, skip and log contains the remark`(
    line: String,
    key: String,
    value: String
  ) throws {
    let told = try objects(line).compactMap { $0[key] }
    #expect(told.map { "\($0)" } == [value])
  }

  @Test func `the JSON of today contains everything that the screen shows`() throws {
    try machine.habit("add", "Mood", "--schedule", "any time")
    try machine.habit("add", "Swim", "--schedule", "twice a month")
    let shown = try machine.habit("today").output
    let habits = try objects("today").filter { $0["state"] != nil }
    #expect(habits.compactMap { $0["id"] as? String }.sorted() == ["mood", "read", "run", "swim"])
    for habit in habits { #expect(shown.contains(habit["name"] as? String ?? "?"), "\(shown)") }
    #expect(habits.contains { ($0["canWait"] as? Int ?? 0) > 0 }, "\(habits)")
  }

  @Test func `a rate counts days, and an amount compares amounts`() throws {
    try machine.habit("log", "read", "1", "--on", "-1")
    try machine.habit("log", "read", "3", "--on", "-2")
    let habit = try #require(try objects("stats --from -2 --to -1").first { $0["id"] != nil })
    #expect(habit["rate"] as? Int == 50 && habit["amount"] as? Int == 67, "\(habit)")
  }
}
