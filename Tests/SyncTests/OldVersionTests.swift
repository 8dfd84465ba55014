import Foundation
import TestSupport
import Testing

/// Files that were saved, restored or copied from a version that others have gone on from.
@Suite struct OldVersionTests {
  let devices: Devices

  init() throws {
    devices = try Devices("mbp", "pho", before: ["07:00 log water"])
  }

  /// An editor on the first device stays open while the second logs, each time with syncs between.
  @Test(arguments: [1, 2, 5], [false, true])
  func `an editor that stayed open while syncs brought records loses none of them`(
    age: Int,
    isEdited: Bool
  ) throws {
    var buffer = try devices[0].read(Machine.water)
    for number in 1...age {
      try devices[1].run("log water \(number)", at: "10:0\(number)")
      try devices[1].run("sync")
      try devices[0].run("sync")
    }
    if isEdited { buffer = buffer.replacing("]}", with: "], \"note\": \"rain\"}") }
    // The editor saves twice, and goes on from what it has.
    for _ in 0..<2 {
      try devices[0].write(Machine.water, buffer)
      #expect(try devices[0].run("sync").contains("restored what the saved file lacked"))
      try devices[1].run("sync")
      try devices[1].run("log water 9")
      try devices[1].run("sync")
      try devices[0].run("sync")
      buffer = buffer.replacing("rain", with: "snow")
    }
    try devices.settle()
    let total = 1 + (1...age).reduce(0, +) + 18
    let record = try #require(try devices[1].record())
    #expect(record.contains("\"progress\": \(total),"), "\(record)")
    // What it saved before is in no commit, so it is not a base: both texts of the note stay.
    #expect(record.contains("\"snow\"") == isEdited, "\(record)")
    #expect(!record.contains("undone"))
  }

  @Test func `an editor that stayed open over many records and merges loses none of them`() throws {
    let buffer = try devices[0].read(Machine.water)
    for number in 0..<25 {
      try devices[number % 2].run("log water 2", at: "1\(number / 10):0\(number % 10)")
      if number % 5 == 4 { try devices.syncAll() }
    }
    try devices[0].write(
      Machine.water,
      buffer.replacing("{\n", with: "{\n  \"2026-02-20\": 4,\n")
    )
    try devices[0].run("log water")
    try devices.settle()
    let record = try #require(try devices[1].record())
    #expect(record.contains("\"progress\": 52,"), "\(record)")
    #expect(try devices[1].read(Machine.water).contains("\"2026-02-20\": 4"))
  }

  @Test func `a definition that was changed elsewhere survives an editor that stayed open`() throws
  {
    let path = "guest/habits/water/habit.json"
    let buffer = try devices[0].read(path)
    try devices[1].run("edit water --goal 9", at: "10:00")
    try devices[1].run("sync")
    try devices[0].run("sync")
    try devices[1].run(["edit", "water", "--description", "cold"], at: "10:05")
    try devices[1].run("sync")
    try devices[0].run("sync")
    let latest = try devices[0].read(path)
    try devices[0].write(path, buffer)
    try devices[0].run("sync")
    #expect(try devices[0].read(path) == latest)
    try devices[0].write(path, buffer.replacing("{\n", with: "{\n  \"icon\": \"x\",\n"))
    #expect(try devices[0].run("sync").contains("restored what the saved file lacked"))
    try devices.settle()
    let text = try devices[1].read(path)
    #expect(text.contains("\"icon\": \"x\"") && text.contains("cold"), "\(text)")
    #expect(text.contains("9 glasses"), "\(text)")
  }

  @Test(arguments: ["revert --no-edit HEAD", "pull -q"])
  func `an entry that git took away is not put back`(command: String) throws {
    try devices[0].run("log water 5")
    try devices.syncAll()
    if command.hasPrefix("pull") {
      try devices[1].gits("revert --no-edit HEAD")
      try devices[1].run("sync")
    }
    try devices[0].gits(command)
    try devices[0].write(
      Machine.water,
      try devices[0].read(Machine.water).replacing("{\n", with: "{\n  \"2026-02-20\": 4,\n")
    )
    #expect(try !devices[0].run("sync").contains("restored what"))
    try devices.settle()
    #expect(try devices[1].record() == #"{"progress": 1, "at": ["07:00:00 mbp"]}"#)
    #expect(try devices[1].read(Machine.water).contains("\"2026-02-20\": 4"))
  }

