extension Bench {
  /// The largest resident set of what reads everything.
  func measureMemory() throws {
    let set = sets.large
    let ours = "\(habit) --repo \(try repository(set))"
    let command = "stats of all"
    var contestants = [
      Contestant("stats", "\(ours) stats"), Contestant(command, "\(ours) stats --from 1970-01-01"),
    ]
    for peer in peers {
      guard let nearest = peer.nearest(to: command) else { continue }
      let line = peer.command(on: try records(of: set, for: peer)) + " " + nearest
      contestants.append(Contestant("\(peer)", line))
    }
    let race = try Race(contestants, rounds: 1)
    table.begin("largest resident set in MiB, on \(set.description)")
    for ours in ["stats", command] {
      let others = peers.map { peer in
        let nearest = "\(peer.program) \(peer.nearest(to: command) ?? "")"
        return ResultTable.Beside(nearest, race["\(peer)"], .amount(60))
      }
      table.row(ours, race[ours], others, of: \.mebibytes)
    }
  }
}
