internal import Git
internal import HabitCore
public import HabitFiles
internal import HabitMerge
internal import HabitStore

/// What of a user's files is gone, by the commit that came and removed it.
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

public struct OthersEdit: Hashable, Sendable {
  /// Who, as git has it: `bob on pho`, or a name.
  public let author: String
  public let layout: Layout
  /// The days or fields, in order; none when they are unknown.
  public let places: [String]
}

/// What commits that came did to a user's files, in one pass over them: what they removed, what others
/// changed, and what their merges discarded.
struct WhatCame {
  private let user: UserID
  /// Whose entries may not even be undone without a word.
  private let device: Device
  private let ours: ObjectID?
  private let result: ObjectID
  /// How git or the profile names the user.
  private let names: [String?]
  /// The days that are gone, or the empty text for a file as a whole; and those without a commit that did it.
  private var gone: [Layout: Set<String>] = [:]
  private var unexplained: [Layout: Set<String>] = [:]
  /// What is gone, the newest first; at the end what no commit is known to have removed.
  private(set) var removals: [Removal] = []
  /// The places that others changed, by edits without them.
  private var edits: [OthersEdit: Set<String>] = [:]
  /// The values of ours that were discarded when another device merged them with its own, each field once.
  private(set) var overridden = MergeOutcome()
  private var told: Set<[String?]> = []

  private static let mostCommits = 1_000

  /// Looks at commits, each before its parents, that have led from one commit to another, with others that
  /// they were merged with since the `bases`.
  init(
    _ commits: [Commit],
    from ours: ObjectID?,
    to result: ObjectID,
    since bases: [ObjectID],
    for writer: Store.Writer,
    in repository: borrowing Repository
  ) throws {
    (user, device) = (writer.user, writer.device)
    (self.ours, self.result) = (ours, result)
    let identity = try repository.identity()
    let profile = try repository.file(Layout.profile(user).gitPath, of: result)
    let document = profile.flatMap { try? ProfileDocument(writer.user, bytes: $0) }
    names = [identity?.name, identity?.email, document?.profile.name?.text]
    let folder = GitPath(writer.user.text)
    for change in try ours.map({ try repository.changes(from: $0, to: result, below: folder) })
      ?? []
    {
      let days = try removed(by: change, in: repository)
      if let layout = Layout(path: change.path), !days.isEmpty { gone[layout] = days }
    }
    unexplained = gone
    let mine = WhatCame.sides(of: commits, since: bases)
    for commit in commits.prefix(WhatCame.mostCommits) {
      if commit.parents.count == 1 {
        try look(at: commit, in: repository)
      } else if let mine = mine[commit.id] {
        try look(at: commit, merging: mine, in: repository)
      }
    }
    if !unexplained.isEmpty { removals.append(Removal(nil, isMixed: true, unexplained)) }
  }

  private mutating func look(at commit: Commit, in repository: borrowing Repository) throws {
    let isOthers = !MergeCommit.isOurs(commit) && !isByUser(commit)
    guard isOthers || !unexplained.isEmpty else { return }
    let parent = commit.parents[0]
    let changes = try repository.changes(from: parent, to: commit.id, below: GitPath(user.text))
    var removed: [Layout: Set<String>] = [:]
    for change in changes {
      guard let layout = Layout(path: change.path) else { continue }
      if let left = unexplained[layout] {
        let days = try left.intersection(self.removed(by: change, in: repository))
        removed[layout] = days.isEmpty ? nil : days
        unexplained[layout] = days == left ? nil : left.subtracting(days)
      }
      if isOthers, let places = try edited(by: change, layout, in: repository) {
        let edit = OthersEdit(author: commit.author.name, layout: layout, places: [])
        edits[edit, default: []].formUnion(places)
      }
    }
    guard !removed.isEmpty else { return }
    let isMixed = try repository.changes(from: parent, to: commit.id).count != changes.count
    removals.append(Removal(commit, isMixed: isMixed, removed))
  }
}

// MARK: What is gone

extension WhatCame {
  /// The days that a change removes, or the empty text where the file is gone or cannot be read any more.
  private func removed(
    by change: TreeChange,
    in repository: borrowing Repository
  ) throws -> Set<String> {
    guard let rule = Layout(path: change.path).flatMap({ FileMerge($0) }),
      let old = try WhatCame.bytes(change.old, in: repository)
    else { return [] }
    var new = try WhatCame.bytes(change.new, in: repository)
    if let bytes = new, rule.isDamaged(bytes), !rule.isDamaged(old) { new = nil }
    let days = rule.removals(from: old, to: new ?? WhatCame.nothing, ofEntriesBy: device)
    return days.isEmpty && new == nil ? [""] : Set(days)
  }

