import Foundation
import TestSupport
import Testing

/// Several people in one repository, and clocks that disagree.
@Suite struct PeopleAndClockTests {
  @Test func `two people with two devices each stay apart`() throws {
    let devices = try Devices("ann-mbp", "ann-pho", "bob-mbp", "bob-pho")
    func user(_ place: Int) -> String { place < 2 ? "ann" : "bob" }
    try devices[0].run("user add ann")
    try devices[0].run("sync")
    try devices[2].run("sync")
    try devices[2].run("user add bob")
    try devices.syncAll()
    for place in [0, 2] { try devices[place].run("--user \(user(place)) add Run") }
    try devices.syncAll()
    for day in 1...10 {
      let date = "2026-03-\(day < 10 ? "0" : "")\(day)"
      for place in 0...3 { try devices[place].run("--user \(user(place)) log run", at: date) }
      try devices[day % 4].run("sync", at: date)
    }
    try devices.settle()
    for user in ["ann", "bob"] {
      let records = try Records(devices[0].read("\(user)/habits/run/2026.json"))
      #expect(records.days.count == 10)
      #expect(records.lines.values.allSatisfy { $0.hasPrefix(#"{"progress": 2,"#) })
    }
    for commit in try devices[0].gits("rev-list --no-merges HEAD").split(separator: "\n") {
      let paths = try devices[0].gits("show --format= --name-only \(commit)").split(separator: "\n")
      let people = Set(paths.compactMap { $0.split(separator: "/").first })
      #expect(!people.isSuperset(of: ["ann", "bob"]), "\(commit): \(paths)")
    }
  }

