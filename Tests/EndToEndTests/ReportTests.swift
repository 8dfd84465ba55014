import Foundation
import TestSupport
import Testing

/// `habit report`, from the command line to the eye.
@Suite struct ReportTests {
  let machine: Machine

  init() throws {
    machine = try Machine(now: "2026-03-10T09:00:00")
    try machine.habit("add", "Drink water", "--goal", "8 glasses", "--from", "-9", "--tag", "body")
    try machine.habit("add", "本を読む", "--from", "-9")
    try machine.habit("add", "Gym", "--schedule", "3 times a week", "--from", "-9")
    for day in 1...9 { try machine.habit("log", "water", "8", "--on", "-\(day)") }
    for day in [1, 3, 4] { try machine.habit("done", "本", "--on", "-\(day)") }
    try machine.habit("log", "water", "3")
    try machine.habit("note", "water", "warm today")
  }

  private func write(_ name: String, _ body: String) throws {
    try machine.write(
      "guest/reports/habit-\(name).7",
      ".Hb period all\n.Dd \\*[mdocdate]\n.Dt HABIT-X 7\n.Os\n.Sh NAME\n.Nm habit-x\n.Nd x\n\(body)\n"
    )
  }

  /// The lines a body becomes.
  private func lines(_ body: String, _ period: String...) throws -> [String] {
    try write("own", body)
    let run = try machine.process(["habit", "report", "own", "-T", "mdoc"] + period).run()
    #expect(run.status == 0, "\(run)")
    return run.output.split(separator: "\n").dropFirst(6).map(String.init)
  }

