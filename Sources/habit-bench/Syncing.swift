extension Bench {
  /// Two devices and a remote that is a path.
  func timeSync() throws {
    try timeSync(sets.medium, .oneCommit)
    try timeSync(sets.ages[sets.ages.count - 1], .commitPerRecord)
    try timeSync(sets.people, .oneCommit)
  }

  private func timeSync(_ set: Workload, _ history: History) throws {
    let (ours, theirs) = (try pair("habit", set, history), try pair("git", set, history))
    let durable = try pair("durable", set, history)
    func exchange(_ pair: Pair, _ options: String = "") -> String {
      "cd \(pair.two) && git \(options) pull -q --no-rebase --no-edit && git \(options) push -q"
    }
    func contestants(before: (Pair) -> String?) -> [Contestant] {
      [
        Contestant("sync", "\(habit) --repo \(ours.two) sync", before: before(ours)),
        Contestant("git", exchange(theirs), before: before(theirs)),
        Contestant("durable", exchange(durable, Bench.durable), before: before(durable)),
      ]
    }
    let idle = try Race(contestants { _ in nil }, rounds: rounds)
    let both = try Race(
      contestants { pair in
        // Two devices: what one device says twice in a second is one commit, and nothing to merge.
        "HABIT_DEVICE=one \(habit) --repo \(pair.one) log habit-1"
          + " && HABIT_DEVICE=two \(habit) --repo \(pair.two) log habit-1"
          + " && \(habit) --repo \(pair.one) sync"
      },
      rounds: rounds
    )
    let reference = try Race(
      [Contestant("commit", commit(in: ours.one))],
      rounds: rounds
    )
    table.begin("sync over a path, on \(set.description), \(history.rawValue)")
    for (what, race) in [("nothing new", idle), ("both changed", both)] {
      var others = [
        ResultTable.Beside("git pull && git push", race["git"], .ratio(0.4)),
        ResultTable.Beside("git pull && git push, core.fsync=all", race["durable"]),
      ]
      if set.users > 1 {
        others.append(ResultTable.Beside("git commit -qam", reference["commit"], .ratio(1.2)))
      }
      table.row("sync, \(what)", race["sync"], others)
    }
  }

  /// Two clones of one hub.
  struct Pair {
    let one: String
    let two: String
  }

  /// Makes a hub of a workload and two clones with the merge driver, whoever is to sync them.
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
    return Pair(one: try clone("one"), two: try clone("two"))
  }
}
