import Foundation
import TestSupport
import Testing

/// What cannot be read now is not damaged: whatever fails for a moment, no command throws a part of the
/// history away, goes back before it, or says that it is done while it is gone.
@Suite struct MomentTests {
  /// A command that looks for damage, and what a person and a crash did before.
  enum Scene: String, CaseIterable {
    /// The last log was killed, and git has packed everything since.
    case log
    /// A sync was killed, and both sides have something new.
    case sync
    /// An old object is lost, and the hub has it.
    case fix
    /// A clone was killed, and the folder has records.
    case clone

    fileprivate var command: [String] {
      switch self {
      case .log: ["log", "water"]
      case .sync: ["sync"]
      case .fix: ["check", "--fix"]
      case .clone: ["clone", "hub.git"]
      }
    }

    fileprivate var preparation: String {
      let repository = "cd ~/.local/share/habit"
      let packed = "git gc -q --prune=now; touch -d 2001-01-01 .git/habit/began"
      return switch self {
      case .log: "\(repository); \(packed)"
      case .sync: "\(repository); \(packed); touch -d 2001-01-01 .git/habit/syncing"
      case .fix:
        // Where all lies in one pack, nothing can be taken out of it; and a copy goes back before what it
        // lacks of its last commits.
        """
        \(repository); lost=$(git rev-parse HEAD~3:guest/habits/drink-water/2026.json)
        for i in {1..110}; do git commit -q --allow-empty -m "$i"; done; rm -rf .git/logs
        mv .git/objects/pack/* . 2>/dev/null; for pack in *.pack; do git unpack-objects -q <$pack; done
        rm -f pack-* .git/objects/${lost:0:2}/${lost:2}
        """
      case .clone: "\(repository); \(packed); touch .git/habit/cloning"
      }
    }
  }

  private static let faults: [Fault] = [
    Fault(calls: .memory, blow: .fails(.noMemory)),
    Fault(calls: .memory, blow: .fails(.noMemory), lasts: true),
    Fault(calls: .open, blow: .fails(.tooManyFiles)),
    Fault(calls: .open, blow: .fails(.tooManyFiles), lasts: true),
    Fault(calls: .open, blow: .fails(.denied)),
    Fault(calls: .read, blow: .fails(.inputOutput)),
    Fault(calls: .read, blow: .fails(.noMemory), lasts: true),
    Fault(calls: .read, blow: .fails(.stale)),
    Fault(calls: .space, blow: .fails(.noSpace), lasts: true),
  ]

  @Test(arguments: Scene.allCases)
  func `the history is whole after any failure of a moment`(scene: Scene) async throws {
    let machine = try Machine("ada")
    try machine.must("add", "Drink water", "--goal", "8 glasses")
    let prepared = try machine.shell(
      """
      git init -q --bare hub.git; cp -a hub.git other.git
      cd .local/share/habit; head -c 200000 /dev/urandom >photo; git add photo; git commit -qm photo
      for i in 1 2 3 4; do habit log water; done; habit remote add origin ~/hub.git; habit sync
      habit log water; git clone -q ~/hub.git ~/other; cd ~/other; echo x >x; git add x
      git commit -qm x; git push -q; cd; \(scene.preparation)
      """
    )
    try #require(prepared.status == 0, "\(prepared)")
    let tip = try String(machine.git("rev-parse", "HEAD").output.dropLast())
    // The scene takes longer to lay than a fault to try.
    let stage = try Stage(machine)
    for fault in Self.faults { try await meet(fault, in: scene, on: stage, tip) }
  }

  private func meet(_ fault: Fault, in scene: Scene, on stage: Stage, _ tip: String) async throws {
    let machine = stage.machine
    try stage.restore()
    let calls = try stage.run(scene.command, fault.at(0)).calls
    try #require(calls > 20)
    try await sampling(1) { random in
      for number in points(calls, everyday: 2, &random) {
        try stage.restore()
        let place = "\(scene): \(fault.at(number))"
        let told = try stage.run(scene.command, fault.at(number)).told
        // Swift ends a program that has no memory left.
        if case .timeout = told.ending { Issue.record("\(place) never ends: \(told)") }
        try expectWhole(machine, tip, in: scene, place, told)
        try machine.at("2026-03-02T09:00:00").must("log", "water")
        try expectWhole(machine, tip, in: scene, place, told)
        if told.status == 0, scene == .log { #expect(try machine.logs().count == 7, "\(place)") }
      }
      tell("\(scene): \(fault.at(0))", calls)
    }
  }

  /// Expects HEAD to follow a commit, with all objects but the one that was lost.
  private func expectWhole(
    _ machine: Machine,
    _ tip: String,
    in scene: Scene,
    _ place: String,
    _ told: Transcript
  ) throws {
    let isThere = try machine.git("merge-base", "--is-ancestor", tip, "HEAD").status == 0
    #expect(isThere, "\(place): \(told)")
    let missing = try machine.git("rev-list", "--objects", "--missing=print", "HEAD").output
      .split(separator: "\n").count { $0.hasPrefix("?") }
    #expect(missing <= (scene == .fix ? 1 : 0), "\(place): \(told)")
  }
}
