import TestSupport
import Testing

/// Two devices write about the same day before they meet.
@Suite struct SameDayTests {
  /// What two devices did apart, and the record that all have afterwards.
  struct Meeting: Sendable, CustomTestStringConvertible {
    /// What it shows.
    let testDescription: String
    var goal = "8 glasses"
    /// What both knew before.
    var before: [String] = []
    let mbp: [String]
    let pho: [String]
    let record: String?
  }

  @Test(arguments: [
    Meeting(
      testDescription: "done on both is done once",
      goal: "1 time",
      mbp: ["08:15 done water"],
      pho: ["08:40 done water"],
      record: #"{"progress": 1, "at": ["08:15:00 mbp to 1", "08:40:00 pho to 1"]}"#
    ),
    Meeting(
      testDescription: "amounts of both count",
      before: ["07:00 log water"],
      mbp: ["08:00 log water"],
      pho: ["08:00 log water 3"],
      record: #"{"progress": 5, "at": ["07:00:00 mbp", "08:00:00 mbp", "08:00:00 pho +3"]}"#
    ),
    Meeting(
      testDescription: "the same on both counts twice",
      before: ["07:00 log water"],
      mbp: ["08:00 log water"],
      pho: ["08:00 log water"],
      record: #"{"progress": 3, "at": ["07:00:00 mbp", "08:00:00 mbp", "08:00:00 pho"]}"#
    ),
    Meeting(
      testDescription: "what was undone stays undone",
      before: ["06:00 log water", "06:30 log water", "07:00 log water"],
      mbp: ["08:00 undo water"],
      pho: ["08:00 log water"],
      record: #"{"progress": 3, "at": ["06:00:00 mbp", "06:30:00 mbp", "08:00:00 pho"], "#
        + #""undone": ["07:00:00 mbp"]}"#
    ),
    Meeting(
      testDescription: "undone on both is taken back once",
      before: ["06:00 log water", "06:30 log water", "07:00 log water"],
      mbp: ["08:00 undo water"],
      pho: [
        #"08:00 type {"progress": 2, "at": ["06:00:00 mbp", "06:30:00 mbp"], "#
          + #""undone": ["07:00:00 mbp"]}"#
      ],
      record: #"{"progress": 2, "at": ["06:00:00 mbp", "06:30:00 mbp"], "#
        + #""undone": ["07:00:00 mbp"]}"#
    ),
    Meeting(
      testDescription: "one more after it was brought to the goal is one more",
      before: ["07:00 log water 3"],
      mbp: ["20:00 done water"],
      pho: ["21:00 log water"],
      record: #"{"progress": 9, "at": ["07:00:00 mbp +3", "20:00:00 mbp to 8", "21:00:00 pho"]}"#
    ),
    Meeting(
      testDescription: "one more before it was brought to the goal is in it",
      before: ["07:00 log water 3"],
      mbp: ["20:00 done water"],
      pho: ["19:00 log water"],
      record: #"{"progress": 8, "at": ["07:00:00 mbp +3", "19:00:00 pho", "20:00:00 mbp to 8"]}"#
    ),
    Meeting(
      testDescription: "tenths add up exactly",
      goal: "1 litre",
      mbp: ["08:00 log water 0.1", "08:01 log water 0.1", "08:02 log water 0.1"],
      pho: ["08:00 log water 0.2"],
      record: #"{"progress": 0.5, "at": ["08:00:00 mbp +0.1", "08:00:00 pho +0.2", "#
        + #""08:01:00 mbp +0.1", "08:02:00 mbp +0.1"]}"#
    ),
    Meeting(
      testDescription: "a typed 1 and a done make 1",
      goal: "1 time",
      mbp: ["08:00 type 1"],
      pho: ["08:40 done water"],
      record: #"{"progress": 1, "typed": 1, "at": ["08:40:00 pho to 1"]}"#
    ),
    Meeting(
      testDescription: "a typed goal and a done make the goal",
      mbp: ["08:00 type 8"],
      pho: ["08:40 done water"],
      record: #"{"progress": 8, "typed": 8, "at": ["08:40:00 pho to 8"]}"#
    ),
    Meeting(
      testDescription: "a typed part of what a done fills up is in it",
      before: ["07:00 log water 3"],
      mbp: [#"08:00 type {"progress": 6, "at": ["07:00:00 mbp +3"]}"#],
      pho: ["08:40 done water"],
      record: #"{"progress": 8, "typed": 3, "at": ["07:00:00 mbp +3", "08:40:00 pho to 8"]}"#
    ),
    Meeting(
      testDescription: "a typed total and a tick add up",
      before: ["07:00 log water 2"],
      mbp: [#"08:00 type {"progress": 3, "at": ["07:00:00 mbp +2"]}"#],
      pho: ["08:40 log water"],
      record: #"{"progress": 4, "typed": 1, "at": ["07:00:00 mbp +2", "08:40:00 pho"]}"#
    ),
    Meeting(
      testDescription: "the same total typed twice is one",
      mbp: ["08:00 type 3"],
      pho: ["08:00 type 3"],
      record: "3"
    ),
    Meeting(
      testDescription: "of two totals the larger",
      mbp: ["08:00 type 3"],
      pho: ["08:00 type 4"],
      record: "4"
    ),
    Meeting(
      testDescription: "a total typed down keeps the entries",
      before: ["07:00 log water 3"],
      mbp: [#"08:00 type {"progress": 1, "at": ["07:00:00 mbp +3"]}"#],
      pho: ["08:40 log water"],
      record: #"{"progress": 2, "typed": -2, "at": ["07:00:00 mbp +3", "08:40:00 pho"]}"#
    ),
    Meeting(
      testDescription: "of a line deleted by hand only what is new comes back",
      before: ["07:00 log water 3", "07:30 log water --on 2026-02-20"],
      mbp: ["08:00 type"],
      pho: ["08:40 log water"],
      record: #"{"progress": 1, "at": ["08:40:00 pho"]}"#
    ),
  ])
  func `records of two devices on one day are merged`(meeting: Meeting) throws {
    for reversed in [false, true] {
      let devices = try Devices("mbp", "pho", goal: meeting.goal, before: meeting.before)
      try devices[0].follow(meeting.mbp)
      try devices[1].follow(meeting.pho)
      try devices.settle(reversed: reversed)
      let record = try devices[0].record()
      #expect(record == meeting.record, reversed ? "pho first" : "mbp first")
    }
  }

  /// Equal files are not enough for nothing to be sent.
  @Test func `two equal changes stay two commits, and both are published`() throws {
    let devices = try Devices("mbp", "pho")
    for place in 0..<2 { try devices[place].type("3", on: "2026-03-01") }
    try devices[0].run("sync")
    try devices[1].run("sync")
    let commits = try devices.hub.git("log", "--format=%s", "main").output
    #expect(commits.split(separator: "\n").count { $0 == "edit by hand" } == 2, "\(commits)")
    try devices.settle()
  }
}
