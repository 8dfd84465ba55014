extension Bench {
  /// What it takes to begin.
  func timeStart() throws {
    let race = try race(
      [Contestant("habit", "\(habit) --version"), Contestant("git", "git --version")]
        + peers.map { Contestant("\($0)", "\($0.program) --version") },
      rounds: rounds > 1 ? rounds * 4 : 1
    )
    table.begin("start")
    table.row(
      "--version",
      race["habit"],
      [ResultTable.Beside("git --version", race["git"], .ratio(3))]
        + peers.map { ResultTable.Beside("\($0.program) --version", race["\($0)"]) }
    )
  }
}
