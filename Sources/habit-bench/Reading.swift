internal import HabitCore

extension Bench {
  /// The commands that look, on ten years.
  func timeReading() throws {
    try timeReading(sets.medium, ["today": 2.6, "stats": 4, "calendar": 4, "report": 4])
    try timeReading(sets.large, ["stats": 4, "calendar": 4, "report": 4])
    try timeLookingBack(sets.ages[sets.ages.count - 1])
  }

  /// What looks, and the command it is.
  private static let looks = [
    ("today", "today"), ("prompt", "prompt"), ("stats", "stats"),
    ("stats of all", "stats --from \(Day.distantPast)"),
    ("calendar", "calendar"), ("report", "report year this -T mdoc"), ("xp", "xp"),
    ("query", "query"), ("list", "list"), ("show", "show habit-1"),
    ("why streak", "why streak"),
  ]

  private func timeReading(_ set: Workload, _ budgets: [String: Double]) throws {
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
    let race = try race(contestants)
    table.begin("looking, on \(set.description)")
    for (look, _) in Bench.looks {
      let most = budgets[look].map { ResultTable.Budget.ratio($0) }
      var others = [ResultTable.Beside("cat of the same files", race["cat"], most)]
      if look == "prompt" {
        others.append(ResultTable.Beside("today", race["today"], .ratio(1.2)))
      }
      for peer in peers {
        guard let nearest = peer.nearest(to: look) else { continue }
        let third: ResultTable.Budget? = peer == .harsh && look == "today" ? .ratio(0.3) : nil
        others.append(
          ResultTable.Beside("\(peer.program) \(nearest)", race["\(look) of \(peer)"], third)
        )
      }
      table.row(look, race[look], others)
    }
  }

  /// What explains a day of last week, in a history of a commit a record.
  private func timeLookingBack(_ set: Workload) throws {
    let root = try repository(set, .commitPerRecord)
    let day = Workload.today.advanced(by: -7)
    let file = "\(set.folder(0, 1))\(day.year).json"
    let since = "--since=\(day.advanced(by: -1))"
    let race = try race(
      [
        Contestant("why", "\(habit) --repo \(root) why habit-1 \(day)"),
        Contestant("git", "git -C \(root) log -G\(day) \(since) -- \(file)"),
      ]
    )
    table.begin("a day of last week, on \(set.description), \(History.commitPerRecord.rawValue)")
    table.row("why", race["why"], [ResultTable.Beside("git log -G", race["git"], .ratio(2))])
  }
}
