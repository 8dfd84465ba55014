import Foundation
import TestSupport
import Testing

/// What commands print with `--json` is what `habit schema` says of it, to the last member.
@Suite struct SchemaTests {
  /// The commands that print no JSON.
  private static let silent: Set = ["ask", "day", "merge-driver", "web"]

  /// Commands that are run one after the other, each behind the name of its schema.
  ///
  /// Those without a name set the stage.
  private static let lines: [(schema: String?, line: String)] = [
    ("error", "list --user nobody-here --repo missing"),
    ("version", "--version"), ("init", "init other"), ("tutorial", "tutorial"), (nil, "prompt"),
    ("today", "today"),
    ("add", "add Read --goal '3 pages' --from -20 --tag mind --remind 08:00"),
    ("add", "add Run --goal '20 km a week' --schedule daily --yes --from -9"),
    ("add", "add Beer --breaking --goal '2 beers' --baseline 5 --from -5"),
    (nil, "add Swim --schedule 'twice a month' --from 2026-01-01"),
    (nil, "add Mood --schedule 'any time'"),
    ("log", "log read 3 --on -3"), ("log", "log read 1"), ("done", "done read run --on -2"),
    ("set", "set beer 1 --on -1"), ("note", "note read --difficulty hard"),
    ("note", "note read 'so far'"),
    ("done", "done read --from -9 --to -8"), ("skip", "skip read travel --on -5"),
    ("skip", "skip read --from -9 --to -7"),
    ("skip", "skip read --clear --on -8"), ("log", "log beer 9"),
    ("undo", "undo --dry-run"), ("undo", "undo"), ("redo", "redo"),
    ("error", "undo nothing"),
    ("edit", "edit read --goal '4 pages' --tag books"),
    ("edit", "edit profile --week-start sunday"),
    ("edit", "edit profile"), ("edit", "edit mood --name 'State of mind'"),
    ("archive", "archive mood"), ("restore", "restore mood"), ("delete", "delete mood"),
    ("restore", "restore mood"), ("vacation start", "vacation start --from 2026-06-01"),
    ("vacation list", "vacation list"), ("vacation end", "vacation end --from 2026-06-09"),
    ("vacation list", "vacation"), ("edit", "edit profile --order run read"),
    ("edit", "edit profile --clear order"), ("what-if", "what-if done run"),
    ("what-if", "what-if undo"),
    ("what-if", "what-if edit swim --schedule daily --from -9"),
    ("today", "today"), ("today", "today --all"), ("today", ""), ("prompt", "prompt"),
    ("list", "list --all"), ("list", "list --ids"), ("show", "show read"), ("show", "show beer"),
    ("calendar", "calendar --month 2026-03"), ("calendar", "calendar read"),
    ("stats", "stats"), ("stats", "stats beer"), ("query", "query --all"), ("query", "query swim"),
    ("xp", "xp"), ("digest", "digest"),
    ("report", "report week"), ("report", "report --all -o pages"),
    ("report", "report --lint week"),
    ("history", "history"), ("history", "history --operations"), ("history", "history read"),
    ("why", "why read -3"), ("why", "why run"), ("why", "why mood"), ("why", "why streak"),
    ("why", "why xp"), ("why", "why xp -2"), ("remind", "remind"),
    ("import", "import habits.csv --dry-run"), ("import", "import habits.csv"),
    ("import", "import other.csv --column Read=habit --yes"),
    ("export", "export json -o out.json"), ("fmt", "fmt --check"), ("fmt", "fmt"),
    ("check", "check"), ("schema", "schema"), ("schema", "schema today"),
    ("sync", "sync --status"), ("remote add", "remote add origin hub.git"),
    ("remote add", "remote add spare spare.git"), ("remote remove", "remote remove spare"),
    ("remote list", "remote list"), ("remote list", "remote"), ("sync", "sync"),
    ("sync", "sync --status"), ("clone", "clone hub.git phone"),
    (nil, "note read --difficulty easy --repo phone"), (nil, "log read 2 --repo phone"),
    (nil, "sync --repo phone"), (nil, "note read --difficulty 5"), (nil, "set read 7"),
    ("sync", "sync"),
    ("sync", "sync"), ("sync", "sync --repo phone"),
    ("user add", "user add Ann"), ("user list", "user"), ("user list", "user list"),
    ("user list", "user list --ids"),
    (nil, "add Piano --user ann"), ("user adopt", "user adopt guest ann --keep both"),
    ("user adopt", "user adopt guest ann"),
    ("user switch", "user switch ann"), ("digest", "digest"), ("today", "today --all"),
    ("error", "add"), ("error", "schema toady"),
  ]