  private func json(_ arguments: String...) throws -> [String: Any] {
    let run = try machine.process(["habit"] + arguments + ["--json"]).run()
    return try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any] ?? [:]
  }

  // MARK: Numbers

  @Test(arguments: ["utf8", "html", "mdoc", "pdf"]) func `-o - is standard output`(
    output: String
  ) throws {
    let machine = try Machine()
    try machine.habit("add", "Read")
    let told = try machine.shell("habit report week -T \(output) -o - >page; ls -A; head -c 4 page")
    #expect(told.status == 0)
    #expect(told.errors == "")
    #expect(!told.output.contains("-\n"))
    #expect(try machine.shell("test -s page").status == 0)
    let file = try machine.shell("habit report week -T \(output) -o other; cmp page other")
    #expect(file.status == 0 || output == "pdf", "\(file)")
  }

  @Test func `the numbers are those of today, xp and stats`() throws {
    let today = try json("today")
    let xp = try json("xp")
    let stats = try json("stats", "--from", "2026-03-01", "--to", "2026-03-10")
    let values = try lines(
      """
      \\*[xp.total:n] \\*[level:n] \\*[streak:n] \\*[best:n] \\*[level.need:n]
      \\*[complete:n] \\*[trend.word]
      .Hb each habit
      \\*[habit.id] \\*[habit.rate:n] \\*[habit.amount:n] \
      \\*[habit.streak:n] \\*[habit.best:n] \\*[habit.strength:n]
      .Hb end
      """,
      "2026-03-01..2026-03-10"
    )
    func number(_ object: [String: Any], _ key: String) -> Int { object[key] as? Int ?? -1 }
    #expect(
      values[0]
        == """
        \(number(xp, "xp")) \(number(xp, "level")) \(number(xp, "streak")) \(number(xp, "best")) \
        \(number(xp, "nextLevelAt") - number(xp, "levelStart"))
        """
    )
    #expect(number(today, "xp") == number(xp, "xp"))
    #expect(values[1].hasPrefix("\(number(stats, "completeDays")) "))
    let habits = stats["habits"] as? [[String: Any]] ?? []
    #expect(values.count == 2 + habits.count)
    for (line, habit) in zip(values.dropFirst(2), habits) {
      let id = (habit["id"] as? String ?? "").replacing("-", with: "\\-")
      #expect(
        line
          == """
          \(id) \(number(habit, "rate")) \(number(habit, "amount")) \
          \(number(habit, "streak")) \(number(habit, "best")) \
          \(number(habit, "strength"))
          """
      )
    }
  }

  @Test func `today counts as habit today does`() throws {
    let shown = try machine.habit("today").output
    let page = try machine.habit("report", "today", "-T", "mdoc").output
    let count = try #require(page.firstMatch(of: #/: (\d+) of (\d+) done/#))
    #expect(shown.contains(" \(count.1)/\(count.2) "))
    #expect(page.contains("3/8 glasses"))
    #expect(page.contains("warm today"))
  }

  // MARK: Templates

  @Test func `a user's own template takes precedence`() throws {
    let shipped = try String(
      contentsOf: Project.root.appending(path: "Man/habit-week.7"),
      encoding: .utf8
    )
    try machine.write(
      "guest/reports/habit-week.7",
      shipped.replacing(".Sh SUMMARY", with: ".Sh MY WEEK").replacing("|Rate|", with: "|How much|")
    )
    for output in ["utf8", "html", "mdoc"] {
      let run = try machine.habit("report", "week", "-T", output)
      #expect(run.status == 0)
      let text = run.output.replacing(#/.\x08/#, with: "").replacing(#/\s+/#, with: " ")
      #expect(text.contains("MY WEEK") && text.contains("How much"), "\(output)")
    }
    #expect(try machine.habit("report", "habit-month", "-T", "mdoc").status == 0)
  }

  @Test func `a wrong template is told with its place and stops nothing else`() throws {
    try machine.write("guest/reports/habit-week.7", ".Dd x\n.Dt X 7\n\\V[HOME] \\*[dome]\n")
    let run = try machine.habit("report", "week")
    #expect(run.status == 65 && run.output.isEmpty)
    #expect(run.errors.contains("guest/reports/habit-week.7:3:1: escape \\V[ is not allowed"))
    #expect(run.errors.contains("guest/reports/habit-week.7:3:13: there is no value \"dome\""))
    #expect(run.errors.contains("hint: did you mean: done"))
    #expect(try machine.habit("report", "month").status == 0)
    #expect(try machine.habit("log", "water", "1").status == 0)
    let check = try machine.habit("check")
    #expect(check.status == 65 && check.output.contains("habit-week.7:3:1: escape \\V[ is not"))
    #expect(check.output.contains("hint: did you mean: done"))
  }

  @Test func `a template that is a link is not followed`() throws {
    try machine.write("guest/reports/README", "")
    let secret = machine.home.appending(path: "secret").path
    try machine.shell("printf '.Dd x\\n.Dt X 7\\nsecret\\n' > \(secret)")
    try machine.shell("ln -s \(secret) \(machine.root)/guest/reports/habit-link.7")
    let run = try machine.habit("report", "link")
    #expect(run.status == 65 && !run.output.contains("secret"))
    #expect(run.errors.contains("symbolic link"))
    let check = try machine.habit("check")
    #expect(check.status == 65 && check.output.contains("guest/reports/habit-link.7: it is a"))
    #expect(!check.output.contains("secret"))
  }

  @Test(arguments: ["../../etc/passwd", "a/b", ".week", "WEEK ", "weak"])
  func `other names are not report templates`(name: String) throws {
    let run = try machine.habit("report", name)
    #expect(run.status == 66 && run.output.isEmpty)
    #expect(run.errors.hasPrefix("habit: there is no report \"\(name)\""))
  }

  @Test(arguments: [("2026-W10", "week"), ("2026-03", "month"), ("last", "week")])
  func `a period in the place of a report names it`(period: String, report: String) throws {
    #expect(
      try machine.habit("report", period).output == machine.habit("report", report, period).output
    )
  }

  @Test func `a template of one's own wins over a period of its name`() throws {
    try machine.write("guest/reports/habit-last.7", ".Dd x\n.Dt LAST 7\n.Sh NAME\nmine\n")
    #expect(try machine.habit("report", "last").output.contains("mine"))
  }

  @Test func `lint prints nothing for a valid template`() throws {
    for name in ["today", "week", "month", "quarter", "year", "profile"] {
      let page = Project.root.appending(path: "Man/habit-\(name).7").path
      let run = try machine.habit("report", "--lint", page)
      #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty)
    }
    #expect(try machine.habit("report", "--lint", "nowhere.7").status == 66)
  }

  @Test func `lint lists all faults for an editor, of a file or of the template of a name`() throws
  {
    let path = "guest/reports/habit-bad.7"
    try machine.write(path, ".Dd x\n.Dt X 7\n.so a\n\\*[dome] \\*[stereak]\n")
    for (name, path) in [("bad", path), ("\(machine.root)/\(path)", "\(machine.root)/\(path)")] {
      let told = try machine.habit("report", "--lint", name)
      #expect(told.status == 65 && told.errors == "habit: 3 problems in \(name)\n", "\(told)")
      let found = told.output.matches(of: #/(?m)^(.+):(\d+):(\d+): (.+)$/#)
      #expect(found.map { String($0.1) } == [path, path, path])
      #expect(found.map { "\($0.2):\($0.3)" } == ["3:2", "4:4", "4:13"])
      #expect(told.output.contains("hint: did you mean: streak\n"))
      let json = try machine.habit("report", "--lint", name, "--json")
      let list = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
      #expect(json.status == 65 && list?.count == 3)
      #expect(list?.last?["hint"] as? String == "did you mean: streak")
      #expect(list?.last?["column"] as? Int == 13 && list?.last?["file"] as? String == path)
    }
    #expect(try machine.habit("report", "--lint", "week").status == 0)
    #expect(try machine.habit("report", "--lint", "week", "--json").output == "[]\n")
    let unknown = try machine.habit("report", "--lint", "weak")
    #expect(unknown.status == 66 && unknown.errors.contains("did you mean: habit report week"))
  }

  // MARK: Command line

  @Test(arguments: [
    (["week", "2026-02"], "is a month; this report is about a week"),
    (["month", "2026-Q1"], "is a quarter; this report is about a month"),
    (["week", "2026-02-01..2026-03-01"], "habit report month 2026-02-01..2026-03-01"),
    (["--from", "-3"], "is not within one day; this report is about a day"),
    (["today", "2026-03-11"], "is in the future"), (["today", "someday"], "is not a date"),
    (["week", "someday"], "is not a period"),
    (["week", "--install", "-o", "x"], "--install excludes"),
    (["--width", "20"], "is not 20 columns wide"),
  ]) func `invalid arguments are refused`(arguments: [String], message: String) throws {
    let run = try machine.process(["habit", "report"] + arguments).run()
    #expect(run.status == 64 && run.output.isEmpty)
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  @Test func `the locale chooses the glyphs, -T goes first`() throws {
    let ascii = try machine.habit("report", with: ["LC_ALL": "C"]).output
    #expect(ascii.contains("[/] Drink water") && ascii.contains("[_] 本を読む"))
    #expect(ascii.replacing("本を読む", with: "").utf8.filter { $0 >= 0x80 }.count == 0)
    let utf8 = try machine.habit("report", "-T", "utf8", with: ["LC_ALL": "C"]).output
    #expect(utf8.contains("◐ Drink water") && !utf8.contains("\u{8}"))
  }

  @Test(arguments: [("-3", "7"), ("monday", "9"), ("yesterday", "9"), ("last", "9")])
  func `a day is named as everywhere`(name: String, day: String) throws {
    let page = try machine.habit("report", "today", name, "-T", "mdoc")
    #expect(page.output.contains(".Dd March \(day), 2026\n"), "\(page)")
  }

  @Test func `json gives the page`() throws {
    let page = try json("report", "week", "2026-W10")
    #expect(page["template"] as? String == "week")
    #expect(page["from"] as? String == "2026-03-02" && page["to"] as? String == "2026-03-08")
    #expect((page["page"] as? String)?.contains(".Dt HABIT-WEEK 7") == true)
  }

  @Test func `a reader that closes the pipe is not a failure`() throws {
    let run = try machine.shell("habit report year this | head -1; echo ${PIPESTATUS[0]}")
    #expect(run.output.hasSuffix("\n0\n") && run.errors.isEmpty)
  }

  // MARK: Files

  @Test func `a file is written whole, in the format of its ending`() throws {
    for (file, start) in [
      ("w.html", "<!DOCTYPE html>"), ("w.pdf", "%PDF-"), ("w.txt", "HABIT-WEEK(7)"),
      ("w.7", "'\\\" t\n.Dd March 8, 2026"),
    ] {
      let run = try machine.habit("report", "week", "-o", file)
      #expect(run.status == 0 && run.output.isEmpty && run.errors == "wrote \(file)\n", "\(run)")
      let text = try machine.shell("head -c 40 \(file) | tr -d '\\000'").output
      #expect(text.hasPrefix(start), "\(file): \(text)")
    }
    #expect(try machine.shell("ls -A | grep -c habit-new").output == "0\n")
  }

  @Test func `two runs into one file take turns`() throws {
    let run = try machine.shell(
      "for i in 1 2 3 4; do habit report week -o w.txt 2>>said & done; wait; sort -u said; wc -l <said"
    )
    #expect(run.output == "wrote w.txt\n4\n", "\(run)")
    let waiting = try machine.shell(
      "flock . sleep 1 & sleep .2; time -p habit report week -o w.txt 2>&1 | cat; wait"
    )
    let seconds = try #require(waiting.errors.firstMatch(of: #/real ([0-9.]+)/#))
    #expect(try #require(Double(seconds.1)) > 0.5, "\(waiting)")
  }

  @Test func `text is the body of the page alone`() throws {
    try machine.write(
      "guest/reports/habit-line.7",
      ".Dd \\*[mdocdate]\n.Dt LINE 7\n.Os\n\\*[done] of \\*[due]\n"
    )
    #expect(try machine.habit("report", "line", "-T", "text").output == "0 of 2\n")
  }

  @Test func `something that is not a file is not overwritten`() throws {
    let run = try machine.shell("mkdir d; ln -s d l; habit report -o d; habit report -o l")
    #expect(run.status == 73 && run.errors.contains("l is there and is not a file"))
    #expect(try machine.habit("report", "-o", "nowhere/x.html").status == 73)
  }

  @Test func `a full disk leaves the file that was there`() throws {
    let run = try machine.shell(
      "echo old > w.html; (trap '' XFSZ; ulimit -f 1; habit report week -o w.html); echo $?; cat w.html"
    )
    #expect(run.output == "74\nold\n", "\(run)")
  }

  @Test(arguments: ["pdf", "html"]) func `the same facts make the same bytes`(
    output: String
  ) throws {
    let make = "habit report year this -T \(output) | sha256sum"
    let first = try machine.shell(make).output
    #expect(try machine.shell(make).output == first)
    let dated = try machine.with(["SOURCE_DATE_EPOCH": "86400"]).shell(make).output
    #expect((dated == first) == (output == "html"))
    #expect(
      try machine.with(["SOURCE_DATE_EPOCH": "86400"]).shell("sleep 1.1; \(make)").output == dated
    )
  }

  @Test func `a PDF has a title, an outline, and marks that are text`() throws {
    try machine.write("guest/profile.json", "{\n  \"name\": \"Jo (Ж) é\"\n}\n")
    #expect(try machine.habit("report", "month", "this", "-T", "pdf", "-o", "w.pdf").status == 0)
    let info = try machine.shell("pdfinfo w.pdf").output
    #expect(info.contains(#/Title: +March 2026 · Jo \(Ж\) é\n/#), "\(info)")
    let outline = try machine.shell("pdftohtml -xml -stdout w.pdf | grep '<item'").output
    #expect(outline.hasPrefix("<item page=\"1\">March 2026 · Jo (Ж) é</item>\n"), "\(outline)")
    #expect(outline.contains("<item page=\"1\">WEEKS</item>"), "\(outline)")
    #expect(!outline.contains("SEE ALSO"))
    let text = try machine.shell("pdftotext -layout w.pdf -").output
    #expect(text.contains(#/Drink water +■.*❏ +9/9/#), "\(text)")
    #expect(text.contains("✗"), "\(text)")
  }

  // MARK: Renderers

  /// A computer with a few programs of its own and nothing else.
  private func path(with programs: [String: String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, script) in programs { try folder.writeProgram("#!/bin/sh\n\(script)\n", to: name) }
    let habit = Build.folder.appending(path: "habit").path
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appending(path: "habit").path,
      withDestinationPath: habit
    )
    return folder
  }

  @Test func `a renderer that is missing is named with its package`() throws {
    let folder = try path(with: [:])
    for (output, package) in [("utf8", "mandoc"), ("html", "mandoc"), ("pdf", "groff")] {
      let run = try machine.with(["PATH": folder.url.path]).habit("report", "-T", output)
      #expect(run.status == 69 && run.output.isEmpty)
      #expect(run.errors.contains("install the package \(package)"), "\(run)")
    }
    let page = try machine.with(["PATH": folder.url.path]).habit("report", "-T", "mdoc")
    #expect(page.status == 0 && page.output.hasPrefix("'\\\" t"))
  }

  @Test func `groff stands in for mandoc`() throws {
    let programs = ["groff", "tbl", "preconv", "troff", "grotty"]
    let folder = try path(
      with: Dictionary(
        uniqueKeysWithValues: programs.map { ($0, "exec /usr/bin/\($0) \"$@\"") }
      )
    )
    let run = try machine.with(["PATH": folder.url.path]).habit("report", "week", "-T", "utf8")
    #expect(run.status == 0 && run.output.contains("Drink water"), "\(run)")
    #expect(!run.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }

  @Test func `PostScript stands in where groff cannot make PDF`() throws {
    let groff = "/bin/cat >/dev/null; case \"$*\" in *\"-T pdf\") exit 3;; *) echo ps;; esac"
    let whole = try path(with: ["groff": groff, "ps2pdf": "/usr/bin/tr a-z A-Z"])
    let run = try machine.with(["PATH": whole.url.path]).habit("report", "-T", "pdf")
    #expect(run.status == 0 && run.output == "PS\n", "\(run)")
    let half = try path(with: ["groff": groff])
    let missing = try machine.with(["PATH": half.url.path]).habit("report", "-T", "pdf")
    #expect(missing.status == 69 && missing.errors.contains("install the package groff"))
  }

  @Test func `a renderer gets the page, an empty folder and no secret`() throws {
    let folder = try path(with: [
      "mandoc": "/bin/cat >/dev/null; /usr/bin/env | /usr/bin/sort; /bin/ls -A; /usr/bin/tty"
    ])
    let run = try machine.with(["PATH": folder.url.path, "SECRET": "x", "HABIT_REPO": machine.root])
      .habit("report", "-T", "utf8")
    let names = run.output.split(separator: "\n").map { $0.prefix { $0 != "=" } }
    #expect(names == ["LC_ALL", "PATH", "PWD", "SOURCE_DATE_EPOCH", "TZ", "not a tty"], "\(run)")
  }

  @Test func `a renderer that hangs is ended, and what it started`() throws {
    let mark = machine.home.appending(path: "pid").path
    let folder = try path(with: [
      "mandoc": "/bin/sleep 1000 & echo $! > \(mark); wait"
    ])
    let run = try machine.with(["PATH": folder.url.path]).habit("report", "-T", "utf8")
    #expect(run.status == 69 && run.errors.contains("mandoc did not end within"), "\(run)")
    let alive = try machine.shell(
      "sleep 0.2; kill -0 $(cat pid) 2>/dev/null && ! grep -q 'State:.Z' /proc/$(cat pid)/status"
    )
    #expect(alive.status != 0)
    #expect(try machine.shell("ls -d /tmp/habit-?????? 2>/dev/null | wc -l").status == 0)
  }

  @Test func `a renderer that fails is told`() throws {
    let folder = try path(with: ["mandoc": "echo '\u{1B}[31mbroken' >&2; exit 3"])
    let run = try machine.with(["PATH": folder.url.path]).habit("report", "-T", "html")
    #expect(run.status == 69 && run.errors.contains("mandoc failed: \u{FFFD}[31mbroken"), "\(run)")
  }

  @Test func `escape sequences of a renderer do not reach the terminal`() throws {
    let folder = try path(with: ["mandoc": "printf 'a\\033[31mb\\033]0;x\\007c\\n'"])
    let run = try machine.with(["PATH": folder.url.path]).habit("report", "-T", "utf8")
    #expect(run.output == "a[31mb]0;xc\n")
  }

  // MARK: The screen

  @Test func `a long page is shown with the pager, a short one without`() throws {
    let screen = try TerminalScreen(on: machine.with(["PAGER": "cat >/dev/null; echo PAGED"]))
    defer { screen.close() }
    try screen.type("habit report year this; echo END", enter: true)
    try screen.waits(for: "PAGED\nEND")
    try screen.type("clear; habit report; echo DONE", enter: true)
    try screen.waits(for: "SEE ALSO")
    try screen.waits(for: "\nDONE")
    #expect(try !screen.text().contains("PAGED"))
  }

  // MARK: Installing

  @Test func `an installed report is found by its owner's man and whatis`() throws {
    let run = try machine.habit("report", "week", "--install")
    let page = "\(machine.home.path)/.local/share/man/man7/habit-week.7"
    #expect(run.status == 0 && run.output == "installed \(page)\n", "\(run)")
    #expect(run.errors.contains("export MANPATH=\"$HOME/.local/share/man:\""))
    let modes = try machine.shell("stat -c %a \(page) ~/.local/share/man ~/.local/share/man/man7")
    #expect(modes.output == "600\n700\n700\n")
    let manual = machine.with(["MANPATH": "\(machine.home.path)/.local/share/man:"])
    // The pages of a package have the same names, and would hide it.
    #expect(try manual.shell("manpath").output.hasPrefix("\(machine.home.path)/.local/share/man:"))
    let whatis = try manual.shell("whatis habit-week")
    #expect(whatis.output.contains("habit-week (7)"), "\(whatis)")
    #expect(whatis.output.contains("- guest, 2026-W10: "), "\(whatis)")
    let shown = try manual.shell("man habit-week | col -b")
    #expect(shown.output.contains("Drink water"), "\(shown)")
    let again = try manual.habit("report", "week", "--install")
    #expect(again.errors.contains("read it with: man habit-week"), "\(again)")
  }

  @Test func `a page says of limits and sums what the screen of today says`() throws {
    let machine = try Machine()
    try machine.habit("add", "Smoking", "--breaking", "--goal", "0 cigarettes")
    try machine.habit("add", "Beer", "--breaking", "--goal", "12 beers a month")
    try machine.habit("add", "Read", "--goal", "1000 pages a month")
    let page = try machine.habit("report", "today", "-T", "utf8", "--width", "120").output
    for words in [
      "at most 0 cigarettes, not logged yet",
      "0, at most 12 beers this month, 12 beers left this month",
      "0/1000 pages this month, can wait 30 days",
    ] { #expect(page.contains(" ──────── \(words)"), "\(page)") }
    #expect(try machine.habit().output.contains("Beer 12 beers left this month"))
  }

  @Test func `one day and one time are said in the singular`() throws {
    let machine = try Machine()
    try machine.habit("add", "Swim", "--goal", "5 every week")
    #expect(try machine.habit().output.contains("0/1 time this week"))
    let page = try machine.habit("report", "profile", "-T", "utf8").output
    #expect(page.contains("1 March, 1 day\n"), "\(page)")
  }
}
