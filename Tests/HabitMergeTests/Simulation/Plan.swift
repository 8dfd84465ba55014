import TestSupport

/// What happens in a simulated history: everything a run depends on.
struct Plan: Sendable {
  let seed: UInt64
  let topology: Topology
  /// How many devices there are.
  var devices = 5
  /// How many days have records.
  var days = 3
  /// How many edits of a hundred are by hand.
  let percentByHand: Int
  /// How far the clocks of the devices are apart.
  let skewSeconds: Int
  var steps: [Step]
  /// Whether the story of the run has the files in it.
  var isTold = false

  /// Who exchanges commits with whom, and what else happens to them.
  enum Topology: CaseIterable, Sendable {
    /// All devices sync with one hub.
    case hub
    /// Two hubs that one device has in common.
    case twoHubs
    /// Devices also pull from each other: histories cross.
    case direct
    /// Heads are squashed or rebased, and pushed by force.
    case rewriting
    /// Every device began a repository of its own.
    case unrelated
    /// One device merges without the rules: whole files of one side.
    case foreign
  }

  /// One thing that happens.
  struct Step: Sendable {
    let device: Int
    let action: Action
    /// What the step chooses by.
    let roll: UInt64

    enum Action: Sendable {
      case edit, exchange, sync, rewrite
    }
  }

  init(seed: UInt64, _ topology: Topology, steps count: Int = 60) {
    var random = Generator(seed: seed)
    self.seed = seed
    self.topology = topology
    self.percentByHand = random.element(of: [0, 5, 30])
    self.skewSeconds = random.element(of: [0, 3_600, 31_536_000])
    var steps: [Step] = []
    for _ in 0..<count {
      let action: Step.Action
      switch random.number(in: 1...100) {
      case ...62: action = .edit
      case ...80: action = .exchange
      case ...83: action = .rewrite
      default: action = .sync
      }
      let device = random.number(in: 0...(devices - 1))
      steps.append(Step(device: device, action: action, roll: random.next()))
    }
    self.steps = steps
  }
}

// MARK: Shrinking

extension Plan {
  /// A smaller plan for which the same can be said: without steps, then devices, then days.
  func shrunk(while fails: (Plan) -> Bool) -> Plan {
    var plan = self
    var size = max(1, plan.steps.count / 2)
    while true {
      let before = plan.steps.count
      plan = plan.dropping(size, while: fails)
      if size == 1, plan.steps.count == before { break }
      size = max(1, size / 2)
    }
    for device in 0..<devices {
      var fewer = plan
      fewer.steps.removeAll { $0.device == device }
      if fails(fewer) { plan = fewer }
    }
    while plan.days > 1 {
      var fewer = plan
      fewer.days -= 1
      guard fails(fewer) else { break }
      plan = fewer
    }
    return plan
  }

  private func dropping(_ size: Int, while fails: (Plan) -> Bool) -> Plan {
    var plan = self
    var start = 0
    while start < plan.steps.count {
      var fewer = plan
      fewer.steps.removeSubrange(start..<min(start + size, plan.steps.count))
      if fails(fewer) { plan = fewer } else { start += size }
    }
    return plan
  }
}
