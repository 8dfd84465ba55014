internal import HabitFiles
internal import HabitMerge

/// Days that a manual edit has lost, when they are so many that the user has to confirm it.
///
/// Source: habit-format(5), "Manual edits".
struct Losses {
  private let lost: Int
  private let all: Int

  /// The losses of an edit; nil when they are few.
  ///
  /// An edit that has kept most of the version that it was made from is only old: what it lacks is
  /// put back. One that has kept little of any version is measured by the newest.
  init?(of edit: ManualEdit, since base: [UInt8]?, to latest: [UInt8]?) {
    let sinceBase = edit.losses(since: base)
    guard sinceBase.lost * 2 > sinceBase.of else { return nil }
    let losses = sinceBase.of > 10 ? sinceBase : edit.losses(since: latest)
    guard losses.of > 10, losses.lost * 2 > losses.of else { return nil }
    lost = losses.lost
    all = losses.of
  }

  /// The message about a conflict copy.
  func problem(_ copy: ConflictCopy) -> Problem {
    Problem(
      copy.path,
      "\(lost) of \(all) days are gone from this conflict copy",
      hint: "merge it into \(copy.original.path) in an editor, or remove it"
    )
  }

  /// The message about a file.
  func problem(_ path: String) -> Problem {
    Problem(
      path,
      "\(lost) of \(all) days are gone from this file",
      hint: "if that is meant, say --accept-deletions; else: git checkout HEAD -- \(path)"
    )
  }
}
