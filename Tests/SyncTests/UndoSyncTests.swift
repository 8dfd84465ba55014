import TestSupport
import Testing

/// Undo on two devices of one person, with syncs between.
@Suite struct UndoSyncTests {
  @Test func `after a sync the newest command of this device is undone, not the other's`() throws {
    let devices = try Devices("mbp", "pho")
    try devices[0].run("log water 2", at: "08:00")
    try devices.syncAll()
    try devices[1].run("log water 3", at: "07:00")
    try devices.syncAll()
    try devices[0].run("undo")
    try devices.settle()
    #expect(
      try devices[1].record()
        == #"{"progress": 3, "at": ["07:00:00 pho +3"], "undone": ["08:00:00 mbp"]}"#
    )
    try devices[1].run("undo")
    try devices[0].run("redo")
    try devices.settle()
    #expect(
      try devices[0].record()
        == #"{"progress": 2, "at": ["08:00:00 mbp +2"], "undone": ["07:00:00 pho"]}"#
    )
  }

  @Test func `what the other device changed since stays, and is told`() throws {
    let devices = try Devices("mbp", "pho")
    try devices[0].run("note water --difficulty 2", at: "08:00")
    try devices[0].run("note water rain", at: "08:01")
    try devices.syncAll()
    try devices[1].run("note water --difficulty 4", at: "09:00")
    try devices[1].run("log water", at: "09:01")
    try devices.syncAll()
    let said = try devices[0].run("undo --on 2026-03-01 --json")
    #expect(said.contains("\"undone\": \"note water"))
    let refused = try devices[0].run("undo --on 2026-03-01", status: 66)
    #expect(
      refused.contains(
        "all that \"note water difficulty 2 (0/8) 2026-03-01\" wrote was changed since"
      )
    )
    try devices.settle()
    let record = try #require(try devices[0].record())
    #expect(record.hasPrefix(#"{"progress": 1, "at": ["09:01:00 pho"], "difficulty": 4, "#))
  }

  @Test func `a clone that got another nickname still undoes its commands`() throws {
    let hub = try Hub()
    let (first, second) = (try Machine(""), try Machine(""))
    for (machine, time) in [(first, "08:00"), (second, "08:01")] {
      try machine.run("add Water")
      try machine.run("log water 2", at: time)
      try machine.run("remote add origin \(hub.address)")
      try machine.run("sync")
    }
    #expect(try second.run("undo").hasPrefix("undone: log water +2"))
    let record = try #require(try second.record())
    #expect(record.hasPrefix(#"{"progress": 2, "at": ["08:00:00 "#), "\(record)")
  }

  @Test func `undoing everything of one device takes nothing from the other`() async throws {
    try await sampling(rounds(2)) { generator in
      let devices = try Devices("mbp", "pho")
      var count = 0
      for number in 0..<16 {
        let place = generator.number(in: 0...1)
        let line = UndoSyncTests.line(&generator, number, place)
        let machine = devices[place]
        let head = try machine.git("rev-parse", "HEAD").output
        // What is written with a clock that went back looks like a commit that git wrote anew.
        _ = try machine.at("2026-03-01T10:\(number + 10):00")
          .process(["habit"] + line.split(separator: " ").map(String.init)).run()
        let hasChanged = try machine.git("rev-parse", "HEAD").output != head
        if place == 0, hasChanged { count += 1 }
        if generator.chance(oneIn: 4) { try devices.syncAll() }
      }
      try devices.syncAll()
      let others = UndoSyncTests.facts(of: "pho", try devices[0].record() ?? "")
      for _ in 0..<count {
        try devices[0].habit("undo", "water", "--on", "2026-03-01", now: "2026-03-01T22:00:00")
      }
      try devices.settle()
      let record = try devices[0].record() ?? ""
      #expect(UndoSyncTests.facts(of: "pho", record).isSuperset(of: others), "\(record)")
      #expect(UndoSyncTests.facts(of: "mbp", record) == [], "\(record)")
    }
  }

  /// Both devices write other values: so a fact says whose it is.
  private static func line(_ generator: inout Generator, _ number: Int, _ place: Int) -> String {
    let rating = place == 0 ? generator.number(in: 1...2) : generator.number(in: 4...5)
    return generator.element(of: [
      "log water \(number + 1)", "note water --difficulty \(rating)",
      "skip water \(place == 0 ? "sick" : "rest")",
      "note water \(place == 0 ? "mbp" : "pho")-\(number)",
    ])
  }

  /// What a device wrote, as far as it stands: entries, the lines of notes, ratings and reasons.
  private static func facts(of device: String, _ record: String) -> Set<String> {
    let isFirst = device == "mbp"
    let live = record.split(separator: "\"undone\"").first.map(String.init) ?? ""
    let body = live.split(separator: "\"changed\"").first.map(String.init) ?? ""
    let texts = body.replacing("\\n", with: "\"").split(separator: "\"").map(String.init)
    var facts = Set(
      texts.filter { $0.contains(" \(device)") || $0.hasPrefix("\(device)-") }
    )
    for rating in isFirst ? ["1", "2"] : ["4", "5"]
    where body.contains("\"difficulty\": \(rating)") { facts.insert("difficulty \(rating)") }
    let skip = isFirst ? "sick" : "rest"
    if body.contains("\"skip\": \"\(skip)\"") { facts.insert("skip \(skip)") }
    return facts
  }
}
