import Foundation
import TestSupport
import Testing

/// Repositories of older releases, and devices that still run one.
@Suite struct OldReleaseTests {
  @Test(
    arguments: [
      ("query", ["--from", "2026-01-01"]), ("today", []), ("xp", []),
      ("stats", ["--from", "2026-01-01", "--to", "2026-03-20"]),
    ] as [(String, [String])]
  )
  func `the JSON keys of older releases stay`(name: String, options: [String]) throws {
    for release in OldWorld.releases {
      let world = try OldWorld(of: release)
      let lap = try world.machine("lap")
      let said = try lap.process(["habit", name] + options + ["--json"]).run()
      #expect(said.status == 0, "\(said)")
      let now = try JSONSerialization.jsonObject(with: Data(said.output.utf8))
      let difference = difference(from: try world.said(name), to: now)
      #expect(difference == nil, "\(release): \(difference ?? "")")
    }
  }

  @Test func `an older release and this one make the same merge commit`() throws {
    let world = try OldWorld(of: "1.0.0")
    let meet = try world.machine("meet")
    try world.sendNext()
    #expect(try meet.run("sync").contains("merged"))
    #expect(try meet.gits("rev-parse HEAD") == world.merge)
    #expect(try meet.run("check").contains("no problem"))
    try meet.judge()
  }

  @Test(arguments: OldWorld.releases, ["lap", "killed", "halfway"])
  func `a repository of an older release is used and synced without loss`(
    release: String,
    name: String
  ) throws {
    // In an ordinary run each folder and each release meets both orders once.
    let orders = rounds(1) > 1 ? [false, true] : [(release == "1.0.0") == (name == "killed")]
    for isPhoneFirst in orders {
      try expectNothingLost(of: release, on: name, isPhoneFirst: isPhoneFirst)
    }
  }

  private func expectNothingLost(
    of release: String,
    on name: String,
    isPhoneFirst: Bool
  ) throws {
    let world = try OldWorld(of: release)
    let lap = try world.machine(name)
    let pho = try world.machine("pho")
    var expected = try world.entries(of: name)
    if isPhoneFirst { try world.sendNext() }
    try lap.run("log run 2", at: "10:00")
    try lap.run("log coffee", at: "10:01")
    try lap.run("log water 1", at: "10:02")
    try lap.run("undo water", at: "10:03")
    try lap.run("sync", at: "10:04")
    if !isPhoneFirst { try world.sendNextOnTop() }
    try pho.run("log tidy", at: "10:05")
    for machine in [pho, lap, pho] { try machine.run("sync", at: "10:06") }
    let day = "2026-03-21"
    expected["alice/habits/run/2026.json \(day)", default: []]
      .formUnion(["07:09:00 lap +4", "10:00:00 lap +2"])
    expected["alice/habits/coffee/2026.json \(day)", default: []].insert("10:01:00 lap")
    expected["alice/habits/tidy-up/2026.json \(day)", default: []].insert("10:05:00 pho")
    expected["alice/habits/water/2026.json 2026-01-05"] = nil
    if name == "killed" {
      expected["alice/habits/water/2026.json \(day)", default: []].insert("09:30:00 lap +9")
    }
    try expectAllEqual([lap, pho], at: world.hub)
    let facts = try OldWorld.facts(in: lap.repository)
    for place in Set(facts.keys).union(expected.keys).sorted() {
      #expect(Set(facts[place]?.at ?? []) == expected[place] ?? [], "\(place)")
    }
    for (place, facts) in facts {
      #expect(facts.progress == facts.total, "\(place)")
      #expect(facts.at.count == Set(facts.at.map(\.entryID)).count, "\(place)")
    }
    // The manual edits, one of which took a day's entries away, and the definition that the phone
    // changed next.
    #expect(try lap.record(on: "2026-01-05", in: "alice/habits/water/2026.json") == "7")
    let tidy = try lap.record(on: "2026-01-05", in: "alice/habits/tidy-up/2026.json")
    #expect(tidy?.contains(#""note": "typed while broken""#) == true)
    #expect(try lap.read("alice/habits/water/habit.json").contains("Drink water"))
    #expect(try lap.run("check").contains("no problem"))
  }

  @Test(
    .enabled(
      if: OldRelease.program != nil,
      "HABIT_OLD names no program of an older release: devices that still run it are not tried"
    )
  )
  func `devices of which some still run an older release lose nothing, whatever they do`()
    async throws
  {
    let old = try OldRelease.programs()
    try await sampling(rounds(1, long: 40)) { random in
      var story = try Story(
        [(.firstHub, "guest"), (.firstHub, "guest"), (.mixed, "guest")],
        days: ["2025-12-31", "2026-03-30", "2026-03-31"],
        programs: [1: old.url],
        random
      )
      for _ in 0..<240 { try story.happen() }
      try story.end()
    }
  }

  /// What release 0.1.0 computed by other rules: the strength since only the days count that a
  /// schedule names, and the best habit since "10 km a week" is the sum of a week.
  private static let redefined: Set = ["strength", "top"]

  /// What release 0.1.0 called otherwise: a rate is of days, as `stats` shows it.
  private static let renamed = ["perfectDays": "completeDays", "rate": "amount"]

  /// Whether something means the same as before: "10 km a week" is the sum of a week now.
  private func isSame(_ value: Any) -> Bool {
    let object = value as? [String: Any]
    return ![object?["habit"], object?["id"]].contains { $0 as? String == "run" }
  }

  /// Where JSON that has to say at least the same says something else.
  private func difference(from old: Any, to new: Any, at place: String = "") -> String? {
    switch (old, new) {
    case (let old as [String: Any], let new as [String: Any]):
      let kept = old.filter { !OldReleaseTests.redefined.contains($0.key) }
      for (key, value) in kept.sorted(by: { $0.key < $1.key }) {
        let name = OldReleaseTests.renamed[key].flatMap { old[$0] == nil ? $0 : nil } ?? key
        guard let other = new[name] else { return "\(place)/\(name) is missing" }
        if let found = difference(from: value, to: other, at: "\(place)/\(key)") { return found }
      }
      return nil
    case (let old as [Any], let new as [Any]):
      let (old, new) = (old.filter(isSame), new.filter(isSame))
      guard old.count == new.count else { return "\(place): \(new.count), not \(old.count)" }
      for (number, (value, other)) in zip(old, new).enumerated() {
        if let found = difference(from: value, to: other, at: "\(place)/\(number)") { return found }
      }
      return nil
    default:
      return "\(old)" == "\(new)" ? nil : "\(place): \(new), not \(old)"
    }
  }
}
