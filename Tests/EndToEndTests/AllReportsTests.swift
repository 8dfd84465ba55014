import Foundation
import TestSupport
import Testing

/// `habit report --all`: all pages about a user, for a browser and for man(1).
@Suite(.ownThreads) struct AllReportsTests {
  let machine: Machine

  /// Made once, and copied for each test.
  private static let made = Result { try make() }

  init() throws { machine = try Self.made.get().copy() }

  private static func make() throws -> Machine {
    let machine = try Machine(now: "2026-01-14T09:00:00")
    try machine.habit("add", "Meditate", "--from", "2025-11-20")
    try machine.habit("add", "No added sugar", "--from", "2025-12-30")
    for day in [1, 2, 3, 16, 40] { try machine.habit("done", "meditate", "--on", "-\(day)") }
    try machine.habit("note", "meditate", "rain", "--on", "-16")
    return machine
  }

  /// The names of all pages of the user's days, without their ending.
  private static let names =
    ["2025", "2025-11", "2025-12", "2025-q4", "2026", "2026-01", "2026-q1"] + weeks + habits
    + ["profile"]
  private static let habits = ["of-meditate", "of-no-added-sugar"]
  private static let weeks =
    (47...52).map { "2025-w\($0)" } + ["2026-w01", "2026-w02", "2026-w03"]

  private func names(in folder: String, _ ending: String) throws -> Set<String> {
    let list = try machine.shell("cd \(folder) && ls -A").output.split(separator: "\n")
    return Set(list.map { $0.hasSuffix(ending) ? String($0.dropLast(ending.count)) : String($0) })
  }

