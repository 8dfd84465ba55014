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
    _ = try machine.shell("git init -q --bare --object-format=sha1 hub.git")
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

  @Test func `a deleted habit counts in the digest on the days before, and is in no list`() throws {
    let machine = try Machine(now: "2026-03-04T20:00:00")
    for name in ["A", "B"] { try machine.habit("add", name, "--from", "2026-03-01", "--yes") }
    for day in 1...3 { try machine.habit("done", "a", "--on", "2026-03-0\(day)") }
    try machine.habit("done", "b", "--on", "2026-03-01")
    try machine.habit("delete", "b")
    #expect(
      try machine.habit("digest").output == """
        26 February 2026 to 4 March 2026

        guest · 4 of 6 done · 1 complete day, +50 XP · streak 0 days
          kept    A 3/3
          badges  First Steps on 2026-03-01

        """
    )
    let stats = try machine.habit("stats", "--from", "2026-03-01").output
    #expect(stats.contains("4/6") && stats.contains("1 of 3 days complete"), "\(stats)")
    let fresh = try Machine(now: "2026-03-04T20:00:00")
    try fresh.habit("add", "A", "--from", "2026-03-01", "--yes")
    for day in 1...3 { try fresh.habit("done", "a", "--on", "2026-03-0\(day)") }
    try fresh.habit("delete", "a")
    let all = "guest · 3 of 3 done · 3 complete days, +150 XP · streak 3 days\n"
    #expect(try fresh.habit("digest").output.contains(all))
  }
}
