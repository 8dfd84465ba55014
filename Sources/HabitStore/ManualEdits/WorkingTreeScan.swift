internal import Git
internal import HabitCore
internal import HabitFiles
internal import HabitMerge
internal import Posix

/// The manual edits of a user's files since they were last committed.
///
/// Files that are as git's index has them are recognised by their stamps and not read.
struct WorkingTreeScan {
  /// Files that are taken in as they are or, where `after` differs, as they are put right.
  var changed: [ChangedFile] = []
  /// What cannot be taken in, and why; the files are left alone.
  var problems: [Problem] = []
  /// Files that lose so much that the user has to confirm it, by their paths; they are among the problems.
  private(set) var refused: [String: Problem] = [:]
  /// Files that were read because of their stamps, and are as they are committed: a copied or restored
  /// folder has new stamps.
  private(set) var equal: [(path: GitPath, blob: ObjectID)] = []
  let state: GitState

  struct ChangedFile {
    let path: String
    /// The bytes in the work tree; nil when the file is not there.
    let before: [UInt8]?
    fileprivate(set) var after: [UInt8]
    /// What happened to it, in words for the commit message and the screen.
    let note: Note
    var overridden: [Decision] = []
  }

  enum Note: Hashable {
    case edited(days: [String])
    case putBack
    /// git itself had taken a commit off the branch.
    case overtaken
    /// Days of a year file, or fields of a definition; and a command that takes back what was restored.
    case restored(places: [String], command: String?)
  }

  private let location: Location
  private let files: FileTree
  private let notes: CloneNotes
  private let acceptsDeletions: Bool
  /// The stamp for changed fields, from the clock of facts.
  private let stamp: Stamp

  init(
    by writer: Store.Writer,
    files: FileTree,
    in location: Location,
    notes: CloneNotes,
    repository: borrowing Repository,
    at state: GitState,
    puttingBack wanted: Set<String>
  ) throws {
    self.location = location
    self.files = files
    self.notes = notes
    acceptsDeletions = writer.acceptsDeletions
    stamp = Stamp(utc: writer.clock.utc, device: writer.device)
    self.state = state
    let roots = Store.roots
    let names = roots.map(\.gitPath) + [GitPath(writer.user.text)]
    let staging = try repository.staging(under: names, at: state)
    let lines = staging.lines.compactMap { line in line.path.text.map { ($0, line) } }
    let known = Dictionary(lines) { first, _ in first }
    let present = Set(
      files.paths.filter { Layout(path: $0) != nil }
        + roots.map(\.path).filter { location.disk.kind(of: $0) == .file }
    )
    for path in present.union(known.keys).union(wanted).sorted() {
      guard let layout = Layout(path: path) else { continue }
      if known[path]?.isSkipped == true, !present.contains(path) { continue }
      let isStaged = staging.committed.keys.contains(layout.gitPath)
      if !isStaged, let entry = known[path], entry.isUntouched(on: location.disk) { continue }
      var committed = isStaged ? staging.committed[layout.gitPath] ?? nil : known[path]?.blob
      // The index may be gone, as in a copy that was made while others wrote: that removes nothing.
      if known[path] == nil, let head = state.head.commit {
        committed = try repository.entry(at: layout.gitPath, of: head).flatMap {
          $0.isFile ? $0.id : nil
        }
      }
      try look(at: layout, known[path], committed, isStaged: isStaged, in: repository)
    }
  }

  /// The user's files, listed before, as they will be after manual edits are committed.
  func tree(of files: FileTree) -> FileTree {
    files.overlaid(with: Dictionary(changed.map { ($0.path, $0.after) }) { first, _ in first })
  }