  @Test(arguments: [false, true])
  func `an old file in a clone without the older history removes nothing`(isShallow: Bool) throws {
    for amount in 1...4 { try devices[0].run("log water \(amount)") }
    let old = try devices[0].git("show", "HEAD~2:" + Machine.water).output
    let definition = "guest/habits/water/habit.json"
    let oldDefinition = try devices[0].read(definition).replacing("\"Water\"", with: "\"Tea\"")
    try devices[0].run("edit water --tag health")
    try devices[0].run("sync")
    let record = try #require(try devices[0].record())
    let hub = try devices[0].git("config", "remote.origin.url").output.dropLast()
    let clone = isShallow ? "--depth 1" : "--filter=blob:none"
    try devices[0].shell(
      "git -C \(hub) config uploadpack.allowFilter true; cd \(devices[1].home.path);"
        + "rm -rf \(devices[1].root); export GIT_DEFAULT_REF_FORMAT=files;"
        + "git clone -q \(clone) file://\(hub) \(devices[1].root)"
    )
    try devices[1].write(Machine.water, old)
    try devices[1].write(definition, oldDefinition)
    #expect(try devices[1].run("sync").contains("restored what the saved file lacked"))
    #expect(try devices[1].record() == record)
    #expect(try ["Tea", "health"].allSatisfy(devices[1].read(definition).contains))
    if !isShallow { #expect(try devices[1].run("why water").contains("log water +4")) }
    // What is recorded here was on top of the rest.
    try devices[1].run("log water 5", at: "12:00")
    try devices[1].write(
      Machine.water,
      try devices[1].read(Machine.water).replacing("\"07:00:00 mbp\", ", with: "")
    )
    try devices[1].run("sync")
    #expect(try devices[1].record()?.contains("07:00:00 mbp") == false)
  }

  @Test func `the newest entry of another device goes by the command that the hint names`() throws {
    try devices[0].run("log water 4")
    try devices.syncAll()
    let text = try devices[1].read(Machine.water)
    try devices[1].write(Machine.water, text.replacing(", \"09:00:00 mbp +4\"", with: ""))
    let hint = "habit undo water --on 2026-03-01"
    #expect(try devices[1].run("sync").contains("as it was saved: \(hint), or save it"))
    let undone = try devices[1].run(String(hint.dropFirst("habit ".count)))
    #expect(undone.contains("undone: log water +4 (5/8) 2026-03-01"), "\(undone)")
    try devices.settle()
    #expect(
      try devices[0].record()
        == #"{"progress": 1, "at": ["07:00:00 mbp"], "undone": ["09:00:00 mbp"]}"#
    )
    try devices[1].run("redo")
    #expect(try devices[1].record()?.contains("\"progress\": 5") == true)
  }

  @Test func `an edit that was stashed comes back onto newer records`() throws {
    let text = try devices[0].read(Machine.water)
    try devices[0].write(
      Machine.water,
      text.replacing("{\n", with: "{\n  \"2026-02-20\": 4,\n")
    )
    try devices[0].gits("stash")
    for number in 1...2 {
      try devices[1].run("log water \(number)")
      try devices[1].run("sync")
      try devices[0].run("sync")
    }
    try devices[0].gits("stash pop")
    try devices.settle()
    #expect(try devices[1].record()?.contains("\"progress\": 4,") == true)
    #expect(try devices[1].read(Machine.water).contains("\"2026-02-20\": 4"))
  }

  @Test(arguments: ["checkout -q HEAD~1 --", "checkout -q HEAD~2 --", "restore -s HEAD~2"])
  func `an older version that git puts in place takes nothing away`(command: String) throws {
    try devices[0].run("log water 2")
    try devices[0].run("log water 4")
    let latest = try devices[0].read(Machine.water)
    try devices[0].gits("\(command) \(Machine.water)")
    #expect(try devices[0].run("sync").contains("add --accept-deletions to the next command"))
    #expect(try devices[0].read(Machine.water) == latest)
    try devices.settle()
  }

