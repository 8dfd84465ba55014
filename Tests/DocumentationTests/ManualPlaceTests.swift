import Foundation
import HabitReport
import TestSupport
import Testing

/// `habit help WORD` finds what a beginner looks up, without a list of synonyms.
@Suite struct ManualPlaceTests {
  /// The words that a beginner looks up, and where each leads: the page, and there the first place.
  private static let words = [
    ("add", "habit-add.1", nil), ("amounts", "habit-goal.5", "Amounts"),
    ("apache", "habit-web.1", "--print-config lighttpd | apache | nginx"),
    ("archive", "habit-archive.1", nil),
    ("backup", "habit-hosting.7", "Backup"), ("badge", "habit-xp.7", "Badges"),
    ("badges", "habit-xp.7", "Badges"), ("calendar", "habit-calendar.1", nil),
    ("colors", "habit.1", "--color when"), ("completion", "habit.1", "Completion"),
    ("conflict", "habit-check.1", "Conflict copies"),
    ("csv", "habit-import.1", "Tables: CSV and spreadsheets"),
    ("dates", "habit.1", "Dates, periods and times"), ("delete", "habit-archive.1", nil),
    ("devices", "habit-tutorial.7", "A second device"),
    ("encrypted", "habit-hosting.7", "Encrypted remotes"),
    ("export", "habit-export.1", nil), ("family", "habit-web.1", "A family, or a rented server"),
    ("git", "habit-sync.1", "Plain git"), ("github", "habit-hosting.7", "A forge, such as GitHub"),
    ("goals", "habit-goal.5", nil), ("hooks", "habit-hosting.7", "Hooks"),
    ("import", "habit-import.1", nil), ("json", "habit.1", "JSON"),
    ("level", "habit-xp.7", "Levels"), ("limit", "habit-goal.5", "Limits"),
    ("mood", "habit-goal.5", "Any time: a weight, a mood"),
    ("offline", "habit-web.1", "Offline, without a network"),
    ("options", "habit.1", "Options"), ("pdf", "habit-report.1", "pdf"),
    ("phone", "habit-web.1", "On a phone"), ("points", "habit-xp.7", "Points, XP"),
    ("privacy", "habit.1", "Privacy"),
    ("quota", "habit-xp.7", "Quotas: some times a week or a month"),
    ("reminder", "habit-remind.1", nil), ("restore", "habit-archive.1", nil),
    ("schedules", "habit-goal.5", "Schedules"), ("set", "habit-log.1", nil),
    ("ssh", "habit-hosting.7", "A computer with ssh"),
    ("spreadsheet", "habit-import.1", "Tables: CSV and spreadsheets"),
    ("streak", "habit-xp.7", "Streaks"), ("strength", "habit-stats.1", "Strength"),
    ("tags", "habit.1", "--tag tag"), ("timezone", "habit-edit.1", "--time-zone zone"),
    ("users", "habit-user.1", nil), ("weight", "habit-goal.5", "Any time: a weight, a mood"),
  ]

  @Test(arguments: words) func `a word of a beginner leads to its place`(
    word: String,
    file: String,
    title: String?
  ) throws {
    let place = try #require(ManualPlace.named(word).first)
    #expect(place.page.file == file)
    #expect(title == nil || place.title == title, "\(place.title ?? "the page")")
  }

  @Test func `a word of no heading, name or list leads nowhere`() {
    #expect(ManualPlace.named("xpp").isEmpty && ManualPlace.named("").isEmpty)
  }

  @Test func `less stops at a heading, and at no sentence that begins with its words`() throws {
    let machine = try Machine()
    var count = 0
    for file in Page.files(of: Project.root) {
      let shown = try machine.shell("mandoc -T utf8 '\(file.path)' | col -bx").output
      let lines = shown.split(separator: "\n").map { $0.drop { $0 == " " } }
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      where line.hasPrefix(".Sh ") || line.hasPrefix(".Ss ") {
        let words = line.dropFirst(4).filter { $0 != "\"" }
        let title = words.replacing("\\&", with: "").replacing("\\-", with: "-")
        #expect(lines.first { $0.hasPrefix(title) } == title[...], "\(file.lastPathComponent)")
        count += 1
      }
    }
    #expect(count > 300)
  }
}
