import Foundation
import TestSupport
import Testing

@Suite struct BenchmarkTests {
  @Test func `the benchmark times every group on tiny sets, and leaves nothing behind`() throws {
    let machine = try Machine().with(["TMPDIR": "."])
    let run = try machine.process([
      "habit-bench", Build.folder.appending(path: "habit").path, "--quick",
    ]).run()
    #expect(run.status == 0, "\(run)")
    for group in [
      "start", "looking", "recording", "a phone", "sync", "sync over http", "sync over ssh",
      "merging",
      "largest", "growth",
    ] {
      #expect(run.output.contains("\n\(group)"), "\(group)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: machine.home.path) == [])
  }

  @Test func `a benchmark that fails leaves nothing behind and says what failed`() throws {
    let machine = try Machine().with(["TMPDIR": "."])
    let run = try machine.process(["habit-bench", "/bin/false", "--quick"]).run()
    #expect(run.status == 1)
    #expect(run.errors.contains("it failed: /usr/bin/false --version"), "\(run)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: machine.home.path) == [])
  }
}
