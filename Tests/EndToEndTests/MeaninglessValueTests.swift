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

  @Test(arguments: [
    ["today"], ["log", "read"], ["query"], ["remind"], ["edit", "read", "--icon", "📖"], ["undo"],
    ["edit", "profile", "--time-zone", "Europe/Berlin"], ["list"],
  ])
  func `an unknown time zone stops no command`(arguments: [String]) throws {
    try machine.write("guest/profile.json", "{\n  \"timeZone\": \"Berlin\"\n}\n")
    let said = try machine.process(["habit"] + arguments).run()
    #expect(said.status == 0, "\(said)")
    #expect(
      said.errors.contains("warning: guest/profile.json:2:15: this system knows no time zone")
    )
    #expect(said.errors.contains("did you mean: habit edit profile --time-zone Europe/Berlin\n"))
  }

  @Test func `check and sync name an unknown zone and go on`() throws {
    try machine.write("guest/profile.json", "{\n  \"timeZone\": \"Berlin\"\n}\n")
    let checked = try machine.habit("check")
    #expect(checked.status == 65)
    #expect(checked.output.contains("guest/profile.json:2:15: this system knows no time zone"))
    #expect(!checked.errors.contains("time zone"), "\(checked)")
    let hub = try machine.shell("git init -q --bare --object-format=sha1 -b main hub.git")
    #expect(hub.status == 0)
    try machine.habit("remote", "add", "origin", "hub.git")
    let synced = try machine.habit("sync")
    #expect(synced.status == 0, "\(synced)")
  }

  @Test(arguments: [
    ("Berlin", "Europe/Berlin"), ("europe/berlin", "Europe/Berlin"),
    ("New York", "America/New_York"), ("Amercia/New_York", "America/New_York"),
  ])
  func `edit refuses a zone that this system does not know`(typed: String, meant: String) throws {
    let said = try machine.habit("edit", "profile", "--time-zone", typed)
    #expect(said.status == 64)
    #expect(
      said.errors.contains("did you mean: habit edit profile --time-zone \(meant)"),
      "\(said)"
    )
    #expect(!machine.exists("guest/profile.json"))
  }

  @Test func `an editor is not left with a zone that this system does not know`() throws {
    try machine.write("guest/profile.json", "{\n  \"timeZone\": \"UTC\"\n}\n")
    let said = try machine.with(["EDITOR": "sed -i s/UTC/Berlin/"]).habit("edit", "profile")
    #expect(said.status == 65, "\(said)")
    #expect(said.errors.contains("this system knows no time zone \"Berlin\""))
    #expect(try machine.read("guest/profile.json").contains("UTC"))
  }

  @Test(arguments: [
    ("progess", "progress"), ("Progress", "progress"), ("completed", "progress"),
    ("count", "progress"), ("notes", "note"), ("dificulty", "difficulty"),
  ])
  func `check warns of a key of a record that means nothing`(key: String, meant: String) throws {
    try machine.write("guest/habits/read/2026.json", "{\n  \"2026-02-27\": {\"\(key)\": 1}\n}\n")
    let checked = try machine.habit("check")
    #expect(checked.status == 0, "\(checked)")
    #expect(
      checked.output.contains(
        "guest/habits/read/2026.json:2:18: warning: unknown key \"\(key)\"\n"
      )
    )
    #expect(checked.output.contains("hint: did you mean \"\(meant)\"?\n"))
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

  // MARK: Looking, and folders that are not there yet

  @Test func `init makes what HABIT_REPO names`() throws {
    let machine = try Machine()
    for (arguments, folder) in [
      (["init"], "a"), (["init", "b"], "b"), (["init", "c", "--repo", "d"], "c"),
    ] {
      let folder = machine.home.path + "/" + folder
      let made = try machine.with(["HABIT_REPO": folder]).process(["habit"] + arguments).run()
      #expect(made.status == 0, "\(made)")
      #expect(made.output.hasPrefix("a habit repository at "), "\(made)")
    }
  }

  @Test func `a command that only shows makes no repository and no file`() throws {
    let empty = try Machine()
    #expect(try empty.habit("remote", "list").status == 0)
    #expect(try empty.shell("ls -A").output == "")
    let before = try machine.git("rev-parse", "HEAD").output
    let looked = try machine.with(["EDITOR": "true"]).habit("edit", "read", "2024-01-01")
    #expect(looked.errors.contains("as it was"))
    #expect(!machine.exists("guest/habits/read/2024.json"))
    #expect(try machine.git("rev-parse", "HEAD").output == before)
  }

  @Test func `an unknown user is an error that names the command to add one`() throws {
    let said = try machine.habit("today", "--user", "zoe")
    #expect(said.status == 66)
    #expect(said.errors.contains("hint: add one with: habit user add zoe"))
    #expect(try machine.habit("user", "add", "zoe", "--user", "guest").status == 0)
    #expect(try machine.habit("today", "--user", "zoe").status == 0)
  }
}
