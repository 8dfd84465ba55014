import Foundation
import HabitApp
import HabitCore
import TestSupport
import Testing

/// Files that were made to harm: refused, or bounded in size and time.
@Suite struct HostileImportTests {
  let machine: Machine

  init() throws {
    machine = try Machine(now: "2026-01-31T09:00:00")
  }

  /// Makes a file with a line of Python, and imports it.
  private func importing(_ name: String, madeBy python: String) throws -> Transcript {
    let made = try machine.process(["python3", "-c", python]).run()
    #expect(made.status == 0, "\(made)")
    return try machine.habit("import", name)
  }

  private static let header = "Position,Name,Question,Description,NumRepetitions,Interval,Color\\n"

  @Test(arguments: [
    ("create table tracks(a); create table track2groups(b)", "Tickmate"),
    ("create table checkins(a); create table unit(b)", "Rewire"),
  ])
  func `a database of another program is named`(schema: String, program: String) throws {
    try machine.shell("sqlite3 x.db '\(schema)'")
    let run = try machine.habit("import", "x.db")
    #expect(run.status == 65)
    #expect(run.errors.contains("x.db: a database of \(program), which cannot be read"), "\(run)")
  }

  @Test func `a zip bomb is not unpacked`() throws {
    let run = try importing(
      "bomb.zip",
      madeBy: """
        import zipfile
        z = zipfile.ZipFile("bomb.zip", "w", zipfile.ZIP_DEFLATED)
        z.writestr("Habits.csv", "\(Self.header)001,A,,,1,1,#FF8F00\\n")
        z.writestr("001 A/Checkmarks.csv", b"0" * (80 << 20))
        """
    )
    #expect(run.status == 65)
    #expect(run.errors.contains("when unpacked: not read"))
    #expect(!machine.exists(".habit.json"))
  }

  @Test(arguments: [
    (
      "x.csv", "open('x.csv','w').write('date,' + ','.join(map(str, range(1000))) + '\\n')",
      "1001 columns"
    ),
    (
      "x.csv",
      "open('x.csv','w').write('habit,date,value\\n' + ''.join(f'{i},2026-01-05,1\\n' for i in N))",
      ""
    ),
    ("habits", "open('habits','w').write(''.join(f'{i}: 1\\n' for i in N))", ""),
    (
      "log",
      "open('habits','w').close();open('log','w').write(''.join(f'2026-01-05 : {i} : y\\n' for i in N))",
      ""
    ),
    (
      "x.json",
      "import json; json.dump({'habits': [{'name': f'{i}', 'records': []} for i in N]}, "
        + "open('x.json','w'))", ""
    ),
    (
      "x.json",
      "import json; json.dump({'format': 1, 'habits': {f'h{i}': {} for i in N}}, "
        + "open('x.json','w'))", ""
    ),
    (
      "x.zip",
      """
      import zipfile
      z = zipfile.ZipFile("x.zip", "w")
      z.writestr("Habits.csv", "\(header)" + "".join(f"{i:03},{i},,,1,1,#FF8F00\\n" for i in N))
      """, ""
    ),
    (
      "x.db",
      """
      import sqlite3
      base = sqlite3.connect("x.db")
      base.execute("CREATE TABLE Habits(id INTEGER PRIMARY KEY, name, freq_num, freq_den, position)")
      base.execute("CREATE TABLE Repetitions(id INTEGER PRIMARY KEY, habit, timestamp, value)")
      base.executemany("INSERT INTO Habits VALUES (?, ?, 1, 1, 1)", [(i, str(i)) for i in N])
      base.commit()
      """, ""
    ),
  ])
  func `more than a thousand habits or columns are refused`(
    name: String,
    python: String,
    words: String
  ) throws {
    for count in words.isEmpty ? [1000, 1001] : [1001] {
      let run = try importing(name, madeBy: "N = range(\(count))\n\(python)")
      let isRefused =
        run.status == 65 && run.errors.contains(words.isEmpty ? "more than 1000 habits" : words)
      #expect(isRefused == (count == 1001), "\(run)")
      try machine.shell("rm -rf \(name) .local")
    }
  }

  @Test func `a folder of more than ten thousand files is not read`() throws {
    let run = try importing(
      "many",
      madeBy:
        "import os; os.mkdir('many'); [open(f'many/{i}.md', 'w').close() for i in range(10001)]"
    )
    #expect(run.status == 74)
    #expect(run.errors.contains("many cannot be read: it has more than 10000 files"), "\(run)")
  }

