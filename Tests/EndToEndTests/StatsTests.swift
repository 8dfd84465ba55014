import Foundation
import TestSupport
import Testing

/// The screens of `habit stats`, on the shipped example.
@Suite struct StatsTests {
  private let machine: Machine

  init() throws {
    let example = Project.root.appending(path: "Examples/alice").path
    machine = try Machine(now: "2026-03-01T12:00:00")
      .with(["HABIT_REPO": example, "HABIT_USER": "alice"])
  }

  @Test(arguments: [40, 80, 120])
  func `every habit has a row of days as wide as the screen, and figures with heads`(
    columns: Int
  ) throws {
    let shown = try machine.habit("stats", with: ["COLUMNS": "\(columns)"])
    expectGolden(shown.output, "stats/\(columns).txt")
  }

  @Test func `a range that is longer than the screen is drawn in parts`() throws {
    let year = try machine.habit("stats", "--from", "2025-01-01", "--to", "2025-12-31").output
    expectGolden(year, "stats/year.txt")
    let short = try machine.habit("stats", "--from", "-9").output
    #expect(short.contains("  ■■■■■■■■■□  100%    9/9 "))
  }

  @Test(arguments: [[], ["--wide"], ["--wide", "--from", "2024-03-15"]])
  func `one habit shows the course of its strength, in a line or in a chart`(
    options: [String]
  ) throws {
    let shown = try machine.process(["habit", "stats", "run"] + options).run().output
    expectGolden(shown, "stats/run\(options.count).txt")
  }

  @Test func `names of wide characters are cut by columns, and ASCII is enough`() throws {
    let machine = try Machine(now: "2026-03-10T09:00:00")
    try machine.habit("add", "本を読む毎日少しずつ長い名前の習慣", "--from", "-9", "--color", "teal")
    try machine.habit("add", "Read", "--from", "-9")
    for day in 1...9 { try machine.habit("done", "本", "--on", "-\(day)") }
    let narrow = try machine.habit("stats", with: ["COLUMNS": "36"]).output
    expectGolden(narrow, "stats/wide-characters.txt")
    let colored = try machine.habit("stats", "--color", "always").output
    #expect(colored.contains("\u{1B}[36m■■■■■■■■■\u{1B}[0m□"))
    let ascii = try machine.habit("stats", "read", "--wide", with: ["LC_ALL": "C"]).output
    #expect(ascii.utf8.allSatisfy { $0 < 0x80 })
  }
}
