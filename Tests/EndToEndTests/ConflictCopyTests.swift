import TestSupport
import Testing

/// Conflict copies on one device: who tells of them, and what `habit check --fix` makes of them.
@Suite struct ConflictCopyTests {
  let machine: Machine
  private let folder = "guest/habits/read/"

  init() throws {
    machine = try Machine()
    try machine.habit("add", "Read", "--from", "2026-02-01")
    try machine.habit("log", "read", "2")
  }

  @Test(
    arguments: [
      "2026 (Ann's conflicted copy 2026-03-01).json", "2026.json..path2", "Kopie von 2026.json",
    ]
  )
  func `a copy in any form brings what it has, and takes nothing away`(name: String) throws {
    for amount in ["3", "4"] { try machine.habit("log", "read", amount) }
    let latest = try machine.read(folder + "2026.json")
    // What is missing from the midst of a copy, too.
    let rest = latest.replacing("9, \"at\": [\"09:00:00 mbp +2\", ", with: "7, \"at\": [")
    try #require(rest != latest)
    try machine.write(
      folder + name,
      rest.replacing("{\n", with: "{\n  \"2026-02-27\": 6,\n")
    )
    let fixed = try machine.habit("check", "--fix")
    #expect(fixed.errors == "\(folder)\(name): merged into \(folder)2026.json\n", "\(fixed)")
    #expect(
      try machine.read(folder + "2026.json")
        == latest.replacing("{\n", with: "{\n  \"2026-02-27\": 6,\n")
    )
    #expect(!machine.exists(folder + name))
    try machine.judge()
  }

  @Test func `where a synchroniser renames both versions of a file neither is lost`() throws {
    let file = folder + "2026.json"
    let old = try machine.read(file)
    try machine.habit("log", "read", "3")
    try machine.write(file + "..path1", machine.read(file))
    try machine.write(
      file + "..path2",
      old.replacing("mbp +2\"", with: "mbp +2\", \"09:30:00 pho\"")
    )
    try machine.shell("rm '\(machine.root)/\(file)'")
    let today = try machine.habit("today")
    #expect(today.errors.contains("\(file) is gone"))
    #expect(today.errors.contains("\(file)..path2 is a conflict copy"), "\(today)")
    try machine.habit("check", "--fix")
    let times = ["09:00:00 mbp +2", "09:00:01 mbp +3", "09:30:00 pho"]
    for time in times { #expect(try machine.read(file).contains(time)) }
    #expect(!machine.exists(file + "..path2"))
    #expect(try machine.git("status", "--porcelain").output == "?? \(file)..path1\n")
  }

  @Test
  func `a user's copy of a committed version stays, and a committed copy is merged`()
    throws
  {
    let backups = [folder + "2026 backup.json", folder + "habit backup.json"]
    let copy = folder + "2026 (1).json"
    for total in ["3", "4"] {
      try machine.habit("set", "read", total)
      try machine.habit("edit", "read", "--goal", total + " times")
      guard total == "3" else { continue }
      for backup in backups {
        try machine.write(backup, machine.read(backup.replacing(" backup", with: "")))
      }
    }
    try machine.write(copy, "{\"2026-02-27\": 6}\n")
    try machine.git("add", copy)
    try machine.git("commit", "-qm", "all", "--", copy)
    #expect(try !machine.habit("today").errors.contains("backup"))
    let fixed = try machine.habit("check", "--fix")
    #expect(fixed.errors == "\(copy): merged into \(folder)2026.json\n", "\(fixed)")
    #expect(backups.allSatisfy(machine.exists) && !machine.exists(copy))
    #expect(try machine.read(folder + "2026.json").contains("\"2026-02-27\": 6"))
  }

  @Test func `a copy that lacks most days brings what it has`() throws {
    let days = (10...28).map { "  \"2026-02-\($0)\": 1" }
    try machine.write(folder + "2026.json", "{\n\(days.joined(separator: ",\n"))\n}\n")
    try machine.habit("log", "read")
    try machine.write(folder + "2026 (1).json", "{\n  \"2026-02-05\": 2\n}\n")
    let latest = try machine.read(folder + "2026.json")
    #expect(try machine.habit("check", "--fix").status == 0)
    #expect(
      try machine.read(folder + "2026.json")
        == latest.replacing("{\n", with: "{\n  \"2026-02-05\": 2,\n")
    )
    #expect(!machine.exists(folder + "2026 (1).json"))
  }

  @Test func `a profile and a definition are merged by their fields`() throws {
    let profile = "guest/profile.json"
    try machine.write(profile, "{\n  \"name\": \"Ann\"\n}\n")
    try machine.habit("log", "read")
    for (path, field) in [
      ("guest/profile 2.json", "\"dayStart\": \"04:00\""), (profile, "\"weekStart\": \"sunday\""),
    ] {
      try machine.write(path, "{\n  \"name\": \"Ann\",\n  \(field)\n}\n")
    }
    let fixed = try machine.habit("check", "--fix")
    #expect(fixed.status == 0, "\(fixed)")
    let text = try machine.read(profile)
    #expect(text.contains("04:00") && text.contains("sunday"), "\(text)")
    try machine.judge()
  }
}
