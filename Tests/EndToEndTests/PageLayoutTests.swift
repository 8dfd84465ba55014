import Foundation
import TestSupport
import Testing

/// Where things are on a page: on paper by pdftotext(1), in a browser by Chromium.
@Suite struct PageLayoutTests {
  static let reports = ["today", "week", "month", "quarter", "year", "profile", "habit Čtení"]
  let machine: Machine

  /// Made once, and copied for each test.
  private static let made = Result { try make() }

  init() throws { machine = try Self.made.get().copy() }

  private static func make() throws -> Machine {
    let machine = try Machine(now: "2026-03-01T09:00:00")
    let habits: [(name: String, options: [String])] = [
      ("Donaudampfschifffahrtselektrizitätenhauptbetrieb", ["--color", "red"]),
      ("קריאה בספר לפני השינה", ["--goal", "5 דפים"]), ("読書 30分", ["--icon", "📖"]),
      ("Čtení knihy po večerech Łódź", []), ("Family 👨‍👩‍👧‍👦 walk", []), ("हिन्दी पढ़ना", []),
    ]
    for habit in habits {
      _ = try machine.process(
        ["habit", "add", habit.name, "--from", "2025-02-01"] + habit.options
      )
      .run()
    }
    // Done every third day: a command for each would take longer than all that is looked at.
    try machine.shell(
      """
      cd \(machine.root)/guest/habits/cteni*
      for year in 2025 2026; do
        { echo '{'
          seq 1 3 389 | sed 's/.*/2026-03-01 -& days/' | date -f - '+  "%F": 1' | sort \
            | grep "\"$year" | sed '$!s/$/,/'
          echo '}'; } >$year.json
      done
      """
    )
    try machine.habit(
      "note",
      "Family",
      "a note with Donaudampfschifffahrtselektrizitätenhauptbetrieb"
    )
    return machine
  }

  /// A word of a PDF, and where it is.
  private struct Word {
    let text: String
    let left, top, right, bottom: Double
  }

  /// The sheets of a report; sed(1) edits what groff(1) reads.
  private func sheets(_ report: String, _ edit: String) throws -> [[Word]] {
    let groff = "#!/bin/sh\nsed '\(edit)' | /usr/bin/groff \"$@\"\n"
    try machine.shell("mkdir -p bin; cat >bin/groff; chmod +x bin/groff", input: groff)
    try machine.shell("PATH=$HOME/bin:$PATH habit report \(report) this -o page.pdf")
    let box = try machine.shell("pdftotext -bbox page.pdf -").output
    return box.split(separator: "<page ").dropFirst().map { sheet in
      sheet.matches(
        of:
          #/<word xMin="([0-9.]+)" yMin="([0-9.]+)" xMax="([0-9.]+)" yMax="([0-9.]+)">(.*)</word>/#
      ).compactMap { word in
        guard let left = Double(word.1), let top = Double(word.2), let right = Double(word.3),
          let bottom = Double(word.4)
        else { return nil }
        return Word(text: String(word.5), left: left, top: top, right: right, bottom: bottom)
      }
    }
  }

  /// What is wrong with the sheets of a report.
  private func faults(_ report: String, _ edit: String = "") throws -> Set<String> {
    let sheets = try sheets(report, edit)
    var faults: Set<String> = sheets.isEmpty ? ["there is no sheet"] : []
    for words in sheets {
      let head = words.first?.top ?? 0
      if !(36...60).contains(head) { faults.insert("a sheet has no head") }
      // A printer does not reach the first and last 12 mm.
      if !words.allSatisfy({ $0.left >= 36 && $0.right <= 595 - 36 && $0.bottom <= 842 - 36 }) {
        faults.insert("words are in the margin")
      }
      let body = words.filter { $0.top > 60 && $0.bottom < 780 }
      let lowest = body.map(\.bottom).max() ?? 0
      // Headings begin at the margin, all else is indented.
      if body.contains(where: { $0.bottom > lowest - 4 && $0.left < 80 }) {
        faults.insert("a heading ends a sheet")
      }
    }
    let text = try machine.shell("pdftotext page.pdf -").output
    if text.contains("U+") { faults.insert("letters are numbers") }
    if text.contains("SEE ALSO") { faults.insert("the manual shows") }
    if report != "today", !text.contains("Čtení knihy") { faults.insert("accents are not found") }
    return faults
  }

