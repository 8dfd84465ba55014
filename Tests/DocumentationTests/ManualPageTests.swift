import Foundation
import HabitReport
import TestSupport
import Testing

/// The pages that the program carries are those of Man, and the templates.
@Suite struct ManualPageTests {
  @Test func `the program carries every page of Man and every template, as it is`() throws {
    let templates = Shipped.names.map { Project.template($0) }
    let files = Page.files(of: Project.root) + templates
    let carried = ManualPage.all.map { "\($0.name).\($0.section)" }
    #expect(carried.sorted() == files.map(\.lastPathComponent).sorted())
    for file in files {
      let text = try Data(contentsOf: file)
      #expect(ManualPage.named(file.lastPathComponent).map { Data($0.text) } == text, "\(file)")
    }
  }

  @Test func `a name without a section is that of the first section that has it`() {
    #expect(ManualPage.named("habit-redo.1")?.name == "habit-undo")
    #expect(ManualPage.named("habit-xp")?.section == "1")
    #expect(ManualPage.named("habit-xp.7")?.section == "7")
    #expect(ManualPage.named("habit")?.name == "habit")
    #expect(ManualPage.named("habit-none") == nil && ManualPage.named("habit-xp.5") == nil)
  }
}
