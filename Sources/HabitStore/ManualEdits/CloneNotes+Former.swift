public import HabitCore
public import HabitFiles
internal import Posix

// Entries that a year file has no longer, as after `git switch`: another branch may have them.

extension CloneNotes {
  /// The identities that entries of a day had in versions of a file which others have replaced since.
  ///
  /// A new entry must not have one of them: where it met the other in a merge, the two would be one.
  public func formerEntries(of document: YearDocument, on day: Day) -> Set<EntryID> {
    var entries = formerEntries(of: document.path)
    if let written = lastWritten.bytes(of: document.path), written != document.text {
      entries.formUnion(CloneNotes.entries(of: written, document.path))
    }
    return Set(entries.filter { $0.day == day }.map(\.id))
  }

  /// Notes which entries a version of a file has and its next one has not.
  func noteFormerEntries(of path: String, from old: [UInt8], to new: [UInt8]) throws {
    let known = formerEntries(of: path)
    let former = known.union(CloneNotes.entries(of: old, path))
      .subtracting(CloneNotes.entries(of: new, path))
    guard former != known else { return }
    guard !former.isEmpty else { return try remove(CloneFile.former + path) }
    try disk.makeDirectory(CloneFile.former + path.folder)
    let lines = former.map { "\($0)\n" }.sorted().joined()
    try disk.replace(CloneFile.former + path, Array(lines.utf8))
  }

  private func formerEntries(of path: String) -> Set<DatedEntry> {
    let text = disk.bytes(of: CloneFile.former + path).map { String(decoding: $0, as: UTF8.self) }
    return Set(text?.split(separator: "\n").compactMap { DatedEntry(String($0)) } ?? [])
  }

  private static func entries(of bytes: [UInt8], _ path: String) -> Set<DatedEntry> {
    guard case .year(let user, let habit, let year)? = Layout(path: path) else { return [] }
    return (try? YearDocument(user, habit, year: year, bytes: bytes, taken: nil).entries) ?? []
  }
}
