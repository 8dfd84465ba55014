import TestSupport

/// Random files of JSON: what people, the tool, other programs and accidents leave in them.
struct Scribble {
  private let lines: [(key: String, values: [String])]

  /// The lines of year files.
  static let year = Scribble(
    lines: (1...4).map { ("2026-03-0\($0)", records) }
  )

  /// The lines of definitions.
  static let habit = Scribble(lines: [
    ("name", ["\"Water\"", "\"Hydrate\"", "\"Drink\"", "\"Ca\u{301}fe\"", "\"Cáfe\"", "7"]),
    ("start", ["\"2026-01-01\"", "\"2025-12-01\"", "null"]),
    ("goal", goals),
    ("schedule", ["\"daily\"", "\"3 times a week\"", "{\"2026-02-01\": \"daily\"}"]),
    ("paused", ["{\"2026-02-01\": \"2026-02-10\"}", "{\"2026-03-01\": null}", "null", "{}"]),
    ("tags", lists), ("aka", lists), ("reminders", lists),
    ("changed", stamps), ("deleted", ["\"2026-03-01\"", "\"2026-03-02\""]),
    ("x-color", values), ("\u{e9}", values),
  ])

  private static let goals = [
    "\"8 glasses\"", "\"6 glasses\"", "8", "{\"2026-01-01\": \"8\", \"2026-02-01\": \"10\"}",
    "{\"2026-02-01\": \"6\", \"2026-03-01\": \"12\"}", "{}",
  ]
  private static let lists = [
    "[\"a\"]", "[\"a\", \"b\"]", "[\"b\", \"c\"]", "[]", "\"a\"", "[1, \"a\"]",
  ]
  private static let values = [
    "1", "1.0", "1e400", "-0", "123456789012345678901234567890", "0.1", "true", "false", "null",
    "1.00", "10e-1", "0.10", "\"\"", "{\"a\":[1.0,{\"b\":null}]}", "{\"a\": [\n1, {\"b\": null}]}",
    "\"10\"", "\"9\"", "{}", "[]", "{\"a\": [1, {\"b\": null}]}", "\"\\u0000\\ud83d\\ude00\"",
  ]
  private static let stamps = [
    "{\"name\": \"2026-03-06T10:15:00Z mbp\"}", "{\"name\": \"2026-03-06T10:15:00Z pho\"}",
    "{\"goal/2026-02-01\": \"2026-03-07T10:15:00Z mbp\", \"deleted\": \"2026-03-05T00:00:00Z pho\"}",
    "{\"goal\": \"2026-03-07T10:15:01Z mbp\"}", "{\"typed\": \"2026-03-06T10:15:00Z mbp\"}",
    "{\"note\": \"2026-03-06T10:15:00Z pho\", \"skip\": \"2026-03-06T10:15:00Z mbp\"}", "5",
  ]
  private static let entries = [
    "[\"07:00:00 mbp\"]", "[\"07:00:00 mbp +2\"]", "[\"07:00:00 mbp\", \"08:00:00 pho to 8\"]",
    "[\"08:00:00 pho to 5\"]", "[\"2026-03-09T07:00:00 mbp +0.25\", \"x\"]", "[]", "7", "[3]",
  ]
  private static let fields: [(String, [String])] = [
    ("progress", ["1", "3", "8.5", "1e9", "\"3\""]), ("typed", ["0", "1", "2.0", "6", "true"]),
    ("at", entries), ("undone", ["[\"07:00:00 mbp\"]", "[\"08:00:00 pho\"]", "{}"]),
    ("skip", ["\"sick\"", "\"travel\"", "null"]), ("difficulty", ["2", "4", "10", "\"4\""]),
    ("note", ["\"rain\"", "\"great\"", "[\"great\", \"rain\"]", "null", "5"]), ("changed", stamps),
    ("x-mood", values), ("\u{65}\u{301}", values),
  ]
  private static let records = ["1", "3", "0", "1.0", "5e2", "true", "\"x\"", "[1]", "null", "{}"]
}

extension Scribble {
  /// A file: its lines by key.
  typealias File = [(key: String, value: String)]

  /// Three files as two people and their past have them.
  func triple(_ random: inout Generator) -> (base: File, ours: File, theirs: File) {
    let base = lines.flatMap { line in
      random.chance(oneIn: 3) ? [] : [(line.key, value(of: line, &random))]
    }
    return (base, changed(base, &random), changed(base, &random))
  }

  /// The file after some edits: values replaced, lines added and removed.
  func changed(_ file: File, _ random: inout Generator) -> File {
    let known = Dictionary(file.map { ($0.key, $0.value) }) { first, _ in first }
    return lines.flatMap { line -> File in
      switch random.number(in: 1...6) {
      case 1: []
      case 2, 3: [(line.key, value(of: line, &random))]
      default: known[line.key].map { [(line.key, $0)] } ?? []
      }
    }
  }

  private func value(
    of line: (key: String, values: [String]),
    _ random: inout Generator
  ) -> String {
    guard line.key.hasPrefix("2"), !random.chance(oneIn: 4) else {
      return random.element(of: line.values)
    }
    let members = random.subset(of: Scribble.fields).map { field, values in
      "\"\(field)\": \(random.element(of: values))"
    }
    return "{\(members.joined(separator: ", "))}"
  }

  /// The bytes of a file; some hands write it their own way.
  static func bytes(_ file: File, isOnOneLine: Bool = false) -> [UInt8] {
    guard !file.isEmpty else { return Array("{}\n".utf8) }
    let lines = file.map { "\"\($0.key)\": \($0.value)" }
    let text =
      isOnOneLine
      ? "{\(lines.joined(separator: ","))}" : "{\n  \(lines.joined(separator: ",\n  "))\n}\n"
    return Array(text.utf8)
  }
}
