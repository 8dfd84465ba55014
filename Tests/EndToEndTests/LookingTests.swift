import Foundation
import Testing
import TestSupport

/// What the commands that show print, and the contract of `--json`.
@Suite struct LookingTests {
  let machine: Machine

  /// Made once, and copied for each test.
  private static let made = Result { try make() }

  init() throws { machine = try Self.made.get().copy() }

  private static func make() throws -> Machine {
    let machine = try Machine(now: "2026-03-10T09:00:00")
    try machine.habit("add", "Drink water", "--goal", "8 glasses", "--from", "-9", "--tag", "body")
    try machine.habit("add", "本を読む", "--from", "-9", "--tag", "mind", "--tag", "evening")
    try machine.habit("add", "Gym", "--schedule", "3 times a week", "--from", "-9")
    for day in 1...9 { try machine.habit("log", "water", "8", "--on", "-\(day)") }
    for day in [1, 3, 4] { try machine.habit("done", "本", "--on", "-\(day)") }
    try machine.habit("skip", "本", "sick", "--on", "-2")
    try machine.habit("note", "本", "good, \"very\"\nindeed", "--on", "-1")
    return machine
  }

  private func json(_ arguments: String...) throws -> Any {
    let run = try machine.process(["habit"] + arguments + ["--json"]).run()
    #expect(run.status == 0, "\(run.errors)")
    return try JSONSerialization.jsonObject(with: Data(run.output.utf8))
  }

  @Test func `rows ascend by date, then habit`() throws {
    let rows = try #require(try json("query") as? [[String: Any]])
    let order = rows.map { "\($0["date"] ?? "") \($0["habit"] ?? "")" }
    #expect(order == order.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    #expect(rows.count > 20)
  }

  @Test(arguments: [40, 46, 80, 200])
  func `no line is wider than the screen, in any script`(columns: Int) throws {
    let shown = machine.with(["COLUMNS": "\(columns)"])
    for arguments in [
      ["today"], ["list"], ["stats"], ["stats", "water"], ["stats", "water", "--wide"],
      ["calendar"], ["calendar", "--month", "2026-03"], ["history"], ["xp"], ["digest"],
      ["why", "本", "-1"], ["why", "xp", "-1"], ["show", "本"],
    ] {
      let output = try shown.process(["habit"] + arguments).run().output
      for line in output.split(separator: "\n") {
        #expect(width(line) <= columns, "\(arguments): \(line)")
      }
    }
  }

  /// Columns, as far as the texts of these tests need it.
  private func width(_ line: Substring) -> Int {
    line.unicodeScalars.reduce(0) { $0 + ((0x3000...0x9FFF).contains($1.value) ? 2 : 1) }
  }

  @Test func `why reads of the other habits only the years that the day needs`() throws {
    try machine.write("guest/habits/gym/2019.json", "unreadable")
    #expect(try machine.habit("why", "water", "-1").status == 0)
    #expect(try machine.habit("why", "xp", "-1").status == 0)
    #expect(try machine.habit("why", "gym", "-1").status == 65)
  }

  @Test func `a list keeps ids whole, and its texts are broken between words`() throws {
    let machine = try Machine()
    let names = (10...54).map { "Habit of a long name \($0)" }
    for name in names {
      try machine.habit("add", name, "--from", "-1", "--tag", "home", "--tag", "x")
    }
    for columns in [40, 60, 80, 120] {
      let narrow = machine.with(["COLUMNS": "\(columns)"])
      let list = try narrow.habit("list").output
      #expect(list.contains("\nhome\n") && list.contains("  habit-of-a-long-name-54"), "\(list)")
      #expect(list.split(separator: "\n").allSatisfy { $0.count <= columns }, "\(list)")
      let why = try narrow.habit("why", "xp", "-1").output
      let words = why.split { $0 == " " || $0 == "\n" }.filter { $0.hasSuffix(",") }
      #expect(why.contains("and 35 more\n") && words.count < 14, "\(why)")
      #expect(why.split(separator: "\n").allSatisfy { $0.count <= columns }, "\(why)")
    }
    #expect(try machine.habit("list", with: ["COLUMNS": "120"]).output.contains("  other tags\n"))
  }
}
