import Foundation
import HabitReport
import TestSupport
import Testing

/// habit-template(5) lists what the program knows, all of it and nothing else.
@Suite struct TemplatePageTests {
  private let page = Project.root.appending(path: "Man/habit-template.5")

  /// The lines of the page by the headings above them.
  private func sections() throws -> [String: [String]] {
    var sections: [String: [String]] = [:]
    var section = ""
    for line in try String(contentsOf: page, encoding: .utf8).split(separator: "\n") {
      if line.hasPrefix(".Sh ") || line.hasPrefix(".Ss ") { section = String(line.dropFirst(4)) }
      sections[section, default: []].append(String(line))
    }
    return sections
  }

  /// The items of a section: the first word of each, and the lines of its text.
  private func entries(_ section: String) throws -> [(name: String, lines: [String])] {
    let lines = try sections()[section, default: []]
    return lines.indices.filter { lines[$0].hasPrefix(".It ") }.map { index in
      let cells = lines[index].replacing("Li .Hb ", with: "").split(separator: " Ta ")
      let below = lines[(index + 1)...].prefix { !$0.hasPrefix(".It ") && $0 != ".El" }
      return (String(cells[0].split(separator: " ")[1]), cells.dropFirst().map(String.init) + below)
    }
  }

  private func items(_ section: String) throws -> [String] { try entries(section).map(\.name) }

  /// Why a template with this line is refused.
  private func errors(_ line: String) -> [TemplateError] {
    do {
      _ = try Template(Array(".Dd x\n.Dt HABIT-X 7\n.Os\n\(line)\n".utf8))
      return []
    } catch {
      return error.errors
    }
  }

  @Test func `every instruction, loop, period and figure is described`() throws {
    let verbs = errors(".Hb x").compactMap(\.unknown).flatMap(\.known)
    #expect(Set(try items("INSTRUCTIONS")) == Set(verbs) && verbs.count == 8)
    #expect(try items("LOOPS") == Thing.allCases.map(\.rawValue))
    #expect(try items("Periods") == Period.Kind.allCases.map(\.rawValue))
    #expect(try items("FIGURES").sorted() == TemplateVariables.figures.sorted())
  }

