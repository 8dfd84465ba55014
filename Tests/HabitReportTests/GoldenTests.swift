import Foundation
import HabitCore
import HabitFiles
import HabitReport
import HabitScore
import TestSupport
import Testing

/// The reports of the shipped example on a fixed day: as pages, and as the reader sees them.
@Suite struct GoldenTests {
  /// A report and the period it is about.
  static let reports = [
    ("today", "2026-02-28"), ("week", "2026-W08"), ("month", "2026-02"), ("year", "2025"),
    ("quarter", "2025-Q4"),
    ("profile", "this"), ("habit", "this"),
  ]

  private func page(_ name: String, _ period: String, _ medium: Medium) throws -> FilledPage {
    let template = try Template(#require(Shipped.template(named: name)))
    let look = Look(medium, columns: 78, isColored: false)
    return try ReportWorld(of: ReportWorld.alice()).page(
      template,
      period,
      of: template.isOfHabit ? HabitID("read") : nil,
      for: look
    )
  }

  @Test(arguments: reports) func `a page is filled as it was`(
    name: String,
    period: String
  ) throws {
    for medium in [Medium.utf8, .pdf] {
      expectGolden(
        try page(name, period, medium).text,
        "pages/\(name)-\(medium.rawValue).7"
      )
    }
  }

  @Test(arguments: reports) func `a page looks as it did`(name: String, period: String) throws {
    let machine = try Machine()
    for medium in [Medium.utf8, .ascii] {
      let page = try page(name, period, medium)
      let shown = try machine.run(
        ["mandoc", "-T", medium.rawValue, "-O", "width=78"],
        page.text
      )
      expectGolden(shown.output.withoutOverstrikes, "pages/\(name)-\(medium.rawValue).txt")
    }
    let page = try page(name, period, .html)
    let fragment = try machine.run(["mandoc", "-T", "html", "-O", "fragment"], page.text).output
    expectGolden(HTMLDocument(of: page, fragment: fragment).text, "pages/\(name).html")
  }
}
