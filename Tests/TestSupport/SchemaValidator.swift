import Foundation

/// Python's validator of JSON Schema; Debian has it as python3-jsonschema.
public struct SchemaValidator {
  /// What it says of a document.
  public struct Verdict: Decodable, Sendable {
    /// What is wrong with it, and where; nil when it is valid.
    public let error: String?
    /// Which parts of an `anyOf` of the whole document it is valid for.
    public let alternatives: [Int]
  }

  private let machine: Machine
  private let schemas: [String: String]
  private var documents: [(schema: String, bytes: [UInt8])] = []

  /// A validator with some schemas, by name.
  public init(_ schemas: [String: String], on machine: Machine) {
    self.schemas = schemas
    self.machine = machine
  }

  /// Puts a document down to be held against a schema.
  public mutating func add(_ bytes: [UInt8], as schema: String) {
    documents.append((schema, bytes))
  }

  /// What is said of the documents, in their order.
  ///
  /// - Throws: When the validator cannot be run, or finds a schema invalid.
  public func verdicts() throws -> [Verdict] {
    let folder = try TemporaryFolder()
    for (name, text) in schemas { try folder.write(text, to: "schemas/\(name)") }
    for (number, document) in documents.enumerated() {
      try Data(document.bytes).write(to: folder.url.appending(path: "\(number)"))
    }
    let names = documents.map { $0.schema + "\n" }.joined()
    var process = machine.process(
      ["/usr/bin/python3", "-c", Self.script],
      in: folder.url,
      input: names
    )
    process.timeoutSeconds = 600
    let run = try process.run()
    guard run.status == 0 else { throw ValidatorError(transcript: run) }
    return try run.output.split(separator: "\n").map {
      try JSONDecoder().decode(Verdict.self, from: Data($0.utf8))
    }
  }

  /// Each document is read as a strict reader of JSON reads it, and then held against its schema.
  private static let script = """
    import json, os, sys
    try:
        from jsonschema import Draft202012Validator, FormatChecker
    except ImportError:
        sys.exit("python3-jsonschema is not installed: apt-get install python3-jsonschema")
    def refuse(_): raise ValueError("no JSON")
    def once(pairs):
        if len({key for key, _ in pairs}) != len(pairs): raise ValueError("a key twice")
        return dict(pairs)
    def read(path):
        text = open(path, "rb").read().decode("utf-8-sig")
        value = json.loads(text, parse_constant=refuse, object_pairs_hook=once)
        json.dumps(value, ensure_ascii=False).encode("utf-8")
        return value
    validators, parts = {}, {}
    for name in os.listdir("schemas"):
        schema = read("schemas/" + name)
        Draft202012Validator.check_schema(schema)
        def validator(schema):
            return Draft202012Validator(schema, format_checker=FormatChecker())
        validators[name] = validator(schema)
        parts[name] = [validator({**part, "$defs": schema.get("$defs", {})})
                       for part in schema.get("anyOf", [])]
    for number, line in enumerate(sys.stdin):
        name, error, found = line.rstrip("\\n"), None, []
        try:
            value = read(str(number))
            for problem in validators[name].iter_errors(value):
                error = problem.json_path + ": " + problem.message[:300]
                break
            found = [place for place, part in enumerate(parts[name]) if part.is_valid(value)]
        except (ValueError, RecursionError) as problem:
            error = "no JSON: " + str(problem)
        print(json.dumps({"error": error, "alternatives": found}))
    """
}

/// A validator that did not end well.
struct ValidatorError: Error, CustomStringConvertible {
  let transcript: Transcript
  var description: String { "the validator failed:\n\(transcript)" }
}
