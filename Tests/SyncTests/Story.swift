import Foundation
import TestSupport
import Testing

/// A random history of a few devices, and the ledger of what they were told.
struct Story {
  /// How a device exchanges what it has.
  enum Exchange: Hashable {
    /// `habit sync` with each of these hubs, in this order.
    case sync(hubs: [Int])
    /// `git pull`, merging or rebasing, and `git push`.
    case pull(rebasing: Bool)
    /// Sometimes the one, sometimes the other.
    case mixed
    /// `git pull` where nobody told git of habit's driver; a conflict is settled by taking a side.
    case careless

    /// `habit sync` with the first hub.
    static let firstHub = Self.sync(hubs: [0])
    /// `habit sync` with both hubs.
    static let bothHubs = Self.sync(hubs: [0, 1])
    /// `habit sync` with the second hub.
    static let secondHub = Self.sync(hubs: [1])
  }

  /// One of the devices.
  struct Participant {
    let machine: Machine
    let exchange: Exchange
    /// Whose habits it is used for.
    let user: String
    /// By how many hours its clock is wrong.
    let skew: Int
  }

  /// The hubs, and what each device calls them.
  let hubs: [Hub]
  let remotes = ["origin", "second", "third"]
  let participants: [Participant]
  let habits: [String]
  private(set) var days: [String]
  private(set) var ledger = Ledger()
  var random: Generator
  private var seconds = 0
  private var texts = 0

  /// A story whose devices have clones of one repository; some may have other programs.
  init(
    _ exchanges: [(exchange: Exchange, user: String)],
    days: [String],
    hubs count: Int = 2,
    programs: [Int: URL] = [:],
    _ random: Generator
  ) throws {
    var random = random
    let users = exchanges.map(\.user)
    hubs = try (0..<count).map { _ in try Hub() }
    habits = ["water", "run"]
    self.days = days
    participants = try exchanges.enumerated().map { place, how in
      Participant(
        machine: try Machine(
          "dev\(place)",
          now: "2026-03-31T06:00:00",
          programs: programs[place] ?? Build.folder
        ),
        exchange: how.exchange,
        user: how.user,
        skew: random.element(of: [0, 0, 1, -1])
      )
    }
    self.random = random
    let first = participants[0].machine
    for user in Set(users).sorted() {
      if user != "guest" { try first.run("user add \(user)") }
      for habit in habits {
        try first.run(
          ["--user", user, "add", habit, "--goal", "8 times", "--from", "2025-12-01"]
        )
      }
    }
    for (remote, hub) in zip(remotes, hubs) {
      try first.run("remote add \(remote) \(hub.address)")
      try first.run("sync \(remote)")
    }
    for participant in participants.dropFirst() {
      try participant.machine.run("clone \(hubs[0].address)")
      for (remote, hub) in zip(remotes, hubs).dropFirst() {
        try participant.machine.run("remote add \(remote) \(hub.address)")
      }
    }
  }
}

// MARK: Telling

extension Story {
  /// Something happens on one of the devices.
  mutating func happen() throws {
    let place = random.number(in: 0...(participants.count - 1))
    let participant = participants[place]
    if random.chance(oneIn: 6) { return try exchange(participant) }
    // Sometimes somebody is at another's habits.
    let user =
      random.chance(oneIn: 8) ? random.element(of: participants.map(\.user)) : participant.user
    let habit = random.element(of: habits)
    switch random.number(in: 1...100) {
    case ...40:
      try record(participant, user, habit, ["log", habit, "\(random.number(in: 1...3))"])
    case ...47: try record(participant, user, habit, ["done", habit])
    case ...58: try record(participant, user, habit, ["undo", habit])
    case ...63: try record(participant, user, habit, ["set", habit, "\(random.number(in: 0...9))"])
    case ...70: try record(participant, user, habit, ["note", habit, text()])
    case ...74:
      try record(participant, user, habit, ["note", habit, text(), "--replace"], replacing: true)
    case ...78:
      try record(
        participant,
        user,
        habit,
        ["note", habit, "--difficulty", "\(random.number(in: 1...5))"]
      )
    case ...81:
      let reason = random.element(of: ["sick", "travel", "weather"])
      try record(participant, user, habit, ["skip", habit, reason])
    case ...84:
      let goal = "\(random.number(in: 4...9)) times"
      try define(participant, user, ["edit", habit, "--goal", goal])
    case ...87: try define(participant, user, ["edit", habit, "--name", text()])
    default: try edit(participant, user, habit)
    }
  }

  /// A day passes for everybody.
  mutating func passDay(to day: String) { days = [day] }

  private mutating func text() -> String {
    texts += 1
    return "text \(texts)"
  }

  /// The next moment on a device's clock: no moment comes twice.
  private mutating func moment(_ participant: Participant) -> String {
    seconds += random.number(in: 1...40)
    let clock = seconds + (8 + participant.skew) * 3600
    let parts = [clock / 3600 % 24, clock / 60 % 60, clock % 60]
    let time = parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    return "2026-03-31T\(time)"
  }

  private func place(_ user: String, _ habit: String, _ day: String) -> Ledger.Place {
    Ledger.Place(path: "\(user)/habits/\(habit)/\(day.prefix(4)).json", day: day)
  }

  private func facts(_ participant: Participant, _ place: Ledger.Place) throws -> Facts {
    try Facts(participant.machine.record(on: place.day, in: place.path))
  }

