internal import Git
internal import HabitCore
public import HabitFiles
internal import HabitMerge
internal import HabitStore

/// What a commit that came removed of the user's records.
///
/// It does not matter whom the commit names as its author: anyone can write any name.
public struct Removal: Hashable, Sendable {
  /// The author, as git has it; nil when no commit is known that did it.
  public let author: String?
  public let commit: String?
  public let isMixed: Bool
  /// The files, each with the days, in order; without days the file as a whole.
  public let places: [Place]

  public struct Place: Hashable, Sendable {
    public let layout: Layout
    public let days: [String]
  }
}

/// Looks for records of a user that a sync would remove.
struct RemovalSearch {
  let user: UserID
  /// Whose entries may not even be undone without a word.
  let device: Device

  private static let mostCommits = 1_000

  /// What is lost from one commit to another, by the commits that removed it; newest first.
  ///
  /// The commits come before their parents; a removal without a commit is for what merges lost.
  func removals(
    from ours: ObjectID,
    to result: ObjectID,
    by commits: [Commit],
    in repository: borrowing Repository
  ) throws -> [Removal] {
    var lost = try self.lost(from: ours, to: result, in: repository)
    var removals: [Removal] = []
    for commit in commits.prefix(RemovalSearch.mostCommits)
    where !lost.isEmpty && commit.parents.count == 1 {
      var removed = try self.lost(from: commit.parents[0], to: commit.id, in: repository)
      for (layout, days) in removed {
        removed[layout] = lost[layout].map { $0.intersection(days) }
        if removed[layout]?.isEmpty == true { removed[layout] = nil }
      }
      guard !removed.isEmpty else { continue }
      for (layout, days) in removed {
        lost[layout]?.subtract(days)
        if lost[layout]?.isEmpty == true { lost[layout] = nil }
      }
      let isMixed = try isMixed(commit, in: repository)
      removals.append(Removal(commit.author.name, commit.id.hex, isMixed: isMixed, removed))
    }
    return lost.isEmpty ? removals : removals + [Removal(nil, nil, isMixed: true, lost)]
  }

  /// Whether a commit changed more than the user's folder.
  private func isMixed(
    _ commit: Commit,
    in repository: borrowing Repository
  ) throws -> Bool {
    let (old, new) = (commit.parents.first, commit.id)
    return try repository.changes(from: old, to: new).count
      != repository.changes(from: old, to: new, below: GitPath(user.text)).count
  }

  /// The days, or the empty text for the file as a whole, that one commit has and another one lacks.
  private func lost(
    from old: ObjectID,
    to new: ObjectID,
    in repository: borrowing Repository
  ) throws -> [Layout: Set<String>] {
    var lost: [Layout: Set<String>] = [:]
    for change in try repository.changes(from: old, to: new, below: GitPath(user.text)) {
      guard let layout = Layout(path: change.path), let before = change.old, before.isFile,
        let merge = FileMerge(layout)
      else { continue }
      let old = try repository.blob(before.id)
      var new = try change.new.flatMap { entry in
        entry.isFile ? try repository.blob(entry.id) : nil
      }
      if let bytes = new, merge.isDamaged(bytes), !merge.isDamaged(old) { new = nil }
      let days = merge.removals(from: old, to: new ?? Array("{}".utf8), ofEntriesBy: device)
      if !days.isEmpty { lost[layout] = Set(days) } else if new == nil { lost[layout] = [""] }
    }
    return lost
  }
}

extension Removal {
  fileprivate init(
    _ author: String?,
    _ commit: String?,
    isMixed: Bool,
    _ lost: [Layout: Set<String>]
  ) {
    self.author = author
    self.commit = commit
    self.isMixed = isMixed
    self.places = lost.map { Place(layout: $0, days: $1.filter { !$0.isEmpty }.sorted()) }
      .sorted { $0.layout.path < $1.layout.path }
  }
}
