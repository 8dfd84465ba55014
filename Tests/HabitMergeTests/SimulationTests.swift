import HabitMerge
import TestSupport
import Testing

/// Random histories of devices that edit and merge, held against what everybody did.
@Suite struct SimulationTests {
  @Test(arguments: Plan.Topology.allCases)
  func `nothing is lost, nothing counts twice, and all agree`(topology: Plan.Topology) {
    var (orders, returns, merges) = (0, 0, 0)
    let count = rounds(200, long: 50_000)
    for seed in 0..<count {
      let plan = Plan(seed: UInt64(seed), topology)
      let outcome = World.run(plan)
      merges += outcome.merges
      orders += outcome.dependsOnOrder ? 1 : 0
      returns += outcome.hasReturned ? 1 : 0
      guard outcome.violations.isEmpty else {
        return report(plan)
      }
    }
    // Each of these is allowed for some histories only, and a plan that never merges shows nothing.
    #expect(merges > count * 5)
    #expect(orders <= (topology == .rewriting ? count / 5 : count / 200))
    #expect(returns == 0 || topology == .rewriting || topology == .foreign)
  }

  private func report(_ plan: Plan) {
    var small = plan.shrunk { !World.run($0).violations.isEmpty }
    small.isTold = true
    let outcome = World.run(small)
    let story = outcome.story.joined(separator: "\n")
    Issue.record(
      "seed \(plan.seed), \(plan.topology): \(outcome.violations)\n\(small)\n\(story)"
    )
  }
}