  mutating func record(
    _ participant: Participant,
    _ user: String,
    _ habit: String,
    _ words: [String],
    replacing: Bool = false
  ) throws {
    let day = random.element(of: days)
    let place = place(user, habit, day)
    let before = try facts(participant, place)
    let said = try participant.machine.at(moment(participant))
      .process(["habit", "--user", user] + words + ["--on", day]).run()
    let after = try facts(participant, place)
    let name = "\(words.joined(separator: " ")) \(place): \(said)"
    let mayHaveNothing = words[0] == "undo" && said.status == 66
    let isFull = words[0] == "note" && said.errors.contains("characters; 2000 are the most")
    try #require(said.status == 0 || mayHaveNothing || isFull, "\(name)")
    if words[0] == "log" {
      #expect(after.at.count == before.at.count + 1, "\(name)")
    } else if words[0] == "undo", said.status == 0 {
      // What is taken back is an entry, or another fact of the record.
      #expect(Set(after.at).isSubset(of: before.at), "\(name)")
      #expect(
        after.at.count + after.undone.count == before.at.count + before.undone.count,
        "\(name)"
      )
    } else {
      #expect(Set(before.at).isSubset(of: after.at), "\(name)")
    }
    ledger.take(place, before, after, replacing: replacing || words[0] == "undo")
  }

  private mutating func define(
    _ participant: Participant,
    _ user: String,
    _ words: [String]
  ) throws {
    try participant.machine.run(["--user", user] + words, at: moment(participant))
  }

  /// Somebody edits a line, and the next command takes it in.
  private mutating func edit(
    _ participant: Participant,
    _ user: String,
    _ habit: String
  ) throws {
    let machine = participant.machine
    let place = place(user, habit, random.element(of: days))
    let text = try machine.record(on: place.day, in: place.path)
    let before = try Facts(text)
    switch text {
    case nil: try machine.type("\(random.number(in: 1...9))", on: place.day, in: place.path)
    case let text? where random.chance(oneIn: 2) && !before.at.isEmpty:
      let entry = random.element(of: before.at)
      let edited = text.replacing("\"\(entry)\", ", with: "").replacing("\"\(entry)\"", with: "")
        .replacing(", ]", with: "]")
      try machine.type(edited, on: place.day, in: place.path)
    case let text?:
      guard let progress = before.progress else { return }
      let total = random.number(in: 0...9)
      let edited =
        text.hasPrefix("{")
        ? text.replacing("\"progress\": \(progress)", with: "\"progress\": \(total)") : "\(total)"
      try machine.type(edited, on: place.day, in: place.path)
    }
    let other = habits.first { $0 != habit } ?? habit
    try record(participant, user, other, ["log", other])
    // A line that was younger than what an editor can have seen is put back.
    ledger.take(place, before, try facts(participant, place))
  }
}

// MARK: Exchanging

extension Story {
  mutating func exchange(_ participant: Participant) throws {
    try exchange(participant.machine, participant.exchange)
  }

  private mutating func exchange(_ machine: Machine, _ exchange: Exchange) throws {
    switch exchange {
    case .mixed:
      let ways: [Exchange] = [.firstHub, .pull(rebasing: false), .pull(rebasing: true)]
      try self.exchange(machine, random.element(of: ways))
    case .careless:
      _ = try machine.git("config", "--remove-section", "merge.habit")
      let pulled = try machine.gitProcess(["pull", "-q", "--no-rebase", "--no-edit"]).run()
      if pulled.status != 0 {
        try machine.gits("checkout -q --\(random.element(of: ["ours", "theirs"])) .")
        try machine.gits("add -A")
        try machine.gits("commit -q --no-edit")
      }
      try machine.gits("push -q origin HEAD:main")
    case .sync(let places):
      for place in places { try sync(machine, remotes[place], hubs[place]) }
    case .pull(let rebasing):
      try machine.gits(rebasing ? "pull -q --rebase" : "pull -q --no-rebase --no-edit")
      try machine.gits("push -q origin HEAD:main")
    }
  }

  /// Syncs; success means published.
  private func sync(_ machine: Machine, _ remote: String, _ hub: Hub) throws {
    let said = try machine.run("sync \(remote) --json", at: machine.now)
    // The remote's branch contains what was reported as published.
    #expect(said.contains(#""published": true"#))
    let head = try machine.gits("rev-parse HEAD").dropLast()
    #expect(try hub.git("merge-base", "--is-ancestor", String(head), "main").status == 0)
  }

  /// All exchange until nothing is new, and then everything is as the ledger says.
  mutating func end() throws {
    let machines = participants.map(\.machine)
    for _ in 0..<2 { for participant in participants { try exchange(participant) } }
    // Between two hubs it takes more rounds, the more devices there are.
    // A careless merge is healed by the device that syncs next.
    let more = hasTwoHubs ? max(1, participants.count - 2) : isCareless ? 1 : 0
    for _ in 0..<more { for participant in participants { try exchange(participant) } }
    let heads = try machines.map { try $0.gits("rev-parse HEAD") }
    // A further round changes nothing.
    for participant in participants { try exchange(participant) }
    #expect(try machines.map { try $0.gits("rev-parse HEAD") } == heads, "no rest")
    #expect(Set(heads).count == 1)
    if hasTwoHubs {
      try expectAllEqual(machines, at: hubs[0], hubs[1])
    } else {
      try expectAllEqual(machines, at: hubs[0])
    }
    guard !isCareless else { return try ledger.judgeLosses(of: machines[0]) }
    try ledger.judge(machines[0])
    try MergeAudit(of: machines[0], ledger.paths).judge()
    let checked = try machines[0].process(["habit", "check"]).run()
    #expect(checked.status == 0, "\(checked)")
  }

  private var isCareless: Bool { participants.contains { $0.exchange == .careless } }

  private var hasTwoHubs: Bool {
    participants.contains { participant in
      if case .sync(let places) = participant.exchange { places != [0] } else { false }
    }
  }
}
