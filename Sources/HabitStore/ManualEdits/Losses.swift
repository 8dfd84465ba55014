internal import HabitFiles
internal import HabitMerge

/// Days that a manual edit removes, when they are so many that the user has to confirm it.
///
/// Source: habit-format(5), "Manual edits".
struct Losses {
  private let lost: Int
  private let all: Int

  /// The losses from the newest version of a file to what would replace it; nil when they are few.
  init?(from latest: [UInt8]?, to merged: [UInt8], of layout: Layout) {
    guard let latest, let losses = FileMerge(layout)?.losses(from: latest, to: merged),
      losses.of > 10, losses.lost * 2 > losses.of
    else { return nil }
    lost = losses.lost
    all = losses.of
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
