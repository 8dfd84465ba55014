internal import HabitCore

/// What a JSON value may be, as JSON Schema (draft 2020-12) says it.
struct Schema: Sendable {
  /// A member of an object: its key, what its value may be, and what that means.
  struct Member: Sendable {
    let key: String
    let value: Schema
    let meaning: String

    init(_ key: String, _ value: Schema, _ meaning: String) {
      self.key = key
      self.value = value
      self.meaning = meaning
    }
  }

  /// The keywords and their values, in the order in which they are printed.
  private let keywords: [(key: String, value: Output)]
  /// The definitions that the keywords refer to, by name.
  private let definitions: [String: Schema]

  init(_ keywords: [(key: String, value: Output)], of parts: [Schema] = []) {
    self.keywords = keywords
    definitions = parts.reduce(into: [:]) { $0.merge($1.definitions) { first, _ in first } }
  }

  private init(to name: String, _ definition: Schema) {
    keywords = [("$ref", .text("#/$defs/\(name)"))]
    definitions = definition.definitions.merging([name: definition]) { _, new in new }
  }

  private var output: Output { .object(keywords) }

  /// The whole of a schema, with the definitions that it needs.
  ///
  /// Its id is a URN: it names the schema, and nothing is loaded from it.
  func document(of name: String, _ description: String) -> Output {
    let shared = definitions.sorted { $0.key < $1.key }.map { ($0.key, $0.value.output) }
    return .object(
      [
        ("$schema", .text(Schema.draft)),
        ("$id", .text("urn:habit:\(name.replacing(" ", with: "-"))")),
        ("title", .text("habit \(name)")), ("description", .text(description)),
      ] + keywords + (shared.isEmpty ? [] : [("$defs", .object(shared))])
    )
  }
}

// MARK: Building

extension Schema {
  /// The schema, defined once and referred to by its name.
  func defined(as name: String) -> Schema { Schema(to: name, self) }

  func described(_ meaning: String) -> Schema {
    let others = keywords.filter { $0.key != "description" }
    return Schema([("description", .text(meaning))] + others, of: [self])
  }

  /// The schema with texts that an editor offers.
  func with(examples: [String]) -> Schema {
    Schema(keywords + [("examples", .list(examples.map(Output.text)))], of: [self])
  }

  var orNull: Schema {
    guard keywords.first?.key != "$ref" else { return .any([self, .null]) }
    let widened = keywords.map { keyword -> (key: String, value: Output) in
      switch (keyword.key, keyword.value) {
      case ("type", let type): ("type", .list([type, .text("null")]))
      case ("enum", .list(let words)): ("enum", .list(words + [.null]))
      case ("anyOf", .list(let choices)): ("anyOf", .list(choices + [Schema.null.output]))
      default: keyword
      }
    }
    return Schema(widened, of: [self])
  }

  static func any(_ schemas: [Schema]) -> Schema {
    Schema([("anyOf", .list(schemas.map(\.output)))], of: schemas)
  }

  static func word(_ words: [String]) -> Schema {
    Schema([("enum", .list(words.map(Output.text)))])
  }

  /// A text that a regular expression describes as a whole.
  static func text(matching pattern: String) -> Schema {
    Schema([("type", .text("string")), ("pattern", .text("^\(pattern)$"))])
  }

  /// A list of such values, each once or not.
  static func list(_ element: Schema, isUnique: Bool = false) -> Schema {
    let unique: [(String, Output)] = isUnique ? [("uniqueItems", .flag(true))] : []
    return Schema([("type", .text("array")), ("items", element.output)] + unique, of: [element])
  }

  /// An object with these members and no others; `optional` ones may be missing.
  static func object(_ members: [Member], optional: Set<String> = []) -> Schema {
    let required = members.map(\.key).filter { !optional.contains($0) }
    return Schema(
      keywords(of: members, required) + [("additionalProperties", .flag(false))],
      of: members.map(\.value)
    )
  }

  /// An object with these members and others whose keys fit.
  static func object(
    _ members: [Member],
    required: [String] = [],
    othersNamed names: Schema
  ) -> Schema {
    Schema(
      keywords(of: members, required) + [("propertyNames", names.output)],
      of: members.map(\.value) + [names]
    )
  }

  /// An object whose keys are data, texts of any kind unless said.
  static func map(from keys: Schema? = nil, to values: Schema, fewest: Int = 0) -> Schema {
    let names: [(String, Output)] = keys.map { [("propertyNames", $0.output)] } ?? []
    let size: [(String, Output)] = fewest > 0 ? [("minProperties", .number(fewest))] : []
    return Schema(
      [("type", .text("object"))] + names + [("additionalProperties", values.output)] + size,
      of: [values] + [keys].compactMap(\.self)
    )
  }

  /// The schema in which some members are null or missing unless another has a value.
  func allowing(_ keys: [String], onlyWhere key: String, is word: String) -> Schema {
    let holds: Output = .object([
      ("properties", .object([(key, .object([("const", .text(word))]))])),
      ("required", .list([.text(key)])),
    ])
    let absent: Output = .object([
      ("properties", .object(keys.map { ($0, Schema.null.output) }))
    ])
    return Schema(keywords + [("if", holds), ("else", absent)], of: [self])
  }

  private static func keywords(
    of members: [Member],
    _ required: [String]
  ) -> [(key: String, value: Output)] {
    let properties = members.map { ($0.key, $0.value.described($0.meaning).output) }
    let names: [(String, Output)] =
      required.isEmpty ? [] : [("required", .list(required.map(Output.text)))]
    return [("type", .text("object")), ("properties", .object(properties))] + names
  }
}

// MARK: Simple values

extension Schema {
  /// Any schema of the same draft.
  static let schema = Schema([("$ref", .text(draft))])

  private static let draft = "https://json-schema.org/draft/2020-12/schema"

  static let null = Schema([("type", .text("null"))])
  static let flag = Schema([("type", .text("boolean"))])
  static let text = Schema([("type", .text("string"))])
  /// Any amount, points included.
  static let number = Schema([("type", .text("number"))])
  static let count = whole(0)

  static func whole(_ least: Int, to greatest: Int? = nil) -> Schema {
    let end: [(String, Output)] = greatest.map { [("maximum", .number($0))] } ?? []
    return Schema([("type", .text("integer")), ("minimum", .number(least))] + end)
  }

  /// A time of day, without seconds.
  static let time = text(matching: "([01][0-9]|2[0-3]):[0-5][0-9]").defined(as: "time")

  static let id = text(matching: "[a-z0-9][a-z0-9-]{0,\(HabitID.longest - 1)}").defined(as: "id")

  static let date = Schema([
    ("type", .text("string")), ("format", .text("date")), ("pattern", .text("^\(datePattern)$")),
  ]).defined(as: "date")

  /// How a day is spelled; `format` says which days there are.
  static let datePattern = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
}
