import Testing
import TestSupport

/// What a change of records says of points, levels and milestones.
@Suite struct CelebrationTests {
  let machine: Machine

  init() throws {
    machine = try Machine(now: "2026-03-02T09:00:00")
  }

  @Test func `undo after a complete day takes back only today, and done completes it again`() throws
  {
    try machine.habit("add", "Read")
    let first = try machine.habit("done", "read").output
    let undone = try machine.habit("undo", "read").output
    let again = try machine.habit("done", "read").output
    #expect(first.contains("All done today: +50 XP, 50 in all. Streak 1 day."))
    #expect(undone.hasSuffix("\ndue today: 0 of 1 done\n") && !undone.contains("streak"))
    #expect(again.contains("All done today: +50 XP, 50 in all. Streak 1 day."))
  }

  @Test func `the command that earns a badge prints it once`() throws {
    try machine.habit("add", "Read", "--from", "-7")
    for day in ["-6", "-5", "-4", "-3", "-2"] {
      #expect(!(try machine.habit("done", "read", "--on", day).output.contains("Badge")))
    }
    let week = try machine.habit("done", "read", "--on", "-1")
    #expect(!week.output.contains("Badge"))
    let first = try machine.habit("done", "read", "--on", "-7").output
    #expect(first.contains("Badge: Week Warrior.\nBadge: Perfect Week."), "\(first)")
    #expect(!(try machine.habit("done", "read").output.contains("Badge")))
  }

  @Test func `exceeding the goal is not announced again`() throws {
    try machine.habit("add", "Read")
    try machine.habit("done", "read")
    let more = try machine.habit("log", "read").output
    #expect(!more.contains("XP"))
    #expect(!more.contains("in a row"))
  }

  @Test func `taking back a quota's tick on a day that can wait leaves nothing due`() throws {
    try machine.habit("add", "Gym", "--schedule", "3 times a week")
    #expect(try machine.habit("done", "gym").output.contains("+50 XP, 50 in all"))
    let undone = try machine.habit("undo", "gym").output
    #expect(undone.hasSuffix("progress  none  was 1\n"))
  }

  @Test func `completing a past day reports that day, not today's streak`() throws {
    try machine.habit("add", "Read", "--from", "-9")
    for day in ["-2", "-1", "today"] { try machine.habit("done", "read", "--on", day) }
    let old = try machine.habit("done", "read", "--on", "-7").output
    #expect(old.contains("2026-02-23 is complete: +50 XP, 200 in all."))
    #expect(!old.contains("in a row"))
  }

  @Test func `a day that joins two streaks and reaches a milestone prints the whole length`() throws
  {
    try machine.habit("add", "Read", "--from", "-9")
    for day in ["-5", "-4", "-3", "-1", "today"] {
      try machine.habit("done", "read", "--on", day)
    }
    let joined = try machine.habit("done", "read", "--on", "-2").output
    #expect(joined.contains("Read: 6 days in a row.\n"))
    #expect(joined.contains("6 complete days in a row.\n"))
    #expect(joined.contains("Streak 6 days."))
  }

  @Test func `a backfill reports that a later day of its week is no longer due`() throws {
    let sunday = machine.at("2026-03-08T09:00:00")
    try sunday.habit("add", "Gym", "--schedule", "twice a week", "--from", "2026-03-02")
    try sunday.habit("add", "Read", "--from", "2026-03-02", "--schedule", "sat")
    try sunday.habit("done", "read", "--on", "yesterday")
    // Saturday and Sunday can wait no longer until Monday was done; then Saturday could have waited.
    let backfill = try sunday.habit("done", "gym", "--on", "2026-03-02").output
    #expect(backfill.contains("2026-03-02 and 2026-03-07 are complete: +100 XP, 100 in all."))
  }

  @Test func `a level is reported when it is reached, and not as lost while the day lasts`() throws
  {
    try machine.habit("add", "Read", "--from", "-9")
    for day in 1...5 { try machine.habit("done", "read", "--on", "-\(day)") }
    #expect(try machine.habit("done", "read").output.contains("\nLevel 2!\n"))
    #expect(try machine.habit("undo", "read").output.hasSuffix("\ndue today: 0 of 1 done\n"))
  }
}
