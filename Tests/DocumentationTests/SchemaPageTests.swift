import Foundation
import TestSupport
import Testing

/// The manual and `habit schema` tell of the same members.
@Suite struct SchemaPageTests {
  private static let files = [
    "habit": ".Ss habit.json", "profile": ".Ss profile.json", "year": ".Ss A year file",
  ]

  /// The keys of every object that a schema describes.
  private func members(of name: String) throws -> Set<String> {
    let text = try Machine().shell("habit schema \(name)").output
    func keys(_ value: Any) -> Set<String> {
      if let list = value as? [Any] { return list.reduce(into: []) { $0.formUnion(keys($1)) } }
      guard let object = value as? [String: Any] else { return [] }
      let own = (object["properties"] as? [String: Any] ?? [:]).keys
      return object.values.reduce(into: Set(own)) { $0.formUnion(keys($1)) }
    }
    return keys(try JSONSerialization.jsonObject(with: Data(text.utf8)))
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

  @Test func `the page of a command names every member of its JSON`() throws {
    let listed = try Machine().habit("schema", "--json").output
    let names = listed.matches(of: #/"name": "([^"]+)"/#).map { String($0.1) }
    #expect(names.count > 40)
    for name in names where SchemaPageTests.files[name] == nil {
      let command = String(name.prefix { $0 != " " })
      let told = try name == "error" ? text("habit.1") : told(of: command)
      #expect(try members(of: name).subtracting(words(told)) == [], "habit schema \(name)")
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
      #expect(try members(of: name) == Set(items.map(String.init)), "\(name)")
    }
  }
}
