internal import Git
internal import HabitCore
internal import HabitFiles
internal import HabitStore

/// A search for what another clone wrote under the nickname of this one.
///
/// Only the acting user's folder counts: another user may write anything into the own one. What is known
/// may be in any of the person's folders: another device may have adopted one of them.
struct NicknameSearch {
  let device: Device
  let user: UserID

  /// Whether `theirs` has facts or commits of the device that no commit known here has.
  func isClash(
    in theirs: ObjectID,
    besides ours: ObjectID?,
    since known: [ObjectID],
    of repository: borrowing Repository
  ) throws -> Bool {
    if try hasUnknownFacts(in: theirs, besides: ours, since: known, of: repository) { return true }
    let here = [ours].compactMap(\.self) + known
    var new: Set<Int> = []
    for id in try repository.commits(of: [theirs], without: here) {
      let commit = try repository.readCommit(id)
      if try wrote(commit, in: repository) { new.insert(commit.author.seconds) }
    }
    guard !new.isEmpty else { return false }
    // A commit that is rebased, amended or squashed keeps its author's time.
    for id in try repository.commits(of: here, without: []) where !new.isEmpty {
      let commit = try repository.readCommit(id)
      if isOurs(commit) { new.remove(commit.author.seconds) }
    }
    return !new.isEmpty
  }

  private func isOurs(_ commit: Commit) -> Bool { commit.author.name == "\(user) on \(device)" }

  private func wrote(
    _ commit: Commit,
    in repository: borrowing Repository
  ) throws -> Bool {
    guard isOurs(commit) else { return false }
    return try !repository.changes(
      from: commit.parents.first,
      to: commit.id,
      below: GitPath(user.text)
    )
    .isEmpty
  }

  private func hasUnknownFacts(
    in theirs: ObjectID,
    besides ours: ObjectID?,
    since known: [ObjectID],
    of repository: borrowing Repository
  ) throws -> Bool {
    let heads = known + [ours].compactMap(\.self)
    let others = try adopted(in: [theirs] + heads, of: repository)
    // One large file may have any number of names.
    var read: [ObjectID: Set<Fact>] = [:]
    for change in try repository.changes(from: ours, to: theirs, below: GitPath(user.text)) {
      guard let new = change.new, new.isFile, Layout(path: change.path)?.isData == true else {
        continue
      }
      var facts = try read[new.id] ?? facts(in: repository.blob(new.id))
      read[new.id] = facts
      if let old = change.old, old.isFile {
        facts.subtract(self.facts(in: try repository.blob(old.id)))
      }
      let places = others.compactMap { change.path.moved(from: "\(user)/", to: "\($0)/") }
      for (path, commits) in [(change.path, known)] + places.map({ ($0, heads) }) {
        for commit in commits where !facts.isEmpty {
          guard let bytes = try repository.file(path, of: commit) else { continue }
          // An amount that another device edited is no new entry.
          let moments = Set(self.facts(in: bytes).map(\.moment))
          facts = facts.filter { !moments.contains($0.moment) }
        }
      }
      for path in [change.path] + places where !facts.isEmpty {
        facts.subtract(try past(of: path, in: heads, for: facts, of: repository))
      }
      if !facts.isEmpty { return true }
    }
    return false
  }

  /// The users whose histories the user has adopted, as their own profiles say, or those of adopted ones.
  private func adopted(
    in commits: [ObjectID],
    of repository: borrowing Repository
  ) throws -> [UserID] {
    var (adopted, pending): ([UserID], [UserID]) = ([], [user])
    while let next = pending.popLast() {
      for commit in commits {
        guard let bytes = try repository.file(Layout.profile(next).gitPath, of: commit),
          let document = try? ProfileDocument(next, bytes: bytes)
        else { continue }
        let new = document.profile.adopts.filter { $0 != user && !adopted.contains($0) }
        adopted += new
        pending += new
      }
    }
    return adopted
  }

  /// Which of these facts a file ever had here: what was removed and is put back elsewhere is not new.
  private func past(
    of path: GitPath,
    in heads: [ObjectID],
    for facts: Set<Fact>,
    of repository: borrowing Repository
  ) throws -> Set<Fact> {
    var found: Set<Fact> = []
    guard !facts.isEmpty else { return found }
    var versions: Set<ObjectID> = []
    for commit in try repository.commits(of: heads, without: []) where found != facts {
      guard let file = try repository.entry(at: path, of: commit), file.isFile,
        versions.insert(file.id).inserted, let bytes = repository.readable(file.id)
      else { continue }
      found.formUnion(facts.intersection(self.facts(in: bytes)))
    }
    return found
  }

  /// What the device wrote at a moment: an entry, one that was undone, or a change of a field.
  private struct Fact: Hashable {
    let moment: ArraySlice<UInt8>
    let amount: ArraySlice<UInt8>
  }

  /// The most bytes of a moment, and of an amount.
  private static let longest = 40

  /// A large file of others has few of the device's names: only around them it is looked for texts.
  private func facts(in bytes: [UInt8]) -> Set<Fact> {
    let name = Array(" \(device)".utf8)
    let (quote, space) = (UInt8(ascii: "\""), UInt8(ascii: " "))
    var facts: Set<Fact> = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: space) {
      rest = rest[(end + 1)...]
      guard bytes[end...].starts(with: name) else { continue }
      let before = bytes[..<end].suffix(NicknameSearch.longest)
      let behind = bytes[(end + name.count)...]
      guard let start = before.lastIndex(of: quote).map({ $0 + 1 }), start < end,
        bytes[start].isDigit, !bytes[start..<end].contains(space),
        let close = behind.prefix(NicknameSearch.longest).firstIndex(of: quote),
        behind.first == quote || behind.first == space
      else { continue }
      facts.insert(Fact(moment: bytes[start..<end], amount: bytes[behind.startIndex..<close]))
    }
    return facts
  }
}
