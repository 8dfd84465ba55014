import Foundation
import Posix
import TestSupport
import Testing

@Suite struct SubprocessTests {
  private func run(
    _ arguments: String...,
    with environment: [String: String] = ["PATH": "/usr/bin:/bin"]
  ) throws -> Int32 {
    try Subprocess(arguments, environment: environment).run()
  }

  @Test(arguments: [0, 1, 2, 65, 126, 255])
  func `the exit status of a program is returned`(status: Int32) throws {
    #expect(try run("sh", "-c", "exit \(status)") == status)
  }

  @Test(arguments: [9, 15]) func `a signal is returned as 128 and its number`(signal: Int32) throws
  {
    #expect(try run("sh", "-c", "kill -\(signal) $$") == 128 + signal)
  }

  @Test func `a program that is not installed is not an error`() throws {
    #expect(try run("habit-no-such-program") == Subprocess.notFound)
    #expect(try run("/no/such/program") == Subprocess.notFound)
    #expect(try Subprocess([], environment: [:]).run() == Subprocess.notFound)
  }

  @Test func `a program that may not be run is named in the error`() throws {
    let folder = try TemporaryFolder()
    try folder.write("#!/bin/sh\n", to: "text")
    let path = folder.url.appending(path: "text").path
    #expect(throws: SystemError("run", path, code: EACCES)) { _ = try run(path) }
  }

  @Test func `a program gets exactly its arguments and environment`() throws {
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

  @Test func `a program may write more than a pipe holds`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let output = unsafe open("\(folder.url.path)/out", O_WRONLY | O_CREAT, 0o600)
      dup2(output, STDOUT_FILENO)
      let program = Subprocess(["sh", "-c", "head -c 300000 /dev/zero"], environment: [:])
      #expect(try program.run() == 0)
      #expect(try folder.read("out").utf8.count == 300_000)
    }
  }

  @Test func `a program gets SIGPIPE although we ignore it`() async {
    await #expect(processExitsWith: .success) {
      _ = World.live
      let status = try Subprocess(["sh", "-c", "kill -PIPE $$"], environment: [:]).run()
      #expect(status == 128 + SIGPIPE)
    }
  }
}

/// Programs whose output is read while they run.
@Suite(.ownThreads) struct ListeningTests {
  /// Runs a line of the shell; how it ended, and what it wrote.
  private func run(
    _ line: String,
    as group: Subprocess.Group = .session,
    idleSeconds: Double = 60,
    seconds: Double = 60,
    stoppingAt last: String? = nil
  ) throws -> (outcome: Subprocess.Outcome, written: String) {
    var written = ""
    let limit = Subprocess.Limit(idleSeconds: idleSeconds, deadline: .now + .seconds(seconds))
    let outcome = try Subprocess(["sh", "-c", line], environment: ["PATH": "/usr/bin:/bin"])
      .run(as: group, within: limit) { _, bytes in
        written += String(decoding: bytes, as: UTF8.self)
        return last.map { !written.contains($0) } ?? true
      }
    return (outcome, written)
  }

  @Test func `what a program writes last is read`() throws {
    let (outcome, written) = try run("head -c 300000 /dev/zero; echo end >&2; exit 7")
    #expect(outcome == .ended(7))
    #expect(written.utf8.count == 300_004 && written.contains("end"))
  }

  @Test func `a program that writes nothing is ended with all that it started`() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "child").path
    let (outcome, _) = try run("sleep 60 & echo $! > \(file); wait", idleSeconds: 2)
    #expect(outcome == .timedOut(isIdle: true))
    let child = try folder.read("child").trimmingCharacters(in: .newlines)
    let timeout = Timeout(seconds: 20)
    func isAlive() -> Bool {
      // One that nobody reaps has no command line.
      FileManager.default.contents(atPath: "/proc/\(child)/cmdline")?.isEmpty == false
    }
    while timeout.hasTimeLeft, isAlive() { timeout.pause() }
    #expect(!child.isEmpty && !isAlive())
  }

  @Test func `a program that writes without end is ended at its deadline`() throws {
    #expect(try run("yes", seconds: 0.5).outcome == .timedOut(isIdle: false))
  }

  @Test func `a listener stops a program`() throws {
    #expect(try run("echo one; sleep 60", stoppingAt: "one").outcome == .stopped)
  }

  @Test(arguments: [Subprocess.Group.terminal, .session])
  func `a process that a program leaves behind is not waited for`(
    group: Subprocess.Group
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder.url.path
    let line =
      "(until test -e \(path)/go; do sleep 0.05; done; echo late >\(path)/late) & echo done"
    let (outcome, written) = try run(line, as: group)
    #expect(outcome == .ended(0) && written == "done\n")
    try folder.write("", to: "go")
    let timeout = Timeout(seconds: 20)
    while timeout.hasTimeLeft, !folder.exists("late") { timeout.pause() }
    #expect(folder.exists("late"))
  }

  @Test func `a program that is let go has no stream, no folder and no group of ours`() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "said").path
    let line = "ls -l /proc/$$/fd | grep -c /dev/null; pwd; ps -o sid= -p $$ | tr -d ' '; echo $$"
    try Subprocess(
      ["sh", "-c", "(\(line)) > \(file).new; mv \(file).new \(file)"],
      environment: ["PATH": "/usr/bin:/bin"]
    ).detach()
    let timeout = Timeout(seconds: 20)
    while timeout.hasTimeLeft, !FileManager.default.fileExists(atPath: file) { timeout.pause() }
    let lines = try folder.read("said").split(separator: "\n")
    #expect(lines.count == 4 && lines[1] == "/" && lines[2] == lines[3])
  }
}
