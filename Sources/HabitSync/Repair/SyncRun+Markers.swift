internal import Git
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

  /// Joins both sides of conflict markers in what came and in what is to be published.
  ///
  /// - Throws: `.problems` when a file with markers that cannot be joined would be published.
  mutating func resolveMarkers() throws {
    guard !sync.terms.isDry, try !markedFiles().isEmpty else { return }
    for user in try Set(markedFiles().compactMap(\.layout.user)).sorted() {
      let repairs = try sync.store.repair(by: sync.terms.writer.acting(as: user))
      report.manualEdits += repairs
    }
    let left = try markedFiles()
    let known = Set(report.problems.map(\.path))
    report.problems += left.filter { $0.isPublished && !known.contains($0.layout.path) }
      .map { $0.problem("a conflict marker of git came with this file") }
    let refused = left.filter { !$0.isPublished }
    guard refused.isEmpty else {
      let message = "a conflict marker of git is committed; nothing was sent to \(remote.name)"
      throw StoreError.problems(refused.map { $0.problem(message) })
    }
  }

  /// Gives the acting user's habits that lost their definitions the last ones back.
  mutating func restoreDefinitions() throws {
    let writer = sync.terms.writer
    guard !sync.terms.isDry, let head = try branchTip(),
      try sync.store.lacksDefinition(of: writer.user, at: head.hex)
    else { return }
    report.warnings += try sync.store.restoreDefinitions(by: writer)
  }

  /// The files to resolve: what another user published is that user's to resolve.
  private func markedFiles() throws -> [MarkedFile] {
    guard let head = try repository.head().commit else { return [] }
    let new = try repository.changes(from: theirs, to: head).compactMap { Layout(path: $0.path) }
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