  @Test(arguments: reports) func `each sheet has a head, margins, and no heading at its end`(
    report: String
  ) throws {
    #expect(try faults(report) == [])
  }

  @Test(arguments: [
    ("s/|28p/|90p/", "a sheet has no head"),
    ("s/^.Sh HABITS/&\\n\\\\h@-1i@left/", "words are in the margin"),
    ("s/^.Sh HABITS/&\\n.rs\\n.bp/", "a heading ends a sheet"),
    ("s/^.Sh HABITS/&\\n<U+010C>/", "letters are numbers"),
    ("s/.(ah/x/g", "accents are not found"),
  ]) func `a fault of a sheet is seen`(edit: String, fault: String) throws {
    #expect(try faults("month", edit).contains(fault))
  }

  @Test(arguments: ["week 2026-W08", "month 2026-02", "quarter 2025-Q4", "year 2025"])
  func `a report of ten habits is one sheet`(report: String) throws {
    let alice = Project.root.appending(path: "Examples/alice").path
    let run = try machine.shell(
      """
      cp -r \(alice) alice; export HABIT_REPO=$HOME/alice HABIT_USER=alice; habit init $HABIT_REPO
      for name in Stretch Floss Journal "Practise the piano"; do
        habit add "$name" --goal "2 minutes" --from 2024-06-01; done
      habit done floss journal --from 2025-10-01 --to 2026-02-20
      habit report \(report) -o page.pdf; pdfinfo page.pdf | grep Pages
      pdftotext -layout page.pdf - | grep -c 'Practise the piano'
      """
    )
    #expect(run.output.hasSuffix("Pages:           1\n1\n"), "\(run)")
  }

  @Test func `the head of a table is on each of its sheets`() throws {
    let run = try machine.shell(
      """
      for number in $(seq 70); do habit add "Number $number" --from 2025-02-01; done
      habit report quarter 2025-Q4 -o page.pdf
      pdftotext -layout page.pdf - | grep -c '^ *Habit  *Done'; pdfinfo page.pdf | grep Pages
      """
    )
    #expect(run.output.hasSuffix("2\nPages:           2\n"), "\(run)")
  }

  @Test(.enabled(if: Browser.isInstalled, "chromium-driver or python3-selenium is missing"))
  func `nothing is wider than the screen, and heads are not broken`() throws {
    for report in Self.reports {
      try machine.shell("habit report \(report) this -o \(report.prefix { $0 != " " }).html")
    }
    try machine.habit("report", "--all", "-o", "pages")
    try machine.write("browser.py", Browser.script)
    // Each fault is seen.
    let faults = [
      ("", "the style is not applied"),
      ("s/overflow-wrap:anywhere/white-space:nowrap/g", "a section scrolls sideways"),
      ("s/section{overflow-x:auto}//", "large text scrolls the page"),
      ("s/overflow-wrap:normal/display:block;width:1rem;overflow-wrap:anywhere/", "broken: Habit"),
      ("s/min-width:6rem/max-width:4rem/", "days are too small"),
    ]
    for (index, (edit, _)) in faults.enumerated() {
      // A style that was edited is not that of the policy.
      let policy = edit.isEmpty ? "s/sha256-/&x/" : "s/<meta http-equiv=[^>]*>//"
      try machine.shell("sed '\(policy);\(edit)' pages/2026-02.html >broken-\(index).html")
    }
    let pages =
      Self.reports.map { "\($0.prefix { $0 != " " }).html" } + [
        "pages/index.html", "pages/2026-02.html", "broken-*.html",
      ]
    let run = try machine.shell(
      "/usr/bin/python3 \(machine.root)/browser.py \(pages.joined(separator: " "))"
    )
    #expect(run.status == 0, "\(run)")
    let said = run.output.split(separator: "\n")
    #expect(said.allSatisfy { $0.hasPrefix("broken-") }, "\(run)")
    for (index, (_, fault)) in faults.enumerated() {
      #expect(said.contains { $0.hasPrefix("broken-\(index).html 390 light \(fault)") }, "\(run)")
    }
  }
}
