import Foundation
import TestSupport
import Testing

/// Files that hands and other programs have been at.
@Suite struct HandEditSyncTests {
  let devices: Devices

  init() throws {
    devices = try Devices("mbp", "pho", before: ["07:00 log water"])
  }

  @Test func `a file that cannot be read is named and left alone, and all others sync`() throws {
    try devices[0].run("add Tea")
    try devices.syncAll()
    let good = try devices[0].read(Machine.water)
    let broken = good.replacing("\"progress\": 1", with: "\"progress\": one")
    try devices[0].write(Machine.water, broken)
    try devices[0].run("log tea")
    try devices[1].run("log water 3")
    try devices[1].run("sync")
    let said = try devices[0].run("sync", status: 65)
    #expect(said.contains("guest/habits/water/2026.json:2:30: "), "\(said)")
    #expect(try devices[0].read(Machine.water) == broken)
    try devices[1].run("sync")
    #expect(try devices[1].record(in: "guest/habits/tea/2026.json") != nil)
    try devices[0].run("sync", status: 65)
    #expect(try devices[0].read(Machine.water) == broken)
    try devices[0].write(Machine.water, broken.replacing("one", with: "2"))
    try devices.settle()
    #expect(
      try devices[0].record()
        == #"{"progress": 5, "typed": 1, "at": ["07:00:00 mbp", "09:00:00 pho +3"]}"#
    )
  }

  @Test func `staged content is committed as a manual edit`() throws {
    try devices[0].run("add Tea")
    try devices.syncAll()
    let text = try devices[0].read(Machine.water)
    try devices[0].write(Machine.water, text.replacing("\"progress\": 1", with: "\"progress\": 4"))
    try devices[0].git("add", "--all")
    #expect(try devices[0].run("sync --status").contains("not committed yet: guest/habits/"))
    #expect(try devices[0].run("sync").contains("By hand: guest/habits/water/2026.json"))
    #expect(try devices[0].git("status", "--porcelain").output == "")
    // It is merged with what others wrote meanwhile.
    try devices[1].run("log water 2")
    try devices[1].run("sync")
    try devices[0].write(Machine.water, text.replacing("\"progress\": 1", with: "\"progress\": 7"))
    try devices[0].git("add", "--all")
    #expect(try devices[0].run("sync").contains("merged water"))
    // What is written elsewhere takes it in, too.
    try devices[0].write("guest/habits/tea/2026.json", "{\n  \"2026-02-20\": 1\n}\n")
    try devices[0].git("add", "--all")
    try devices[0].run("log water")
    #expect(try devices[0].git("status", "--porcelain").output == "")
    try devices.settle()
    #expect(try devices[1].read("guest/habits/tea/2026.json").contains("\"2026-02-20\": 1"))
    #expect(try devices[1].record()?.contains("\"progress\": 10") == true)
    #expect(try devices[1].run("list").contains("Tea"))
  }

  @Test func `a staged file that was deleted is restored as it was staged`() throws {
    let text = try devices[0].read(Machine.water)
    try devices[0].write(Machine.water, text.replacing("\"progress\": 1", with: "\"progress\": 4"))
    try devices[0].git("add", "--all")
    try devices[0].shell("rm \(devices[0].root)/\(Machine.water)")
    #expect(try devices[0].run("sync").contains(", which was missing"))
    #expect(try devices[0].record()?.contains("\"progress\": 4") == true)
    #expect(try devices[0].git("status", "--porcelain").output == "")
  }

  @Test func `a staged removal is left to the user until it is committed`() throws {
    try devices[1].run("log water 5")
    try devices[1].run("sync")
    try devices[0].git("pull", "--quiet")
    try devices[0].git("rm", "--quiet", Machine.water)
    try devices[0].run("sync")
    #expect(try devices[0].git("status", "--porcelain").output == "D  \(Machine.water)\n")
    try devices[1].run("sync")
    #expect(try devices[1].record()?.contains("\"progress\": 6") == true)
    try devices[0].git("reset", "--quiet", "--hard")
    try devices.settle()
    #expect(try devices[0].record() == devices[1].record())
  }

  @Test func `a file whose removal is staged is put back when it is recorded in`() throws {
    let before = try #require(try devices[0].record())
    try devices[0].git("rm", "--quiet", Machine.water)
    try devices[0].run("log water", at: "12:00")
    #expect(try devices[0].git("status", "--porcelain").output == "")
    let record = try #require(try devices[0].record())
    #expect(try Facts(record).at.count == (try Facts(before).at.count) + 1)
    try devices.settle()
    #expect(try devices[1].record() == record)
  }

  /// The same edit, unstaged and staged, of a file that git itself has changed.
  @Test(arguments: [false, true])
  func `a reverted entry does not return with an edit`(isStaged: Bool) throws {
    try devices[0].run("log water 2")
    try devices[0].git("revert", "--no-edit", "HEAD")
    let text = try devices[0].read(Machine.water)
    try devices[0].write(Machine.water, text.replacing("\"progress\": 1", with: "\"progress\": 2"))
    if isStaged { try devices[0].git("add", "--all") }
    try devices.settle()
    #expect(
      try devices[1].record() == #"{"progress": 2, "typed": 1, "at": ["07:00:00 mbp"]}"#
    )
  }

  @Test(arguments: ["\r\n", "\u{FEFF}", "\t", "order", "1.0"])
  func `usual changes of editors are accepted, and no other line changes`(habit: String) throws {
    try devices[0].run("log water --on 2026-02-20")
    try devices[0].type("4", on: "2026-02-21")
    try devices.syncAll()
    let text = try devices[0].read(Machine.water)
    let edited =
      switch habit {
      case "\r\n": text.replacing("\n", with: "\r\n")
      case "\u{FEFF}": "\u{FEFF}" + text
      case "\t": text.replacing("  \"", with: "\t\"")
      case "order":
        text.replacing(
          #"{"progress": 1, "at": ["07:00:00 mbp"]}"#,
          with: #"{"at": ["07:00:00 mbp"], "progress": 1}"#
        )
      default: text.replacing("\"2026-02-21\": 4", with: "\"2026-02-21\": 4.0")
      }
    try #require(edited != text)
    try devices[0].write(Machine.water, edited)
    try devices[1].run("log water --on 2026-02-22")
    try devices.syncAll()
    // Indentation, line ends and the mark at the beginning are not part of a record.
    let before = try Records(edited).lines
    let added = try Records(devices[0].read(Machine.water)).lines.filter { before[$0] != $1 }
    #expect(added.keys.sorted() == ["2026-02-22"], "\(added)")
    #expect(try devices[0].complaints() == "")
    #expect(try devices[1].complaints() == "")
    let trees = try (0...1).map { try devices[$0].git("rev-parse", "HEAD^{tree}").output }
    #expect(trees[0] == trees[1])
  }

  @Test func `a sync joins a day that occurs twice`() throws {
    let text = try devices[0].read(Machine.water)
    try devices[0].write(
      Machine.water,
      text.replacing(
        "\n}",
        with: ",\n  \"2026-03-01\": {\"progress\": 2, \"at\": [\"08:00:00 tab +2\"]}\n}"
      )
    )
    try devices[1].run("log water")
    #expect(try devices[0].run("sync").contains("joined duplicates"))
    try devices.settle()
    #expect(
      try devices[0].record()
        == #"{"progress": 4, "at": ["07:00:00 mbp", "08:00:00 tab +2", "09:00:00 pho"]}"#
    )
  }

  @Test func `a file in which a merge left markers is joined from both sides`() throws {
    try devices[0].write(
      Machine.water,
      """
      {
      <<<<<<< HEAD
        "2026-03-01": {"progress": 2, "at": ["07:00:00 mbp", "08:00:00 mbp"]}
      =======
        "2026-03-01": {"progress": 3, "at": ["07:00:00 mbp", "08:00:00 tab +2"]}
      >>>>>>> other
      }

      """
    )
    try devices[1].run("log water")
    #expect(try devices[0].run("sync").contains("joined duplicates"))
    try devices.settle()
    #expect(
      try devices[0].record()
        == #"{"progress": 5, "at": ["07:00:00 mbp", "08:00:00 mbp", "08:00:00 tab +2", "09:00:00 pho"]}"#
    )
  }

  @Test func `a copy that another synchroniser left is joined and goes`() throws {
    let copy = "guest/habits/water/2026.sync-conflict-20260301-100000-ABCDEFG.json"
    let records = #"{"progress": 3, "at": ["07:00:00 mbp", "08:00:00 tab +2"]}"#
    try devices[0].write(copy, "{\n  \"2026-03-01\": \(records)\n}\n")
    try devices[1].run("log water")
    try devices[0].run("check --fix")
    #expect(!devices[0].exists(copy))
    try devices.settle()
    #expect(
      try devices[0].record()
        == #"{"progress": 4, "at": ["07:00:00 mbp", "08:00:00 tab +2", "09:00:00 pho"]}"#
    )
  }

  @Test(arguments: [true, false])
  func `an entry tells what its recorder had seen, unless its commit was rebased`(
    isRebased: Bool
  ) throws {
    let days = ["10", "11", "12", "13", "14", "15"]
    let logs = days.map { "07:00 log water --on 2026-02-\($0)" }
    let devices = try Devices("mbp", "pho", before: logs)
    try devices[0].run("log water --on 2026-02-09")
    try devices[0].run("sync")
    if !isRebased { try devices[1].run("sync") }
    try devices[1].run("log water", at: "09:30")
    if isRebased {
      try devices[1].gits("pull -q --rebase")
      try devices[1].gits("push -q")
    } else {
      try devices[1].run("sync")
    }
    try devices[0].run("sync")
    try devices[0].type(nil, on: "2026-02-09")
    try devices[0].run("sync")
    #expect(try (devices[0].record(on: "2026-02-09") != nil) == isRebased)
  }

  @Test func `a sync that commits nothing makes a copied folder as quick as the first one`() throws
  {
    let devices = try Devices("mbp")
    let copy = devices[0].root + "-copy"
    let made = try devices[0].shell(
      "cp -a \(devices[0].root) \(copy) && cd \(copy) && git ls-files | xargs touch -d 2026-01-01"
    )
    #expect(made.status == 0, "\(made)")
    let copied = devices[0].with(["HABIT_REPO": copy])
    func stale() throws -> String { try copied.shell("git -C \(copy) diff-files").text }
    #expect(try stale().contains("guest/habits/water/habit.json"))
    #expect(try copied.run("sync").contains("nothing came"))
    #expect(try stale() == "")
  }
}
