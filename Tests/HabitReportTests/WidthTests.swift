import HabitCore
import HabitFiles
import HabitReport
import TestSupport
import Testing

/// Names in tables: they get the width that the other cells leave.
@Suite struct WidthTests {
  private let table =
    ".TS\ntab(|);\nl2 l2 r.\n.Hb each habit\n\\*[habit.title]|\\*[habit.last7]|\\*[habit.rate]\n"
    + ".Hb end\n.TE"

  private func names(
    _ names: [String],
    columns: Int,
    in table: String? = nil
  ) throws -> [String] {
    var world = ReportWorld()
    for (index, name) in names.enumerated() { world.add("h\(index)", name, "xxxxxx.") }
    let look = Look(.utf8, columns: columns, isColored: false)
    return try world.lines(table ?? self.table, kind: "week", for: look)
      .filter { $0.contains("■") }
      .compactMap { $0.split(separator: "|").first.map(String.init) }
  }

  @Test func `a name that has room is whole, at any width`() throws {
    let long = "Practise the piano in the morning before work"
    #expect(try names([long], columns: 80) == [long])
    let cut = try #require(try names([long], columns: 60).first)
    #expect(cut.hasPrefix("Practise the piano in the") && cut.hasSuffix("…"))
  }

  @Test func `names that would be cut to the same are cut in the middle`() throws {
    let shared = "Practise piano each day of the week in the "
    let shown = try names([shared + "morning", shared + "evening"], columns: 60)
    #expect(Set(shown).count == 2)
    #expect(
      shown.contains { $0.hasSuffix("…morning") } && shown.contains { $0.hasSuffix("…evening") }
    )
    let many = try names((0..<40).map { "\(shared)\($0)" }, columns: 60)
    #expect(Set(many).count == 40)
    // What all have at their end goes as well where there is no room.
    let days = "|\\*[habit.last7]"
    let narrow = table.replacing("l2 l2 r.", with: "l2 l2 l2 l2 r.")
      .replacing(days, with: days + days + days)
    let numbered = (1...40).map { "The habit in the long list \($0) of all of those" }
    let short = try names(numbered, columns: 60, in: narrow)
    #expect(Set(short).count == 40 && short.contains { $0.hasSuffix("…19…") }, "\(short)")
  }

  @Test func `a name is not cut for a colour that another one has`() throws {
    var world = ReportWorld()
    world.add("a", "Water the plants", "xxxxxx.")
    world.add("b", "Run", "xxxxxx.", color: .named(.red))
    let look = Look(.pdf, columns: 80, isColored: false)
    let lines = try world.lines(table, kind: "week", for: look)
    #expect(lines.contains { $0.hasPrefix("Water the plants|") }, "\(lines)")
  }

  @Test(arguments: ["today", "week", "month", "quarter", "year", "profile", "habit"])
  func `no line of a report is wider than asked`(name: String) throws {
    var world = ReportWorld()
    for (index, name) in [
      "読書 30分 毎日 三十分 読書する 三十分", "Donaudampfschifffahrtselektrizitätenhauptbetrieb",
    ]
    .enumerated() {
      world.add("h\(index)", name, String(repeating: "xx.x-x5", count: 60), goal: 9)
    }
    let template = try Template(#require(Shipped.template(named: name)))
    for (columns, medium) in [(60, Medium.utf8), (80, .utf8), (120, .utf8), (60, .ascii)] {
      let page = try world.page(
        template,
        "this",
        of: template.isOfHabit ? HabitID("h0") : nil,
        for: Look(medium, columns: columns, isColored: false)
      )
      let shown = try Machine().run(["mandoc", "-T", "utf8", "-O", "width=\(columns)"], page.text)
      for line in shown.output.withoutOverstrikes.split(separator: "\n") {
        #expect(displayWidth(of: String(line)) <= columns, "\(columns): \(line)")
      }
    }
  }
}
