import Foundation
import HabitApp
import HabitExchange
import TestSupport
import Testing

/// `habit import` and `habit export` through the built program.
@Suite struct ImportCommandTests {
  let machine: Machine

  init() throws {
    machine = try Machine(now: "2026-01-31T09:00:00")
  }

  private let formats = FormatCase.root

  private func path(_ name: String) -> String { formats.appending(path: name).path }

  @Test(arguments: FormatCase.all) func `what a case writes is valid and comes once`(
    _ one: FormatCase
  ) throws {
    let expected = try one.expectation()
    let machine = try Machine(now: "\(expected.importDay)T09:00:00")
    let arguments = ["habit", "import"] + one.paths(expected)
    let first = try machine.process(arguments).run()
    #expect(first.status.map(Int.init) == expected.exit, "\(first)")
    for secret in ["secret:token", "@example.org", "secret plan"] {
      #expect(!"\(first)".contains(secret))
    }
    guard !expected.habits.isEmpty else { return }
    let check = try machine.habit("check")
    #expect(check.status == 0, "\(check)")
    #expect(check.output.contains("no problem"), "\(check)")
    let again = try machine.process(arguments).run()
    #expect(again.output.contains("nothing new"), "\(again)")
    #expect(try machine.complaints() == "")
    let log = try machine.git("log", "--format=%s").output
    #expect(log.split(separator: "\n").count { $0.hasPrefix("import ") } == 1, "\(log)")
  }

  @Test func `a newer file adds what is new and changes nothing unasked`() throws {
    let year = "guest/habits/meditate/2026.json"
    let first = try machine.habit("import", path("again/first"))
    #expect(first.output.contains("wrote 1 habit, 2 days"))
    let commits = try machine.git("log", "--format=%s").output
    #expect(commits.hasPrefix("import harsh: 1 habit, 2 days\n"))
    #expect(try machine.habit("import", path("again/first")).output.contains("nothing new"))
    #expect(try machine.git("log", "--format=%s").output == commits)
    try machine.habit("log", "meditate", "1", "--on", "2026-01-08")
    let newer = try machine.habit("import", path("again/newer"))
    #expect(newer.output.contains("wrote 2 habits, 2 days\nnew: New\n"))
    for difference in [
      "Meditate, schedule: every day stays; the file says 3 times a week",
      "Meditate, 2026-01-05: 1 stays; the file says 1, \"later note\"",
      "Meditate, 2026-01-06: 0 stays; the file says 1",
      "3 differences: the values here stay; --take-theirs takes those of the file",
    ] {
      #expect(newer.errors.contains(difference))
    }
    let kept = try machine.read(year)
    #expect(kept.contains("\"2026-01-05\": 1,\n  \"2026-01-06\": 0,\n  \"2026-01-07\": 1,"))
    let taken = try machine.habit("import", path("again/newer"), "--take-theirs")
    #expect(taken.output.contains("wrote 1 habit, 2 days"))
    let replaced = try machine.read(year)
    #expect(replaced.contains("\"2026-01-05\": {\"progress\": 1, \"note\": \"later note\"}"))
    #expect(replaced.contains("\"2026-01-06\": {\"progress\": 1, \"changed\""))
    #expect(replaced.contains("\"2026-01-08\": {\"progress\": 1, \"at\""))
    #expect(try machine.habit("show", "meditate").output.contains("3 times a week"))
    let last = try machine.habit("import", path("again/newer"), "--take-theirs")
    #expect(last.output.contains("nothing new"))
    #expect(try machine.habit("check").status == 0)
  }