  /// What tells each file of a folder from a later version.
  private func versions(_ folder: String) throws -> [String: String] {
    let list = try machine.shell("find \(folder) -type f -printf '%P %T@ %C@ %i\\n'").output
    let lines = list.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 1) }
    return Dictionary(uniqueKeysWithValues: lines.map { (String($0[0]), String($0[1])) })
  }

  /// What a screen reader would stumble over in pages, links that lead nowhere among it.
  private func complaints(_ pages: String) throws -> String {
    let line = "python3 -c \"$0\" \(pages)"
    let run = try machine.process(["bash", "-c", line, HTMLReader.script]).run()
    return run.output + run.errors
  }

  /// The page that a link of a kind leads to from a page.
  private func target(_ relation: String, of page: String) throws -> String? {
    let text = try machine.shell("cat pages/\(page).html").output
    let link = text.split(separator: "<a ").first { $0.contains(" rel=\"\(relation)\"") }
    return link?.firstMatch(of: /href="([^"]*)\.html"/).map { String($0.1) }
  }

  // MARK: Pages of the web

  @Test func `all pages are written, lead to each other, and are accessible`() throws {
    let run = try machine.habit("report", "--all", "-o", "pages")
    #expect(run.status == 0 && run.output == "", "\(run)")
    #expect(run.errors == "wrote 20 of 20 pages to pages\n")
    #expect(try names(in: "pages", ".html") == Set(AllReportsTests.names + ["index"]))
    #expect(try complaints("pages/*.html") == "")
    let text = try machine.shell("cat pages/*.html").output
    #expect(!text.contains("<script") && !text.contains("src=") && !text.contains("href=\"http"))
    for name in AllReportsTests.names {
      #expect(text.contains("href=\"\(name).html\""), "nothing leads to \(name)")
    }
    #expect(
      try machine.shell("cd pages; grep -l '>rain<\\|rain$' *").output
        == "2025-12.html\n2026-w01.html\nof-meditate.html\n"
    )
  }

  @Test func `each page leads to the period before, the one after, and those around it`() throws {
    try machine.habit("report", "--all", "-o", "pages")
    for chain in [
      AllReportsTests.weeks, ["2025-11", "2025-12", "2026-01"], ["2025-q4", "2026-q1"],
      ["2025", "2026"], AllReportsTests.habits, ["profile"],
    ] {
      let nexts = try chain.map { try target("next", of: $0) }
      #expect(nexts == Array(chain.dropFirst()) + [nil])
      let befores = try chain.map { try target("prev", of: $0) }
      #expect(befores == [nil] + Array(chain.dropLast()))
    }
    let head = try machine.shell("sed -n '/<nav/,/<.nav/p' pages/2026-w01.html").output
    for up in ["index", "2026", "2026-q1", "2026-01"] {
      #expect(head.contains("href=\"\(up).html\""), "\(head)")
    }
    let month = try machine.shell("sed -n '/<main/,/<.main/p' pages/2026-01.html").output
    #expect(month.contains("><a href=\"2026-w01.html\">2026-W01</a></th>"), "\(month)")
    #expect(!month.contains("2025-w52.html"))
    #expect(month.contains("><a href=\"of-meditate.html\">Meditate</a></th>"), "\(month)")
    let habit = try machine.shell("sed -n '/<main/,/<.main/p' pages/of-meditate.html").output
    #expect(habit.contains("LONGEST_RUNS"), "\(habit)")
    #expect(!habit.contains("of-"), "\(habit)")
  }

  @Test func `the pages are those that report shows, with links`() throws {
    try machine.habit("report", "--all", "-o", "pages")
    for (name, report) in [
      ("2025-w50", "week 2025-W50"), ("2025-q4", "quarter 2025-Q4"),
      ("of-meditate", "habit meditate"),
    ] {
      let body = #"sed -n '/<main/,/<.main/{s|<a href="[^"]*\.html">\([^<]*\)</a>|\1|;p}'"#
      let same = try machine.shell(
        "habit report \(report) -T html | \(body) >alone; \(body) pages/\(name).html | diff alone -"
      )
      #expect(same.status == 0 && same.output == "", "\(same)")
    }
  }

  @Test func `a page that did not change is not rewritten`() throws {
    try machine.habit("report", "--all", "-o", "pages")
    let before = try versions("pages")
    let again = try machine.habit("report", "--all", "-o", "pages")
    #expect(again.errors == "wrote 0 of 20 pages to pages\n")
    #expect(try versions("pages") == before && before.count == 20)
    // A manual edit, which nobody has committed.
    try machine.shell(
      """
      cd .local/share/habit/guest/habits/meditate
      sed -i '1s/{/{\\n  "2025-11-22": 1,/' 2025.json
      """
    )
    let edited = try machine.habit("report", "--all", "-o", "pages")
    #expect(edited.status == 0, "\(edited)")
    let after = try versions("pages")
    #expect(after["2025-w47.html"] != before["2025-w47.html"])
    #expect(after["2025-11.html"] != before["2025-11.html"])
    #expect(after["index.html"] != before["index.html"])
  }

  @Test func `a page that was removed, truncated or edited is rewritten`() throws {
    try machine.habit("report", "--all", "-o", "pages")
    let before = try machine.shell("cat pages/*.html | sha256sum").output
    try machine.shell("cd pages; rm 2025.html; sed -i s/Done/Don/ 2026-w01.html")
    let run = try machine.habit("report", "--all", "-o", "pages")
    #expect(run.errors == "wrote 2 of 20 pages to pages\n")
    #expect(try machine.shell("cat pages/*.html | sha256sum").output == before)
    // The length and the time stay.
    try machine.shell(
      """
      cd pages; touch -r 2026-w01.html time
      sed -i s/Done/Tone/ 2026-w01.html; sed -i s/Month/March/ index.html
      touch -r time 2026-w01.html index.html; rm time
      """
    )
    let again = try machine.habit("report", "--all", "-o", "pages")
    #expect(again.errors == "wrote 2 of 20 pages to pages\n", "\(again)")
    #expect(try machine.shell("cat pages/*.html | sha256sum").output == before)
  }

  @Test func `pages of periods without records are removed, and other files stay`() throws {
    try machine.shell("mkdir pages; echo x.org >pages/CNAME; echo me >pages/about.html")
    let run = try machine.habit("report", "--all", "-o", "pages/")
    #expect(run.status == 0, "\(run)")
    let earlier = try machine.habit(
      "report",
      "--all",
      "-o",
      "pages",
      now: "2025-12-31T09:00:00"
    )
    #expect(earlier.errors.hasSuffix("to pages, removed 5\n"), "\(earlier)")
    let left = try names(in: "pages", ".html")
    #expect(left.isSuperset(of: ["CNAME", "about", "2026-w01", "2025-12", "index"]))
    #expect(left.isDisjoint(with: ["2026-w02", "2026-01", "2026"]))
    // The Thursday of the last week is next year, which has no page yet.
    #expect(try complaints("pages/[2ip]*.html") == "")
    #expect(try machine.shell("cat pages/CNAME pages/about.html").output == "x.org\nme\n")
  }

  @Test(arguments: [
    "echo mine >pages/2025.html", "mkdir pages/2025.html", "ln -s /x pages/2025.html",
  ])
  func `a file that is not a page is not overwritten, and no page is written`(make: String) throws {
    let run = try machine.shell("mkdir pages; \(make); habit report --all -o pages; ls pages")
    #expect(run.output == "2025.html\n", "\(run)")
    #expect(run.errors.contains("/pages/2025.html exists and is not a page of this repository"))
    #expect(try machine.habit("report", "--all", "-o", "pages").status == 73)
  }

  @Test func `an invalid file is reported, and no page is removed`() throws {
    try machine.habit("report", "--all", "-o", "pages")
    try machine.write("guest/habits/meditate/habit.json", "{\"name\": 1}")
    let run = try machine.habit("report", "--all", "-o", "pages")
    #expect(run.status == 65 && run.errors.contains("guest/habits/meditate/habit.json"), "\(run)")
    #expect(try names(in: "pages", ".html").isSuperset(of: AllReportsTests.names))
  }

  @Test func `a user's template is used, and one for another period is refused`() throws {
    let shipped = Project.template("week").path
    try machine.shell(
      "mkdir .local/share/habit/guest/reports; "
        + "sed 's/Sh SUMMARY/Sh MINE/' \(shipped) >.local/share/habit/guest/reports/habit-week.7"
    )
    try machine.habit("report", "--all", "-o", "pages")
    #expect(try machine.shell("grep -l MINE pages/*-w*.html | wc -l").output == "9\n")
    try machine.shell(
      "sed -i 's/Hb period week/Hb period month/' .local/share/habit/guest/reports/habit-week.7"
    )
    let run = try machine.habit("report", "--all", "-o", "other")
    #expect(run.status == 64 && run.errors.contains("is a week; this report is about a month"))
    #expect(try machine.shell("ls other").status != 0)
  }

  @Test func `without a habit there are an index and a profile`() throws {
    let machine = try Machine()
    let run = try machine.habit("report", "--all", "-o", "pages")
    #expect(run.status == 0 && run.errors == "wrote 2 of 2 pages to pages\n", "\(run)")
    #expect(try machine.shell("grep -c 'No habit has begun yet' pages/index.html").output == "1\n")
  }

  @Test func `a start in the Middle Ages is refused with the command that corrects it`() throws {
    try machine.write(
      "guest/habits/old/habit.json",
      "{\n  \"name\": \"Old\",\n  \"start\": \"1026-01-01\"\n}\n"
    )
    let run = try machine.habit("report", "--all", "-o", "pages")
    #expect(run.status == 65 && run.errors.contains("habit edit old --start"), "\(run)")
  }

  // MARK: Places

  @Test func `a place for pages must be a folder that can be written`() throws {
    let file = try machine.shell("echo x >file; habit report --all -o file; cat file")
    #expect(file.output == "x\n" && file.errors.contains("/file exists and is not a folder"))
    let below = try machine.habit("report", "--all", "-o", "file/pages")
    #expect(below.status == 73 || below.status == 74, "\(below)")
    let system = try machine.habit("report", "--all", "-o", "/proc/pages")
    #expect(system.status == 73 && system.errors.contains("cannot create /proc/pages"), "\(system)")
    #expect(try machine.habit("report", "--all", "-o", "a/b/pages").status == 0)
    #expect(try machine.shell("stat -c %a a/b/pages a/b/pages/index.html").output == "700\n600\n")
  }

  @Test func `after a full disk and a kill the next run completes the pages`() throws {
    let full = try machine.shell(
      "(trap '' XFSZ; ulimit -f 8; habit report --all -o pages); echo $?; ls pages | wc -l"
    )
    #expect(full.output.hasPrefix("74\n"), "\(full)")
    #expect(full.errors.contains("/pages/"), "\(full)")
    try machine.shell(
      """
      rm -rf pages; mkdir pages; touch pages/.2025.html.habit-page pages/.2020.html.habit-page
      habit report --all -o pages & while [ "$(ls pages | wc -l)" -lt 3 ]; do :; done
      kill -9 $!; wait $!
      """
    )
    let run = try machine.habit("report", "--all", "-o", "pages")
    #expect(run.status == 0, "\(run)")
    #expect(try names(in: "pages", ".html") == Set(AllReportsTests.names + ["index"]))
    #expect(try complaints("pages/*.html") == "")
  }

  /// A computer on which mandoc(1) waits, once it has said that it began, until it may go on.
  private func waiting() throws -> Machine {
    try machine.shell(
      """
      mkdir bin; cat >bin/mandoc <<'END'; chmod +x bin/mandoc
      #!/bin/sh
      >"$0.began"; until test -e "$0.go"; do sleep 0.01; done
      exec /usr/bin/mandoc "$@"
      END
      """
    )
    let path = "\(machine.home.path)/bin:\(Build.folder.path):/usr/bin:/bin"
    return machine.with(["PATH": path])
  }

  @Test(arguments: ["--all", "--all --everyone"])
  func `a second run into a folder waits for the first, and both succeed`(form: String) throws {
    let run = try waiting().shell(
      """
      habit report \(form) -o pages 2>first & first=$!
      until test -e bin/mandoc.began; do sleep 0.01; done
      PATH=/usr/bin:/bin:${PATH#*:}
      habit report \(form) -o pages 2>second & second=$!
      sleep 1; find pages -type f
      >bin/mandoc.go; wait $first; echo $?; wait $second; echo $?
      cat second; find pages -name '.*' -type f
      """
    )
    let count = form == "--all" ? 20 : 21
    #expect(run.output == "0\n0\nwrote 0 of \(count) pages to pages\n", "\(run)")
    let again = try machine.shell("habit report \(form) -o pages")
    #expect(again.errors == "wrote 0 of \(count) pages to pages\n", "\(again)")
  }

  @Test func `temporary files of a killed run are removed, even if no page changed`() throws {
    for form in ["-o pages", "-o site --everyone", "--install"] {
      try machine.shell("habit report --all \(form)")
    }
    let left = [
      "pages/.2020.html.habit-page", "site/.index.html.habit-page",
      "site/guest/.2025.html.habit-page", ".local/share/man/man7/.2025.7.habit-page",
    ]
    for file in left { try machine.shell("echo half >\(file)") }
    for form in ["-o pages", "-o site --everyone", "--install"] {
      let run = try machine.shell("habit report --all \(form)")
      #expect(run.status == 0 && run.errors.hasPrefix("wrote 0 of "), "\(run)")
    }
    #expect(try machine.shell("find . -name '*.habit-page'").output == "")
  }

  @Test(arguments: [
    (["--all"], "name a folder for them, or --install"),
    (["--all", "-o", "-"], "name a folder for them, or --install"),
    (["--all", "-o", "x", "--install"], "--install excludes -o"),
    (["--all", "-o", "x", "-T", "pdf"], "excludes -T"),
    (["--all", "--install", "-T", "html"], "excludes -T"),
    (["week", "--all", "-o", "x"], "excludes a template"),
    (["--all", "-o", "x", "--from", "-3"], "excludes a template, a period"),
    (["--all", "-o", "x", "--width", "80"], "--width"),
    (["--everyone", "-o", "x"], "--everyone goes with --all"),
  ]) func `--all refuses options for one page`(arguments: [String], message: String) throws {
    let run = try machine.process(["habit", "report"] + arguments).run()
    #expect(run.status == 64 && run.output.isEmpty && run.errors.contains(message), "\(run)")
    #expect(try machine.shell("ls x").status != 0)
  }

  // MARK: Several users

  @Test func `the pages of one user do not replace those of another`() throws {
    try machine.habit("report", "--all", "-o", "pages")
    try machine.shell("habit user add Ann; habit add Piano --user ann")
    let run = try machine.habit("report", "--all", "-o", "pages", "--user", "ann")
    #expect(run.status == 73 && run.errors.contains("is a page of guest"), "\(run)")
    #expect(run.errors.contains("with --everyone"))
    #expect(try machine.shell("grep -rl Piano pages").output == "")
  }

  @Test func `everyone has a folder, and an index leads to all`() throws {
    try machine.habit("report", "--all", "-o", "pages")
    try machine.shell("habit user add 'Ann & Co'; habit add Piano --user ann-co --from 2026-01-01")
    let run = try machine.habit("report", "--all", "--everyone", "-o", "pages")
    #expect(run.status == 0, "\(run)")
    #expect(try names(in: "pages", ".html") == ["index", "guest", "ann-co"])
    #expect(try names(in: "pages/guest", ".html") == Set(AllReportsTests.names + ["index"]))
    #expect(try complaints("pages/*.html pages/*/*.html") == "")
    let index = try machine.shell("cat pages/index.html").output
    #expect(index.contains("<a href=\"ann-co/index.html\">Ann &amp; Co</a>"), "\(index)")
    #expect(try machine.shell("grep -c '../index.html' pages/guest/index.html").output == "1\n")
    let again = try machine.habit("report", "--all", "--everyone", "-o", "pages")
    #expect(again.errors.hasPrefix("wrote 0 of "), "\(again)")
    try machine.shell("habit user adopt guest ann-co --keep both")
    let adopted = try machine.habit("report", "--all", "--everyone", "-o", "pages")
    #expect(adopted.errors.contains(", removed 20"), "\(adopted)")
    #expect(try machine.shell("ls pages/guest").output == "")
    #expect(try machine.shell("grep -l Meditate pages/ann-co/2025-w47.html").status == 0)
  }

  // MARK: Pages of the past

  @Test(arguments: [
    ("2026-01-14", "2026-01-15", ["2026-w03", "2026-01"]),
    // A new week and a new month, to which the pages before lead.
    ("2026-01-18", "2026-01-19", ["2026-w03", "2026-w04", "2026-01"]),
    ("2026-01-31", "2026-02-01", ["2026-w05", "2026-01", "2026-02"]),
  ])
  func `on the next day only pages with today or yesterday are rewritten`(
    today: String,
    tomorrow: String,
    pages: [String]
  ) throws {
    try machine.habit("report", "--all", "-o", "pages", now: "\(today)T09:00:00")
    let first = try versions("pages")
    let later = machine.at("\(tomorrow)T09:00:00")
    // The streak becomes another.
    try later.habit("done", "meditate", "sugar")
    try later.habit("report", "--all", "-o", "pages")
    let second = try versions("pages")
    func changed(_ old: [String: String], _ new: [String: String]) -> Set<String> {
      Set(
        new.keys.filter { $0.hasSuffix(".html") && new[$0] != old[$0] }.map {
          String($0.dropLast(5))
        }
      )
    }
    let current = Set(pages + ["2026-q1", "2026", "profile", "index"] + AllReportsTests.habits)
    #expect(changed(first, second).isSubset(of: current), "\(changed(first, second))")
    // A record of last month changes no page that was over before it.
    try later.habit("done", "meditate", "--on", "2025-12-20")
    try later.habit("report", "--all", "-o", "pages")
    let third = changed(second, try versions("pages"))
    #expect(third.isSuperset(of: ["2025-w51", "2025-12", "2025-q4", "2025"]), "\(third)")
    #expect(third.isDisjoint(with: ["2025-w47", "2025-w48", "2025-w49", "2025-w50", "2025-11"]))
  }

  // MARK: Pages that are not replaced

  @Test func `a copy of a page under another name stays`() throws {
    try machine.habit("report", "--all", "-o", "pages")
    try machine.shell("cp pages/2026-w02.html pages/kept.html")
    try machine.habit("done", "meditate")
    let run = try machine.habit("report", "--all", "-o", "pages")
    #expect(run.status == 0 && !run.errors.contains("removed"), "\(run)")
    #expect(try machine.shell("test -e pages/kept.html").status == 0)
  }

  @Test func `pages of a user who was adopted are replaced or removed`() throws {
    try machine.habit("report", "--all", "-o", "pages")
    try machine.habit("report", "--all", "--install")
    try machine.shell("habit user add Ann; habit user adopt guest ann --keep both")
    for form in [["-o", "pages"], ["--install"]] {
      let run = try machine.process(["habit", "report", "--all"] + form).run()
      #expect(run.status == 0, "\(run)")
    }
    #expect(try machine.shell("grep -L ' ann ' pages/*.html").output == "")
  }

  @Test func `pages of another repository stay as they are`() throws {
    try machine.habit("report", "--all", "-o", "pages")
    let before = try versions("pages")
    let other = machine.with(["HABIT_REPO": "\(machine.home.path)/other"])
    try other.shell("habit init other; habit add Swim")
    for folder in [["-o", "pages"], ["-o", "pages", "--everyone"]] {
      let run = try other.process(["habit", "report", "--all"] + folder).run()
      #expect(run.status == 73, "\(run)")
    }
    #expect(try versions("pages") == before)
  }

  @Test func `a page of an interrupted run is rewritten`() throws {
    try machine.habit("report", "--all", "-o", "pages")
    try machine.shell("cp pages/index.html first")
    try machine.habit("done", "meditate")
    try machine.habit("report", "--all", "-o", "pages")
    try machine.shell("mv first pages/index.html; habit undo")
    let run = try machine.habit("report", "--all", "-o", "pages")
    #expect(!run.errors.hasPrefix("wrote 0 "), "\(run)")
    let whole = try machine.habit("report", "--all", "-o", "pages")
    #expect(whole.errors.hasPrefix("wrote 0 "), "\(whole)")
  }

  @Test func `pages are not written into a folder with records`() throws {
    let repository = ".local/share/habit"
    try machine.shell("mkdir \(repository)/guest/habits/none")
    for folder in [[repository], ["\(repository)/guest"], [repository, "--everyone"]] {
      let run = try machine.process(["habit", "report", "--all", "-o"] + folder).run()
      #expect(run.status == 73 && run.errors.contains("has records"), "\(run)")
    }
    #expect(try machine.shell("find \(repository) -name '*.html'").output == "")
  }

  @Test func `an empty page, and one with a wrong last line, are rewritten`() throws {
    try machine.habit("report", "--all", "-o", "pages")
    let mark = "<!-- habit page 2025 guest 0 0 9223372036854775807 -->"
    try machine.shell(": >pages/2026.html; cp pages/2025.html whole; echo '\(mark)' >>whole")
    #expect(try machine.habit("report", "--all", "-o", "pages").errors.hasPrefix("wrote 1 of "))
    try machine.shell("mv whole pages/2025.html")
    let run = try machine.habit("report", "--all", "-o", "pages")
    #expect(run.status == 73 && run.errors.contains("2025.html exists and is not a page"), "\(run)")
  }

  // MARK: The manual

  private var manual: Machine {
    machine.with(["MANPATH": "\(machine.home.path)/.local/share/man:"])
  }

  @Test func `man shows a week, and apropos finds a habit`() throws {
    let run = try manual.habit("report", "--all", "--install")
    #expect(run.status == 0, "\(run)")
    #expect(run.errors.hasSuffix("read it with: man 2026-w03\n"), "\(run)")
    let folder = ".local/share/man/man7"
    #expect(try names(in: folder, ".7") == Set(AllReportsTests.names))
    let modes = try machine.shell("stat -c %a \(folder) \(folder)/* | sort -u").output
    #expect(modes == "600\n700\n")
    let shown = try manual.shell("man 2026-w01 | col -b")
    #expect(shown.output.contains("2026-W01(7)"), "\(shown)")
    #expect(shown.output.contains("No added sugar"), "\(shown)")
    #expect(shown.output.contains(#/before +2025-w52\(7\)\n +after +2026-w02\(7\)/#), "\(shown)")
    #expect(shown.output.contains(#/within +2026\(7\), 2026-q1\(7\), 2026-01\(7\)/#), "\(shown)")
    let found = try manual.shell("apropos -l meditate")
    #expect(found.output.contains("2026-w01 (7)"), "\(found)")
    #expect(found.output.contains("(Meditate, No added sugar)"), "\(found)")
    #expect(try manual.shell("whatis profile").output.contains("guest, level 1"))
    let lint = try manual.shell("mandoc -T lint -W warning \(folder)/*.7")
    #expect(lint.status == 0 && lint.output == "", "\(lint)")
    let before = try versions(folder)
    let again = try manual.habit("report", "--all", "--install")
    #expect(again.errors == "wrote 0 of 19 pages to \(machine.home.path)/\(folder)\n", "\(again)")
    #expect(try versions(folder) == before)
  }

  @Test(arguments: [["report", "--all", "--install"], ["report", "week", "--install"]])
  func `an index of the manual that fails is told`(arguments: [String]) throws {
    try machine.shell("mkdir bin; printf '#!/bin/sh\nexit 2\n' >bin/mandb; chmod +x bin/mandb")
    let path = "\(machine.home.path)/bin:\(Build.folder.path):/usr/bin:/bin"
    let run = try manual.with(["PATH": path]).process(["habit"] + arguments).run()
    let command = "mandb -uq \(machine.home.path)/.local/share/man"
    let told = "apropos does not know what was installed: \(command) failed\n"
    #expect(run.status == 0 && run.errors.hasSuffix(told), "\(run)")
    let again = try manual.process(["habit"] + arguments).run()
    #expect(again.errors.contains(#/read it with: man .*-w\w+\n$/#), "\(again)")
  }

  @Test func `every page that an installed page names is installed`() throws {
    try machine.habit("report", "--all", "--install")
    let missing = try machine.shell(
      """
      cd .local/share/man/man7
      sed -n 's/^\\.Xr \\([0-9][^ ]*\\) 7.*/\\1/p' *.7 | sort -u |
        while read -r name; do test -e $name.7 || echo $name; done
      sed -n 's/^\\.Xr \\([0-9][^ ]*\\) 7.*/\\1/p' *.7 | sort -u | wc -l
      """
    )
    #expect(missing.output == "16\n", "\(missing)")
  }

  @Test func `other pages of the manual stay, and pages of users begin with ids`() throws {
    try machine.shell(
      "mkdir -p .local/share/man/man7; echo .mine >.local/share/man/man7/rain.7; "
        + "habit report week --install; habit user add Ann; habit add Piano --user ann"
    )
    try machine.habit("report", "--all", "--install")
    let other = try machine.habit("report", "--all", "--install", "--user", "ann")
    #expect(other.status == 73 && other.errors.contains("is a page of guest"), "\(other)")
    let run = try manual.habit("report", "--all", "--install", "--everyone")
    #expect(run.status == 0, "\(run)")
    let names = try names(in: ".local/share/man/man7", ".7")
    let anns = ["2026", "2026-01", "2026-q1", "2026-w03", "of-piano", "profile"].map { "ann_\($0)" }
    #expect(names == Set(AllReportsTests.names + anns + ["rain", "habit-week"]))
    #expect(try manual.shell("apropos piano").output.contains("ann_profile (7)"))
    let week = try manual.shell("cat .local/share/man/man7/ann_2026-w03.7").output
    #expect(week.contains(".Xr ann_2026-01 7"), "\(week)")
    try machine.shell("echo .mine >.local/share/man/man7/2026-w03.7")
    let foreign = try machine.habit("report", "--all", "--install")
    #expect(foreign.status == 73 && foreign.errors.contains("/2026-w03.7 exists"), "\(foreign)")
    #expect(try machine.shell("cat .local/share/man/man7/2026-w03.7").output == ".mine\n")
  }

  @Test func `the pages of a user called habit are beside those of habit itself`() throws {
    try machine.shell(
      """
      habit user add Habit; habit add Piano --user habit; habit report profile --install
      cp .local/share/man/man7/habit-profile.7 before
      """
    )
    let run = try manual.habit("report", "--all", "--install", "--everyone")
    #expect(run.status == 0, "\(run)")
    #expect(try machine.shell("cmp before .local/share/man/man7/habit-profile.7").status == 0)
    for (page, habit) in [("habit_profile", "Piano"), ("profile", "Meditate")] {
      #expect(try manual.shell("man 7 \(page) | col -b").output.contains(habit))
    }
    #expect(try manual.shell("man 2026-w03 | col -b").output.contains("Meditate"))
  }

  @Test func `json says what was written`() throws {
    let run = try machine.habit("report", "--all", "-o", "pages", "--json")
    let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    #expect(object?["pages"] as? Int == 20 && object?["written"] as? Int == 20)
    #expect(object?["folder"] as? String == machine.home.appending(path: "pages").path)
    #expect(run.errors == "")
  }
}
