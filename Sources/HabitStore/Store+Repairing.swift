internal import Git
internal import HabitFiles
internal import HabitMerge
internal import HabitSystem

extension Store {
  /// Something that was wrong and has been put right.
  public struct Repair: Hashable, Sendable {
    /// What was done, in words.
    public let description: String
  }

  /// Which of git's own files cannot be read, by their paths from the root.
  public func damagedFiles() throws(StoreError) -> [String] {
    do {
      let repository = try Repository(at: location.root)
      let folder =
        repository.gitDirectory == location.root + "/.git" ? ".git" : repository.gitDirectory
      return try repository.damagedFiles().map { "\(folder)/\($0)" }
    } catch {
      throw StoreError(error, in: location)
    }
  }

  /// Makes anew what of git's own files cannot be read: `HEAD`, references and the index.
  ///
  /// What the files say that no branch has any more is taken in as an edit by hand.
  ///
  /// - Returns: what was done.
  /// - Throws: when something cannot be read or written.
  public func mendGit(by writer: Writer) throws(StoreError) -> [Repair] {
    let damaged = try damagedFiles()
    guard !damaged.isEmpty else { return [] }
    let lock = try lock()
    let writing = try Writing(self, writer)
    try writing.told { () throws(any Error) in
      try writing.repository.mendReferences()
      try writing.mendIndex()
    }
    _ = consume lock
    let left = try damagedFiles()
    return damaged.filter { !left.contains($0) }.map { Repair(description: "made anew: \($0)") }
  }

  /// Joins what text merges and file synchronisers left in a user's files, each repair by its rules.
  ///
  /// Days that stand twice and the two sides of conflict markers become one. A copy that a
  /// synchroniser put beside a file is merged into it and goes, when it could be read.
  ///
  /// - Returns: what was done.
  /// - Throws: `.problems` when the system did not let a copy be read; what could be was repaired.
  public func repair(by writer: Writer) throws(StoreError) -> [Repair] {
    let location = location
    let base = notes.taken
    do {
      let outcome = try change(by: writer) { (tree) throws(Never) in
        let mending = Mending(of: tree, since: base)
        return Decision(
          edits: mending.edits,
          subject: "mend what stood twice",
          value: mending
        )
      }
      for copy in outcome.value.merged { try location.disk.remove(copy) }
      if !outcome.value.merged.isEmpty { try location.disk.synchronize() }
      guard outcome.value.unread.isEmpty else { throw StoreError.problems(outcome.value.unread) }
      return outcome.value.repairs.map(Repair.init)
    } catch let error as ChangeError<Never> {
      switch error {
      case .store(let error): throw error
      }
    } catch let error as SystemError {
      throw .system(error)
    } catch let error as StoreError {
      throw error
    } catch {
      preconditionFailure("a repair fails by the store or the system: \(error)")
    }
  }
}

/// What can be put right in a user's files without asking.
private struct Mending: Sendable {
  private(set) var edits: [Edit] = []
  /// Copies that are merged into their files.
  private(set) var merged: [String] = []
  private(set) var repairs: [String] = []
  /// Copies that the system did not let be read, with their files or without.
  private(set) var unread: [Problem] = []

  init(of tree: FileTree, since base: FileTree) {
    var files: [String: [UInt8]] = [:]
    for path in tree.paths {
      guard let layout = Layout(path: path), let merge = FileMerge(layout),
        let bytes = tree.bytes(of: path)
      else { continue }
      do throws(MergeRefusal) {
        let joined = try merge.joiningCopies(in: bytes)
        guard joined.bytes != bytes else { continue }
        files[path] = joined.bytes
        repairs.append("\(path): joined what stood twice (\(joined.met.joined(separator: ", ")))")
      } catch {
        // A person has to look at it; `check` says where.
      }
    }
    for path in tree.paths {
      guard let original = path.conflictedOriginal, let layout = Layout(path: original),
        let merge = FileMerge(layout)
      else { continue }
      do {
        let copy = try tree.contents(of: path)
        let own = try files[original] ?? tree.bytesIfThere(of: original)
        let known = try base.bytesIfThere(of: original).map { [$0] } ?? []
        let result = try own.map { (own) throws(MergeRefusal) in
          try merge.merging(own, copy, since: known).bytes
        }
        guard merge.reads(copy) else { continue }
        files[original] = result ?? copy
        merged.append(path)
        repairs.append("\(path): merged into \(original)")
      } catch let error as FileTreeError {
        if case .unreadable = error { unread.append(Problem(path, error.reason)) }
      } catch {
        // Both stay as they are.
      }
    }
    write(files, over: tree)
  }

  private mutating func write(_ files: [String: [UInt8]], over tree: FileTree) {
    for (path, bytes) in files.sorted(by: { $0.key < $1.key }) {
      let before = tree.bytes(of: path)
      guard let layout = Layout(path: path), before != bytes else { continue }
      do {
        edits.append(try .merged(layout, before: before, after: bytes))
      } catch {
        // What is joined and still wrong is a person's; nothing of it is taken away.
        merged.removeAll { $0.conflictedOriginal == path }
        repairs.removeAll { $0.hasPrefix(path + ":") || $0.hasSuffix(" into \(path)") }
      }
    }
  }
}

extension String {
  /// The file of which this is a copy that a synchroniser made when two devices had changed it.
  ///
  /// Source: Syncthing, Dropbox, Nextcloud and Seafile, by their manuals.
  fileprivate var conflictedOriginal: String? {
    let marks = [".sync-conflict-", " (conflicted copy", "'s conflicted copy", " (SFConflict"]
    guard hasSuffix(".json"), let name = split(separator: "/").last.map(String.init) else {
      return nil
    }
    for mark in marks {
      guard let range = name.firstRange(of: mark) else { continue }
      var stem = name[..<range.lowerBound]
      // Dropbox names whose copy it is: `2026 (Ann's conflicted copy 2026-03-01).json`.
      if mark.hasPrefix("'"), let bracket = stem.lastIndex(of: "(") { stem = stem[..<bracket] }
      while stem.last == " " { stem.removeLast() }
      return dropLast(name.count) + stem + ".json"
    }
    return nil
  }
}