  @Test func `a dry run tells and writes nothing`() throws {
    let dry = try machine.habit("import", path("harsh/valid"), "--dry-run")
    #expect(dry.output.contains("would write 6 habits, 9 days"), "\(dry)")
    #expect(!FileManager.default.fileExists(atPath: machine.repository.path))
    let json = try machine.habit("import", path("harsh/valid"), "--dry-run", "--json")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    )
    #expect(object["newDays"] as? Int == 9)
    #expect(object["written"] as? Bool == false)
  }

  @Test func `a file that cannot be read at all is refused with its place`() throws {
    let latin = try machine.habit("import", path("csv/latin1/mine.csv"))
    #expect(latin.status == 65)
    #expect(latin.errors.contains("mine.csv:1: not UTF-8: column 6"))
    #expect(latin.errors.contains("iconv -f windows-1252 -t utf-8"))
    try machine.shell("printf '{\"a\":' > cut.json")
    let cut = try machine.habit("import", "cut.json", "--json")
    #expect(cut.status == 65 && cut.output.contains("\"format\": null"), "\(cut)")
    #expect(cut.errors.contains("cut.json:1: the file ends where a value is expected"), "\(cut)")
    let none = try machine.habit("import", "nothing.csv")
    #expect(none.status == 66)
    #expect(!FileManager.default.fileExists(atPath: machine.repository.path))
  }

  @Test func `options say what a table cannot`() throws {
    let slashes = path("csv/ambiguous/mine.csv")
    #expect(try machine.habit("import", slashes).status == 65)
    let said = try machine.habit("import", slashes, "--dates", "dmy", now: "2026-05-01T09:00:00")
    #expect(said.status == 0, "\(said)")
    #expect(try machine.read("guest/habits/a/2026.json").contains("\"2026-02-01\": 1"))
    let goal = try machine.habit(
      "import",
      path("csv/long/mine.csv"),
      "--goal",
      "Water=8 glasses",
      "--column",
      "note=ignore"
    )
    #expect(goal.status == 0, "\(goal)")
    #expect(try machine.read("guest/habits/water/habit.json").contains("\"goal\": \"8 glasses\""))
    #expect(try machine.read("guest/habits/yoga/2026.json").contains("\"2026-01-06\": 0"))
    let org = try machine.habit(
      "import",
      path("org-habit/valid/habits.org"),
      "--done",
      "DONE,CANCELLED"
    )
    #expect(org.status == 0)
    #expect(try machine.read("guest/habits/shave/2026.json").contains("\"2026-01-06\": 1"))
  }

  @Test(arguments: [
    ["--dates", "ymd"], ["--column", "note"], ["--column", "note=words"], ["--goal", "8 glasses"],
    ["--goal", "Water=many"], ["--format", "loop"], ["--day-start", "4:5"],
  ]) func `a wrong option is told`(options: [String]) throws {
    let run = try machine.process(["habit", "import", path("csv/long/mine.csv")] + options).run()
    #expect(run.status == 64, "\(run)")
    #expect(run.errors.contains("hint: "))
  }

  @Test(arguments: [
    ("loop-db/v21/uhabits.db", "sqlite3"),
    ("loop-csv/A-1.8/Loop Habits CSV 2026-01-08.zip", "unzip"),
  ]) func `a program that is missing is named with its package`(
    file: String,
    program: String
  ) throws {
    let poor = machine.with(["PATH": Build.folder.path])
    let run = try poor.habit("import", path(file))
    #expect(run.status == 69, "\(run)")
    #expect(run.errors.contains("\(program) is not installed"))
    #expect(run.errors.contains("apt-get install \(program)"))
  }

  @Test func `on a terminal, an import that changes existing data is confirmed`() throws {
    try machine.habit("import", path("again/first"))
    let before = try machine.git("log", "--format=%s").output
    let screen = try TerminalScreen(on: machine)
    defer { screen.close() }
    try screen.type("clear; habit import \(path("again/newer")) --take-theirs", enter: true)
    try screen.waits(for: "go on? [y/N]")
    try screen.type("n", enter: true)
    try screen.waits(for: "nothing changed")
    #expect(try machine.git("log", "--format=%s").output == before)
  }

  @Test func `on a terminal, the names of new habits are folded at words`() throws {
    try machine.shell(
      """
      mkdir many && for i in $(seq 10 29); do echo "Number$i: 1"; done >many/habits
      echo '2026-01-05 : Number10 : y :  : ' >many/log
      """
    )
    let screen = try TerminalScreen(on: machine)
    defer { screen.close() }
    try screen.type("clear; habit import many", enter: true)
    try screen.waits(for: "Number29")
    let text = try screen.text()
    for number in 10...29 { #expect(text.contains("Number\(number)"), "\(text)") }
  }

  @Test func `an invalid habit stops the import of that habit alone`() throws {
    try machine.habit("import", path("again/newer"))
    try machine.write("guest/habits/new/habit.json", "{\n")
    #expect(try machine.habit("import", path("harsh/valid")).output.contains("wrote 5 habits"))
    let refused = try machine.habit("import", path("again/newer"))
    #expect(refused.status == 65)
    #expect(refused.errors.contains("guest/habits/new/habit.json:"))
    #expect(try machine.read("guest/habits/new/habit.json") == "{\n")
  }

  @Test func `on a terminal, a slow import shows one line that disappears`() throws {
    try machine.shell(
      """
      mkdir slow && printf '#!/bin/sh\\nsleep 1\\nexec /usr/bin/sqlite3 "$@"\\n' >slow/sqlite3
      chmod +x slow/sqlite3
      """
    )
    let file = path("loop-db/v21/uhabits.db")
    let quiet = try machine.shell("PATH=$PWD/slow:$PATH habit import --dry-run \(file)")
    #expect(quiet.status == 0)
    #expect(!quiet.errors.contains("reading") && !quiet.errors.contains("\u{1B}"), "\(quiet)")
    let screen = try TerminalScreen(on: machine)
    defer { screen.close() }
    try screen.type("clear; PATH=$PWD/slow:$PATH habit import \(file)", enter: true)
    try screen.waits(for: "reading… 1 s")
    try screen.waits(for: "wrote 1 habit")
    #expect(try !screen.text().contains("reading…"))
  }

  @Test func `a folder or an archive with one file stands for that file`() throws {
    try machine.shell(
      """
      mkdir -p backup/Loop table && cp '\(path("loop-db/v21/uhabits.db"))' backup/Loop/
      cp '\(path("csv/long/mine.csv"))' 'table/My habits 1a2b.csv' && touch table/.DS_Store
      python3 -m zipfile -c notion.zip 'table/My habits 1a2b.csv'
      cp notion.zip 'Export [1].zip' && python3 -m zipfile -c 'Export 1.zip' backup
      """
    )
    #expect(try machine.habit("import", "Export [1].zip", "--dry-run").output.contains("Yoga"))
    #expect(try machine.habit("import", "backup").output.contains("new: Water\n"))
    #expect(try machine.habit("import", "table").output.contains("new: Yoga\n"))
    #expect(try machine.habit("import", "notion.zip").output.contains("nothing new\n"))
  }

  @Test func `what cannot be imported together is refused and not left out`() throws {
    try machine.shell("mkdir a b empty && touch a/log && cp a/log b/log && touch empty/x empty/y")
    let database = path("loop-db/v21/uhabits.db")
    for (names, words) in [
      ([database, path("csv/long/mine.csv")], "is imported alone"),
      ([path("again/first"), path("again/newer")], "is imported alone"),
      ([path("again/first/log"), path("again/newer/log")], "two files named habits"),
      (["empty"], "no file in this folder is known by its name"),
    ] {
      let run = try machine.process(["habit", "import"] + names).run()
      #expect(run.status == 65, "\(run)")
      #expect(run.errors.contains(words), "\(run)")
      #expect(run.output == "nothing was imported\n")
    }
    #expect(!machine.exists(".habit.json"))
  }

  @Test func `an import is undone with the order it brought`() throws {
    try machine.habit("add", "Zoo")
    let before = try machine.habit("list", "--ids").output
    try machine.habit("import", path("harsh/valid"))
    #expect(try machine.habit("list", "--ids").output.hasPrefix("zoo\nmeditate\ngym\n"))
    let undone = try machine.habit("undo")
    #expect(undone.status == 0, "\(undone)")
    #expect(try machine.habit("list", "--ids").output == before)
    #expect(try machine.habit("query", "--csv").output.split(separator: "\n").count <= 2)
    #expect(try machine.habit("check").status == 0)
  }

  @Test func `two devices that import the same file agree`() throws {
    let hub = try TemporaryFolder()
    let bare = hub.url.appending(path: "hub.git").path
    try machine.shell("git init --quiet --bare \(bare)")
    let other = try Machine("pho", now: "2026-01-31T10:00:00")
    for device in [machine, other] {
      let file = path("loop-db/v25/Loop Habits Backup 2026-01-09 090000.db")
      #expect(try device.habit("import", file).status == 0)
      try device.habit("remote", "add", "origin", bare)
    }
    let before = try machine.git("rev-parse", "HEAD:guest").output
    #expect(try other.git("rev-parse", "HEAD:guest").output == before)
    try machine.habit("sync")
    let joined = try other.habit("sync", "--json")
    #expect(joined.status == 0, "\(joined)")
    #expect(joined.output.contains("\"dropped\": []"))
    try machine.habit("sync")
    for device in [machine, other] {
      #expect(try device.git("rev-parse", "HEAD:guest").output == before)
      #expect(try device.habit("check").status == 0)
    }
  }

  @Test(arguments: ["csv", "json", "loop", "harsh", "habitctl", "org", "mhabit", "beaverhabits"])
  func `what an empty tracker exports comes in, and a program's file without a day if it is named`(
    format: String
  ) throws {
    try machine.habit("init")
    #expect(try machine.habit("export", format, "-o", "none").status == 0)
    let none = try machine.habit("import", "none")
    #expect(none.status == 0 && none.output.hasSuffix("nothing new\n"), "\(none)")
    try machine.habit("add", "Read")
    #expect(try machine.habit("export", format, "-o", "idle").status == 0)
    try machine.habit("init", "new")
    let new = machine.with(["HABIT_REPO": machine.home.path + "/new"])
    let name = ["loop": "loop-db", "org": "org-habit"][format] ?? format
    let named = try new.habit("import", "idle", "--format", name)
    // A table has only records.
    let end = format == "csv" ? "nothing new\n" : "new: Read\n"
    #expect(named.status == 0 && named.output.contains(end), "\(named)")
  }

  @Test func `an export is private, whole and never in the place of something else`() throws {
    try machine.habit("import", path("harsh/valid"))
    let written = try machine.habit("export", "harsh", "-o", "out")
    #expect(written.status == 0, "\(written)")
    #expect(try machine.shell("stat -c %a out out/log").output == "700\n600\n")
    #expect(try machine.habit("export", "harsh", "-o", "out").status == 73)
    #expect(try machine.habit("export", "harsh").status == 64)
    #expect(try machine.habit("export", "pdf").status == 64)
    let table = try machine.habit("export", "csv")
    #expect(table.output.hasPrefix("habit,date,progress,unit,skip,difficulty,note\n"))
    #expect(table.errors.contains("export json has everything"))
  }

  @Test func `what a form cannot spell is replaced and told`() throws {
    try machine.habit("add", "No: colon / \"quote\"", "--from", "-1")
    try machine.habit("log", "no", "--note", "ratio 3 : 1")
    let harsh = try machine.habit("export", "harsh", "-o", "h")
    #expect(harsh.errors.contains("line breaks and colons in texts are replaced: No: colon"))
    #expect(try machine.shell("tail -1 h/habits; cat h/log").output.contains("No, colon"))
    #expect(try machine.shell("cat h/log").output.contains(" : ratio 3, 1 : "))
    let notes = try machine.habit("export", "obsidian", "-o", "o")
    #expect(notes.errors.contains("signs in names become -: No: colon"))
    #expect(try machine.shell("ls o").output == "No- colon - -quote-.md\n")
  }

  @Test func `a part of a week's goal is not a miss, and vacations are told`() throws {
    try machine.habit("add", "Run", "--goal", "20 km a week")
    try machine.habit("log", "run", "5 km")
    try machine.write("guest/profile.json", #"{"vacations": {"2025-07-01": "2025-07-14"}}"#)
    let harsh = try machine.habit("export", "harsh", "-o", "h")
    #expect(harsh.errors.contains("the goal of a period becomes a goal of its days: Run"))
    #expect(harsh.errors.contains("vacations are left out"))
    let files = try machine.shell("tail -1 h/habits; cat h/log").output
    #expect(files == "Run: 7\n2026-01-31 : Run : y :  : 5\n")
    #expect(!(try machine.habit("export", "json").errors.contains("vacations")))
    #expect(try machine.habit("export", "loop", "-o", "run.db").status == 0)
    let loop = try machine.shell("sqlite3 run.db 'SELECT freq_num, freq_den, unit FROM Habits'")
    #expect(loop.output == "1|7|km\n")
  }

  @Test func `the database for Loop has the schema that Loop reads`() throws {
    try machine.habit("import", path("loop-db/v25/Loop Habits Backup 2026-01-09 090000.db"))
    #expect(try machine.habit("export", "loop", "-o", "one.db").status == 0)
    let asked = try machine.shell(
      """
      sqlite3 one.db 'PRAGMA user_version; SELECT name FROM sqlite_master WHERE type="index" \
      AND sql LIKE "CREATE UNIQUE%"; SELECT uuid FROM Habits ORDER BY name; \
      SELECT value FROM Repetitions WHERE habit = (SELECT id FROM Habits WHERE name="Meditate") \
      ORDER BY timestamp; PRAGMA integrity_check'
      """
    )
    #expect(
      asked.output == """
        25
        idx_repetitions_habit_timestamp
        3f1c0b5e6f7a4a0e9d1c2b3a4f5e6d72
        3f1c0b5e6f7a4a0e9d1c2b3a4f5e6d71
        3f1c0b5e6f7a4a0e9d1c2b3a4f5e6d73
        2
        0
        3
        2
        -1
        ok

        """
    )
    #expect(try machine.habit("import", "one.db").output.contains("nothing new"))
  }

  @Test(arguments: [false, true])
  func `our own export restores the profile and the points, and makes its user`(isThere: Bool)
    throws
  {
    try machine.habit("user", "add", "Alice")
    let old = machine.with(["HABIT_USER": "alice"])
    try old.habit("edit", "profile", "--week-start", "sunday", "--day-start", "04:00")
    try old.habit("edit", "profile", "--streak-mode", "partial", "--from", "2026-01-01")
    try old.habit("add", "Read", "--goal", "2 pages", "--from", "-9", "--yes")
    for day in [6, 5, 2, 1] { try old.habit("log", "read", "1", "--on", "-\(day)") }
    try old.habit("vacation", "start", "--from", "-4", "--to", "-3", "--yes")
    let (json, xp) = (try old.habit("export", "json").output, try old.habit("xp", "--json").output)
    #expect(xp.contains("\"xp\": 200") && xp.contains("\"streak\": 4"), "\(xp)")
    let new = try Machine("pho", now: machine.now)
    if isThere { try new.habit("user", "add", "Alice") }
    try new.shell("cat >x.json", input: json)
    let other = new.with(["HABIT_USER": "alice"])
    let run = try other.habit("import", "--yes", "x.json")
    #expect(run.status == 0 && !run.errors.contains("stays"), "\(run)")
    #expect(try other.habit("xp", "--json").output == xp)
    #expect(try other.habit("export", "json").output == json)
  }

  @Test func `the name of the table of one habit can be said`() throws {
    try machine.shell("printf '2026-01-06,2000\\n' >Checkmarks.csv")
    let run = try machine.habit("import", "Checkmarks.csv", "--habit", "Walk")
    #expect(run.status == 0 && run.output.contains("new: Walk\n"), "\(run)")
  }
}
