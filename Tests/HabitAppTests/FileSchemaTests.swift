import Foundation
import HabitCore
import HabitFiles
import TestSupport
import Testing

/// The schemas of the three files and their readers agree, on every file that we have.
@Suite struct FileSchemaTests {
  /// A file that is read, and whose schema is printed.
  enum Kind: String, CaseIterable {
    case habit, profile, year

    /// What its reader finds in these bytes.
    func problems(in bytes: [UInt8], year: Int) -> [Problem] {
      do {
        switch self {
        case .habit:
          return try HabitDocument(.guest, HabitID(naming: Name("Read")), bytes: bytes).warnings
        case .profile: return try ProfileDocument(.guest, bytes: bytes).warnings
        case .year:
          let id = try HabitID(naming: Name("Read"))
          return try YearDocument(.guest, id, year: year, bytes: bytes, taken: nil).warnings
        }
      } catch let error as FileProblems {
        return error.problems
      } catch {
        return [Problem("", "\(error)")]
      }
    }
  }

  /// What a reader refuses and a schema cannot: habit-schema(1) lists it.
  private static let inexpressible = [
    // Texts with a grammar of their own, and what they say of other members.
    "schedule", "weekday", "cannot be", "the amount", "the unit", "the goal",
    // Characters as they are read, and not as they are coded.
    " characters", "control character", "U+0000", "not a value of \"icon\"",
    // What stands elsewhere: another day, the name of the file.
    "is before", "does not belong in the file", "too many problems",
  ]

  private func isInexpressible(_ problem: Problem) -> Bool {
    FileSchemaTests.inexpressible.contains { problem.message.contains($0) }
  }

  /// Holds documents against reader and schema; gives how many the schema took and refused.
  private func compare(
    _ documents: [(name: String, bytes: [UInt8])],
    as kinds: [Kind] = Kind.allCases,
    year: Int = 2026
  ) throws -> (taken: Int, refused: Int) {
    let machine = try Machine()
    var schemas: [String: String] = [:]
    for kind in kinds { schemas[kind.rawValue] = try machine.habit("schema", kind.rawValue).output }
    var validator = SchemaValidator(schemas, on: machine)
    let pairs = kinds.flatMap { kind in documents.map { (kind, $0) } }
    for (kind, document) in pairs { validator.add(document.bytes, as: kind.rawValue) }
    let verdicts = try validator.verdicts()
    try #require(verdicts.count == pairs.count)
    for ((kind, document), verdict) in zip(pairs, verdicts) {
      let problems = kind.problems(in: document.bytes, year: year)
      let text = String(decoding: document.bytes.prefix(300), as: UTF8.self)
      if problems.isEmpty {
        #expect(verdict.error == nil, "\(kind) \(document.name): \(verdict.error ?? "")\n\(text)")
      }
      let errors = problems.filter(\.isError)
      if !errors.isEmpty, !errors.contains(where: isInexpressible) {
        #expect(verdict.error != nil, "\(kind) \(document.name): \(errors[0].message)\n\(text)")
      }
    }
    let refused = verdicts.count { $0.error != nil }
    return (verdicts.count - refused, refused)
  }

