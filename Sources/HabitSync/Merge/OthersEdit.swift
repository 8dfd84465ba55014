internal import Git
internal import HabitCore
public import HabitFiles
internal import HabitMerge
internal import HabitStore

public struct OthersEdit: Hashable, Sendable {
  /// Who, as git has it: `bob on pho`, or a name.
  public let author: String
  public let layout: Layout
  /// The days or fields, in order; none when they are unknown.
  public let places: [String]
}

extension OthersEdit {
  /// The edit without what was removed; nil when nothing is left.
  func without(_ removed: [Removal.Place]) -> OthersEdit? {
    guard let place = removed.first(where: { $0.layout == layout }) else { return self }
    let left = places.filter { !place.days.contains($0) }
    let isGone = place.days.isEmpty || left.isEmpty
    return isGone ? nil : OthersEdit(author: author, layout: layout, places: left)
  }
}

extension Signature {
  /// The user, where it is the tool's: `ann on mbp <ann@mbp>`.
  var toolUser: String? {
    let parts = email.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && name == "\(parts[0]) on \(parts[1])" ? String(parts[0]) : nil
  }
}

/// Whose commits are ours, among those of several users in one repository.
struct CommitAuthorship {
  private let user: UserID
  private let names: [String]
  private let addresses: [String]

  private static let mostCommits = 1_000

  init(of user: UserID, at commit: ObjectID, in repository: borrowing Repository) throws {
    self.user = user
    let identity = try repository.identity()
    let profile = try repository.file(Layout.profile(user).gitPath, of: commit)
    let document = profile.flatMap { try? ProfileDocument(user, bytes: $0) }
    names = [identity?.name, document?.profile.name?.text].compactMap(\.self)
    addresses = [identity?.email].compactMap(\.self)
  }

  /// Whether a commit is the user's own: by the tool, from any device, or by the user that git or
  /// the profile knows.
  private func made(_ commit: Commit) -> Bool {
    if let name = commit.author.toolUser { return name == user.text }
    return names.contains(commit.author.name) || addresses.contains(commit.author.email)
  }

  /// What others changed of the user's files in these commits, by who did it and in the order of
  /// the files; each commit comes before its parents.
  ///
  /// What ours has already was not changed, as when our records came back as one squashed commit.
  func others(
    among commits: [Commit],
    since ours: ObjectID?,
    in repository: borrowing Repository
  ) throws -> [OthersEdit] {
    var places: [Authored: Set<String>] = [:]
    for commit in commits.prefix(CommitAuthorship.mostCommits)
    where commit.parents.count == 1 && !MergeCommit.isOurs(commit) && !made(commit) {
      let changes = try repository.changes(
        from: commit.parents[0],
        to: commit.id,
        below: GitPath(user.text)
      )
      for change in changes {
        guard let layout = Layout(path: change.path) else { continue }
        let known = try ours.flatMap { ours in
          try repository.entry(at: change.path, of: ours)
        }
        guard known == nil || known != change.new else { continue }
        var changed = try self.places(from: change.old, to: change.new, layout, in: repository)
        if let known {
          let new = try self.places(from: known, to: change.new, layout, in: repository)
          changed.formIntersection(new)
          if changed.isEmpty, FileMerge(layout) != nil { continue }
        }
        let author = Authored(author: commit.author.name, layout: layout)
        places[author, default: []].formUnion(changed)
      }
    }
    return places.map { OthersEdit(author: $0.author, layout: $0.layout, places: $1.sorted()) }
      .sorted { ($0.author, $0.layout.path) < ($1.author, $1.layout.path) }
  }

  private struct Authored: Hashable {
    let author: String
    let layout: Layout
  }

  private func places(
    from old: TreeEntry?,
    to new: TreeEntry?,
    _ layout: Layout,
    in repository: borrowing Repository
  ) throws -> Set<String> {
    guard let merge = FileMerge(layout) else { return [] }
    func bytes(_ entry: TreeEntry?) throws -> [UInt8] {
      guard let entry, entry.isFile else { return Array("{}".utf8) }
      return try repository.blob(entry.id)
    }
    return Set(merge.differences(try bytes(old), try bytes(new)))
  }
}
