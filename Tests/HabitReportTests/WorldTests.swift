import HabitCore
import HabitReport
import TestSupport
import Testing

/// Every report of every kind of life: none, a day, ten years, a hundred habits, any name.
@Suite struct WorldTests {
  enum Life: CaseIterable {
    case nothing, oneDay, tenYears, hundredHabits, longNames, allSkipped, archived

    var world: ReportWorld {
      var world = ReportWorld()
      switch self {
      case .nothing: break
      case .oneDay: world.add("run", "Run", "x")
      case .tenYears:
        for index in 0..<3 {
          world.add("h\(index)", "Habit \(index)", String(repeating: "xx.x-", count: 730))
        }
      case .hundredHabits:
        for index in 0..<100 { world.add("h\(index)", "Habit \(index)", "xx.x-x.") }
      case .longNames:
        let names = [
          String(repeating: "W", count: 50), String(repeating: "毎日本を読む", count: 8),
          "No added sugar, in bed by 23:00. Really.", "🏃‍♀️ 👍🏽 🇩🇪 laufen", "קריאה בכל יום",
          ".sy rm -rf / \\V[HOME] <script>alert(1)</script>",
        ]
        for (index, name) in names.enumerated() { world.add("h\(index)", name, "xx.x-x.xxxx") }
        world.note(["\u{1B}[31m", "T{", ".so /etc/passwd"])
      case .allSkipped: world.add("run", "Run", "-------")
      case .archived:
        world.add("run", "Run", "xxxxxxx")
        let old = world.habits[0]
        var habit = old.habit
        habit.pauses = [DaySpan(start: world.today.advanced(by: -3), end: nil)]
        world.habits = [TrackedHabit(habit, tallies: old.tallies)]
      }
      return world
    }
  }

  @Test(arguments: Life.allCases, Shipped.names)
  func `every report is shown`(life: Life, name: String) throws {
    let template = try Template(#require(Shipped.template(named: name)))
    let machine = try Machine()
    for columns in [60, 78, 120] {
      let look = Look(.utf8, columns: columns, isColored: false)
      for period in ["this", "last"] {
        let page = try life.world.page(template, period, for: look)
        let command = ["mandoc", "-T", "utf8", "-O", "width=\(columns)"]
        let shown = try machine.process(command, input: page.text).run()
        #expect(shown.status == 0 && shown.errors.isEmpty, "\(shown.errors)")
        #expect(shown.output.withoutOverstrikes.contains("SEE ALSO"))
        let lines = shown.output.withoutOverstrikes.split(separator: "\n")
        let wide = lines.filter { $0.count > columns }
        #expect(wide == [], "\(name)")
      }
    }
    let page = try life.world.page(template, for: Look(.html, columns: 78, isColored: false))
    let fragment = try machine.process(
      ["mandoc", "-T", "html", "-O", "fragment"],
      input: page.text
    ).run().output
    let document = HTMLDocument(of: page, fragment: fragment).text
    expectInert(document)
    #expect(!document.contains("&#xE00"), "a picture is missing")
  }

  /// What groff says of a name of fifty wide letters.
  private static let unlovely = [
    "can't break line", "cannot adjust line", "around line", "table wider than line width",
  ]

  @Test(arguments: Life.allCases, Shipped.names)
  func `every report is printed without a complaint`(life: Life, name: String) throws {
    let template = try Template(#require(Shipped.template(named: name)))
    let page = try life.world.page(template, for: Look(.pdf, columns: 78, isColored: false))
    let macros = String(decoding: Shipped.paperMacros, as: UTF8.self)
    let printed = try Machine().with(["SOURCE_DATE_EPOCH": "0"]).run(
      ["groff", "-ww", "-K", "utf8", "-t", "-mdoc", "-T", "pdf"],
      macros + page.text
    )
    // Long lines and page ends may be unlovely, nothing may be missing.
    let complaints = printed.errors.split(separator: "\n")
      .filter { line in !Self.unlovely.contains { line.contains($0) } }
    #expect(complaints == [])
    #expect(printed.output.hasPrefix("%PDF"))
  }
}

extension Machine {
  func run(_ command: [String], _ input: String) throws -> Transcript {
    try process(command, input: input).run()
  }
}
