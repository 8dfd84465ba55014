internal import HabitCore

extension Bench {
  /// A decade out of Loop's database, written and committed.
  func timeImport() throws {
    let set = sets.medium
    guard !Scratch.output(of: "command -v sqlite3").isEmpty else {
      return table.begin("import: sqlite3 is not installed (apt-get install sqlite3)")
    }
    let database = try scratch.folder("\(set.name)-loop") { try writeLoop(set, $0) } + "/loop.db"
    // A new folder each time: creating files where many were just deleted takes longer.
    let data = "XDG_DATA_HOME=\"$(mktemp -d \(scratch.path)/imported.XXXXXX)\""
    let race = try race(
      [
        Contestant("import", "\(data) exec \(habit) import \(database)"),
        Contestant("dump", "sqlite3 \(database) .dump"),
      ]
    )
    let beside = ResultTable.Beside("sqlite3 .dump", race["dump"], .ratio(8))
    table.begin("import from Loop's database, durable and committed, of \(set.description)")
    table.row("import", race["import"], [beside])
    table.begin("largest resident set in MiB of the import")
    let memory = ResultTable.Beside("sqlite3 .dump", race["dump"], .amount(200))
    table.row("import", race["import"], [memory], of: \.mebibytes)
  }

  /// The schema of Loop's version 25, and an entry for each record.
  private func writeLoop(_ set: Workload, _ folder: String) throws {
    try Scratch.shell("mkdir -p \(folder)")
    try write("\(folder)/loop.sql") { say in
      say("BEGIN; PRAGMA user_version = 25;\n")
      say("CREATE TABLE Habits (id integer primary key, archived integer, color integer, ")
      say("description text, freq_den integer, freq_num integer, highlight integer, name text, ")
      say("position integer, reminder_hour integer, reminder_min integer, reminder_days integer, ")
      say("type integer, target_type integer, target_value real, unit text, question text, ")
      say("uuid text);\n")
      say("CREATE TABLE Repetitions (id integer primary key, habit integer, timestamp integer, ")
      say("value integer, notes text);\n")
      for habit in 0..<set.habits {
        say("INSERT INTO Habits VALUES (\(habit), 0, 3, '', 1, 1, 0, 'Habit \(habit)', \(habit), ")
        say("NULL, NULL, 127, 0, 0, 0, '', '', 'u\(habit)');\n")
        for day in set.dates(of: habit) {
          let time = Int(day.number) * 86_400_000
          say("INSERT INTO Repetitions VALUES (NULL, \(habit), \(time), 2, 'rain');\n")
        }
      }
      say("COMMIT;\n")
    }
    try Scratch.shell("sqlite3 \(folder)/loop.db <\(folder)/loop.sql")
  }
}
