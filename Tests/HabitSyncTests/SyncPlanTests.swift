import Git
import HabitSync
import TestSupport
import Testing

/// What a sync does, by the commits of both sides alone.
@Suite struct SyncPlanTests {
  @Test(arguments: [
    (plan: SyncPlan.nothing, of: "same"), (.take, "behind"), (.publish, "ahead"), (.merge, "both"),
    (.rejoin, "rewritten"), (.emptied, "gone"), (.nothing, "only merges"),
  ])
  func `the plan follows from what each side lacks`(plan: SyncPlan, of state: String) throws {
    let commits = try (1...3).map {
      try #require(ObjectID(hex: String(repeating: "\($0)", count: 40)))
    }
    var situation = SyncPlan.Situation()
    situation.ours = commits[0]
    situation.theirs = state == "gone" ? nil : state == "same" ? commits[0] : commits[1]
    situation.published = commits[2]
    situation.isBehind = state == "behind"
    situation.isAhead = state == "ahead"
    situation.keepsPublished = state != "rewritten"
    situation.hasOnlyMerges = state == "only merges"
    #expect(SyncPlan(situation) == plan)
  }

  @Test func `between any devices and hubs there is rest after three rounds, and one state`() {
    var most = 0
    for devices in 2...6 {
      for hubs in 1...3 {
        for order in Mesh.Order.allCases {
          for seed in 0..<rounds(10) {
            var mesh = Mesh(devices, hubs, order, seed: UInt64(seed))
            let said = "\(devices) devices, \(hubs) hubs, \(order), seed \(seed)"
            for _ in 0..<3 {
              mesh.record()
              mesh.round(isWhole: false)
            }
            for _ in 0..<3 { mesh.round() }
            let moves = mesh.moves
            mesh.round()
            #expect(mesh.moves == moves, "\(said)")
            #expect(mesh.states.count == 1, "\(said)")
            most = max(most, mesh.merges)
          }
        }
      }
    }
    #expect(most < 60)
  }
}