  /// A tab is what one device has, two spaces what the other has.
  @Test func `lines of unchanged days keep their indentation in a merge`() throws {
    try devices[0].run("log water --on 2026-02-20")
    try devices[0].run("log water --on 2026-02-21")
    try devices.syncAll()
    let tabbed = try devices[0].read(Machine.water).replacing("  \"2026", with: "\t\"2026")
    try devices[0].write(Machine.water, tabbed)
    try devices[1].run("log water --on 2026-02-22")
    try devices[1].run("sync")
    try devices[0].run("sync")
    let lines = Set(try devices[0].read(Machine.water).split(separator: "\n"))
    for line in tabbed.split(separator: "\n") { #expect(lines.contains(line), "\(line)") }
    #expect(lines.allSatisfy { !$0.hasPrefix(" ") }, "\(lines)")
    try devices.settle()
  }
}

/// Copies that another synchroniser puts beside the files.
@Suite struct ConflictCopySyncTests {
  let devices: Devices

  init() throws {
    devices = try Devices("mbp", "pho", before: ["07:00 log water"])
  }

  @Test func `a copy from long ago takes away nothing that was recorded since`() throws {
    let copy = "guest/habits/water/2026.sync-conflict-20260210-090000-ABCDEFG.json"
    let definition = "guest/habits/water/habit (1).json"
    try devices[0].write(copy, try Self.addingDay(to: devices[0].read(Machine.water)))
    try devices[0].write(definition, try devices[0].read("guest/habits/water/habit.json"))
    for day in 20...26 {
      try devices[0].run("log water 2 --on 2026-02-\(day)")
      try devices[0].run("sync")
    }
    try devices[0].run("edit water --goal 9")
    let latest = try Self.addingDay(to: devices[0].read(Machine.water))
    let fixed = try devices[0].run("check --fix")
    #expect(fixed.contains("\(copy): merged into \(Machine.water)"), "\(fixed)")
    #expect(try devices[0].read(Machine.water) == latest)
    #expect(try devices[0].read("guest/habits/water/habit.json").contains("9 glasses"))
    #expect(!devices[0].exists(copy))
    // The history has all of it, so it is not a conflict copy: it may be a person's backup.
    try devices[0].shell("rm '\(devices[0].root)/\(definition)'")
    try devices.settle()
    #expect(try devices[1].read(Machine.water) == latest)
  }

  private static func addingDay(to text: String) -> String {
    text.replacing("{\n", with: "{\n  \"2026-02-01\": 3,\n")
  }

  @Test func `a sync merges no copy, also when it joins what stood twice`() throws {
    let copy = "guest/habits/water/2026 (1).json"
    try devices[0].run("add Tea")
    try devices[0].write(copy, try Self.addingDay(to: devices[0].read(Machine.water)))
    for number in 1...3 { try devices[0].run("log water \(number)") }
    let latest = try devices[0].read(Machine.water)
    try devices[0].write(
      "guest/habits/tea/2026.json",
      "{\n  \"2026-02-20\": 1,\n  \"2026-02-20\": {\"note\": \"x\"}\n}\n"
    )
    let said = try devices[0].run("sync")
    #expect(said.contains("joined duplicates"), "\(said)")
    #expect(said.contains("\(copy) is a conflict copy\nhint: habit check --fix"), "\(said)")
    #expect(try devices[0].read(Machine.water) == latest)
    #expect(devices[0].exists(copy))
    // With nothing to do, too.
    for _ in 0..<3 { #expect(try devices[0].run("sync").contains("is a conflict copy")) }
    try devices[0].run("check --fix")
    #expect(try !devices[0].run("sync").contains("conflict copy"))
    try devices.settle()
    #expect(try devices[1].read(Machine.water) == Self.addingDay(to: latest))
  }

  /// Two folders that a synchroniser keeps equal, without git on the other side.
  @Test func `copies of a device that goes on from its own file lose nothing of ours`() throws {
    let folder = "guest/habits/water/"
    var other = try devices[0].read(Machine.water)
    for number in 1...4 {
      // It writes twice as much as we do, and never sees our file.
      for half in 0...1 {
        let day = "2026-02-0\(number * 2 - 1 + half)"
        other = other.replacing("{\n", with: "{\n  \"\(day)\": \(number),\n")
      }
      try devices[0].run("log water \(number)", at: "1\(number):00")
      try devices[0].write(folder + "2026.sync-conflict-2026030\(number)-090000-ABC.json", other)
      try devices[0].run("check --fix")
    }
    try devices.settle()
    #expect(try devices[1].record()?.contains("\"progress\": 11,") == true)
    for day in 1...8 {
      #expect(
        try devices[1].read(Machine.water).contains("\"2026-02-0\(day)\": \((day + 1) / 2)")
      )
    }
  }
}
