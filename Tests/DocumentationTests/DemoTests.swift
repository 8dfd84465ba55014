import Foundation
import TestSupport
import Testing

/// The script that README's first command runs.
@Suite struct DemoTests {
  @Test func `the demo shows a log, a sync of two devices and a report, and leaves nothing`() throws
  {
    let home = try Machine()
    let machine = home.with(["TMPDIR": home.home.path])
    let script = Project.root.appending(path: "Examples/demo").path
    let told = try machine.process([script, Build.folder.path]).run()
    #expect(told.status == 0, "\(told)")
    for line in [
      "laptop$ habit log drink water 3\n", "Drink water  3/8 glasses",
      "phone$ habit sync\n1 commit went to origin\n", "log drink-water +5 (8/8) 2026-03-01",
      "HABIT-WEEK(7)",
    ] {
      #expect(told.output.contains(line), "\(line)")
    }
    #expect(try machine.shell("ls -A").output == "")
  }
}
