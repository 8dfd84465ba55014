import Foundation
import TestSupport
import Testing

/// The manual and `habit schema` tell of the same members.
@Suite struct SchemaPageTests {
  private static let files = [
    "habit": ".Ss habit.json", "profile": ".Ss profile.json", "year": ".Ss A year file",
  ]

  /// The keys of every object that a schema describes, and the words that their values may be.
  private func members(of name: String) throws -> (keys: Set<String>, words: Set<String>) {
    let text = try Machine().shell("habit schema \(name)").output
    var (keys, words): (Set<String>, Set<String>) = ([], [])
    func collect(_ value: Any) {
      (value as? [Any])?.forEach(collect)
      guard let object = value as? [String: Any] else { return }
      keys.formUnion((object["properties"] as? [String: Any] ?? [:]).keys)
      words.formUnion(object["enum"] as? [String] ?? [])
      object.values.forEach(collect)
    }
    collect(try JSONSerialization.jsonObject(with: Data(text.utf8)))
    return (keys, words)
  }

  private func text(_ page: String) throws -> String {
    try String(contentsOf: Project.root.appending(path: "Man/\(page)"), encoding: .utf8)
  }

  /// What the page of a command says of its JSON, and the pages that it sends the reader to.
  private func told(of command: String, isWhole: Bool = true) throws -> String {
    let page = try text("habit-\(command).1")
    let start = try #require(page.firstRange(of: "Fl \\-json"), "\(command)").lowerBound
    let told = String(page[start...].split(separator: "\n.Sh ", maxSplits: 1)[0])
    guard isWhole else { return told }
    let others = told.matches(of: #/(?m)^\.Xr habit-([\w-]+) 1/#).map { String($0.1) }
    return try others.reduce(told) { try $0 + "\n" + self.told(of: $1, isWhole: false) }
  }

  private func words(_ text: String) -> Set<String> {
    Set(text.split { !$0.isLetter && !$0.isNumber }.map(String.init))
  }

  /// The words that a page lists as keys or values: behind `object:` and `has`, and in parentheses.
  private func listed(_ told: String) -> Set<String> {
    let lines = told.split(separator: "\n").map { line in
      line.hasPrefix(".Pq ") ? "(" + line.dropFirst(4).replacing(" ,", with: "),") + ")" : line
    }
    let text = lines.joined(separator: " ").replacing(#/ ?\.(?:Li|Cm|Fl|Pp) /#, with: " ")
    let groups = text.matches(of: #/\(([^()]*,[^()]*)\)/#).map { $0.1 }
    let plain = text.replacing(#/ \([^()]*\)/#, with: "")
    let lists = plain.matches(of: #/(?:\bobjects?\b[^:.]*:|\bhas) ([^.;:]*)/#).map { $0.1 }
    let items = (groups + lists).flatMap {
      $0.replacing(#/,? (?:and|or) /#, with: ", ").split(separator: ",")
    }
    return Set(
      items.map { $0.trimmingCharacters(in: .whitespaces) }.filter { $0.contains(#/^\w+$/#) }
    )
  }

  @Test func `the page of a command names every member of its JSON, and no other`() throws {
    let listed = try Machine().habit("schema", "--json").output
    let names = listed.matches(of: #/"name": "([^"]+)"/#).map { String($0.1) }
      .filter { SchemaPageTests.files[$0] == nil && !["error", "version"].contains($0) }
    #expect(names.count > 40)
    for (command, names) in Dictionary(grouping: names, by: { $0.prefix { $0 != " " } }) {
      let members = try names.map(members)
      let keys = members.reduce(into: Set()) { $0.formUnion($1.keys) }
      let values = members.reduce(into: Set()) { $0.formUnion($1.words) }
      let missing = try keys.subtracting(words(told(of: "\(command)")))
      #expect(missing == [], "habit schema \(command)")
      let unknown = try self.listed(told(of: "\(command)", isWhole: false))
      #expect(unknown.subtracting(keys.union(values)) == [], "habit-\(command)(1)")
    }
    for name in ["error", "version"] {
      #expect(try members(of: name).keys.subtracting(words(text("habit.1"))) == [])
    }
  }

  @Test func `habit-format(5) and the schemas of files have the same members`() throws {
    let page = try text("habit-format.5")
    for (name, head) in SchemaPageTests.files {
      let start = try #require(page.firstRange(of: head)).upperBound
      let section = page[start...].split(separator: "\n.Ss ", maxSplits: 1)[0]
      let items = section.matches(of: #/(?m)^\.It Li (.*)$/#)
        .flatMap { $0.1.split(separator: " , ") }
      // A year's own members are days.
      #expect(try members(of: name).keys == Set(items.map(String.init)), "\(name)")
    }
  }
}
