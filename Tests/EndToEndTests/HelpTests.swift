import Foundation
import TestSupport
import Testing

/// `habit help` where no page is installed.
@Suite struct HelpTests {
  @Test func `a binary that is copied alone shows the manual`() throws {
    let machine = try Machine()
    try machine.shell("mkdir alone && cp \"$(command -v habit)\" alone/")
    let page = try machine.shell("env -i PATH=$PATH LC_ALL=C.UTF-8 alone/habit help xp.7")
    #expect(page.status == 0 && page.errors == "", "\(page)")
    // grep(1) finds a heading, as in what man(1) writes to a pipe.
    #expect(page.output.hasPrefix("HABIT-XP(7) ") && page.output.contains("\nEXAMPLES\n"))
    let file = Project.root.appending(path: "Man/habit-xp.7")
    let text = try String(contentsOf: file, encoding: .utf8)
    let source = try machine.shell("alone/habit help --source xp.7")
    #expect(source.status == 0 && source.output == text)
    let bare = try machine.shell("PATH=/nowhere $PWD/alone/habit help xp.7")
    #expect(bare.status == 0 && bare.output == text, "\(bare)")
    #expect(bare.errors.hasPrefix("neither mandoc nor man is installed"))
    let unknown = try machine.shell("alone/habit help xpp")
    #expect(unknown.status == 66 && unknown.errors.contains("did you mean: habit help xp"))
  }
}
