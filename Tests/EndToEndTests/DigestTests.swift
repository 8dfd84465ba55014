import Foundation
import TestSupport
import Testing

@Suite struct DigestTests {
  let machine: Machine

  init() throws {
    machine = try Machine()
    try machine.habit("user", "add", "Ann")
    try machine.habit("--user", "ann", "add", "Read", "--from", "-9")
    try machine.habit("--user", "ann", "done", "read", "--on", "-8", "--note", "old")
    try machine.habit("--user", "ann", "done", "read", "--on", "-2", "--note", "on the train")
  }

  @Test func `the digest names everyone, and what was kept, missed, earned and noted`() throws {
    try machine.habit("add", "Run")
    try machine.habit("done", "run")
    let digest = try machine.habit("digest")
    #expect(
      digest.output == """
        23 February 2026 to 1 March 2026

        Ann · 1 of 6 done · 1 complete day, +50 XP · streak 0 days
          missed  Read 1/6, last on 2026-02-28
          noted   2026-02-27 Read “on the train”

        guest · 1 of 1 done · 1 complete day, +50 XP · streak 1 day
          kept    Run 1/1
          badges  First Steps on 2026-03-01

        """
    )
    let json = try machine.habit("digest", "--from", "-9", "--to", "-7", "--json").output
    for member in ["\"user\": \"ann\"", "\"completeDays\": 1", "\"note\": \"old\"", "\"due\": 0"] {
      #expect(json.contains(member), "\(json)")
    }
    #expect(json.contains("\"lastMissed\": \"2026-02-22\""), "\(json)")
  }

  @Test func `the digest begins on the day of the last sync`() throws {
    let never = try machine.habit("digest", "--from", "last-sync")
    #expect(never.status == 66 && never.errors.contains("was never synced"))
    _ = try machine.process(["git", "init", "-q", "--bare", "hub.git"]).run()
    try machine.habit("remote", "add", "origin", "hub.git")
    #expect(try machine.habit("sync").status == 0)
    let note = machine.repository.appending(path: ".git/habit/synced/origin")
    _ = try machine.process(["touch", "-d", "2026-02-27T12:00:00Z", note.path]).run()
    for options in [["--from", "last-sync"], []] {
      let digest = try machine.process(["habit", "digest"] + options).run()
      #expect(digest.output.hasPrefix("27 February 2026 to 1 March 2026\n"), "\(digest)")
    }
  }

  @Test func `a broken file is named below what could be read`() throws {
    try machine.write("guest/habits/run/habit.json", "{")
    let digest = try machine.habit("digest")
    #expect(digest.status == 65 && digest.output.contains("Ann · 1 of 6 done"))
    #expect(digest.errors.contains("guest/habits/run/habit.json:1:"))
  }
}