  private let machine: Machine

  init() throws {
    machine = try Machine().with(["EDITOR": "sed -i s/sunday/monday/"])
    try machine.shell(
      """
      git init -q --bare --object-format=sha1 -b main hub.git
      printf 'Date,Sing,Dance\\n2026-02-01,2,1\\n2026-02-02,,1\\n' > habits.csv
      printf 'Date,Read\\n2026-02-26,9\\n2026-02-31,1\\n' > other.csv
      """
    )
  }

  /// The schemas by name.
  private func schemas() throws -> [String: String] {
    let listed = try machine.habit("schema", "--json").output
    let entries = try #require(
      try JSONSerialization.jsonObject(with: Data(listed.utf8)) as? [[String: String]]
    )
    var schemas: [String: String] = [:]
    for name in entries.compactMap({ $0["name"] }) {
      schemas[name] = try machine.shell("habit schema \(name)").output
    }
    return schemas
  }

  @Test func `every command prints what its schema says, and nothing else`() throws {
    let schemas = try schemas()
    var validator = SchemaValidator(schemas, on: machine)
    var runs: [(schema: String, line: String, text: String)] = []
    for (schema, line) in SchemaTests.lines {
      let run = try machine.shell("habit \(line) --json")
      guard let schema else {
        #expect(run.status == 0, "habit \(line): \(run)")
        continue
      }
      runs.append((schema, line, schema == "error" ? run.errors : run.output))
      validator.add(Array((schema == "error" ? run.errors : run.output).utf8), as: schema)
    }
    try machine.write("guest/habits/read/habit.json", "{\"name\": 1}")
    let broken = ["check --user guest", "today --user guest", "prompt --user guest"]
    for line in broken {
      let run = try machine.shell("habit \(line) --json")
      runs.append((String(line.prefix { $0 != " " }), line, run.output))
      validator.add(Array(run.output.utf8), as: String(line.prefix { $0 != " " }))
    }
    var alternatives: [String: Set<Int>] = [:]
    for (run, verdict) in zip(runs, try validator.verdicts()) {
      #expect(verdict.error == nil, "habit \(run.line): \(verdict.error ?? "")\n\(run.text)")
      alternatives[run.schema, default: []].formUnion(verdict.alternatives)
    }
    let files: Set = ["habit", "profile", "year"]
    #expect(Set(runs.map(\.schema)) == Set(schemas.keys).subtracting(files))
    for (name, text) in schemas where !files.contains(name) {
      let parts = try #require(object(text)["anyOf"] as? [Any] ?? [])
      #expect(alternatives[name, default: []].count == parts.count, "\(name): not all forms tried")
    }
  }

  @Test func `every command that prints JSON has a schema`() throws {
    let dump = try object(machine.habit("--experimental-dump-help").output)
    let command = try #require(dump["command"] as? [String: Any])
    let names = leaves(command).map { $0.dropFirst().joined(separator: " ") }
    let schemas = Set(try schemas().keys)
    #expect(names.count > 40)
    #expect(
      Set(names).subtracting(schemas) == SchemaTests.silent
        && schemas.subtracting(names) == ["habit", "profile", "year", "version", "error"]
    )
  }

  @Test func `a wrong name is refused with the nearest one`() throws {
    let near = try machine.habit("schema", "toady")
    #expect(near.status == 64 && near.errors.contains("hint: did you mean: habit schema today"))
    let unknown = try machine.habit("schema", "user", "xyzzy")
    #expect(unknown.status == 64 && unknown.errors.contains("hint: habit schema lists them all"))
    #expect(
      try machine.habit("schema", "user").output
        == machine.habit("schema", "user", "list").output
    )
  }

  // MARK: Parts

  private func object(_ text: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  /// The commands that have no subcommands, by the words that are typed for them.
  private func leaves(_ command: [String: Any]) -> [[String]] {
    let name = command["commandName"] as? String ?? ""
    let commands = (command["subcommands"] as? [[String: Any]] ?? [])
      .filter { $0["shouldDisplay"] as? Bool != false && $0["commandName"] as? String != "help" }
    guard !commands.isEmpty else { return [[name]] }
    return commands.flatMap(leaves).map { [name] + $0 }
  }
}
