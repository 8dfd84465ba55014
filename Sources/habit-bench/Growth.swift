extension Bench {
  /// What the same commands cost as a history gets longer, and as more users share it.
  func timeGrowth() throws {
    try timeGrowth(sets.ages, .commitPerRecord) { counted($0.days, "day") }
    try timeGrowth(sets.crowds, .oneCommit) { counted($0.users, "user") }
  }

  private func counted(_ count: Int, _ word: String) -> String {
    "\(ResultTable.grouped(count)) \(word)\(count == 1 ? "" : "s")"
  }

  private func timeGrowth(
    _ sets: [Workload],
    _ history: History,
    size: (Workload) -> String
  ) throws {
    var contestants: [Contestant] = []
    let rows = ["today", "stats", "log", "sync, nothing new", "git commit -qam", "cat"]
    for set in sets {
      let pair = try pair("habit", set, history)
      let lines = [
        "\(habit) --repo \(pair.two) today", "\(habit) --repo \(pair.two) stats",
        "\(habit) --repo \(pair.one) log habit-1", "\(habit) --repo \(pair.two) sync",
        commit(in: pair.one), cat(set, in: pair.two),
      ]
      contestants += zip(rows, lines).map { Contestant("\($0), \(set.name)", $1) }
    }
    let race = try race(contestants)
    let last = sets[sets.count - 1]
    table.begin("growth, \(history.rawValue), up to \(last.description)", sizes: sets.map(size))
    for row in rows {
      let costs = sets.map { race["\(row), \($0.name)"] }
      table.growth(row, costs, atMost: row == "log" && history == .commitPerRecord ? 1.2 : nil)
    }
  }
}