  private static func bytes(
    _ entry: TreeEntry?,
    in repository: borrowing Repository
  ) throws -> [UInt8]? {
    guard let entry, entry.isFile else { return nil }
    return try repository.blob(entry.id)
  }

  private static let nothing = Array("{}".utf8)
}

extension Removal {
  fileprivate init(_ commit: Commit?, isMixed: Bool, _ gone: [Layout: Set<String>]) {
    author = commit?.author.name
    self.commit = commit?.id.hex
    self.isMixed = isMixed
    places = gone.map { Place(layout: $0, days: $1.filter { !$0.isEmpty }.sorted()) }
      .sorted { $0.layout.path < $1.layout.path }
  }
}

// MARK: What others changed

extension WhatCame {
  /// What others changed and is not gone, by who did it and in the order of the files.
  var othersEdits: [OthersEdit] {
    edits.compactMap { edit, places in
      let gone = gone[edit.layout]
      let left = places.subtracting(gone ?? [])
      guard gone == nil || gone?.contains("") == false && !left.isEmpty else { return nil }
      return OthersEdit(author: edit.author, layout: edit.layout, places: left.sorted())
    }
    .sorted { ($0.author, $0.layout.path) < ($1.author, $1.layout.path) }
  }

  /// Whether a commit is the user's own: by the tool, from any device, or by whom git or the profile knows.
  private func isByUser(_ commit: Commit) -> Bool {
    if let name = commit.author.toolUser { return name == user.text }
    return names.contains(commit.author.name) || names.contains(commit.author.email)
  }

  /// The days or fields that a change has made other than ours; nil when ours has all of it already, as
  /// when our records came back as one squashed commit.
  private func edited(
    by change: TreeChange,
    _ layout: Layout,
    in repository: borrowing Repository
  ) throws -> Set<String>? {
    let known = try ours.flatMap { try repository.entry(at: change.path, of: $0) }
    guard known == nil || known != change.new else { return nil }
    guard let rule = FileMerge(layout) else { return [] }
    let new = try WhatCame.bytes(change.new, in: repository) ?? WhatCame.nothing
    func differences(from old: TreeEntry?) throws -> Set<String> {
      Set(rule.differences(try WhatCame.bytes(old, in: repository) ?? WhatCame.nothing, new))
    }
    let changed = try differences(from: change.old)
    guard let known else { return changed }
    let left = try changed.intersection(differences(from: known))
    return left.isEmpty ? nil : left
  }
}

extension Signature {
  /// The user, where it is the tool's: `ann on mbp <ann@mbp>`.
  var toolUser: String? {
    let parts = email.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && name == "\(parts[0]) on \(parts[1])" ? String(parts[0]) : nil
  }
}

// MARK: What merges discarded

// The device that merges reports the discarded values; the others only see a commit that came. So the
// fetched merges are computed again: a merge is a pure function of its parents.
extension WhatCame {
  /// The parents that have what was ours, of the merges where one alone has it.
  private static func sides(of commits: [Commit], since bases: [ObjectID]) -> [ObjectID: ObjectID] {
    var ours = Set(bases)
    var sides: [ObjectID: ObjectID] = [:]
    for commit in commits.reversed() {
      let mine = commit.parents.filter(ours.contains)
      if !mine.isEmpty { ours.insert(commit.id) }
      if commit.parents.count == 2, mine.count == 1 { sides[commit.id] = mine[0] }
    }
    return sides
  }

  private mutating func look(
    at merge: Commit,
    merging mine: ObjectID,
    in repository: borrowing Repository
  ) throws {
    guard !MergeCommit.isHarmless(merge),
      let theirs = merge.parents.first(where: { $0 != mine })
    else { return }
    let bases = try repository.mergeBases(mine, theirs)
    // One that our rules refuse was made manually.
    let redone = try? TreeMerge(mine, theirs, since: bases, in: repository)
    for conflict in redone?.outcome.conflicts ?? [] {
      var decisions: [Decision] = []
      for decision in conflict.decisions where decision.side == .ours {
        guard let final = try final(decision, conflict.layout, in: repository),
          told.insert([conflict.layout.path, decision.day, decision.field]).inserted
        else { continue }
        decisions.append(final)
      }
      overridden.add(decisions, of: conflict.layout)
    }
  }

  /// The decision as it is now; nil when the discarded value was not ours, or is back.
  private func final(
    _ decision: Decision,
    _ layout: Layout,
    in repository: borrowing Repository
  ) throws -> Decision? {
    guard let rule = FileMerge(layout), let ours,
      let before = try repository.file(layout.gitPath, of: ours),
      rule.value(of: decision, in: before) == decision.dropped.value,
      let after = try repository.file(layout.gitPath, of: result)
    else { return nil }
    let value = rule.value(of: decision, in: after)
    return value == decision.dropped.value ? nil : decision.keeping(value)
  }
}
