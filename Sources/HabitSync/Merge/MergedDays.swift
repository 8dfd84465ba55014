internal import Git
internal import HabitCore
internal import HabitFiles
internal import HabitMerge
internal import HabitStore

/// The days that the users of a shared repository recorded on either side of a merge.
///
/// The merge's message tells them, so they are the same whichever side asks: no points or streaks,
/// which depend on rules and on the day.
struct MergedDays {
  private var days: [UserID: [HabitID: Set<Day>]] = [:]
  /// Whether all files were looked into.
  private var isComplete = true

  private static let mostFiles = 100
  private static let (mostUsers, mostHabits) = (20, 5)

  /// The days of two merged sides since their common ancestors; none where there is one user.
  init(
    of merge: TreeMerge,
    _ ours: ObjectID,
    _ theirs: ObjectID,
    in repository: borrowing Repository
  ) throws {
    guard try MergedDays.isShared([ours, theirs], in: repository) else { return }
    var files = 0
    for (change, bases) in merge.differences {
      guard case .year(let user, let habit, _)? = Layout(path: change.path) else { continue }
      files += 1
      guard files <= MergedDays.mostFiles else {
        isComplete = false
        return
      }
      let changed = try MergedDays.days(of: change, since: bases, in: repository)
      if !changed.isEmpty { days[user, default: [:]][habit, default: []].formUnion(changed) }
    }
  }

  static func isShared(
    _ commits: [ObjectID],
    in repository: borrowing Repository
  ) throws -> Bool {
    var users: Set<UserID> = []
    for commit in commits {
      for user in try repository.names(in: .root, of: commit).compactMap(\.text)
        .compactMap({ UserID($0) })
      where !users.contains(user) {
        let names = try repository.names(in: GitPath(user.text), of: commit)
        guard names.contains("profile.json") || names.contains("habits") else { continue }
        users.insert(user)
        if users.count > 1 { return true }
      }
    }
    return false
  }

  /// The days of a file that a side has otherwise than every common ancestor.
  private static func days(
    of change: TreeChange,
    since bases: [TreeEntry?],
    in repository: borrowing Repository
  ) throws -> Set<Day> {
    guard let layout = Layout(path: change.path), let merge = FileMerge(layout) else { return [] }
    var days: Set<Day> = []
    for side in [change.old, change.new] {
      guard let side, !bases.contains(side), let bytes = try bytes(side, in: repository) else {
        continue
      }
      var changed: Set<Day>?
      for base in bases {
        let old = try base.flatMap { base in try self.bytes(base, in: repository)
        }
        let found = Set(merge.differences(old ?? Array("{}".utf8), bytes).compactMap { Day($0) })
        changed = changed?.intersection(found) ?? found
      }
      days.formUnion(changed ?? [])
    }
    return days
  }

  private static func bytes(
    _ entry: TreeEntry,
    in repository: borrowing Repository
  ) throws -> [UInt8]? {
    guard entry.isFile, try !repository.isLarge(entry.id) else { return nil }
    return try repository.blob(entry.id)
  }
}

// MARK: In words

extension MergedDays {
  /// A line a user: `ann: read 3 days from 2026-02-27 to 2026-03-01, run 2026-03-01`.
  ///
  /// Ids and dates alone are in it: no text that a user wrote.
  var body: String {
    var lines = days.sorted { $0.key < $1.key }.map { user, habits in
      let named = habits.sorted { $0.key < $1.key }.map {
        "\($0.key) \(MergedDays.inWords($0.value))"
      }
      let more = named.count - MergedDays.mostHabits
      let listed = named.prefix(MergedDays.mostHabits).joined(separator: ", ")
      return "\(user): \(listed)" + (more > 0 ? ", and \(counted(more, "habit"))" : "")
    }
    let more = lines.count - MergedDays.mostUsers
    lines = Array(lines.prefix(MergedDays.mostUsers))
    if more > 0 { lines.append("and \(counted(more, "user"))") }
    if !isComplete { lines.append("and more files") }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func inWords(_ days: Set<Day>) -> String {
    guard let first = days.min(), let last = days.max(), first < last else {
      return days.first.map(\.description) ?? ""
    }
    return "\(counted(days.count, "day")) from \(first) to \(last)"
  }
}
