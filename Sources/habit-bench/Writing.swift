extension Bench {
  /// The commands that record.
  func timeWriting() throws {
    try timeWriting(sets.medium, .oneCommit, peers: peers)
    try timeWriting(sets.ages[sets.ages.count - 1], .commitPerRecord)
    try timeWriting(sets.people, .oneCommit)
  }

  private func timeWriting(_ set: Workload, _ history: History, peers: [Peer] = []) throws {
    let root = try repository(set, history)
    let copy = try scratch.folder("\(set.name)-\(history)-copy") { folder in
      try Scratch.shell("cp -r \(root) \(folder)")
    }
    let ours = "\(habit) --repo \(root)"
    let undo = "\(ours) undo habit-1"
    var contestants = [
      // Each takes back what the one before it did, so that every round is the same.
      Contestant("log", "\(ours) log habit-1"), Contestant("undo", undo),
      Contestant("redo", "\(ours) redo habit-1"),
      Contestant("done", "\(ours) done habit-1", before: undo),
      Contestant("git", commit(in: root, Bench.durable), before: undo),
      Contestant("plain git", commit(in: root)),
      Contestant("log in a copy", "\(habit) --repo \(copy) log habit-1"),
    ]
    for peer in peers {
      for command in ["log", "undo"] {
        guard let nearest = peer.nearest(to: command) else { continue }
        let line = peer.command(on: try records(of: set, for: peer)) + " " + nearest
        contestants.append(Contestant("\(command) of \(peer)", line))
      }
    }
    let race = try race(contestants)
    table.begin("recording, durable and committed, on \(set.description), \(history.rawValue)")
    let crowd = set.users > 1
    for command in ["log", "done", "undo", "redo", "log in a copy"] {
      let (git, plain): (ResultTable.Budget?, ResultTable.Budget?) =
        command == "log" ? crowd ? (nil, .ratio(1.5)) : (.ratio(1.9), nil) : (nil, nil)
      var others = [
        ResultTable.Beside("git commit -qam, core.fsync=all", race["git"], git),
        ResultTable.Beside("git commit -qam", race["plain git"], plain),
      ]
      switch command {
      case "undo", "redo": others.append(ResultTable.Beside("log", race["log"], .ratio(1.5)))
      case "log in a copy": others = [ResultTable.Beside("log", race["log"], .ratio(1.2))]
      default: break
      }
      for peer in peers {
        guard let nearest = peer.nearest(to: command)?.prefix(5) else { continue }
        let theirs = race["\(command) of \(peer)"]
        others.append(
          ResultTable.Beside("\(peer.program) \(nearest), no fsync, no history", theirs)
        )
      }
      table.row(command, race[command], others)
    }
  }
}
