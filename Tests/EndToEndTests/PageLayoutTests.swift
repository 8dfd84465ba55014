import Foundation
import TestSupport
import Testing

/// Where things are on a page: on paper by pdftotext(1), in a browser by Chromium.
@Suite struct PageLayoutTests {
  static let reports = ["today", "week", "month", "quarter", "year", "profile"]
  let machine: Machine

  init() throws {
    machine = try Machine(now: "2026-03-01T09:00:00")
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
    for day in stride(from: 1, to: 390, by: 3) {
      try machine.habit("done", "Čtení", "--on", "-\(day)")
    }
    try machine.habit(
      "note",
      "Family",
      "a note with Donaudampfschifffahrtselektrizitätenhauptbetrieb"
    )
  }

  /// A word of a PDF, and where it is.
  private struct Word {
    let text: String
    let left, top, right, bottom: Double
  }

  private func sheets(_ report: String) throws -> [[Word]] {
    try machine.habit("report", report, "this", "-o", "page.pdf")
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

  @Test(arguments: reports) func `each sheet has a head, margins, and no heading at its end`(
    report: String
  ) throws {
    let sheets = try sheets(report)
    #expect(!sheets.isEmpty)
    for words in sheets {
      let head = try #require(words.first)
      // A printer does not reach the first and last 12 mm.
      #expect((36...60).contains(head.top), "\(head)")
      #expect(words.allSatisfy { $0.left >= 36 && $0.right <= 595 - 36 && $0.bottom <= 842 - 36 })
      let body = words.filter { $0.top > 60 && $0.bottom < 740 }
      let lowest = body.map(\.bottom).max() ?? 0
      let last = body.filter { $0.bottom > lowest - 4 }
      // Headings begin at the margin, all else is indented.
      #expect(last.allSatisfy { $0.left > 80 }, "\(last)")
    }
    let text = try machine.shell("pdftotext page.pdf -").output
    #expect(!text.contains("U+") && !text.contains("SEE ALSO"))
    if report != "today" { #expect(text.contains("Čtení knihy")) }
  }

  @Test(.enabled(if: Browser.isInstalled, "chromium-driver or python3-selenium is missing"))
  func `nothing is wider than the screen, and heads are not broken`() throws {
    for report in Self.reports {
      try machine.habit("report", report, "this", "-o", "\(report).html")
    }
    try machine.habit("report", "--all", "-o", "pages")
    try machine.write("browser.py", Browser.script)
    let pages = Self.reports.map { "\($0).html" } + ["pages/index.html", "pages/2026-02.html"]
    let run = try machine.shell(
      "/usr/bin/python3 \(machine.root)/browser.py \(pages.joined(separator: " "))"
    )
    #expect(run.status == 0 && run.output == "", "\(run)")
    // The test can fail.
    let wide = "s/overflow-wrap:anywhere/white-space:nowrap/g"
    try machine.shell(
      """
      sed '\(wide)' month.html >unknown-style.html
      sed '\(wide); s/<meta http-equiv="Content-Security-Policy"[^>]*>//' month.html >wide.html
      """
    )
    let broken = try machine.shell(
      "/usr/bin/python3 \(machine.root)/browser.py unknown-style.html wide.html"
    ).output
    #expect(broken.contains("unknown-style.html 390 light the style is not applied"), "\(broken)")
    #expect(broken.contains("wide.html 390 light the page scrolls sideways"), "\(broken)")
  }
}
