internal import Glibc
internal import HabitCore

/// How a workload got into its repository.
enum History: String {
  /// All of it in one commit.
  case oneCommit = "in one commit"
  /// A commit for every record, day by day, as years of `habit log` leave them.
  case commitPerRecord = "a commit a record"
}

extension Workload {
  /// Makes a repository of the workload with its files checked out.
  ///
  /// The history goes through `git fast-import`: 73,000 commits take a minute and not hours.
  func makeRepository(at root: String, _ history: History) throws {
    try Scratch.shell("git init -q \(root)")
    guard let pipe = unsafe popen("git -C \(root) fast-import --quiet", "we") else {
      throw Failure("git fast-import cannot be started")
    }
    func say(_ text: String) { unsafe fputs(text, pipe) }
    switch history {
    case .oneCommit: importAtOnce(say)
    case .commitPerRecord: importByRecord(say)
    }
    guard unsafe pclose(pipe) == 0 else { throw Failure("git fast-import failed") }
    try Scratch.shell("git -C \(root) reset -q --hard")
  }

  private func importAtOnce(_ say: (String) -> Void) {
    say(commit("all of it", on: dates[0]))
    for file in definitions { say("M 100644 inline \(file.path)\n" + data(file.text)) }
    for (user, habit) in everyHabit {
      for (year, days) in years(of: habit) {
        let text = Workload.text(days.map { Workload.line(habit, $0) })
        say("M 100644 inline \(folder(user, habit))\(year).json\n" + data(text))
      }
    }
  }

  private func importByRecord(_ say: (String) -> Void) {
    // A file's versions in a row, each a small step for git; the commits name them by number.
    for (user, habit) in everyHabit {
      for (_, days) in years(of: habit) {
        var lines: [String] = []
        for day in days {
          lines.append(Workload.line(habit, day))
          say("blob\nmark :\(mark(user, habit, day))\n" + data(Workload.text(lines)))
        }
      }
    }
    say(commit("definitions", on: dates[0]))
    for file in definitions { say("M 100644 inline \(file.path)\n" + data(file.text)) }
    for day in dates {
      for (user, habit) in everyHabit where dates(of: habit).last != day.advanced(by: -1) {
        say(commit("log habit-\(habit) +2 (3/3) \(day)", on: day))
        say("M 100644 :\(mark(user, habit, day)) \(folder(user, habit))\(day.year).json\n")
      }
    }
  }

  private var everyHabit: [(user: Int, habit: Int)] {
    (0..<users).flatMap { user in (0..<habits).map { (user, $0) } }
  }

  private func years(of habit: Int) -> [(year: Int, days: [Day])] {
    Dictionary(grouping: dates(of: habit), by: \.year).sorted { $0.key < $1.key }
      .map { (year: $0.key, days: $0.value) }
  }

  private func mark(_ user: Int, _ habit: Int, _ day: Day) -> Int {
    (user * habits + habit) * days + dates[0].distance(to: day) + 1
  }

  private func commit(_ subject: String, on day: Day) -> String {
    let seconds = Int(day.number) * 86_400 + 43_200
    return "commit refs/heads/main\ncommitter guest <guest@mbp> \(seconds) +0000\n" + data(subject)
  }

  private func data(_ text: String) -> String { "data \(text.utf8.count)\n\(text)\n" }
}
