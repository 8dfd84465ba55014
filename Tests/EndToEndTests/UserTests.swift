import Foundation
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

  @Test func `a clone uses the user it was switched to, unless an option names another`() throws {
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

  @Test func `global options may stand before the command, and their values may be its names`()
    throws
  {
    #expect(try machine.habit("user", "add", "Today").status == 0)
    try machine.habit("--user", "today", "add", "Swim")
    try machine.habit("add", "Read", "--user", "guest")
    for words in [["--user", "today", "list"], ["--user=today", "--color", "never", "list"]] {
      let seen = try machine.process(["habit"] + words).run()
      #expect(seen.output.contains("\nSwim   swim  1 time"))
    }
    let wrong = try machine.habit("--user", "today", "--colour", "never", "list")
    #expect(wrong.status == 64)
    #expect(wrong.errors.contains("no option --colour"))
  }

  @Test func `a command neither shows nor writes files of another user`() throws {
    try machine.habit("add", "Read", "--user", "ben")
    try machine.habit("done", "read", "--user", "ben")
    for command in [
      ["today"], ["list", "--all"], ["xp", "--json"], ["stats"], ["query"],
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

  @Test func `a broken file of one user does not affect another`() throws {
    try machine.habit("add", "Read", "--user", "ben")
    try machine.write("ben/habits/read/habit.json", "{")
    #expect(try machine.habit("today", "--user", "anna-muller").status == 0)
    #expect(try machine.habit("add", "Run", "--user", "anna-muller").status == 0)
    #expect(try machine.habit("today", "--all").status == 65)
  }

  @Test func `today --all shows all users`() throws {
    try machine.habit("add", "Read", "--user", "ben")
    let all = try machine.habit("today", "--all").output
    #expect(all.contains("· Anna Müller\n") && all.contains("· Ben  "))
    let json = try machine.habit("today", "--all", "--json").output
    #expect(json.hasPrefix("[") && json.contains("\"user\": \"ben\""))
  }

  @Test func `switching to an unknown user fails`() throws {
    let missing = try machine.habit("user", "switch", "bem")
    #expect(missing.status == 66)
    #expect(missing.errors.contains("did you mean: ben"))
    #expect(try machine.habit("user", "add", "").status == 64)
  }

  @Test func `an adopted history belongs to the adopting user`() throws {
    try machine.habit("add", "Read", "--user", "ben")
    try machine.write("guest/profile.json", "{\n  \"adopted\": \"ben\"\n}\n")
    try machine.write("ben/profile.json", "{\"name\": \"Ben\", \"adopts\": [\"guest\"]}\n")
    #expect(try machine.habit("today").output.contains("· Ben"))
    #expect(try machine.habit("user", "list", "--ids").output == "anna-muller\nben\n")
  }
}

/// `habit user adopt`: every case of habit-user(1).
@Suite struct AdoptionTests {
  let machine: Machine

  init() throws {
    machine = try Machine()
    try machine.habit("add", "Read", "--from", "2026-02-01")
    try machine.habit("done", "read", "--on", "2026-02-27")
    try machine.habit("user", "add", "Ann")
  }

  @discardableResult
  private func adopt(_ arguments: String...) throws -> Transcript {
    try machine.process(["habit", "user", "adopt", "guest", "ann"] + arguments).run()
  }

  @Test func `a user without files adopts all files in one commit`() throws {
    try machine.habit("vacation", "start", "--from", "2026-02-10", "--to", "2026-02-11")
    let adopted = try adopt()
    #expect(adopted.status == 0)
    #expect(
      adopted.output
        == "1 habit and 1 record of guest are ann's now\nXP 0 to 50, best streak 0 to 1, badge First Steps\n"
    )
    #expect(
      try machine.read("ann/habits/read/2026.json") == machine.read("guest/habits/read/2026.json")
    )
    #expect(try machine.read("ann/profile.json").contains("2026-02-10"))
    #expect(
      try machine.git("log", "--format=%s", "-1").output
        == "user adopt guest ann (1 habits, 1 records)\n"
    )
    #expect(
      try machine.git("rev-parse", "refs/habit/adopted/guest").output
        == machine.git("rev-parse", "HEAD").output
    )
    #expect(try machine.habit("today").output.contains("· Ann"))
    #expect(try machine.complaints() == "")
  }

  @Test func `a repeated adoption adds only newer records`() throws {
    try adopt()
    let before = try machine.git("rev-parse", "HEAD").output
    #expect(try adopt().output == "ann has all of guest's history: nothing to do\n")
    #expect(try machine.git("rev-parse", "HEAD").output == before)
    // Ann takes a record back; a device that knows of nothing logs another for the guest.
    try machine.write(
      "ann/habits/read/2026.json",
      "{\n  \"2026-02-27\": {\"undone\": [\"2026-03-01T09:00:00 mbp\"]}\n}\n"
    )
    let year = try machine.read("guest/habits/read/2026.json")
    try machine.write(
      "guest/habits/read/2026.json",
      year.replacing("\n}", with: ",\n  \"2026-02-28\": 1\n}")
    )
    #expect(try adopt().status == 0)
    let own = try machine.read("ann/habits/read/2026.json")
    #expect(own.contains("\"2026-02-28\": 1"))
    #expect(
      try machine.habit("query", "read", "--csv", "--user", "ann").output.contains(
        "2026-02-28"
      )
    )
    #expect(try machine.habit("xp", "--json", "--user", "ann").output.contains("\"xp\": 50"))
  }

  @Test(arguments: [("both", 2), ("mine", 1), ("theirs", 1)])
  func `when both users have a habit, the choice is reported`(keep: String, days: Int) throws {
    try machine.habit("add", "Read", "--from", "2026-02-20", "--user", "ann")
    try machine.habit("done", "read", "--on", "2026-02-28", "--user", "ann")
    let refused = try adopt()
    #expect(refused.status == 64)
    #expect(refused.errors.contains("guest and ann both have read"))
    #expect(try machine.git("log", "--format=%s", "-1").output.hasPrefix("done read"))
    let adopted = try adopt("--keep", keep, "--json")
    #expect(adopted.status == 0 && adopted.output.contains("\"changed\": true"))
    let year = try machine.read("ann/habits/read/2026.json")
    #expect(year.split(separator: "\n").count == days + 2, "\(year)")
    #expect(year.contains("2026-02-28") == (keep != "theirs"))
    #expect(
      try machine.read("ann/habits/read/habit.json").contains("2026-02-01") == (keep != "mine")
    )
  }

  @Test func `on a terminal, the command asks which histories to keep`() throws {
    try machine.habit("add", "Read", "--user", "ann")
    let terminal = try TerminalScreen(on: machine)
    defer { terminal.close() }
    try terminal.type("habit user adopt guest ann", enter: true)
    try terminal.waits(for: "keep both, mine or theirs? [both]")
    try terminal.type("ours", enter: true)
    try terminal.type("", enter: true)
    try terminal.waits(for: "1 habit and 1 record of guest are ann's now")
    #expect(try machine.read("ann/habits/read/2026.json").contains("2026-02-27"))
  }

  @Test func `a user without history, or who is already adopted, cannot be adopted`() throws {
    #expect(
      try machine.habit("user", "adopt", "ann", "guest").output
        == "ann has no history: nothing to do\n"
    )
    let unknown = try machine.habit("user", "adopt", "nobody", "ann")
    #expect(unknown.status == 66 && unknown.errors.contains("there is no user \"nobody\""))
    #expect(try machine.habit("user", "adopt", "guest", "ben").status == 66)
    #expect(try machine.habit("user", "adopt", "guest", "guest").status == 64)
    try machine.habit("user", "add", "Ben")
    try adopt()
    #expect(try machine.habit("user", "adopt", "guest", "ben").status == 73)
    #expect(try machine.habit("user", "adopt", "ann", "guest").status == 64)
  }

  @Test func `a mark of release 1.0.0 is ignored until the adopting user confirms it`() throws {
    try adopt()
    let profile = try machine.read("ann/profile.json")
    #expect(profile.contains("\"adopts\": [\"guest\"]"))
    let old = profile.replacing("\"adopts\": [\"guest\"]", with: "\"weekStart\": \"sunday\"")
    try machine.write("ann/profile.json", old)
    let log = try machine.habit("done", "read")
    let warning = "guest/profile.json:2:14: warning: ann has not confirmed the adoption of guest"
    #expect(log.status == 0 && log.errors.contains(warning), "\(log)")
    let hint = "hint: if you want it: habit user adopt guest ann --keep both\n"
    #expect(log.errors.contains(hint), "\(log)")
    #expect(try machine.read("guest/habits/read/2026.json").contains("2026-03-01\""))
    #expect(try !machine.read("ann/habits/read/2026.json").contains("2026-03-01\""))
    #expect(try machine.habit("user", "list", "--ids").output == "ann\nguest\n")
    let found = try machine.habit("check")
    #expect(found.status == 0 && found.output.contains(warning), "\(found)")
    #expect(try adopt("--keep", "both").status == 0)
    #expect(try machine.read("ann/habits/read/2026.json").contains("2026-03-01\""))
    #expect(try machine.habit("today").output.contains("· Ann"))
    #expect(try machine.complaints() == "")
  }

  @Test func `an imported profile adopts nobody`() throws {
    let profile = #"{"weekStart": "sunday", "adopts": ["guest"]}"#
    try machine.shell(
      "printf '%s' '{\"format\": 1, \"profile\": \(profile), \"habits\": {}}' >own.json"
    )
    for options in [[], ["--take-theirs"]] {
      let words = ["habit", "import", "own.json", "--user", "ann", "--yes"] + options
      let imported = try machine.process(words).run()
      #expect(imported.status == 0, "\(imported)")
    }
    let own = try machine.read("ann/profile.json")
    #expect(own.contains("sunday") && !own.contains("adopts"), "\(own)")
  }

  @Test func `an invalid file stops an adoption before anything changes`() throws {
    try machine.write("guest/habits/read/2026.json", "{")
    let refused = try adopt()
    #expect(refused.status == 65)
    #expect(refused.errors.contains("guest/habits/read/2026.json:1:2"))
    #expect(!machine.exists("ann/habits"))
  }

  @Test func `records for an adopted guest are added at the next sync`() throws {
    try machine.shell("git init -q --bare --object-format=sha1 hub.git")
    try machine.habit("remote", "add", "origin", "hub.git")
    try machine.habit("sync")
    let phone = try Machine("pho", now: "2026-03-01T12:00:00")
    try phone.habit("clone", "\(machine.home.path)/hub.git")
    try adopt()
    #expect(try machine.habit("sync").status == 0)
    // The phone knows nothing of it.
    try phone.habit("done", "read", "--on", "2026-02-28")
    #expect(try phone.habit("sync").status == 0)
    #expect(try machine.habit("sync").status == 0)
    #expect(try machine.read("ann/habits/read/2026.json").contains("2026-02-28"))
    #expect(try phone.habit("sync").status == 0)
    #expect(
      try phone.read("ann/habits/read/2026.json") == machine.read("ann/habits/read/2026.json")
    )
    #expect(try machine.complaints() == "")
    #expect(try phone.complaints() == "")
  }
}
