internal import HabitCore
internal import HabitFiles
public import HabitStore
public import HabitSync

/// How far a clone and its remotes are apart.
public struct SyncStatusScreen: Screen {
  private let all: [SyncStatus]
  private let edits: Store.ManualEdits
  private let meant: String?

  /// The state of every remote and what is not committed.
  ///
  /// - Parameters:
  ///   - all: The remotes.
  ///   - edits: What is not committed, and what cannot be.
  ///   - meant: The remote that the user named.
  public init(_ all: [SyncStatus], _ edits: Store.ManualEdits, meant: String?) {
    self.all = all
    self.edits = edits
    self.meant = meant
  }

  /// Some lines for each remote, then the files that are not committed.
  public var lines: [String] {
    all.flatMap(\.inWords).map(\.terminalSafe)
      + edits.uncommitted.map { "not committed yet: \($0.terminalSafe)" }
      + edits.problems.map(\.description)
  }

  /// The state of the remote that is meant, what is not committed, and the state of every remote.
  public var output: Output {
    let one = all.first { $0.remote == meant } ?? all.first(where: \.isMeant) ?? all.first
    let none: [(key: String, value: Output)] = [
      ("state", .text("no-remote")), ("remote", .null), ("url", .null), ("ahead", .number(0)),
      ("behind", .number(0)), ("lastSync", .null), ("lastError", .null),
    ]
    return .object(
      (one?.members ?? none) + [
        ("uncommitted", .list(edits.uncommitted.map(Output.text))),
        ("invalid", .list(edits.problems.map { .text("\($0)") })),
        ("remotes", .list(all.map { .object($0.members) })),
      ]
    )
  }
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

  fileprivate var members: [(key: String, value: Output)] {
    [
      ("state", .text(state.rawValue)), ("remote", .text(remote)), ("url", .text(address)),
      ("ahead", .number(unpublished)), ("behind", .number(unmerged)),
      ("lastSync", Output(last.time.map { "\($0)Z" })), ("lastError", Output(last.failure)),
    ]
  }
}