  @Test func `every filter and order is described, and which loops take it`() throws {
    #expect(try items("Filters").sorted() == TemplateVariables.filters.sorted())
    let orders = try entries("Filters").last?.lines.joined(separator: " ") ?? ""
    for order in TemplateVariables.orders { #expect(orders.contains(order)) }
    for (thing, lines) in try entries("LOOPS") {
      // All take these two.
      let others = lines.last { $0.hasPrefix("Takes the filters ") }?
        .dropFirst("Takes the filters ".count).dropLast().split(separator: ", ")
      let told = (others ?? []).map(String.init) + ["first", "last"]
      let taken = TemplateVariables.filters.filter { filter in
        let argument = ["tag": " x", "first": " 1", "last": " 1", "sort": " title"][filter] ?? ""
        return errors(".Hb each \(thing) \(filter)\(argument)\n.Hb end").isEmpty
      }
      #expect(told.sorted() == taken.sorted(), "\(thing)")
    }
  }

  /// A value as the page has it.
  private struct Value {
    let name: String
    /// The loop it is in; nil everywhere.
    let thing: Thing?
    /// Its type, and behind a comma an example.
    let type: String
    let example: String
    /// Whether the example's page has none.
    let isInvented: Bool

    /// Another value of the same row, whose example is that of the first.
    func named(_ name: String) -> Value {
      Value(name: name, thing: thing, type: type, example: "...", isInvented: false)
    }
  }

  /// The other values of a row that names the first and the last of a week: `habit.mo to habit.su`.
  private func rest(of name: String) -> [String] {
    switch name {
    case "weekday.1", "habit.weekday.1": (2...7).map { name.dropLast() + "\($0)" }
    case "habit.mo": ["tu", "we", "th", "fr", "sa", "su"].map { "habit.\($0)" }
    default: []
    }
  }

  /// The values that a month or a year has as a week does, as a sentence below the table tells.
  private func likeWeek(_ thing: Thing, _ rows: [Value]) throws -> [Value] {
    let lines = try sections()["\\&In each \(thing.rawValue)", default: []]
    let sentence = lines.drop { !$0.hasPrefix("As in each week: ") }.joined(separator: " ")
    return try sentence.matches(of: #/\w+\.(\w+)/#).map { match in
      let row = try #require(rows.first { $0.name == "week.\(match.1)" })
      return Value(
        name: String(match.0),
        thing: thing,
        type: row.type,
        example: "...",
        isInvented: false
      )
    }
  }

  private func values() throws -> [Value] {
    let rows = try self.rows()
    return try rows + likeWeek(.month, rows) + likeWeek(.year, rows)
  }

  private func rows() throws -> [Value] {
    try ([nil] + Thing.allCases.map(Optional.some)).flatMap { thing in
      try entries(thing.map { "\\&In each \($0.rawValue)" } ?? "On the page").flatMap {
        name,
        lines in
        let text = lines.joined(separator: " ")
        let head = try #require(text.firstRange(of: ": ")).lowerBound
        let parts = text[..<head].split(separator: ", ", maxSplits: 1).map(String.init)
        let example = parts.count > 1 ? parts[1] : ""
        let isInvented = example.hasPrefix("as ")
        let value = Value(
          name: name,
          thing: thing,
          type: parts.first ?? "",
          example: isInvented ? String(example.dropFirst(3)) : example,
          isInvented: isInvented
        )
        return [value] + rest(of: name).map { value.named($0) }
      }
    }
  }

  @Test func `every value is described once, with its type, in the loop that has it`() throws {
    let values = try values()
    #expect(values.map(\.name).sorted() == TemplateVariables.names)
    for value in values {
      #expect(value.type == TemplateVariables.kinds[value.name], "\(value.name)")
      #expect(value.example.isEmpty == (value.type == "condition"), "\(value.name)")
      let prefix = value.name.split(separator: ".").first.flatMap { Thing(rawValue: String($0)) }
      #expect(value.thing == (value.name.contains(".") ? prefix : nil), "\(value.name)")
    }
  }

  @Test func `the examples of values are those of Examples, filled by the program`() throws {
    let values = try values().filter { $0.type != "condition" }
    var lines = [".Hb period month", ".Dd x", ".Dt HABIT-X 7", ".Os"]
    for thing in [nil] + Thing.allCases.map(Optional.some) {
      // Of the habits of mind the last one is Read.
      if let thing { lines.append(".Hb each \(thing)\(thing == .habit ? " tag mind" : "") last 1") }
      lines += values.filter { $0.thing == thing }.map { "\($0.name)=\\*[\($0.name)]" }
      if thing != nil { lines.append(".Hb end") }
    }
    let machine = try Machine(now: "2026-02-28T21:00:00")
    let alice = Project.root.appending(path: "Examples/alice").path
    try machine.shell("cp -r \(alice) alice; mkdir alice/alice/reports")
    let text = lines.joined(separator: "\n") + "\n"
    try text.write(
      to: machine.home.appending(path: "alice/alice/reports/habit-x.7"),
      atomically: true,
      encoding: .utf8
    )
    let page = try machine.shell("habit --repo alice --user alice report x 2026-02 -T mdoc")
    try #require(page.status == 0, "\(page)")
    let shown = Dictionary(
      page.output.split(separator: "\n").map { line in
        let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count > 1 ? String(parts[1]) : ""
        return (
          String(parts[0]),
          value.replacing("\\-", with: "-").replacing("\\&", with: "").replacing("\\ ", with: " ")
        )
      },
      uniquingKeysWith: { first, _ in first }
    )
    for value in values where value.name != "version" {
      let found = shown[value.name] ?? ""
      let cut = value.example.hasSuffix("...") ? value.example.dropLast(3) : nil
      let isRight = value.isInvented ? found.isEmpty : found == value.example
      #expect(cut.map { found.hasPrefix($0) } ?? isRight, "\(value.name) is \(found)")
    }
  }

  @Test func `the line that it tells to begin with is taken`() throws {
    let text = try String(contentsOf: page, encoding: .utf8)
    let machine = try Machine()
    let shown = try machine.process(["mandoc", "-T", "utf8"], input: text).run().output
    let line = "'\\\" t"
    #expect(shown.replacing(#/.\x08/#, with: "").contains(line))
    _ = try Template(Array("\(line)\n.Dd today\n.Dt HABIT-X 7\n.Os\n".utf8))
  }

  @Test func `the list of escapes is that of the program`() throws {
    let lines = try sections()["MACROS", default: []].joined(separator: " ")
    for escape in Roff.escapes {
      #expect(lines.contains(escape == " " ? " space " : " \(escape) "))
    }
  }

  @Test func `the limits are those of the program`() throws {
    let text = try sections()["Sizes", default: []].joined(separator: " ")
    #expect(text.contains("at most \(Template.largest / 1024) KiB"))
  }

  @Test func `every template has a specimen of every value it shows`() throws {
    for name in Shipped.names {
      let page = Project.template(name)
      let text = try String(contentsOf: page, encoding: .utf8)
      let shown = Set(text.matches(of: #/\\\*\[([^\]]+)\]/#).map { String($0.1) })
      let given = text.matches(of: #/\n\.ds (\S+)/#).map { String($0.1) }
      #expect(Set(given) == shown, "\(name)")
      #expect(given.count == Set(given).count, "\(name)")
    }
  }

  @Test func `groff prints no warning for an unfilled template`() throws {
    for name in Shipped.names {
      let page = Project.template(name).path
      let machine = try Machine()
      let said = try machine.process(
        ["groff", "-ww", "-z", "-t", "-mdoc", "-K", "utf8", "-T", "utf8", page]
      ).run()
      #expect(said.status == 0 && said.errors.isEmpty, "\(said.errors)")
    }
  }
}
