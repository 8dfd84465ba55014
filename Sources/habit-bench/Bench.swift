internal import HabitCore

/// What every group of rows needs.
struct Bench {
  /// The program that is timed.
  let habit: String
  /// How often.
  let rounds: Int
  let sets: Sets
  let scratch: Scratch
  let table: ResultTable
  /// The release that is timed beside it.
  let other: OtherRelease?

  /// git with every write brought to the disk, as `habit` has it.
  static let durable = "-c core.fsync=all -c core.fsyncMethod=fsync"

  /// Says on what is measured, and with what.
  func introduce() {
    let facts = [
      "grep -m1 'model name' /proc/cpuinfo | cut -d: -f2 | xargs",
      "echo $(nproc) cores, load $(cut -d' ' -f1-3 /proc/loadavg)",
      "uname -sr", "df --output=fstype . | tail -1", "\(habit) --version", "git --version",
      "ldconfig -p | sed -n 's/.*\\(libgit2.so.[0-9.]*\\) .*/\\1/p'",
    ]
    let older = other.map { ["echo older: $(\($0.program) --version)"] } ?? []
    print((facts + older).map { Scratch.output(of: $0) }.joined(separator: " · "))
    for peer in Peer.allCases {
      print(
        peer.isInstalled ? "\(peer) \(peer.version)" : "\(peer) is not installed: \(peer.advice)"
      )
    }
    print("medians of \(rounds) rounds in turn, milliseconds; quartiles say how they spread")
  }

  /// The repository of a workload, made when it is first asked for.
  func repository(_ set: Workload, _ history: History = .oneCommit) throws -> String {
    try scratch.folder("\(set.name)-\(history)") { folder in
      try set.makeRepository(at: folder, history)
      // The merge driver, and a first record of this device.
      try Scratch.shell(
        "\(habit) init \(folder) >/dev/null; \(habit) --repo \(folder) log habit-0 >/dev/null"
      )
    }
  }

  /// The command that only reads the files that `today` of a workload needs.
  func cat(_ set: Workload, in root: String) -> String {
    "cat \(root)/\(set.user(0))/habits/*/*"
  }

  /// A commit of one file with git: a byte more each time.
  func commit(in root: String, _ options: String = "") -> String {
    let file = "\(root)/guest/habits/habit-2/\(Workload.today.year).json"
    return "echo >>\(file); exec git -C \(root) \(options) commit -qam x"
  }
}
