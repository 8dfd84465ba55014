import Foundation
import TestSupport
import Testing

/// What is well spelled and means nothing is told with its place, and stops nothing.
@Suite struct MeaninglessValueTests {
  let machine: Machine

  init() throws {
    machine = try Machine()
    try machine.habit("add", "Read", "--from", "-9")
  }

  @Test func `check finds odd days in all users' files, in whatever order, and never gives up`()
    throws
  {
    try machine.write("guest/profile.json", "{ x")
    try machine.write(
      "ann/habits/run/habit.json",
      "{\"name\": \"Run\", \"start\": \"2026-02-01\"}\n"
    )
    try machine.write(
      "ann/habits/run/2026.json",
      "{\n  \"2026-12-24\": 1,\n  \"2026-02-03\": {\"mood\": 1},\n  \"2026-01-01\": 1\n}\n"
    )
    try machine.write("bob/profile.json", "{\"adopted\": \"nobody\"}\n")
    let checked = try machine.habit("check")
    #expect(checked.status == 65)
    for expected in [
      "guest/profile.json:1:3: ",
      "ann/habits/run/2026.json:2:3: warning: 2026-12-24 is in the future",
      "ann/habits/run/2026.json:3:18: warning: unknown key \"mood\"",
      "warning: 2026-01-01 is before the habit starts", "there is no user \"nobody\"",
    ] {
      #expect(checked.output.contains(expected), "\(expected)\n\(checked)")
    }
  }
}