  @Test func `an edit of another's file merges as any other and is a commit of its own`() throws {
    let devices = try Devices("mbp", "pho")
    try devices[0].run("user add ann")
    try devices[0].run("--user ann add Run")
    try devices.syncAll()
    let path = "ann/habits/run/2026.json"
    try devices[1].type("3", on: "2026-03-01", in: path)
    try devices[1].run("log water")
    try devices[0].run("--user ann log run")
    try devices[1].run("sync")
    try devices[1].run("--user ann note run --difficulty 2")
    try devices[1].run("sync")
    let told = "guest on pho changed run 2026-03-01 of ann\n"
    #expect(try !devices[0].run("sync --dry-run").contains(told), "it is nothing to guest")
    #expect(try devices[0].run("--user ann sync --dry-run").contains(told))
    let said = try devices[0].run("--user ann sync --json")
    #expect(
      said.contains(#"{"by": "guest on pho", "file": "\#(path)", "changed": ["2026-03-01"]}"#),
      "\(said)"
    )
    try devices.settle()
    #expect(
      try devices[0].record(in: path)
        == #"{"progress": 4, "typed": 3, "at": ["09:00:00 mbp"], "difficulty": 2}"#
    )
    #expect(try devices[0].gits("log --format=%an -2 --grep=hand -- \(path)") == "guest on pho\n")
  }

  @Test func `commits by the user's git name count as the user's own`() throws {
    let devices = try Devices("mbp", "pho")
    try devices[0].run("user add ann")
    try devices[0].run("--user ann add Run")
    try devices.syncAll()
    let path = "ann/habits/run"
    func commit(_ name: String, _ record: String, on day: String) throws {
      try devices[1].type(record, on: day, in: "\(path)/2026.json")
      try devices[1].gits("add .")
      try devices[1].gits("commit -qm x --author=\(name)<\(name)@x.org>")
    }
    let text = try devices[1].read("\(path)/habit.json")
    try devices[1].write("\(path)/habit.json", text.replacing("\"Run\"", with: "\"Walk\""))
    for day in 1...5 { try commit("Bob", "\(day)", on: "2026-03-0\(day)") }
    try commit("Ann", "9", on: "2026-03-09")
    try devices[1].gits("push -q origin main")
    try devices[0].gits("config user.name Ann")
    try devices[0].gits("config user.email other@x.org")
    let said = try devices[0].run("--user ann sync --dry-run --explain").split(separator: "\n")
    let days = (1...5).map { "2026-03-0\($0)" }.joined(separator: ", ")
    #expect(said.contains("Bob changed run \(days) of ann"), "\(said)")
    #expect(said.contains("Bob changed run name of ann"), "\(said)")
    #expect(said.filter { $0.contains("Ann changed") } == [])
    let short = try devices[0].run("--user ann sync")
    #expect(
      short.contains("Bob changed run 2026-03-01, 2026-03-02, 2026-03-03 and 2 more of ann\n"),
      "\(short)"
    )
    try devices.settle()
  }

  @Test func `a change made after seeing the other one wins, whatever the clocks say`() throws {
    let devices = try Devices("mbp", "pho", before: ["08:00 note water --difficulty 3"])
    let (ahead, behind) = (
      devices[0].at("2027-03-01T09:00:00"), devices[1].at("2026-03-02T09:00:00")
    )
    try ahead.run("note water --difficulty 4 --on 2026-03-01")
    try ahead.run("sync")
    #expect(try behind.run("sync").contains("the clock of mbp is ahead of this one"))
    try behind.run("note water --difficulty 2 --on 2026-03-01")
    try behind.run("edit water --name Drink")
    try behind.run("sync")
    try ahead.run("sync")
    try ahead.run("edit water --name Hydrate")
    try ahead.run("sync")
    try behind.run("sync")
    try behind.run("edit water --name Aqua")
    try behind.run("sync")
    try devices.settle()
    #expect(try devices[0].record()?.contains(#""difficulty": 2"#) == true)
    #expect(try devices[0].definition.contains(#""name": "Aqua""#))
  }

  @Test func `a merge has no time of a clock that is far ahead`() throws {
    let devices = try Devices("mbp", "pho")
    try devices[1].type("3", on: "2026-03-01")
    let ahead = devices[1].withIdentity.with(["GIT_COMMITTER_DATE": "2099-01-01T00:00:00Z"])
    for line in ["add .", "commit -qm x", "push -q origin main"] {
      let words = ["git"] + line.split(separator: " ").map(String.init)
      #expect(try ahead.process(words, in: devices[1].repository).run().status == 0)
    }
    try devices[0].run("log water")
    try devices[0].run("sync")
    let seconds = try devices[0].gits("log -1 --min-parents=2 --format=%ct")
    let merged = try #require(Int(seconds.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(merged < 4_000_000_000)
  }

  @Test func `a change by a slow clock is stamped after the one it has seen`() throws {
    let devices = try Devices("mbp", "pho", before: ["08:00 note water --difficulty 3"])
    try devices[0].run("note water --difficulty 4", at: "10:00")
    try devices.syncAll()
    try devices[1].run("note water --difficulty 2", at: "09:00")
    #expect(
      try devices[1].record()
        == #"{"difficulty": 2, "changed": {"difficulty": "2026-03-01T10:00:01Z pho"}}"#
    )
    try devices[1].type(
      #"{"difficulty": 5, "changed": {"difficulty": "2026-03-01T10:00:01Z pho"}}"#,
      on: "2026-03-01"
    )
    try devices[1].run("sync", at: "09:01")
    #expect(try devices[1].record()?.contains("2026-03-01T10:00:02Z pho") == true)
    try devices.settle()
  }

  @Test func `an hour that comes twice has two entries`() throws {
    let devices = try Devices("mbp", "pho")
    let berlin = devices[0].with(["TZ": "Europe/Berlin"])
    try berlin.run("log water", at: "2026-10-25T02:30:10")
    try berlin.run("log water", at: "2026-10-25T02:30:10")
    try devices.settle()
    let record = try devices[1].record(on: "2026-10-25")
    #expect(record == #"{"progress": 2, "at": ["02:30:10 mbp", "02:30:11 mbp"]}"#)
  }

  @Test func `a commit of a time that no clock shows is listed, and is no merge's time`() throws {
    let devices = try Devices("mbp", "pho", before: ["08:00 log water"])
    try devices[0].run("log water", at: "10:00")
    try devices[0].shell(
      "cd \(devices[0].root) && t=$(git rev-parse HEAD^{tree}) p=$(git rev-parse HEAD^)"
        + " && c=$(printf 'tree %s\\nparent %s\\nauthor x <x@x> 9223372036854775807 +0100\\n"
        + "committer x <x@x> 99999999999999 +0000\\n\\nx\\n' $t $p"
        + " | git hash-object -t commit -w --stdin --literally) && git reset -q $c"
    )
    try devices[0].run("sync")
    try devices[1].run("log water", at: "11:00")
    try devices.settle()
    for line in ["history", "history water", "why water --on 2026-03-01", "digest"] {
      try devices[1].run(line)
    }
    #expect(try devices[1].run("history").contains("9999-12-31"))
    #expect(try devices[1].git("log", "-1", "--format=%ct").output.count == "1772355600\n".count)
  }

  @Test func `the same instant is each device's own day`() throws {
    let devices = try Devices("mbp", "pho")
    // 2026-03-02T01:00Z, in Tokyo and in New York.
    try devices[0].with(["TZ": "Asia/Tokyo"]).run("log water", at: "2026-03-02T10:00:00")
    try devices[1].with(["TZ": "America/New_York"]).run("log water", at: "2026-03-01T20:00:00")
    try devices[0].run("sync", at: "2026-03-02")
    let said = try devices[1].run("sync")
    #expect(!said.contains("merged"))
    try devices.settle()
    #expect(try devices[0].record(on: "2026-03-01") == #"{"progress": 1, "at": ["20:00:00 pho"]}"#)
    #expect(try devices[0].record(on: "2026-03-02") == #"{"progress": 1, "at": ["10:00:00 mbp"]}"#)
  }

  @Test func `a clock that jumps back gives no time twice`() throws {
    let devices = try Devices("mbp", "pho")
    for second in [10, 11, 12, 10, 10, 11, 9, 10, 11, 12] {
      try devices[0].run("log water", at: "2026-03-01T09:00:\(second < 10 ? "0" : "")\(second)")
    }
    try devices.settle()
    let record = try #require(try devices[1].record())
    #expect(record.hasPrefix(#"{"progress": 10,"#))
    let entries = record.split(separator: "\"").filter { $0.hasSuffix(" mbp") }
    #expect(Set(entries).count == 10)
  }
}
