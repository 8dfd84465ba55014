import Testing
import TestSupport

/// Several people in one repository.
@Suite struct UserTests {
  let machine: Machine

  init() throws {
    machine = try Machine()
    try machine.habit("user", "add", "Anna Müller")
    try machine.habit("user", "add", "Ben")
  }

  @Test func `a user is a folder with a profile, made in one commit`() throws {
    #expect(try machine.read("anna-muller/profile.json") == "{\n  \"name\": \"Anna Müller\"\n}\n")
    #expect(
      try machine.git("log", "--format=%s %an", "-1").output == "user add ben ben on mbp\n"
    )
    let again = try machine.habit("user", "add", "BEN")
    #expect(again.status == 73)
    #expect(again.errors.contains("habit user switch ben"))
    #expect(try machine.complaints() == "")
  }

  @Test func `a clone acts as whom it was switched to, unless told otherwise`() throws {
    #expect(try machine.habit("user", "switch", "anna-muller").status == 0)
    try machine.habit("add", "Read")
    #expect(machine.exists("anna-muller/habits/read/habit.json"))
    try machine.habit("add", "Run", with: ["HABIT_USER": "ben"])
    try machine.habit("add", "Swim", "--user", "guest", with: ["HABIT_USER": "ben"])
    #expect(machine.exists("ben/habits/run/habit.json"))
    #expect(machine.exists("guest/habits/swim/habit.json"))
    #expect(try machine.habit("user", "list", "--ids").output == "anna-muller\nben\nguest\n")
    #expect(try machine.habit("user", "list").output.contains("*  anna-muller  Anna Müller"))
  }

  @Test func `nothing of one user shows for another or is written for another`() throws {
    try machine.habit("add", "Read", "--user", "ben")
    try machine.habit("done", "read", "--user", "ben")
    for command in [
      ["today"], ["list", "--all"], ["xp", "--json"], ["stats"], ["query"], ["achievements"],
      ["history"], ["show", "read"], ["why", "read"], ["log", "read"], ["undo"], ["edit", "read"],
    ] {
      let seen = try machine.process(["habit"] + command + ["--user", "anna-muller"]).run()
      #expect(!seen.output.lowercased().contains("read"), "\(command): \(seen)")
    }
    let before = try machine.read("ben/habits/read/2026.json")
    try machine.habit("add", "Read", "--user", "anna-muller")
    try machine.habit("log", "read", "5", "--user", "anna-muller")
    #expect(try machine.read("ben/habits/read/2026.json") == before)
    let touched = try machine.git("show", "--name-only", "--format=", "HEAD").output
    #expect(touched == "anna-muller/habits/read/2026.json\n")
  }

  @Test func `a broken file of one user is no matter of another`() throws {
    try machine.habit("add", "Read", "--user", "ben")
    try machine.write("ben/habits/read/habit.json", "{")
    #expect(try machine.habit("today", "--user", "anna-muller").status == 0)
    #expect(try machine.habit("add", "Run", "--user", "anna-muller").status == 0)
    #expect(try machine.habit("today", "--all").status == 65)
  }

  @Test func `a family is shown together`() throws {
    try machine.habit("add", "Read", "--user", "ben")
    let all = try machine.habit("today", "--all").output
    #expect(all.contains("· Anna Müller\n") && all.contains("· Ben\n"))
    let json = try machine.habit("today", "--all", "--json").output
    #expect(json.hasPrefix("[") && json.contains("\"user\": \"ben\""))
  }

  @Test func `somebody who is not there is not switched to`() throws {
    let missing = try machine.habit("user", "switch", "bem")
    #expect(missing.status == 66)
    #expect(missing.errors.contains("did you mean: --user ben"))
    #expect(try machine.habit("user", "add", "").status == 64)
  }

  @Test func `an adopted history is its heir's`() throws {
    try machine.habit("add", "Read", "--user", "ben")
    try machine.write("guest/profile.json", "{\n  \"adopted\": \"ben\"\n}\n")
    #expect(try machine.habit("today").output.contains("· Ben"))
    #expect(try machine.habit("user", "list", "--ids").output == "anna-muller\nben\n")
  }
}