  /// Decides about one file that may differ from what git has of it.
  private mutating func look(
    at layout: Layout,
    _ entry: IndexEntry?,
    _ committed: ObjectID?,
    isStaged: Bool,
    in repository: borrowing Repository
  ) throws {
    let path = layout.path
    let head = try committed.map { blob in try repository.blob(blob) }
    guard !location.disk.isBehindLink(path) else {
      problems.append(Problem(path, FileTreeError.symbolicLink.reason))
      return
    }
    let work: [UInt8]?
    do {
      work = try files.contents(of: path)
    } catch .missing {
      work = nil
    } catch {
      problems.append(Problem(path, error.reason, hint: error.hint))
      return
    }
    let isEmpty = work?.allSatisfy(\.isJSONSpace) ?? true
    if let work, !isEmpty, blobBytes(of: work) == head {
      if !isStaged, let committed { equal.append((layout.gitPath, committed)) }
      return
    }
    let known = KnownVersions(path: path, latest: head, staged: entry?.blob, log: notes.operations)
    guard let work, !isEmpty else {
      // Nothing of the tool's ever empties or removes a file: an accident, undone.
      let staged = isStaged ? WorkingTreeScan.staged(entry, of: layout, in: repository) : nil
      if let staged {
        try merge(staged, of: layout, in: work, known, from: repository, isPutBack: true)
      } else if let latest = known.latest {
        changed.append(ChangedFile(path: path, before: work, after: latest, note: .putBack))
      }
      return
    }
    try merge(work, of: layout, in: work, known, from: repository, isPutBack: false)
  }

  /// Merges a version that no branch has any more into what a file is to be.
  mutating func merge(_ dropped: [UInt8], since base: [UInt8]?, of layout: Layout) {
    guard let rule = FileMerge(layout), refused[layout.path] == nil else { return }
    do {
      let place = changed.firstIndex { $0.path == layout.path }
      let work = try files.bytesIfThere(of: layout.path)
      let current = place.map { changed[$0].after } ?? work
      let bases = [base].compactMap(\.self)
      let merged = try rule.merging(current ?? [], dropped, since: bases).bytes
      guard merged != current else { return }
      _ = try Edit.merged(layout, before: current, after: merged)
      if let place {
        changed[place].after = merged
      } else {
        changed.append(
          ChangedFile(path: layout.path, before: work, after: merged, note: .overtaken)
        )
      }
    } catch {
      // `check` says what is wrong with the file; git keeps the commit for weeks.
    }
  }

  private static func staged(
    _ entry: IndexEntry?,
    of layout: Layout,
    in repository: borrowing Repository
  ) -> [UInt8]? {
    guard let entry, entry.stage == 0, let bytes = repository.readable(entry.blob),
      FileMerge(layout)?.reads(bytes) == true
    else { return nil }
    return bytes
  }

  /// Takes in the content of a file, merged into the newest version since the one it was made from.
  private mutating func merge(
    _ content: [UInt8],
    of layout: Layout,
    in work: [UInt8]?,
    _ known: KnownVersions,
    from repository: borrowing Repository,
    isPutBack: Bool
  ) throws {
    let path = layout.path
    do {
      let edit = try ManualEdit(of: layout, bytes: content, stamp: stamp)
      let outcome = try known.merge(edit, acceptsDeletions: acceptsDeletions, from: repository)
      if !acceptsDeletions,
        let problem = WorkingTreeScan.loss(from: known.latest, to: outcome.bytes, of: layout)
      {
        refused[path] = problem
        problems.append(problem)
        return
      }
      changed.append(
        ChangedFile(
          path: path,
          before: work,
          after: outcome.bytes,
          note: !outcome.restored.isEmpty
            ? .restored(
              places: outcome.restored,
              command: command(restoring: content, of: layout, in: outcome)
            )
            : isPutBack ? .putBack : .edited(days: outcome.changed),
          overridden: outcome.overridden
        )
      )
    } catch let error as FileProblems {
      problems += error.problems
    } catch let error as GitError {
      throw error
    } catch {
      problems.append(Problem(path, "the edit cannot be merged: \(error)"))
    }
  }
}