  @Test func `an archive of a hundred habits is unpacked at once`() throws {
    let run = try importing(
      "x.zip",
      madeBy: """
        import zipfile
        z = zipfile.ZipFile("x.zip", "w")
        z.writestr("Habits.csv", "\(Self.header)" + "".join(f"{i:03},H{i},,,1,1,#FF8F00\\n" for i in range(100)))
        for i in range(100):
            z.writestr(f"{i:03} H{i}/Checkmarks.csv", f"2026-01-{i % 28 + 1:02},2\\n" if i % 7 else "")
        """
    )
    #expect(run.status == 0, "\(run)")
    for number in [1, 50, 99] {
      let day = number % 28 + 1
      let year = "{\n  \"2026-01-\(day < 10 ? "0" : "")\(day)\": 1\n}\n"
      #expect(try machine.read("guest/habits/h\(number)/2026.json") == year)
    }
    #expect(!machine.exists("guest/habits/h49/2026.json"))
  }

  @Test func `an archive that lies about its sizes is refused`() throws {
    let run = try importing(
      "lie.zip",
      madeBy: """
        import zipfile, struct
        z = zipfile.ZipFile("lie.zip", "w", zipfile.ZIP_DEFLATED)
        z.writestr("Habits.csv", "\(Self.header)001,A,,,1,1,#FF8F00\\n")
        z.writestr("001 A/Checkmarks.csv", b"2026-01-05,2\\n" * 100000)
        z.close()
        b = bytearray(open("lie.zip", "rb").read())
        at = b.rfind(b"PK\\x01\\x02")
        b[at + 24 : at + 28] = struct.pack("<I", 26)
        open("lie.zip", "wb").write(b)
        """
    )
    #expect(run.status == 65, "\(run)")
    #expect(run.errors.contains("damaged"))
  }

  @Test func `an archive reaches nothing outside of itself`() throws {
    let run = try importing(
      "out.zip",
      madeBy: """
        import zipfile
        z = zipfile.ZipFile("out.zip", "w")
        z.writestr("Habits.csv", "\(Self.header)001,A,,,1,1,#FF8F00\\n")
        z.writestr("../../evil/Checkmarks.csv", "2026-01-05,2\\n")
        z.writestr("/tmp/evil/Checkmarks.csv", "2026-01-05,2\\n")
        z.writestr("001 [A-Z]*/Checkmarks.csv", "2026-01-05,2\\n")
        """
    )
    #expect(run.status == 65)
    #expect(run.errors.contains("../../evil/Checkmarks.csv: left out: a path that leaves"))
    #expect(!FileManager.default.fileExists(atPath: "/tmp/evil"))
    #expect(!machine.exists("guest/habits/a/2026.json"))
  }

  @Test func `a table of ten gigabytes is not read`() throws {
    let run = try importing(
      "huge.csv",
      madeBy: "f = open('huge.csv', 'wb'); f.write(b'date,A\\n'); f.truncate(10 << 30)"
    )
    #expect(run.status == 65)
    #expect(run.errors.contains("64 MiB are the most"))
  }

  @Test func `a database of a terabyte is not read`() throws {
    let run = try importing(
      "huge.db",
      madeBy: "f = open('huge.db', 'wb'); f.write(b'SQLite format 3\\0'); f.truncate(1 << 40)"
    )
    #expect(run.status == 65)
    #expect(run.errors.contains("512 MiB are the most"))
  }

