import Foundation
import Glibc
import TestSupport
import Testing

/// Commands that somebody ends, as with Ctrl-C.
@Suite(.ownThreads) struct InterruptionTests {
  let machine: Machine

  init() throws { machine = try Machine() }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP], ["new", "empty", "deep/er"])
  func `a clone that is interrupted leaves nothing`(signal: Int32, folder: String) throws {
    if folder == "empty" { try machine.shell("mkdir empty") }
    let before = try machine.shell("find . | sort").output
    // A server that never answers.
    let waiting = machine.with(["GIT_SSH_COMMAND": "touch ~/asked; exec sleep 60; :"])
    let clone = try waiting.start("clone", "ssh://example.org/x.git", folder)
    let deadline = ContinuousClock.now + .seconds(30)
    while try machine.shell("test -e asked").status != 0, .now < deadline { usleep(20_000) }
    #expect(kill(clone.id, signal) == 0)
    let told = try clone.wait()
    #expect(told.ending == .signal(signal), "\(told)")
    try machine.shell("rm asked; rmdir --ignore-fail-on-non-empty deep 2>/dev/null")
    #expect(try machine.shell("find . | sort").output == before)
  }

  @Test func `a clone that is interrupted anywhere leaves nothing, or is whole`() async throws {
    try machine.shell(
      "habit add Read --from -2; habit done read; git init -q --bare --object-format=sha1 -b main hub.git;"
        + "habit remote add origin hub.git; habit sync"
    )
    let before = try machine.shell("ls -A").output
    try await sampling(rounds(25)) { random in
      let clone = try machine.start("clone", "hub.git", "clone")
      usleep(UInt32(random.number(in: 0...60_000)))
      _ = kill(clone.id, SIGTERM)
      let told = try clone.wait()
      let after = try machine.shell("ls -A").output
      // A signal may come when all is done and only the end is left.
      if told.status == 0 || after != before {
        #expect(try machine.shell("habit check --repo clone").status == 0, "\(told)")
      }
      try machine.shell("rm -rf clone")
    }
  }

  @Test(arguments: [[], ["--csv"], ["--json"]])
  func `a query of two thousand years is printed while it is computed, and can be stopped`(
    form: [String]
  ) throws {
    try machine.habit("add", "Read")
    let old = "{\"name\": \"Old\", \"start\": \"0001-01-01\"}\n"
    try machine.write("guest/habits/old/habit.json", old)
    let query = try machine.process(["habit", "query", "--all"] + form).start()
    // The first part is there long before the last.
    let deadline = ContinuousClock.now + .seconds(60)
    while try query.outputSoFar.utf8.count < 1_000, .now < deadline { usleep(20_000) }
    #expect(query.isRunning)
    let end = ContinuousClock.now
    #expect(kill(query.id, SIGINT) == 0)
    #expect(try query.wait().ending == .signal(SIGINT))
    #expect(.now - end < .seconds(10))
  }
}
