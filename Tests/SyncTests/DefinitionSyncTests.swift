import Foundation
import TestSupport
import Testing

/// Two devices change what a habit is before they meet.
@Suite struct DefinitionSyncTests {
  @Test func `of two new names the later is the name, and the others still find it`() throws {
    let devices = try Devices("mbp", "pho")
    try devices[0].run("edit water --name Hydrate", at: "10:00")
    try devices[1].run("edit water --name Drink", at: "11:00")
    try devices.settle()
    #expect(try devices[0].definition.contains(#""name": "Drink""#))
    #expect(try devices[0].definition.contains(#""aka": ["Hydrate", "Water"]"#))
    try devices[0].run("log hydrate")
    try devices[1].run("log water")
    try devices.settle()
    #expect(try devices[0].record()?.hasPrefix(#"{"progress": 2,"#) == true)
  }

  @Test func `of two goals from a day the later said holds, and goals from two days both`() throws {
    let devices = try Devices("mbp", "pho")
    try devices[0].run(["edit", "water", "--goal", "6 glasses"], at: "11:00")
    try devices[1].run(["edit", "water", "--goal", "10 glasses"], at: "10:00")
    try devices.settle()
    #expect(
      try devices[0].definition
        .contains(#""goal": {"2026-01-01": "8 glasses", "2026-03-01": "6 glasses"}"#)
    )
    try devices[0].run(["edit", "water", "--goal", "7 glasses"], at: "2026-03-02")
    try devices[1].run(["edit", "water", "--goal", "9 glasses"], at: "2026-03-03")
    try devices.settle()
    #expect(
      try devices[1].definition.contains(
        #""goal": {"2026-01-01": "8 glasses", "2026-03-01": "6 glasses", "#
          + #""2026-03-02": "7 glasses", "2026-03-03": "9 glasses"}"#
      )
    )
  }

  @Test func `records of a habit that was deleted elsewhere are kept and return with it`() throws {
    let devices = try Devices("mbp", "pho")
    try devices[0].run("delete water")
    try devices[1].run("log water 2")
    try devices[1].run("sync")
    #expect(
      try devices[0].run("sync").contains(
        "records came for Water, which is deleted; habit restore water"
      )
    )
    try devices.settle()
    #expect(!(try devices[1].run("today").contains("Water")))
    #expect(try devices[0].record() == #"{"progress": 2, "at": ["09:00:00 pho +2"]}"#)
    try devices[1].run("restore water", at: "10:00")
    try devices.settle()
    #expect(try devices[0].run("today").contains("2/8"))
  }

  @Test func `deleting and restoring are one field, the last decision holds`() throws {
    let devices = try Devices("mbp", "pho")
    try devices[0].run("delete water", at: "09:00")
    try devices[1].run(["edit", "water", "--goal", "6 glasses"], at: "09:30")
    try devices.settle()
    #expect(try devices[1].definition.contains(#""deleted": "2026-03-01""#))
    #expect(try devices[0].definition.contains("6 glasses"))
    try devices[0].run("restore water", at: "10:00")
    try devices.settle()
    #expect(!(try devices[1].definition.contains("\n  \"deleted\": ")))
    try devices[0].run(["edit", "water", "--goal", "5 glasses"], at: "11:00")
    try devices[1].run("delete water", at: "10:30")
    try devices.settle()
    #expect(try devices[0].definition.contains(#""deleted": "2026-03-01""#))
    #expect(devices[0].exists(Machine.water) == false)
    #expect(devices[0].exists("guest/habits/water/habit.json"))
  }

  // One habit, in whatever order it is named, and however an accent is typed.
  @Test(arguments: [
    ("Tea", "Tea", "tea"), ("Tea", "tea ", "tea"), ("Café", "Cafe\u{301}", "cafe"),
    ("CAFÉ", "café", "cafe"),
  ])
  func `a habit made on both is one`(mine: String, its: String, id: String) throws {
    let devices = try Devices("mbp", "pho")
    try devices[0].run(["add", mine])
    try devices[1].run(["add", its])
    try devices[0].run(["log", id])
    try devices[1].run(["log", id])
    try devices.settle()
    let habits = try FileManager.default.contentsOfDirectory(
      atPath: devices[0].repository.appending(path: "guest/habits").path
    )
    #expect(habits.sorted() == [id, "water"].sorted())
    #expect(
      try devices[0].record(in: "guest/habits/\(id)/2026.json")
        == #"{"progress": 2, "at": ["09:00:00 mbp", "09:00:00 pho"]}"#
    )
  }

  @Test func `keys of a later release survive an older one's edits`() throws {
    let devices = try Devices("mbp", "pho", before: ["08:00 log water"])
    try devices[0].type(
      #"{"progress": 1, "at": ["08:00:00 mbp"], "mood": {"is": null, "of": [1, 2.5]}}"#,
      on: "2026-03-01"
    )
    let definition = try devices[0].definition
    try devices[0].write(
      "guest/habits/water/habit.json",
      definition.replacing("\n}", with: ",\n  \"shape\": \"round\"\n}")
    )
    try devices[0].run("sync")
    try devices[1].run("log water", at: "10:00")
    try devices[1].run("edit water --name Drink")
    try devices.settle()
    #expect(try devices[0].record()?.contains(#""mood": {"is": null, "of": [1, 2.5]}"#) == true)
    #expect(try devices[0].definition.contains(#""shape": "round""#))
  }

  @Test func `a later format is read and never written`() throws {
    let devices = try Devices("mbp", "pho", before: ["08:00 log water"])
    try devices[0].write(".habit.json", "{\"format\": 2}\n")
    try devices[0].gits("commit -qam format")
    try devices[0].gits("push -q origin main")
    let head = try devices[1].git("rev-parse", "HEAD").output
    let refused = try devices[1].run("sync", status: 65)
    #expect(refused.contains("format 2"))
    #expect(try devices[1].git("rev-parse", "HEAD").output == head)
    #expect(try devices[1].complaints() == "")
    try devices[1].gits("pull -q --rebase")
    try devices[1].run("log water", status: 65)
    try devices[1].run("sync", status: 65)
    #expect(try devices[1].run("today").contains("1/8"))
  }
}
