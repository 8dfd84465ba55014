internal import Glibc
internal import HabitCore

/// What else people keep such records with, given the same records in its own format.
enum Peer: String, CaseIterable {
  case hledger, timewarrior, harsh

  /// Whether it can be run here.
  var isInstalled: Bool { !Scratch.output(of: "command -v \(program)").isEmpty }

  /// How to get it.
  var advice: String {
    switch self {
    case .hledger, .timewarrior: "apt-get install \(self)"
    case .harsh: "go install github.com/wakatara/harsh@latest"
    }
  }

  /// What it says that it is.
  var version: String {
    Scratch.output(of: "\(program) --version | grep -o '[0-9][0-9.]*' | head -1")
  }

  /// The command that starts it.
  var program: String {
    switch self {
    case .hledger, .harsh: rawValue
    case .timewarrior: "timew"
    }
  }

  /// The command on a workload's records, with what it needs of the environment.
  func command(on records: String) -> String {
    switch self {
    case .hledger: "hledger -f \(records)/records.timedot"
    case .timewarrior: "env TIMEWARRIORDB=\(records) timew"
    case .harsh: "env HARSHPATH=\(records) harsh"
    }
  }

  /// Its nearest command to one of ours, where it has one.
  ///
  /// Times are those of the last record: harsh knows no clock but the computer's.
  func nearest(to ours: String) -> String? {
    let today = Workload.today
    let (month, tomorrow) = (today.advanced(by: -29), today.advanced(by: 1))
    let (year, always) = (today.advanced(by: -364), Workload.today.advanced(by: -4000))
    switch (self, ours) {
    case (.hledger, "today"): return "balance -p \(today)"
    case (.hledger, "stats"): return "balance -p \(month)..\(tomorrow)"
    case (.hledger, "stats of all"): return "balance"
    case (.hledger, "calendar"): return "activity --daily -p \(year)..\(tomorrow)"
    case (.hledger, "query"): return "register -p \(month)..\(tomorrow)"
    case (.hledger, "report"): return "balance --monthly -p \(today.year)"
    case (.timewarrior, "today"): return "summary \(today) - \(tomorrow)"
    case (.timewarrior, "stats"): return "summary \(month) - \(tomorrow)"
    case (.timewarrior, "stats of all"): return "summary \(always) - \(tomorrow)"
    case (.timewarrior, "calendar"): return "month \(year) - \(tomorrow)"
    case (.timewarrior, "query"): return "export \(month) - \(tomorrow)"
    case (.harsh, "today"): return "todo"
    case (.harsh, "stats of all"): return "log stats"
    case (.harsh, "calendar"): return "log"
    case (.timewarrior, "log"): return "track \(today)T21:00 - \(today)T21:05 habit-1"
    case (.timewarrior, "undo"): return "undo"
    default: return nil
    }
  }
}

extension Bench {
  /// The peers that are here.
  var peers: [Peer] { Peer.allCases.filter(\.isInstalled) }

  /// The records of a workload's first user as a peer keeps them.
  func records(of set: Workload, for peer: Peer) throws -> String {
    try scratch.folder("\(set.name)-\(peer)") { folder in
      try Scratch.shell("mkdir -p \(folder)/data")
      switch peer {
      case .hledger: try writeTimedot(set, folder)
      case .timewarrior: try writeIntervals(set, folder)
      case .harsh: try writeHarsh(set, folder)
      }
    }
  }

  private func writeTimedot(_ set: Workload, _ folder: String) throws {
    try write("\(folder)/records.timedot") { say in
      for day in set.dates {
        say("\(day)\n")
        for habit in 0..<set.habits { say("habit-\(habit)  3\n") }
        say("\n")
      }
    }
  }

  /// A file a month, as timewarrior has it; its intervals may not overlap.
  private func writeIntervals(_ set: Workload, _ folder: String) throws {
    try Scratch.shell(": >\(folder)/timewarrior.cfg")
    let months = Dictionary(grouping: set.dates) { "\($0)".prefix(7) }
    for (month, days) in months {
      try write("\(folder)/data/\(month).data") { say in
        for day in days.sorted() {
          let date = "\(day)".filter { $0 != "-" }
          for habit in 0..<set.habits {
            let start = 6 * 60 + habit * 8
            let (from, to) = (clock(start), clock(start + 5))
            say("inc \(date)T\(from)10Z - \(date)T\(to)10Z # habit-\(habit)\n")
          }
        }
      }
    }
  }

  private func writeHarsh(_ set: Workload, _ folder: String) throws {
    try write("\(folder)/habits") { say in
      for habit in 0..<set.habits { say("Habit \(habit): 1\n") }
    }
    try write("\(folder)/log") { say in
      for day in set.dates {
        for habit in 0..<set.habits { say("\(day) : Habit \(habit) : y :  : 3\n") }
      }
    }
  }

  private func clock(_ minute: Int) -> String {
    [minute / 60, minute % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined()
  }

  /// Writes a file piece by piece.
  func write(_ path: String, _ body: ((String) -> Void) -> Void) throws {
    guard let file = unsafe fopen(path, "w") else { throw Failure("\(path) cannot be written") }
    body { text in unsafe fputs(text, file) }
    unsafe fclose(file)
  }
}
