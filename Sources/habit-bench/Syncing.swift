extension Bench {
  /// Two devices and a remote that is a path.
  func timeSync() throws {
    try timeSync(sets.medium, .oneCommit)
    try timeSync(sets.ages[sets.ages.count - 1], .commitPerRecord)
    try timeSync(sets.people, .oneCommit)
  }

  /// Two devices and a remote behind a server.
  func timeNetwork() throws {
    guard Servers.missing.isEmpty else {
      let packages = Servers.missing.joined(separator: " ")
      return table.say("\nsync over http and ssh is not timed: apt-get install \(packages)")
    }
    let servers = try Servers(for: scratch.folder("servers") { try Scratch.shell("mkdir \($0)") })
    for transport in Servers.Transport.allCases {
      func pair(_ name: String) throws -> Pair {
        let pair = try self.pair("\(name)-\(transport)", sets.medium, .oneCommit)
        let url = try servers.url(of: pair.hub, over: transport)
        for clone in [pair.one, pair.two] {
          try Scratch.shell("git -C \(clone) remote set-url origin \(url)")
        }
        return pair
      }
      let (ours, theirs) = (try pair("habit"), try pair("git"))
      func contestants(before: (Pair) -> String?) -> [Contestant] {
        [
          Contestant("sync", "\(habit) --repo \(ours.two) sync", before: before(ours)),
          Contestant("git", exchange(theirs), before: before(theirs)),
        ]
      }
      let idle = try race(contestants { _ in nil })
      let both = try race(contestants(before: change))
      table.begin("sync over \(transport), on \(sets.medium.description)")
      let least = transport == .http ? 0.8 : 0.6
      for (what, race, most) in [("nothing new", idle, least), ("both changed", both, 0.95)] {
        let git = ResultTable.Beside("git pull && git push", race["git"], .ratio(most))
        table.row("sync, \(what)", race["sync"], [git])
      }
    }
  }

  /// What people do with git instead of a sync.
  private func exchange(_ pair: Pair, _ options: String = "") -> String {
    "cd \(pair.two) && git \(options) pull -q --no-rebase --no-edit && git \(options) push -q"
  }

  /// Lets both devices record the same habit, and the first publish it.
  private func change(_ pair: Pair) -> String {
    // Two devices: what one device records twice in a second is one commit, and nothing to merge.
    "HABIT_DEVICE=one \(habit) --repo \(pair.one) log habit-1"
      + " && HABIT_DEVICE=two \(habit) --repo \(pair.two) log habit-1"
      + " && \(habit) --repo \(pair.one) sync"
  }

  /// Lets the first device record and publish.
  private func publish(_ pair: Pair) -> String {
    "HABIT_DEVICE=one \(habit) --repo \(pair.one) log habit-1 && \(habit) --repo \(pair.one) sync"
  }

  private func timeSync(_ set: Workload, _ history: History) throws {
    let (ours, theirs) = (try pair("habit", set, history), try pair("git", set, history))
    let durable = try pair("durable", set, history)
    func contestants(before: (Pair) -> String?) -> [Contestant] {
      [
        Contestant("sync", "\(habit) --repo \(ours.two) sync", before: before(ours)),
        Contestant("git", exchange(theirs), before: before(theirs)),
        Contestant("durable", exchange(durable, Bench.durable), before: before(durable)),
      ]
    }
    let idle = try race(contestants { _ in nil })
    let received = try race(contestants(before: publish))
    let both = try race(contestants(before: change))
    table.begin("sync over a path, on \(set.description), \(history.rawValue)")
    for (what, race, most) in [
      ("nothing new", idle, 0.35), ("received", received, 0.6), ("both changed", both, 0.95),
    ] {
      let others = [
        ResultTable.Beside("git pull && git push", race["git"], .ratio(most)),
        ResultTable.Beside("git pull && git push, core.fsync=all", race["durable"]),
      ]
      table.row("sync, \(what)", race["sync"], others)
    }
  }

  /// Two clones of one hub.
  struct Pair {
    let hub: String
    let one: String
    let two: String
  }

  /// Makes a hub of a workload and two clones with the merge driver, for any contestant.
  func pair(_ name: String, _ set: Workload, _ history: History) throws -> Pair {
    let root = try repository(set, history)
    let hub = try scratch.folder("\(set.name)-\(name).hub") { hub in
      try Scratch.shell("git clone -q --bare \(root) \(hub)")
    }
    func clone(_ device: String) throws -> String {
      try scratch.folder("\(set.name)-\(name).\(device)") { folder in
        try Scratch.shell(
          "git clone -q \(hub) \(folder) && HABIT_DEVICE=\(device) \(habit) init \(folder) >/dev/null"
        )
      }
    }
    return Pair(hub: hub, one: try clone("one"), two: try clone("two"))
  }
}
