public import HabitCore
public import HabitFiles
internal import Git

// Versions of data files that the work files need not show.

extension Location {
  /// The data files as HEAD has them; none where it cannot be read.
  public var committed: FileTree {
    let root = root
    return FileTree(paths: []) { (path) throws(FileTreeError) in
      let bytes = attempt {
        let repository = try Repository(at: root)
        return try repository.head().commit.flatMap { try repository.file(GitPath(path), of: $0) }
      }
      guard let bytes, let bytes else { throw .missing }
      return bytes
    }
  }

  /// The identities that entries of a day had, about or after a moment in UTC, in versions of a file before
  /// an edit by hand, a sync, or what git did: another device or branch may have them still.
  ///
  /// A new entry of that moment must not have one of them: where it met the other in a merge, the two would be
  /// one.
  public func formerEntries(
    of document: YearDocument,
    on day: Day,
    at seconds: Int
  ) -> Set<EntryID> {
    guard case .year(let user, let habit, _)? = Layout(path: document.path), let notes else {
      return []
    }
    do {
      // Entries that are recorded within a second have later ones.
      let lines = try notes.operations.operations(since: seconds - 3_600)
      guard !lines.isEmpty else { return [] }
      let repository = try Repository(at: root)
      let head = try repository.head().commit
      let replaced = zip(lines, [head] + lines.map(\.old)).filter { $0.new != $1 }.map(\.0.new)
      let edited = lines.filter(\.kind.mayRemove).map(\.old)
      let blobs = Set(([head] + replaced + edited).compactMap(\.self)).compactMap { commit in
        attempt { try repository.entry(at: GitPath(document.path), of: commit)?.id } ?? nil
      }
      let records = Set(blobs).compactMap { repository.readable($0) }
        .compactMap { try? YearDocument.record(on: day, of: user, habit, $0) }
      return Set(records.flatMap { $0.at.map(\.id) + $0.undone })
    } catch {
      return []
    }
  }
}
