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
        "Streaks of \(list), and then every multiple of \(Rules.milestoneInterval),"
      )
    )
  }

  @Test func `habit-add(1) knows every form of a schedule`() throws {
    let text = try text("habit-add.1")
    for form in Schedule.forms { #expect(text.contains(form), "\(form)") }
  }
}
