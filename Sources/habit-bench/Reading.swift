internal import HabitCore

extension Bench {
  /// The commands that look, on ten years.
  func timeReading() throws {
    try timeReading(sets.medium, budget: 8)
    try timeReading(sets.large, budget: 15)
  }

  /// What looks, and the command it is.
  private static let looks = [
    ("today", "today"), ("prompt", "prompt"), ("stats", "stats"),
    ("stats of all", "stats --from \(Day.distantPast)"),
    ("calendar", "calendar"), ("report", "report year this -T mdoc"), ("xp", "xp"),
    ("query", "query"), ("list", "list"), ("show", "show habit-1"),
    ("achievements", "achievements"), ("why", "why streak"),
  ]

  private func timeReading(_ set: Workload, budget: Double) throws {
    let root = try repository(set)
    var contestants = [Contestant("cat", cat(set, in: root))]
    contestants += Bench.looks.map { Contestant($0.0, "\(habit) --repo \(root) \($0.1)") }
    for peer in peers {
      let command = peer.command(on: try records(of: set, for: peer))
      for (look, _) in Bench.looks {
        guard let nearest = peer.nearest(to: look) else { continue }
        contestants.append(Contestant("\(look) of \(peer)", "\(command) \(nearest)"))
      }
    }
    let race = try Race(contestants, rounds: rounds)
    table.begin("looking, on \(set.description)")
    for (look, _) in Bench.looks {
      var others = [ResultTable.Beside("cat of the same files", race["cat"], .ratio(budget))]
      if look == "prompt" {
        others.append(ResultTable.Beside("today", race["today"], .ratio(1.2)))
      }
      for peer in peers {
        guard let nearest = peer.nearest(to: look) else { continue }
        let sixth: ResultTable.Budget? = peer == .harsh && look == "today" ? .ratio(1.0 / 6) : nil
        others.append(
          ResultTable.Beside("\(peer.program) \(nearest)", race["\(look) of \(peer)"], sixth)
        )
      }
      table.row(look, race[look], others)
    }
  }
}