  @Test func `every file of the fuzz corpus is taken or refused alike`() throws {
    let corpus = Project.root.appending(path: "Tests/FuzzingTests/Corpus")
    var documents: [(name: String, bytes: [UInt8])] = []
    for subject in ["json", "record", "merge"] {
      let folder = corpus.appending(path: subject)
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
        let input = [UInt8](try Data(contentsOf: folder.appending(path: name)))
        // An input of merges is three versions; one of records may be the value of a day.
        for bytes in input.split(separator: 0) {
          let isValue = subject == "record" && bytes.first != UInt8(ascii: "{")
          let whole =
            isValue
            ? Array("{\"2026-03-01\": ".utf8) + bytes + Array("}\n".utf8) : Array(bytes)
          documents.append(("\(subject)/\(name)", whole))
        }
      }
    }
    let (taken, refused) = try compare(documents)
    #expect(taken > 100 && refused > 500, "\(taken) taken, \(refused) refused")
  }

  @Test func `every example and golden file is valid`() throws {
    let examples = Project.root.appending(path: "Examples")
    // The files of users; those beside their folders are of other programs.
    let records = Project.files(in: examples, extensions: ["json"]).filter {
      Project.path(of: $0, from: examples).contains("/")
    }
    let files = Dictionary(grouping: records) { $0.deletingPathExtension().lastPathComponent }
    #expect(files.keys.sorted() == ["2024", "2025", "2026", "habit", "profile"])
    for (name, files) in files {
      let documents = try files.map { (Project.path(of: $0), [UInt8](try Data(contentsOf: $0))) }
      let kind = Kind(rawValue: name) ?? .year
      let found = try compare(documents, as: [kind], year: Int(name) ?? 0)
      #expect(found.taken == files.count, "\(name): \(found)")
    }
    let golden = Project.root.appending(path: "Tests/HabitFilesTests/Golden/model.json")
    let texts = try JSONDecoder().decode([String].self, from: Data(contentsOf: golden))
    let found = try compare(texts.map { ("model.json", Array($0.utf8)) }, as: [.year])
    #expect(found.taken == texts.count && found.taken > 100)
  }

  /// Values of every sort, for every member.
  private static let values = [
    "null", "true", "0", "-0.0", "1", "3", "5.0", "6", "2.5", "-1", "1e9", "1e10", "-2e9", "\"\"",
    "\" \"", "\"x\"", "\"💧\"", "\"2026-03-01\"", "\"2026-02-30\"", "\"0000-01-01\"",
    "\"2026-3-1\"", "\"open\"", "\"09:00\"", "\"9:00\"", "\"24:00\"", "\"09:00:00\"", "\"red\"",
    "\"#a1B2c3\"", "\"#a1b2cg\"", "\"formation\"", "\"breaking\"", "\"kept\"", "\"full\"",
    "\"Monday\"", "\"mon\"", "\"mond\"", "\"Europe/Berlin\"", "\"Europe//Berlin\"", "\"UTC+\"",
    "\"8 glasses\"", "\"every day\"", "\"sick\"", "\"ill\"", "\"Drink-water\"", "\"drink-water\"",
    "\"12:40:11 pho\"", "\"12:40:11 pho +2\"", "[]", "[\"x\"]", "[1]", "[\"x\", \"x\"]",
    "[\"09:00\", \"18:00\"]", "[\"09:00\", \"09:00\"]", "[\"read\", \"run\"]",
    "[\"12:40:11 pho +2\", \"2026-03-02T00:00:00 a-b to 8.5\"]", "[\"12:40:11 pho +-1\"]",
    "[\"12:40:11 pho +01\"]", "[\"12:40:11 pho +-0\"]", "[\"12:40:11 pho to 1e2\"]",
    "[\"12:40:60 pho\"]", "[\"12:40:11  pho\"]", "[\"12:40:11 Pho\"]", "[\"12:40:11 pho\"]",
    "[\"2026-03-02T24:00:00 pho\"]", "[\"12:40:11 pho\", \"12:40:11 pho\"]", "{}",
    "{\"x\": 1}", "{\"2026-03-01\": \"open\"}", "{\"2026-03-01\": null}",
    "{\"2026-03-01\": \"2026-03-09\"}", "{\"2026-03-01\": \"8 km\"}", "{\"2026-03-01\": \"daily\"}",
    "{\"2026-03-01\": \"partial\"}", "{\"march\": \"partial\"}", "{\"2026-03-01\": 1}",
    "{\"typed\": \"2026-03-06T10:15:00Z mbp\"}", "{\"typed\": \"2026-03-06T10:15:00 mbp\"}",
    "{\"typed\": \"2026-03-06T10:15:00Z M\"}",
  ]

  @Test(arguments: Kind.allCases) func `every value of every member is taken or refused alike`(
    kind: Kind
  ) throws {
    let schema = try Machine().habit("schema", kind.rawValue).output
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(schema.utf8)) as? [String: Any]
    )
    let record = (object["$defs"] as? [String: Any])?["record"] as? [String: Any]
    let properties = (record ?? object)["properties"] as? [String: Any] ?? [:]
    #expect(properties.count > 7)
    let keys = properties.keys.sorted() + ["Xp", "level", "streaks", "unknown"]
    let documents = keys.flatMap { key in
      FileSchemaTests.values.map { value -> (name: String, bytes: [UInt8]) in
        var members = kind == .habit ? ["name": "\"Read\"", "start": "\"2026-01-01\""] : [:]
        if ["baseline", "unlogged"].contains(key) { members["type"] = "\"breaking\"" }
        members[key] = value
        let text = "{" + members.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", ") + "}"
        return ("\(key) \(value)", Array((kind == .year ? "{\"2026-03-01\": \(text)}" : text).utf8))
      }
    }
    let (taken, refused) = try compare(documents, as: [kind])
    #expect(taken > 80 && refused > 200, "\(taken) taken, \(refused) refused")
  }

  @Test func `a record that is rewritten keeps every key of its schema, and unknown ones`() throws {
    let members = [
      "progress": "3", "typed": "1", "at": "[\"12:40:11 pho +2\"]", "skip": "\"sick\"",
      "difficulty": "4", "note": "\"rain\"", "undone": "[\"12:40:11 mbp\"]",
      "changed": "{\"typed\": \"2026-03-06T10:15:00Z mbp\"}", "unknown": "[1, {\"a\": null}]",
    ]
    let schema = try Machine().habit("schema", "year").output
    let object = try JSONSerialization.jsonObject(with: Data(schema.utf8)) as? [String: Any]
    let record = (object?["$defs"] as? [String: Any])?["record"] as? [String: Any]
    let keys = try #require((record?["properties"] as? [String: Any])?.keys)
    #expect(Set(keys).union(["unknown"]) == Set(members.keys))
    let text = "{\"2026-03-01\": {\(members.map { "\"\($0)\": \($1)" }.joined(separator: ", "))}}"
    let id = try HabitID(naming: Name("Read"))
    let file = try YearDocument(.guest, id, year: 2026, bytes: Array(text.utf8), taken: nil)
    let day = try #require(Day("2026-03-01"))
    var changed = file.record(on: day)
    changed.difficulty = .easy
    let bytes = try #require(try file.replacing(on: day, with: changed).edit).after
    for (key, value) in members.merging(["difficulty": "2"], uniquingKeysWith: { $1 }) {
      #expect(String(decoding: bytes, as: UTF8.self).contains("\"\(key)\": \(value)"), "\(key)")
    }
  }

  @Test func `what a breaking habit alone has is refused of others`() throws {
    let start = "\"name\": \"Beer\", \"start\": \"2026-01-01\", "
    let texts = [
      "\"baseline\": 5", "\"unlogged\": \"kept\"", "\"baseline\": null", "\"type\": null",
      "\"baseline\": 5, \"type\": \"formation\"", "\"baseline\": 5, \"type\": \"breaking\"",
    ]
    let found = try compare(
      texts.map { ($0, Array("{\(start)\($0)}".utf8)) },
      as: [.habit]
    )
    #expect(found.taken == 3 && found.refused == 3)
  }
}
