public import HabitCore
public import HabitFiles

public struct SyncReport: Sendable {
  public let remote: String
  /// The folder of the repository.
  public let root: String
  /// What was done here to have what the remote has.
  public internal(set) var action = Action.none
  /// Hand edits that were committed first, in words.
  public internal(set) var manualEdits: [String] = []
  /// Files that cannot be read; they were left alone.
  public internal(set) var problems: [Problem] = []
  public internal(set) var warnings: [String] = []
  public internal(set) var came = Commits()
  public internal(set) var changed: Set<Layout> = []
  /// Commits of ours that the remote has now and had not before.
  public internal(set) var went = 0
  /// Where they went, when that is a directory of this machine.
  public internal(set) var hub: String?
  public internal(set) var unpublished = 0
  public internal(set) var merged = MergeOutcome()
  /// The values of this device that another device's merge discarded.
  public internal(set) var overridden = MergeOutcome()
  /// What others changed of the files of the one who syncs.
  public internal(set) var othersEdits: [OthersEdit] = []
  /// What merges without our rules had lost, and was put back.
  public internal(set) var restored = MergeOutcome()
  /// Values that such merges set back to older ones, and that were not put back.
  public internal(set) var older = MergeOutcome()
  /// What of the user's records is gone, by the commits that came.
  public internal(set) var removals: [Removal] = []
  /// The commit that put it back, by its id; nil when none did.
  public internal(set) var restoration: String?
  /// What merges without our rules lost of other users.
  public internal(set) var lost = MergeOutcome()
  /// Where our history before a rewritten one is kept; nil when none was.
  public internal(set) var backup: String?

  public enum Action: String, CaseIterable, Sendable {
    /// Nothing: nothing had come.
    case none
    /// What came was taken as it is.
    case taken
    /// What came was merged with ours.
    case merged
    /// What was ours was put on top of a history that was rewritten.
    case rejoined
  }

  public struct Commits: Hashable, Sendable {
    public internal(set) var count = 0
    public internal(set) var authors: [String] = []
  }

  public func followed(by next: SyncReport) -> SyncReport {
    var whole = self
    if next.action != .none { whole.action = next.action }
    whole.manualEdits += next.manualEdits
    whole.problems = next.problems
    whole.warnings += next.warnings.filter { !warnings.contains($0) }
    whole.came.count += next.came.count
    whole.came.authors = Set(came.authors + next.came.authors).sorted()
    whole.changed.formUnion(next.changed)
    whole.went += next.went
    whole.unpublished = next.unpublished
    whole.othersEdits += next.othersEdits
    whole.removals += next.removals
    for outcome in [\SyncReport.merged, \.overridden, \.restored, \.older, \.lost] {
      whole[keyPath: outcome].conflicts += next[keyPath: outcome].conflicts
      whole[keyPath: outcome].copies += next[keyPath: outcome].copies
    }
    whole.hub = next.hub ?? hub
    whole.restoration = next.restoration ?? restoration
    whole.backup = next.backup ?? backup
    return whole
  }

  public var isPublished: Bool { unpublished == 0 }
}
