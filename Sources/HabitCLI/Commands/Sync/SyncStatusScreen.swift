internal import HabitCore
internal import HabitFiles
internal import HabitStore
internal import HabitSync

/// How far a clone and its remotes are apart.
struct SyncStatusScreen: Screen {
  let all: [SyncStatus]
  let edits: Store.ManualEdits
  let meant: String?

  /// Some lines for each remote, then the files that are not committed.
  var lines: [String] {
    all.flatMap(\.inWords).map(\.terminalSafe)
      + edits.uncommitted.map { "not committed yet: \($0.terminalSafe)" }
      + edits.problems.map(\.description)
  }

  static let shape = Shape<SyncStatusScreen>.object([
    Member(distance, of: \.one),
    Member("uncommitted", .texts, "The files with manual edits.") { $0.edits.uncommitted },
    Member("invalid", .texts, "What is wrong with files.") { $0.edits.problems.map(\.description) },
    Member("remotes", .list(.object(distance)), "The same of every remote.") { $0.all },
  ])

  private var one: SyncStatus? {
    all.first { meant == nil ? $0.isMeant : $0.remote == meant } ?? all.first
  }

  private static let distance: [Member<SyncStatus?>] = [
    Member(
      "state",
      .word(["synced", "ahead", "behind", "diverged", "offline", "no-remote"]),
      "How far both are apart."
    ) { $0?.state.rawValue ?? "no-remote" },
    Member("remote", orNull: .text, "The remote.") { $0?.remote },
    Member("url", orNull: .text, "Where it is.") { $0?.address },
    Member("ahead", .count, "How many commits wait to be sent.") { $0?.unpublished ?? 0 },
    Member("behind", .count, "How many wait to be merged.") { $0?.unmerged ?? 0 },
    Member("lastSync", orNull: .moment, "When a sync last ended well, in UTC.") {
      $0?.last.time.map { "\($0)Z" }
    },
    Member("lastError", orNull: .text, "Why the last one did not.") { $0?.last.failure },
  ]
}

extension SyncStatus {
  /// `origin  2 commits to send, 1 to merge, /srv/habits.git`, and why the last try failed.
  fileprivate var inWords: [String] {
    [distance] + (last.failure.map { ["the last sync failed: \($0)"] } ?? [])
  }

  private var distance: String {
    guard isKnown else { return "\(remote)  never synced, \(address)" }
    var parts: [String] = []
    if unpublished > 0 { parts.append("\(counted(unpublished, "commit")) to send") }
    if unmerged > 0 { parts.append("\(counted(unmerged, "commit")) to merge") }
    return
      "\(remote)  \(parts.isEmpty ? "has everything" : parts.joined(separator: ", ")), \(address)"
  }
}
