import Git
import HabitSync
import TestSupport

/// Devices that record and sync with all hubs, as commits alone.
struct Mesh {
  /// In which order devices ask hubs.
  enum Order: CaseIterable {
    case same, rotating, random
  }

  private struct Commit {
    let ancestors: Set<Int>
    let records: Set<Int>
    let isMerge: Bool
  }

  private var commits = [Commit(ancestors: [0], records: [0], isMerge: false)]
  private var merged: [Set<Int>: Int] = [:]
  private var devices: [Int]
  private var hubs: [Int]
  private let order: Order
  private var random: Generator
  /// How often a branch moved.
  private(set) var moves = 0

  init(_ devices: Int, _ hubs: Int, _ order: Order, seed: UInt64) {
    self.order = order
    self.devices = Array(repeating: 0, count: devices)
    self.hubs = Array(repeating: 0, count: hubs)
    random = Generator(seed: seed)
    // Hubs begin different.
    for hub in self.hubs.indices where random.chance(oneIn: 2) { self.hubs[hub] = add(after: [0]) }
  }

  /// The states that anybody has.
  var states: Set<Set<Int>> { Set((devices + hubs).map { commits[$0].records }) }

  /// How many merges were made.
  var merges: Int { merged.count }

  private mutating func add(after parents: [Int]) -> Int {
    let number = commits.count
    let isMerge = parents.count > 1
    let ancestors = parents.reduce(into: Set([number])) { $0.formUnion(commits[$1].ancestors) }
    let records = parents.reduce(into: isMerge ? [] : Set([number])) {
      $0.formUnion(commits[$1].records)
    }
    commits.append(Commit(ancestors: ancestors, records: records, isMerge: isMerge))
    return number
  }

  /// Most devices record something.
  mutating func record() {
    for device in devices.indices where !random.chance(oneIn: 3) {
      devices[device] = add(after: [devices[device]])
    }
  }

  /// Every device syncs with every hub, or, in part, with some.
  mutating func round(isWhole: Bool = true) {
    let places = Array(devices.indices)
    for device in order == .random ? places.shuffled(using: &random) : places {
      var targets = Array(hubs.indices)
      switch order {
      case .same: break
      case .rotating: targets = targets.map { ($0 + device) % hubs.count }
      case .random: targets.shuffle(using: &random)
      }
      for hub in targets where isWhole || random.chance(oneIn: 2) { sync(device, hub) }
    }
  }

  private mutating func sync(_ device: Int, _ hub: Int) {
    let (ours, theirs) = (devices[device], hubs[hub])
    switch SyncPlan(situation(ours, theirs)) {
    case .nothing: return
    case .take: devices[device] = theirs
    case .publish: hubs[hub] = ours
    case .merge:
      // Two devices that merge the same make the same commit.
      let merge = merged[[ours, theirs]] ?? add(after: [ours, theirs])
      merged[[ours, theirs]] = merge
      (devices[device], hubs[hub]) = (merge, merge)
    case .rejoin, .emptied: preconditionFailure("nothing is rewritten here")
    }
    moves += 1
  }

  private func situation(_ ours: Int, _ theirs: Int) -> SyncPlan.Situation {
    let (left, right) = (commits[ours], commits[theirs])
    let apart = left.ancestors.symmetricDifference(right.ancestors)
    var situation = SyncPlan.Situation()
    (situation.ours, situation.theirs) = (name(ours), name(theirs))
    situation.isBehind = right.ancestors.contains(ours)
    situation.isAhead = left.ancestors.contains(theirs)
    situation.hasOnlyMerges =
      left.records == right.records && apart.allSatisfy { commits[$0].isMerge }
      && !situation.isBehind && !situation.isAhead
    return situation
  }

  private func name(_ commit: Int) -> ObjectID? {
    let digits = String(commit, radix: 16)
    return ObjectID(hex: String(repeating: "0", count: 40 - digits.count) + digits)
  }
}
