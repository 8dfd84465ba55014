import Foundation
import Posix
import TestSupport
import Testing

@Suite struct ProgramTests {
  private func run(
    _ arguments: String...,
    with environment: [String: String] = ["PATH": "/usr/bin:/bin"]
  ) throws -> Int32 {
    try Program(arguments, environment: environment).run()
  }

  @Test(arguments: [0, 1, 2, 65, 126, 255])
  func `the status of a program is told`(status: Int32) throws {
    #expect(try run("sh", "-c", "exit \(status)") == status)
  }

  @Test(arguments: [9, 15]) func `a signal is reported as shells do`(signal: Int32) throws {
    #expect(try run("sh", "-c", "kill -\(signal) $$") == 128 + signal)
  }

  @Test func `a program that is not there is no error`() throws {
    #expect(try run("habit-no-such-program") == Program.notFound)
    #expect(try run("/no/such/program") == Program.notFound)
    #expect(try Program([], environment: [:]).run() == Program.notFound)
  }

  @Test func `a program that may not run is named`() throws {
    let folder = try TemporaryFolder()
    try folder.write("#!/bin/sh\n", to: "text")
    let path = folder.url.appending(path: "text").path
    #expect(throws: SystemError("run", path, code: EACCES)) { _ = try run(path) }
  }

  @Test func `arguments and environment arrive whole, and nothing else`() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "said").path
    let script =
      "printf '<%s>' \"$@\" >\"$OUT\"; env | sort | grep -v '^\\(_\\|PWD\\|SHLVL\\)=' >>\"$OUT\""
    let status = try run(
      "sh",
      "-c",
      script,
      "sh",
      "a b",
      "",
      "é\n$HOME",
      with: ["OUT": file, "PATH": "/usr/bin:/bin", "EMPTY": "", "TWO": "a=b"]
    )
    #expect(status == 0)
    let said = try folder.read("said")
    #expect(
      said == "<a b><><é\n$HOME>EMPTY=\nOUT=\(file)\nPATH=/usr/bin:/bin\nTWO=a=b\n"
    )
  }

  @Test func `output larger than a pipe does not block`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let output = unsafe open("\(folder.url.path)/out", O_WRONLY | O_CREAT, 0o600)
      dup2(output, STDOUT_FILENO)
      let program = Program(["sh", "-c", "head -c 300000 /dev/zero"], environment: [:])
      #expect(try program.run() == 0)
      #expect(try folder.disk.contents(of: "out").count == 300_000)
    }
  }

  @Test func `a started program gets SIGPIPE although we ignore it`() async {
    await #expect(processExitsWith: .success) {
      _ = World.live
      let status = try Program(["sh", "-c", "kill -PIPE $$"], environment: [:]).run()
      #expect(status == 128 + SIGPIPE)
    }
  }
}
