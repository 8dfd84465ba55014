import Foundation
import TestSupport
import Testing

/// `habit report`, from the command line to the eye.
@Suite(.ownThreads) struct ReportTests {
  let machine: Machine

  /// Made once, and copied for each test.
  private static let made = Result { try make() }

  init() throws { machine = try Self.made.get().copy() }

  private static func make() throws -> Machine {
    let machine = try Machine(now: "2026-03-10T09:00:00")
    try machine.habit("add", "Drink water", "--goal", "8 glasses", "--from", "-9", "--tag", "body")
    try machine.habit("add", "本を読む", "--from", "-9")
    try machine.habit("add", "Gym", "--schedule", "3 times a week", "--from", "-9")
    for day in 1...9 { try machine.habit("log", "water", "8", "--on", "-\(day)") }
    for day in [1, 3, 4] { try machine.habit("done", "本", "--on", "-\(day)") }
    try machine.habit("log", "water", "3")
    try machine.habit("note", "water", "warm today")
    return machine
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

  // MARK: Templates

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

  @Test func `a template of one's own wins over a period of its name`() throws {
    try machine.write("guest/reports/habit-last.7", ".Dd x\n.Dt LAST 7\n.Sh NAME\nmine\n")
    #expect(try machine.habit("report", "last").output.contains("mine"))
  }

  // MARK: Command line

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
    #expect(text.contains(#/Drink water +■{9} +9/9/#), "\(text)")
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
    #expect(whatis.output.contains("- guest, 2–8 March 2026: "), "\(whatis)")
    let shown = try manual.shell("man habit-week | col -b")
    #expect(shown.output.contains("Drink water"), "\(shown)")
    let again = try manual.habit("report", "week", "--install")
    #expect(again.errors.contains("read it with: man habit-week"), "\(again)")
  }
}
