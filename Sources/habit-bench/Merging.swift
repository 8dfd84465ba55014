internal import Glibc
internal import HabitCore
internal import HabitFiles
internal import HabitMerge

extension Bench {
  /// Two versions of one year made one.
  func timeMerge() throws {
    let path = "guest/habits/habit-1/\(Workload.today.year).json"
    let lines = sets.medium.dates.filter { $0.year == Workload.today.year }
      .map { Workload.line(1, $0) }
    func version(_ record: String, _ days: Int...) -> String {
      Workload.text(
        lines.indices.map { index in
          days.contains(lines.count - index) ? "\(lines[index].prefix(16))\(record)" : lines[index]
        }
      )
    }
    let folder = try scratch.folder("merge") { try Scratch.shell("mkdir \($0)") }
    let texts = [
      "base": version("", 0),
      "ours": version("{\"progress\": 1, \"at\": [\"08:00:00 one\"]}", 2, 20),
      "theirs": version("{\"progress\": 2, \"at\": [\"09:00:00 two +2\"]}", 5, 10),
    ]
    for (name, text) in texts { try write("\(folder)/\(name)") { say in say(text) } }
    let versions = ["base", "ours", "theirs"].map { Array((texts[$0] ?? "").utf8) }
    guard let layout = Layout(path: path), let merge = FileMerge(layout) else {
      throw Failure("\(path) is not a data file")
    }
    let inProcess = try Cost.measure(rounds * 40) {
      _ = try merge.merging(versions[1], versions[2], since: [versions[0]])
    }
    let race = try race(
      [
        Contestant(
          "driver",
          "\(habit) merge-driver \(folder)/base \(folder)/result \(folder)/theirs 7 \(path)",
          before: "cp \(folder)/ours \(folder)/result"
        ),
        Contestant("git", "git merge-file -p \(folder)/ours \(folder)/base \(folder)/theirs"),
      ],
      rounds: rounds * 2
    )
    table.begin("merging two versions of a year, \(lines.count) records")
    let beside = ResultTable.Beside("git merge-file, a process", race["git"], .amount(2))
    table.row("in process", inProcess, [beside])
    table.row(
      "habit merge-driver",
      race["driver"],
      [ResultTable.Beside("git merge-file", race["git"])]
    )
  }
}
