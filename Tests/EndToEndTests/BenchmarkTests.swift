import Foundation
import TestSupport
import Testing

@Suite struct BenchmarkTests {
  @Test func `the benchmark prints a table with a budget, and leaves nothing behind`() throws {
    let machine = try Machine().with(["TMPDIR": "."])
    let script = Project.root.appending(path: ".ci/bench").path
    let habit = Build.folder.appending(path: "habit").path
    let run = try machine.process([script, habit, "--rounds", "1", "--only", "start"]).run()
    #expect(run.status == 0, "\(run)")
    let row = #/\n--version +[0-9.]+ +git --version +[0-9.]+ +[0-9.]+ +3 × +(?:within|OVER)\n/#
    #expect(run.output.contains(row), "\(run)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: machine.home.path) == [])
  }
}
