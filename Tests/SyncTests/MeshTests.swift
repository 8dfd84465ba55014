import Foundation
import TestSupport
import Testing

/// Many devices, three hubs, people who only use git, hubs whose history is written anew, and a member
/// who pushes what no program writes.
@Suite(.ownThreads) struct MeshTests {
  @Test func `a mesh of devices and hubs loses nothing and ends with one head`() async throws {
    let isLong = rounds(1) > 1
    try await sampling(1) { random in
      var story = try Story(
        (isLong ? Self.twelve : Self.four).map { ($0, "guest") },
        days: ["2025-12-31", "2026-03-30", "2026-03-31"],
        hubs: 3,
        random
      )
      let end = ContinuousClock.now + .seconds(rounds(5, long: 600))
      while .now < end {
        switch story.random.number(in: 1...60) {
        case 1: try story.rewriteHub()
        case ...5: try story.meet()
        case ...7: try story.attack()
        default: try story.happen()
        }
      }
      try story.endMesh()
    }
  }

  /// Eight who sync, two who pull and push, and two whose git has no merge driver.
  private static let twelve: [Story.Exchange] =
    [[0], [1], [2], [0, 1], [1, 2], [2, 0], [0, 1, 2], [2, 1, 0]].map { .sync(hubs: $0) }
    + [.pull(rebasing: false), .mixed, .careless, .careless]

  private static let four: [Story.Exchange] =
    [[0, 1, 2], [2, 1, 0]].map { .sync(hubs: $0) } + [.pull(rebasing: false), .careless]
}

extension Story {
  /// Three devices sync with one hub at the same moment.
  mutating func meet() throws {
    let syncing = participants.filter { if case .sync = $0.exchange { true } else { false } }
    let met = random.subset(of: syncing).prefix(3)
    let remote = random.element(of: remotes)
    let running = try met.map { try $0.machine.start("sync", remote) }
    for process in running {
      let said = try process.wait()
      #expect(said.status == 0, "\(said)")
    }
  }

  /// Somebody pushes names, kinds and merges to a hub that stop a careless program.
  mutating func attack() throws {
    let hub = hubs[random.number(in: 0...2)]
    let number = random.number(in: 0...1_000_000)
    let script = random.element(of: [
      // A file where others have a folder, and the reverse.
      "rm -rf notes; echo \(number) >notes; git add -A; git commit -qm a",
      "rm -rf notes; mkdir -p notes/a; echo \(number) >notes/a/b; git add -A; git commit -qm a",
      // A name without a character, in two versions.
      """
      N=$(printf '\\200%.0s' $(seq 250)); b=$(echo \(number) | git hash-object -w --stdin)
      printf '100644 %s\\t%s\\0' $b "$N" | git update-index -z --index-info; git commit -qm a
      """,
      // A merge whose sides cannot be read, and whose result can.
      """
      F=guest/habits/water/2024.json; P=$(git rev-parse HEAD)
      mk() { printf '{\\n<<<<<<< a\\n"x": %s\\n=======\\n"y": [\\n>>>>>>> b\\n}\\n' $1 >$F
        git add -A; git commit -qm m$1; }
      git checkout -q --detach $P; mk \(number); A=$(git rev-parse HEAD)
      git checkout -q --detach $P; mk x; B=$(git rev-parse HEAD); git checkout -q main
      printf '{\\n  "2024-02-01": 3\\n}\\n' >$F; git add -A
      git reset -q --hard $(git commit-tree $(git write-tree) -p $A -p $B -m merge)
      """,
    ])
    let said = try participants[0].machine.withIdentity.shell(
      """
      set -e; rm -rf ~/evil; git clone -q \(hub.address) ~/evil; cd ~/evil
      \(script)
      git push -q origin HEAD:main
      """
    )
    #expect(said.status == 0, "\(script): \(said)")
  }

  /// A hub is put back to an older state, or its history becomes one commit.
  mutating func rewriteHub() throws {
    let place = random.number(in: 0...2)
    let hub = hubs[place]
    func ask(_ arguments: String...) throws -> String {
      let arguments =
        ["git", "-c", "user.name=Hub", "-c", "user.email=hub@example.org"] + arguments
      let said = try participants[0].machine.process(arguments, in: hub.folder).run()
      try #require(said.status == 0, "\(said)")
      return String(said.output.prefix { !$0.isNewline })
    }
    // Plain git refuses to pull a history that has nothing in common.
    let isSquashed = place > 0 && random.chance(oneIn: 2)
    let head =
      try isSquashed
      ? ask("commit-tree", "main^{tree}", "-m", "squashed")
      : ask("rev-list", "--first-parent", "--max-count=4", "--reverse", "main")
    _ = try ask("update-ref", "refs/heads/main", head)
  }

  /// All exchange until they have one tree, record once more, and have one head then.
  mutating func endMesh() throws {
    let machines = participants.map(\.machine)
    func inAllThings(_ name: String) throws -> Set<String> {
      try Set(machines.map { try $0.gits("rev-parse \(name)") })
    }
    // What comes to one hub reaches the others with the devices that sync with both.
    for _ in 0..<6 { for participant in participants { try exchange(participant) } }
    #expect(try inAllThings("HEAD^{tree}").count == 1, "more than one tree")
    try record(participants[0], "guest", "water", ["log", "water"])
    for _ in 0..<4 { for participant in participants { try exchange(participant) } }
    #expect(try inAllThings("HEAD").count == 1, "more than one head")
    try expectAllEqual(machines, at: hubs[0], hubs[1], hubs[2])
    try ledger.judgeLosses(of: machines[0])
    try ledger.judgeReturns(of: machines[0])
    let checked = try machines[0].process(["habit", "check"]).run()
    #expect(checked.status == 0, "\(checked)")
    print("mesh: \(ledger.written.values.map(\.count).reduce(0, +)) entries")
  }
}
