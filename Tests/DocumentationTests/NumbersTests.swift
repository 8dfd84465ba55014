import Foundation
import HabitCore
import HabitScore
import TestSupport
import Testing

/// What the manual says in numbers and forms is what the program has.
@Suite struct NumbersTests {
  private func text(_ page: String) throws -> String {
    try String(contentsOf: Project.root.appending(path: "Man/\(page)"), encoding: .utf8)
      .replacing("\n", with: " ")
  }

  @Test func `the numbers of habit-xp(7) are the rules`() throws {
    let text = try text("habit-xp.7")
    #expect(text.contains(" \(Rules.completeDay) XP."))
    #expect(text.contains("Level L begins at \(Rules.levelBase) (L"))
    let milestones = Rules.milestones.map(String.init)
    let list = milestones.dropLast().joined(separator: ", ") + " and \(milestones.last ?? "")"
    #expect(
      text.contains(
        "Streaks of \(list), then of 120, 150 and so on, every \(Rules.milestoneInterval),"
      )
    )
  }

  @Test func `habit xp lists every badge with its condition, so that habit-xp(7) need not`() throws
  {
    let text = try text("habit-xp.7")
    #expect(text.contains("When \(Rules.closePercent) per cent of a level"))
    let screen = try Machine().shell("habit add Read >/dev/null && habit xp").output
    for kind in Achievement.Kind.allCases {
      #expect(screen.contains(kind.title) && screen.contains(kind.condition), "\(kind.rawValue)")
    }
    #expect(Achievement.Kind.earlyBird.condition.contains("0\(Rules.earlySeconds / 3600):00"))
    #expect(Achievement.Kind.nightOwl.condition.contains("\(Rules.lateSeconds / 3600):00"))
  }

  @Test func `the marks of habit-today(1) are those of the program`() throws {
    let text = try text("habit-today.1")
    let (unicode, ascii) = (DayGlyphs.unicode, DayGlyphs.ascii)
    let parts = [HeatLevel.little, .some, .most].map(MapMark.level)
    let marks =
      [(unicode.checked, ascii.checked)]
      + (parts + DayMark.allCases.map(MapMark.day)).map {
        (unicode.glyph(of: $0), ascii.glyph(of: $0))
      }
    let spelled = ["□": "\\(sq", "–": "\\(en", "·": "\\(pc", "•": "\\(bu"]
    for (mark, letter) in marks {
      let code = String(mark.unicodeScalars.reduce(0) { $0 + $1.value }, radix: 16, uppercase: true)
      let name = spelled[mark] ?? "\\[u\(code)]"
      #expect(text.contains(".It \(name) Ta \(letter == "." ? "\\&." : letter) Ta "), "\(mark)")
    }
  }

  @Test func `the numbers of habit-stats(1) are the rules`() throws {
    let text = try text("habit-stats.1")
    #expect(text.contains("at least \(Rules.trendPoints) percentage points"))
    #expect(
      text.contains(
        "due on at least \(Rules.fewestDueDays) days, and on \(Rules.fewestDueDaysOfYear) for every "
          + "365 days"
      )
    )
    #expect(text.contains("at least \(Rules.fewestWeekdays) due days"))
    #expect(
      text.contains(
        "below \(Rules.lowRate) per cent, or more than \(Rules.lagPoints) percentage points "
          + "below the mean"
      )
    )
  }

  @Test func `habit-goal(5) lists every form of a schedule`() throws {
    let text = try text("habit-goal.5")
    for form in Schedule.forms { #expect(text.contains(form), "\(form)") }
  }
}
