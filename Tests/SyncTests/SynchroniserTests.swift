import TestSupport
import Testing

/// Two devices without a remote, of which a synchroniser exchanges the files and not git's folder.
@Suite struct SynchroniserTests {
  @Test func `nothing is lost between two devices that have no history in common`() async throws {
    try await sampling(rounds(3, long: 60)) { random in
      var pair = try Pair()
      for _ in 0..<40 { try pair.happen(&random) }
      try pair.end()
    }
  }

  @Test func `a file that another device wrote removes nothing that was recorded here`() throws {
    var pair = try Pair()
    try pair.log(on: 0)
    try pair.log(on: 1)
    try pair.exchange()
    try pair.end()
  }
}

/// A synchroniser beside git: it brings a file that was saved before git rewrote the commit it shows.
@Suite struct LateFileTests {
  private static let base = "git reset -q --hard origin/main"

  @Test(arguments: [
    "git pull -q --rebase",
    "log=$(git rev-parse HEAD); git fetch -q; \(base); git cherry-pick $log",
    "git format-patch -q -o .. HEAD~; git fetch -q; \(base); git am -q -3 ../0001*",
    "git fetch -q; git merge -q --squash origin/main; git commit -q --amend --no-edit",
    "git pull -q --no-rebase --no-edit; for commit in HEAD^ HEAD; do git revert --no-edit $commit; done",
  ])
  func `a commit that git has rewritten is no evidence of what its author had seen`(
    commands: String
  ) throws {
    let devices = try Devices("mbp", "pho", before: ["07:00 log water"])
    let (mbp, pho) = (devices[0], devices[1])
    for setting in ["user.name Ann", "user.email ann@example.org"] {
      try mbp.gits("config \(setting)")
    }
    try mbp.run("log water 2", at: "10:00")
    let late = try mbp.read(Machine.water)
    try pho.run("note water rain --on -2", at: "11:00")
    try pho.run("sync")
    let said = try mbp.process(["bash", "-ec", commands], in: mbp.repository).run()
    try #require(said.status == 0, "\(said)")
    for machine in [mbp, pho] { try machine.run("sync") }
    #expect(try pho.read(Machine.water).contains("10:00:00 mbp +2"))
    try pho.write(Machine.water, late)
    try pho.run("log water", at: "12:00")
    #expect(try pho.record(on: "2026-02-27") == #"{"note": "rain"}"#)
    #expect(try pho.record()?.contains("12:00:00 pho") == true)
    try devices.settle()
  }
}

/// Two devices without a remote whose files something exchanges, and what was recorded on them.
struct Pair {
  private let machines: [Machine]
  private var synchroniser: any Exchanging
  private var second = 0
  private var logs: [String] = []
  private var edits: [String] = []

  init(
    by program: (Machine, Machine) throws -> any Exchanging = { Synchroniser(between: $0, and: $1) }
  ) throws {
    machines = [try Machine("mbp"), try Machine("pho")]
    try machines[0].run("add Water --goal 8 --from 2026-01-01")
    try machines[1].run(["init", machines[1].root])
    synchroniser = try program(machines[0], machines[1])
    try synchroniser.exchange()
  }

  mutating func happen(_ random: inout Generator) throws {
    let place = random.number(in: 0...1)
    switch random.number(in: 1...20) {
    case 1...9: try log(on: place, random.chance(oneIn: 2) ? "2026-02-20" : "2026-02-21")
    case 10...15: try exchange()
    case 16...17: try edit(on: place)
    case 18: try run("today", on: place)
    default: try run("check --fix", on: place)
    }
  }

  mutating func exchange() throws { try synchroniser.exchange() }

  mutating func log(on place: Int, _ day: String = "2026-02-20") throws {
    let time = try run("log water --on \(day)", on: place)
    logs.append("\(time) \(machines[place].settings["HABIT_DEVICE"] ?? "")")
  }

  /// Adds a day of its own in an editor.
  private mutating func edit(on place: Int) throws {
    guard machines[place].exists(Machine.water) else { return }
    let day = "2026-01-\(10 + edits.count)"
    try machines[place].type("\(100 + edits.count)", on: day)
    let record = try machines[place].record(on: day)
    edits.append(try #require(record))
  }

  @discardableResult
  private mutating func run(_ line: String, on place: Int) throws -> String {
    second += 7
    let clock = [9 + second / 3_600, second / 60 % 60, second % 60].map {
      $0 < 10 ? "0\($0)" : "\($0)"
    }
    .joined(separator: ":")
    try machines[place].run(line, at: "2026-03-01T\(clock)")
    return clock
  }

  /// Both devices merge what lies there, and have everything then.
  mutating func end() throws {
    for _ in 0..<3 {
      for place in 0...1 {
        try run("check --fix", on: place)
        try exchange()
      }
      for place in 0...1 { try run("log water --on 2026-02-27", on: place) }
      try exchange()
    }
    try run("check --fix", on: 0)
    try exchange()
    // What renamed both versions has left no file, and two copies.
    for place in 0...1 { try run("check --fix", on: place) }
    for machine in machines {
      let text = try machine.read(Machine.water)
      for fact in logs + edits { #expect(text.contains(fact)) }
    }
    #expect(try machines[0].read(Machine.water) == machines[1].read(Machine.water))
  }
}
