internal import Git
internal import HabitCore
internal import HabitFiles
internal import HabitMerge
internal import HabitStore

// Conflict markers of git, in committed files: both sides are merged, and markers are never published.

extension SyncRun {
  /// A data file of the newest commit with a conflict marker.
  private struct MarkedFile {
    let layout: Layout
    let bytes: [UInt8]
    let marker: Int
    let isPublished: Bool

    func problem(_ message: String) -> Problem {
      let hint = "keep the lines of both sides, remove the marker lines, then: habit sync"
      return Problem(layout.path, bytes, at: marker, message, hint: hint)
    }
  }

  /// Joins both sides of conflict markers in what came and in what is to be published; what was done, and
  /// what could not be joined.
  ///
  /// - Throws: `.problems` when a file with markers that cannot be joined would be published.
  func joinMarkers() throws -> (repairs: [String], problems: [Problem]) {
    let users = try Set(markedFiles().compactMap(\.layout.user)).sorted()
    let repairs = try users.flatMap { user in
      try sync.store.repair(by: sync.terms.writer.acting(as: user))
    }
    let left = try users.isEmpty ? [] : markedFiles()
    let refused = left.filter { !$0.isPublished }
    guard refused.isEmpty else {
      let message = "a conflict marker of git is committed; nothing was sent to \(remote.name)"
      throw StoreError.problems(refused.map { $0.problem(message) })
    }
    let known = Set(report.problems.map(\.path))
    let problems = left.filter { !known.contains($0.layout.path) }
    return (repairs, problems.map { $0.problem("a conflict marker of git came with this file") })
  }

  /// The files to resolve: what another user published is that user's to resolve.
  private func markedFiles() throws -> [MarkedFile] {
    guard let head = try repository.head().commit else { return [] }
    let new = try repository.changes(from: place.there.tip, to: head).compactMap {
      Layout(path: $0.path)
    }
    var files: [MarkedFile] = []
    let own = report.changed.filter { $0.user == sync.terms.writer.user }
    for layout in own.union(new).sorted(by: { $0.path < $1.path }) where layout.isData {
      guard let bytes = try repository.file(layout.gitPath, of: head),
        let marker = FileMerge.conflictMarker(in: bytes)
      else { continue }
      let isPublished = !new.contains(layout)
      files.append(
        MarkedFile(layout: layout, bytes: bytes, marker: marker, isPublished: isPublished)
      )
    }
    return files
  }
}
