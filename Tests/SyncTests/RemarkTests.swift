import TestSupport
import Testing

/// Two devices say something about the same day before they meet.
@Suite struct RemarkTests {
  @Test func `a skip on one device and a log on the other are both kept`() throws {
    let devices = try Devices("mbp", "pho", goal: "1 time")
    try devices[0].run("skip water sick")
    try devices[1].run("log water", at: "10:00")
    try devices[0].run("sync")
    #expect(
      try devices[1].run("sync").contains(
        "Water on 2026-03-01 has both: skipped, sick, and 1 done"
      )
    )
    try devices.settle()
    #expect(
      try devices[0].record() == #"{"progress": 1, "at": ["10:00:00 pho"], "skip": "sick"}"#
    )
    #expect(try devices[0].run("query --json").contains(#""state": "done""#))
    try devices[1].run("undo water")
    try devices.settle()
    #expect(try devices[0].run("query --json").contains(#""state": "skipped""#))
  }

  @Test func `of two first ratings the larger counts, and the other is named`() throws {
    let devices = try Devices("mbp", "pho")
    try devices[0].run("note water --difficulty 2")
    try devices[1].run("note water --difficulty 4")
    try devices[0].run("sync")
    let said = try devices[1].run("sync")
    #expect(said.contains("difficulty of water on 2026-03-01 is 4, no longer 2"))
    #expect(said.contains("habit note water --difficulty 2 --on 2026-03-01"))
    try devices.settle()
    #expect(try devices[0].record() == #"{"difficulty": 4}"#)
    try devices[0].run("note water --difficulty 2 --on 2026-03-01")
    try devices.settle()
    #expect(try devices[1].record()?.hasPrefix(#"{"difficulty": 2, "changed""#) == true)
  }

  @Test func `a device that did not merge is told once which of its values were discarded`() throws
  {
    let devices = try Devices("mbp", "pho", "tab", before: ["07:00 log water"])
    try devices[0].run("note water --difficulty 2")
    try devices[0].run("edit water --name Drink")
    try devices[0].run("sync")
    try devices[2].run("log water", at: "10:00")
    try devices[2].run("sync")
    try devices[1].run("note water --difficulty 4")
    try devices[1].run("edit water --name Aqua", at: "11:00")
    try devices[1].run("sync")
    let told = """
      difficulty of water on 2026-03-01 is 4, no longer 2
        to have it back: habit note Aqua --difficulty 2 --on 2026-03-01
      name of water is "Aqua", no longer "Drink"
        to have it back: habit edit Aqua --name Drink

      """
    // Something new here, so that it is a merge, too.
    try devices[0].run("log water", at: "2026-03-02")
    let said = try devices[0].run("sync")
    #expect(said.contains(told), "\(said)")
    #expect(!said.contains("merged"))
    // What tab had of mbp's is not there any more either; what was there before is no matter.
    #expect(try devices[2].run("sync --dry-run").contains("is 4, no longer 2"))
    try devices[1].run("note water --difficulty 5")
    try devices[1].run("sync")
    let json = try devices[2].run("sync --json")
    #expect(
      json.contains(
        #"{"file": "guest/habits/water/2026.json", "date": "2026-03-01", "#
          + #""field": "difficulty", "kept": "5", "dropped": "2"}"#
      ),
      "\(json)"
    )
    for place in 0...2 {
      let said = try devices[place].run("sync")
      #expect(!said.contains("no longer"), "\(said)")
    }
    try devices.settle()
  }

  @Test func `discarded values of a merge by git are reported, too`() throws {
    let devices = try Devices("mbp", "pho", before: ["07:00 log water"])
    try devices[0].run("note water --difficulty 2")
    try devices[0].run("sync")
    try devices[1].run("note water --difficulty 4")
    try devices[1].gits("pull -q --no-rebase --no-edit")
    try devices[1].gits("push -q origin HEAD:main")
    #expect(
      try devices[0].run("sync").contains("difficulty of water on 2026-03-01 is 4, no longer 2\n")
    )
    try devices.settle()
  }

  @Test func `a device that changed the value later gets no report`() throws {
    let devices = try Devices("mbp", "pho")
    try devices[0].run("note water --difficulty 2")
    try devices[0].run("sync")
    try devices[1].run("note water --difficulty 4")
    try devices[1].run("sync")
    try devices[1].run("note water --difficulty 2")
    try devices[1].run("sync")
    #expect(try !devices[0].run("sync").contains("no longer"))
    try devices.settle()
  }

  @Test(arguments: [false, true])
  func `a change wins over the unchanged value, in either order of syncs`(reversed: Bool) throws {
    let devices = try Devices("mbp", "pho", before: ["08:00 note water --difficulty 4"])
    try devices[0].run("note water --difficulty 3")
    try devices[1].run("log water")
    try devices.settle(reversed: reversed)
    #expect(try devices[1].record()?.contains(#""difficulty": 3"#) == true)
  }

  @Test func `two notes are both kept until somebody makes one of them`() throws {
    let devices = try Devices("mbp", "pho")
    try devices[0].run("note water rain")
    try devices[1].run("note water great")
    try devices.settle()
    #expect(try devices[0].record() == #"{"note": ["great", "rain"]}"#)
    try devices[1].run("note water both --replace")
    try devices.settle()
    #expect(try devices[0].record() == #"{"note": "both"}"#)
  }

  @Test func `different days of one file are not in conflict`() throws {
    let devices = try Devices("mbp", "pho")
    try devices[0].run("log water")
    try devices[1].run("log water", at: "2026-03-02")
    try devices[0].run("sync")
    let said = try devices[1].run("sync")
    #expect(!said.contains("merged"), "\(said)")
    try devices.settle()
    #expect(try devices[0].record(on: "2026-03-01") == #"{"progress": 1, "at": ["09:00:00 mbp"]}"#)
    #expect(try devices[0].record(on: "2026-03-02") == #"{"progress": 1, "at": ["09:00:00 pho"]}"#)
  }
}