extension WorkingTreeScan {
  /// What to tell of an edit that removes so many days that the user has to confirm it; nil when they are
  /// few.
  ///
  /// Source: habit-format(5), "Manual edits".
  fileprivate static func loss(
    from latest: [UInt8]?,
    to merged: [UInt8],
    of layout: Layout
  ) -> Problem? {
    guard let latest, let losses = FileMerge(layout)?.losses(from: latest, to: merged),
      losses.of > 10, losses.lost * 2 > losses.of
    else { return nil }
    return Problem(
      layout.path,
      "\(losses.lost) of \(losses.of) days are gone from this file",
      hint: "if that is meant, say --accept-deletions; else: git checkout HEAD -- \(layout.path)"
    )
  }

  /// The command that brings the only day that was restored to what was saved, where one does.
  fileprivate func command(
    restoring saved: [UInt8],
    of layout: Layout,
    in outcome: ManualEdit.Outcome
  ) -> String? {
    guard outcome.restored.count == 1, let day = outcome.restored.first.flatMap({ Day($0) }),
      case .year(let user, let id, let year) = layout
    else { return nil }
    do {
      let records = try [saved, outcome.bytes].map { (bytes) throws(FileProblems) in
        try YearDocument(user, id, year: year, bytes: bytes, taken: bytes).record(on: day)
      }
      let (old, new) = (records[0], records[1])
      let definition = try files.contents(of: Layout.habit(user, id).path)
      let habit = try HabitDocument(user, id, bytes: definition).habit.typed
      let place = "--on \(day)\(notes.option(naming: user))"
      // `undo` takes the newest change of a day: it has to be the entry.
      let own = new.at.filter { $0.id.device == stamp.device }
      if new == Record(at: new.at, undone: new.undone),
        let newest = (own.isEmpty ? new.at : own).max(by: { $0.id < $1.id }),
        new.at.filter({ $0 != newest }) == old.at
      {
        return "habit undo \(habit) \(place)"
      }
      // `set` changes the total alone.
      var reset = new
      (reset.typed, reset.changed) = (old.typed, old.changed)
      guard old.typed != new.typed, reset == old, let total = old.progress else { return nil }
      return "habit set \(habit) \(total) \(place)"
    } catch {
      return nil
    }
  }
}

extension UInt8 {
  fileprivate var isJSONSpace: Bool { [0x20, 0x09, 0x0A, 0x0D].contains(self) }
}

extension WorkingTreeScan.ChangedFile {
  var description: String {
    switch note {
    case .putBack: return "Restored \(path), which was missing or empty"
    case .overtaken: return "Restored what a reset by git had removed: \(path)"
    case .edited(let days) where days.isEmpty: return "By hand: \(path)"
    case .edited(let days): return "By hand: \(path) (\(WorkingTreeScan.list(days)))"
    case .restored(let places, _):
      return
        "By hand: \(path); restored what the saved file lacked (\(WorkingTreeScan.list(places)))"
    }
  }

  /// The messages: what happened, which values were discarded, and how to remove what was put
  /// back.
  var messages: [String] {
    var lines = [description]
    lines += overridden.map { $0.sentence(about: path) }
    if case .restored(_, let command) = note {
      let either = command.map { "\($0), or " } ?? ""
      lines.append(
        "hint: to have the file as it was saved: \(either)save it again and add "
          + "--accept-deletions to the next command"
      )
    }
    return lines
  }
}

extension Decision {
  /// `guest/habits/water/2026.json: skip on 2026-03-01 stays "sick", not "travel"`.
  func sentence(about path: String) -> String {
    let day = day.map { " on \($0)" } ?? ""
    return "\(path): \(field)\(day) \(side == .theirs ? "stays" : "becomes") "
      + "\(kept.value ?? "removed"), not \(dropped.value ?? "removed")"
  }
}

extension WorkingTreeScan {
  fileprivate static func list(_ places: [String]) -> String {
    let shown = places.prefix(5).joined(separator: ", ")
    return places.count > 5 ? "\(shown) and \(places.count - 5) more" : shown
  }
}
