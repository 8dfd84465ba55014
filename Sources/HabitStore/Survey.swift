internal import Git
internal import HabitCore
internal import HabitFiles
internal import HabitMerge
internal import HabitSystem

/// What hands did to a user's files since the tool last wrote or took them.
///
/// Files that are as git's index has them are told by their stamps and not read.
struct Survey {
  /// Files that are taken in as they stand or, where `after` differs, as they are put right.
  var adopted: [Adoption] = []
  /// What cannot be taken in, and why; the files are left alone.
  var problems: [Problem] = []

  /// A file whose content is to be committed.
  struct Adoption {
    let path: String
    /// The bytes in the work tree; nil when the file is not there.
    let before: [UInt8]?
    /// The bytes that are to stand there.
    let after: [UInt8]
    /// What happened to it, in words for the commit message and the screen.
    let note: Note
  }

  /// What happened to a file.
  enum Note: Hashable {
    case edited(days: [Day])
    case putBack
    case restored(days: [Day])
  }

  /// How hand edits are taken in.
  struct Terms {
    let acceptsDeletions: Bool
    /// The stamp for changed fields, from the clock of facts.
    let stamp: Stamp
  }

  private let location: Location
  private let notes: CloneNotes
  private let terms: Terms

  init(
    of user: UserID,
    files: FileTree,
    in location: Location,
    notes: CloneNotes,
    repository: borrowing Repository,
    terms: Terms
  ) throws(StoreError) {
    self.location = location
    self.notes = notes
    self.terms = terms
    let roots = Store.roots
    do {
      let staging = try repository.staging(under: roots.map(\.path) + [user.text])
      let known = Dictionary(staging.lines.map { ($0.path, $0) }) { first, _ in first }
      let present = Set(
        files.paths.filter { Layout(path: $0) != nil }
          + roots.map(\.path).filter { location.disk.kind(of: $0) == .file }
      )
      for path in present.union(known.keys).sorted() {
        guard let layout = Layout(path: path) else { continue }
        if known[path]?.isSkipped == true, !present.contains(path) { continue }
        let isStaged = staging.committed.keys.contains(path)
        if !isStaged, let entry = known[path], entry.isUntouched(on: location.disk) { continue }
        let committed = isStaged ? staging.committed[path] ?? nil : known[path]?.blob
        let base = try committed.map { (blob) throws(GitError) in try repository.blob(blob) }
        look(at: layout, known[path], base: base) {
          isStaged ? Survey.staged(known[path], of: layout, in: repository) : nil
        }
      }
    } catch {
      throw StoreError(error, in: location)
    }
  }

  /// The user's files, listed before, as they will be once hand edits are taken in.
  func tree(of files: FileTree) -> FileTree {
    files.overlaid(with: Dictionary(adopted.map { ($0.path, $0.after) }) { first, _ in first })
  }

  /// Decides about one file that may differ from what git has of it.
  ///
  /// - Parameters:
  ///   - layout: The file.
  ///   - entry: Its line of the index.
  ///   - base: What is committed of it.
  ///   - staged: What is staged of it, where that is something else and can be read.
  private mutating func look(
    at layout: Layout,
    _ entry: IndexEntry?,
    base: [UInt8]?,
    staged: () -> [UInt8]?
  ) {
    let path = layout.path
    guard !location.disk.isBehindLink(path) else {
      problems.append(Problem(path, FileTreeError.symbolicLink.reason))
      return
    }
    let (taken, before) = origin(of: path, entry, base: base)
    let work: [UInt8]?
    do {
      work = try location.disk.contents(of: path)
    } catch .missing {
      work = nil
    } catch {
      problems.append(Problem(path, error.reason, hint: error.hint))
      return
    }
    guard let work, work.contains(where: { !$0.isJSONSpace }) else {
      // Nothing of the tool's ever empties or removes a file: an accident, undone.
      guard let last = staged() ?? taken else { return }
      adopted.append(Adoption(path: path, before: work, after: last, note: .putBack))
      return
    }
    guard blobBytes(of: work) != base else { return }
    let behind = notes.behind.bytes(of: path)
    do {
      switch layout {
      case .year(let user, let habit, let year):
        try adopt(path, user, habit, year, work: work, taken: behind ?? taken, before: before)
      case .habit(let user, let habit):
        _ = try HabitDocument(user, habit, bytes: work)
        keep(path, work)
      case .profile(let user):
        _ = try ProfileDocument(user, bytes: work)
        keep(path, work)
      case .marker, .attributes, .readme, .report:
        keep(path, work)
      }
      if let behind, let base { catchUp(layout, since: behind, with: base) }
    } catch {
      problems += error.problems
    }
  }

