import Foundation
import TestSupport
import Testing

/// `habit schema` describes what commands print, and with habit-format(5) the files.
@Suite struct SchemaPageTests {
  private static let files = [
    "habit": ".Ss A definition, habit.json", "profile": ".Ss A profile, profile.json",
    "year": ".Ss A year file",
  ]

  /// The keys of every object that a schema describes.
  private func keys(of name: String) throws -> Set<String> {
    let text = try Machine().shell("habit schema \(name)").output
    var keys: Set<String> = []
    func collect(_ value: Any) {
      (value as? [Any])?.forEach(collect)
      guard let object = value as? [String: Any] else { return }
      keys.formUnion((object["properties"] as? [String: Any] ?? [:]).keys)
      object.values.forEach(collect)
    }
    collect(try JSONSerialization.jsonObject(with: Data(text.utf8)))
    return keys
  }

  private func text(_ page: String) throws -> String {
    try String(contentsOf: Project.root.appending(path: "Man/\(page)"), encoding: .utf8)
  }

  @Test func `every member of a schema says what it is, so that no page has to`() throws {
    let listed = try Machine().habit("schema", "--json").output
    let names = listed.matches(of: #/"name": "([^"]+)"/#).map { String($0.1) }
      .filter { SchemaPageTests.files[$0] == nil }
    #expect(names.count > 40)
    for name in names {
      let text = try Machine().shell("habit schema \(name)").output
      func check(_ value: Any) {
        (value as? [Any])?.forEach(check)
        guard let object = value as? [String: Any] else { return }
        for (key, member) in object["properties"] as? [String: [String: Any]] ?? [:] {
          #expect(member["description"] is String, "habit schema \(name): \(key)")
        }
        object.values.forEach(check)
      }
      check(try JSONSerialization.jsonObject(with: Data(text.utf8)))
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
      #expect(try keys(of: name) == Set(items.map(String.init)), "\(name)")
    }
  }
}
