extension Bench {
  /// The largest resident set of what reads everything, of a large tracker and of a long history.
  func measureMemory() throws {
    try measureMemory(sets.large, .oneCommit)
    try measureMemory(sets.ages[sets.ages.count - 1], .commitPerRecord)
  }

  private func measureMemory(_ set: Workload, _ history: History) throws {
    let root = try repository(set, history)
    let commands = [
      "today", "stats", "stats --from 1970-01-01", "report year this -T mdoc", "query --all",
      "query --all --json", "export csv", "export json", "why habit-1 \(Workload.today)", "history",
      "check", "log habit-1", "undo habit-1", "fmt",
    ]
    var contestants = commands.map { Contestant($0, "\(habit) --repo \(root) \($0)") }
    contestants.append(Contestant("git", "git -C \(root) fsck"))
    let all = "stats of all"
    for peer in peers {
      guard let nearest = peer.nearest(to: all) else { continue }
      let line = peer.command(on: try records(of: set, for: peer)) + " " + nearest
      contestants.append(Contestant("\(peer)", line))
    }
    let race = try race(contestants, rounds: 1)
    table.begin("largest resident set in MiB, on \(set.description), \(history.rawValue)")
    for command in commands {
      var others = [ResultTable.Beside("git fsck", race["git"], .amount(60))]
      if command.hasPrefix("stats --from") {
        others += peers.map { peer in
          ResultTable.Beside("\(peer.program) \(peer.nearest(to: all) ?? "")", race["\(peer)"])
        }
      }
      table.row(command, race[command], others, of: \.mebibytes)
    }
  }
}