  private static func staged(
    _ entry: IndexEntry?,
    of layout: Layout,
    in repository: borrowing Repository
  ) -> [UInt8]? {
    guard let entry, entry.stage == 0, let merge = FileMerge(layout) else { return nil }
    do {
      let bytes = try repository.blob(entry.blob)
      return merge.reads(bytes) ? bytes : nil
    } catch {
      return nil
    }
  }

  /// What a hand has edited, and the version before that.
  ///
  /// It is what the tool last wrote or took, unless git itself has put another version in its place
  /// since, as a pull or a revert does: what that took away no editor has lost.
  private func origin(
    of path: String,
    _ entry: IndexEntry?,
    base: [UInt8]?
  ) -> (taken: [UInt8]?, before: [UInt8]?) {
    guard let taken = notes.taken.bytes(of: path), let noted = notes.timeOfTaking(path) else {
      return (base, nil)
    }
    guard let entry, let base, base != blobBytes(of: taken) else {
      return (taken, notes.before.bytes(of: path))
    }
    let checkedOut = (Int(entry.stamp.modified.seconds), Int(entry.stamp.modified.nanoseconds))
    return checkedOut > noted ? (base, taken) : (taken, notes.before.bytes(of: path))
  }

  /// Brings a file that was left alone when git's moved on to where git's is.
  private mutating func catchUp(_ layout: Layout, since behind: [UInt8], with base: [UInt8]) {
    guard let merge = FileMerge(layout), let last = adopted.indices.last,
      adopted[last].path == layout.path
    else { return }
    let adoption = adopted[last]
    do {
      adopted[last] = Adoption(
        path: adoption.path,
        before: adoption.before,
        after: try merge.merging(adoption.after, base, since: [behind]).bytes,
        note: adoption.note
      )
    } catch {
      adopted.removeLast()
      problems.append(Problem(layout.path, "what came for it since cannot be merged"))
    }
  }

  private mutating func keep(_ path: String, _ work: [UInt8]) {
    adopted.append(Adoption(path: path, before: work, after: work, note: .edited(days: [])))
  }

  private mutating func adopt(
    _ path: String,
    _ user: UserID,
    _ habit: HabitID,
    _ year: Int,
    work: [UInt8],
    taken: [UInt8]?,
    before: [UInt8]?
  ) throws(FileProblems) {
    let document = try YearDocument(user, habit, year: year, bytes: work, taken: taken)
    let (whole, days) = try document.restoring(taken, before: before)
    let losses = whole.losses(since: taken)
    guard terms.acceptsDeletions || losses.of <= 10 || losses.lost * 2 <= losses.of else {
      problems.append(
        Problem(
          path,
          "\(losses.lost) of \(losses.of) days are gone from this file",
          hint: "if that is meant, say --accept-deletions; else: git checkout HEAD -- \(path)"
        )
      )
      return
    }
    let settled = try whole.settled(since: taken, stamp: terms.stamp)
    adopted.append(
      Adoption(
        path: path,
        before: work,
        after: settled.edit?.after ?? work,
        note: days.isEmpty
          ? .edited(days: settled.changedDays(since: taken)) : .restored(days: days)
      )
    )
  }
}

extension UInt8 {
  fileprivate var isJSONSpace: Bool { [0x20, 0x09, 0x0A, 0x0D].contains(self) }
}

extension Survey.Adoption {
  /// The line of the commit message.
  var description: String {
    switch note {
    case .putBack: return "Put back, having vanished: \(path)"
    case .edited(let days) where days.isEmpty: return "By hand: \(path)"
    case .edited(let days): return "By hand: \(path) (\(Survey.list(days)))"
    case .restored(let days):
      return "By hand: \(path); put back what its editor had not seen (\(Survey.list(days)))"
    }
  }
}

extension Survey {
  /// The first few days, and how many more.
  fileprivate static func list(_ days: [Day]) -> String {
    let shown = days.prefix(5).map(\.description).joined(separator: ", ")
    return days.count > 5 ? "\(shown) and \(days.count - 5) more" : shown
  }
}

extension IndexEntry {
  /// Whether a file is as the index has it, by its stamp; one written in the same moment as the
  /// index is read to be sure.
  func isUntouched(on disk: Disk) -> Bool {
    guard !isRacy, let stamp = disk.stamp(of: path) else { return false }
    let modified = (Int(self.stamp.modified.seconds), Int(self.stamp.modified.nanoseconds))
    return stamp.modified == modified
      && UInt32(truncatingIfNeeded: stamp.size) == self.stamp.size
      // Network file systems number their files anew when they are mounted.
      && (UInt32(truncatingIfNeeded: stamp.inode) == self.stamp.inode
        || stamp.changed == (Int(self.stamp.changed.seconds), Int(self.stamp.changed.nanoseconds)))
  }
}
