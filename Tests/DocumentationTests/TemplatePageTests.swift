import Foundation
import HabitReport
import TestSupport
import Testing

/// habit-template(5) lists what the program knows, all of it and nothing else.
@Suite struct TemplatePageTests {
  private func sections() throws -> [String: [String]] {
    let page = Project.root.appending(path: "Man/habit-template.5")
    var sections: [String: [String]] = [:]
    var section = ""
    for line in try String(contentsOf: page, encoding: .utf8).split(separator: "\n") {
      if line.hasPrefix(".Sh ") || line == ".Ss Filters" { section = String(line.dropFirst(4)) }
      sections[section, default: []].append(String(line))
    }
    return sections
  }

  /// The first words of the items of a section.
  private func items(_ section: String) throws -> [String] {
    try sections()[section, default: []].filter { $0.hasPrefix(".It ") }
      .compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) }
  }

  /// The words behind an item of MACROS.
  private func words(behind item: String) throws -> Set<String> {
    let lines = try sections()["MACROS", default: []]
    let start = try #require(lines.firstIndex(of: ".It \(item)"))
    let list = lines[(start + 1)...].prefix { !$0.hasPrefix(".") }.joined(separator: " ")
    return Set(list.dropLast().split(separator: ", ").map(String.init))
  }

  @Test func `every value is described once`() throws {
    #expect(try items("VALUES").sorted() == TemplateVariables.names)
  }

  @Test func `every figure is described once`() throws {
    #expect(try items("FIGURES").sorted() == TemplateVariables.figures.sorted())
  }

  @Test func `the line that it tells to begin with is taken`() throws {
    let page = Project.root.appending(path: "Man/habit-template.5")
    let text = try String(contentsOf: page, encoding: .utf8)
    let machine = try Machine()
    let shown = try machine.process(["mandoc", "-T", "utf8"], input: text).run().output
    let line = "'\\\" t"
    #expect(shown.replacing(#/.\x08/#, with: "").contains(line))
    _ = try Template(Array("\(line)\n.Dd today\n.Dt HABIT-X 7\n.Os\n".utf8))
  }

  @Test func `every filter and order is described`() throws {
    #expect(try items("Filters").sorted() == TemplateVariables.filters.sorted())
    let text = try sections()["Filters", default: []].joined(separator: " ")
    for order in TemplateVariables.orders { #expect(text.contains(order)) }
  }

  @Test func `every thing of a loop and every kind of period is named`() throws {
    let text = try sections()["DESCRIPTION", default: []].joined(separator: " ")
    for thing in Thing.allCases { #expect(text.contains(thing.rawValue)) }
    for kind in Period.Kind.allCases { #expect(text.contains(kind.rawValue)) }
  }

  @Test func `the lists of macros and requests are those of the program`() throws {
    #expect(try words(behind: "macros of mdoc(7)") == Roff.macros)
    #expect(try words(behind: "requests") == Roff.requests)
    let lines = try sections()["MACROS", default: []].joined(separator: " ")
    for escape in Roff.escapes {
      #expect(lines.contains(escape == " " ? " space " : " \(escape) "))
    }
  }

  @Test func `the limits are those of the program`() throws {
    let text = try sections()["LIMITS", default: []].joined(separator: " ")
    #expect(text.contains("at most \(Template.largest / 1024) KiB"))
  }

  @Test func `every template has a specimen of every value it shows`() throws {
    for name in Shipped.names {
      let page = Project.root.appending(path: "Man/habit-\(name).7")
      let text = try String(contentsOf: page, encoding: .utf8)
      let shown = Set(text.matches(of: #/\\\*\[([^\]]+)\]/#).map { String($0.1) })
      let given = text.matches(of: #/\n\.ds (\S+)/#).map { String($0.1) }
      #expect(Set(given) == shown, "\(name)")
      #expect(given.count == Set(given).count, "\(name)")
    }
  }

  @Test func `groff prints no warning for an unfilled template`() throws {
    for name in Shipped.names {
      let page = Project.root.appending(path: "Man/habit-\(name).7").path
      let machine = try Machine()
      let said = try machine.process(
        ["groff", "-ww", "-z", "-t", "-mdoc", "-K", "utf8", "-T", "utf8", page]
      ).run()
      #expect(said.status == 0 && said.errors.isEmpty, "\(said.errors)")
    }
  }
}