  @Test(arguments: [
    (#"open("x.csv","wb").write("date,A\n2026-01-05,1\n".encode("utf-16"))"#, "UTF-16"),
    (#"open("x.csv","wb").write(b"date,A\n2026-01-05,\0\n")"#, "a zero byte"),
    (#"open("x.csv","wb").write(b"[" * 100000)"#, "deeper than 32 levels"),
    (#"open("x.csv","wb").write(b'{"habits": [{"name": "a", "name": "b"}]}')"#, "occurs twice"),
    (#"open("x.csv","wb").write(b"")"#, "not in a format"),
    (#"open("x.csv","wb").write(b"\x7fELF\x02\x01")"#, "not in a format"),
  ]) func `a text that is none is refused`(python: String, words: String) throws {
    let run = try importing("x.csv", madeBy: python)
    #expect(run.status == 65, "\(run)")
    #expect(run.errors.contains(words), "\(run)")
    #expect(!machine.exists(".habit.json"))
  }

  @Test func `a database with views and triggers runs none of them`() throws {
    let schema = """
      CREATE TABLE Habits(id INTEGER PRIMARY KEY, archived, color, description, freq_den, freq_num,
      highlight, name, position, reminder_hour, reminder_min, reminder_days);
      INSERT INTO Habits VALUES (1,0,0,'',1,1,0,'Real',0,NULL,NULL,127);
      CREATE TABLE data(id INTEGER PRIMARY KEY, habit, timestamp);
      INSERT INTO data VALUES (1, 1, 1767571200000);
      CREATE VIEW Repetitions AS SELECT id, habit, timestamp, writefile('pwned', 'x') FROM data;
      CREATE TRIGGER t INSTEAD OF INSERT ON Repetitions BEGIN SELECT writefile('pwned', 'y'); END;
      """
    _ = try machine.process(["sqlite3", "view.db", schema]).run()
    let run = try machine.habit("import", "view.db")
    #expect(run.status == 65, "\(run)")
    #expect(run.errors.contains("no backup of Loop Habit Tracker"))
    #expect(try machine.shell("ls").output == "view.db\n")
  }

  @Test func `a database with long texts and odd values is bounded`() throws {
    let statements = """
      CREATE TABLE Habits(id INTEGER PRIMARY KEY, archived, color, description, freq_den, freq_num,
      highlight, name, position, reminder_hour, reminder_min, reminder_days, type);
      INSERT INTO Habits VALUES (1,0,0,hex(zeroblob(900000)),1,1,0,'A',0,99,NULL,127,0);
      INSERT INTO Habits VALUES (2,0,0,'',0,1,0,'B',0,NULL,NULL,127,0);
      INSERT INTO Habits VALUES (3,0,0,'',1,'x',0,x'00ff',0,NULL,NULL,127,0);
      CREATE TABLE Repetitions(id INTEGER PRIMARY KEY, habit, timestamp, value);
      INSERT INTO Repetitions VALUES (1, 1, 1767571200000, 2);
      INSERT INTO Repetitions VALUES (2, 1, 1767657600000, 'many');
      INSERT INTO Repetitions VALUES (3, 1, 9223372036854775807, 2);
      INSERT INTO Repetitions VALUES (4, 1, -9e99, 2);
      INSERT INTO Repetitions VALUES (5, 1, 1767657600000, 9e999);
      PRAGMA user_version = 21;
      """
    _ = try machine.process(["sqlite3", "odd.db", statements]).run()
    let run = try machine.habit("import", "odd.db")
    #expect(run.status == 65, "\(run)")
    #expect(run.errors.contains("Repetitions 2: left out"), "\(run)")
    #expect(try machine.read("guest/habits/a/2026.json") == "{\n  \"2026-01-05\": 1\n}\n")
    #expect(try machine.habit("check").status == 0)
  }

  @Test func `a target that binary numbers cannot hold keeps its digits`() throws {
    let statements = """
      CREATE TABLE Habits(id INTEGER PRIMARY KEY, freq_den, freq_num, name, position, type, target_type,
      target_value, unit);
      INSERT INTO Habits VALUES (1, 1, 1, 'Oil', 0, 1, 0, 0.1, 'l');
      CREATE TABLE Repetitions(id INTEGER PRIMARY KEY, habit, timestamp, value);
      INSERT INTO Repetitions VALUES (1, 1, 1767571200000, 100);
      PRAGMA user_version = 25;
      """
    _ = try machine.process(["sqlite3", "oil.db", statements]).run()
    let run = try machine.habit("import", "oil.db")
    #expect(run.status == 0, "\(run)")
    #expect(try machine.read("guest/habits/oil/habit.json").contains("\"0.1 l\""), "\(run)")
  }

  @Test(arguments: [
    (
      "x.json",
      #"""
      {"habits": [{"name": "A\u0000b", "id": "01", "records": [
        {"day": "2026-01-05", "done": true, "text": "n\u0000o"}]}]}
      """#
    ),
    (
      "x.json",
      #"""
      {"format": 1, "habits": {"ab": {"habit": {"name": "Ab", "start": "2026-01-01", "k": "\u0000"},
        "years": {"2026": {"2026-01-05": {"progress": 1, "note": "n\u0000o"}}}}}}
      """#
    ),
    (
      "x.md",
      #"""
      ---
      type: binary
      records: {"2026-01-05": "n\u0000o"}
      ---
      """#
    ),
  ]) func `U+0000 in a text of another program's file is dropped`(name: String, text: String) throws
  {
    _ = try machine.shell("cat >\(name)", input: text)
    let run = try machine.habit("import", name)
    #expect(run.status == 0, "\(run)")
    #expect(try machine.habit("check").status == 0)
    #expect(try machine.habit("query", "--csv").output.contains(",no,day\n"), "\(run)")
  }

  @Test func `control characters of a file reach neither terminal nor files`() throws {
    let run = try importing(
      "x.csv",
      madeBy: """
        text = "habit,date,value,note\\nA\\x1b[2Jb,2026-01-05,1,n\\x1b]0;x\\x07\\n"
        open("x.csv","w").write(text)
        """
    )
    #expect(run.status == 0, "\(run)")
    #expect(!run.output.contains("\u{1B}") && !run.errors.contains("\u{1B}"))
    #expect(try machine.habit("check").status == 0)
  }
}
