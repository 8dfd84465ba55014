internal import HabitCore

/// A copy of a data file that a file synchroniser, a file manager or git put beside it.
///
/// No list of names tells it, but what it has; source: habit-check(1), "Conflict copies".
public struct ConflictCopy: Hashable, Sendable {
  /// The copy, relative to the repository's root.
  public let path: String
  /// The file that it is a copy of.
  public let original: Layout

  /// What a file may be a copy of by its name, which contains that of a data file as a word.
  ///
  /// Files that editors and synchronisers put beside a file for themselves are not copies.
  public static func candidates(path: String) -> [ConflictCopy] {
    guard Layout(path: path) == nil, path.contains(".json"),
      !ownSuffixes.contains(where: { path.hasSuffix($0) }), let slash = path.lastIndex(of: "/")
    else { return [] }
    let (folder, name) = (path[...slash], path[slash...].dropFirst())
    guard !name.hasPrefix(".") else { return [] }
    let words = Set(name.split { !$0.isLetter && !$0.isNumber })
    return words.sorted().compactMap { word in
      guard let original = Layout(path: "\(folder)\(word).json"), original.isData else {
        return nil
      }
      return ConflictCopy(path: path, original: original)
    }
  }

  /// The ends of names of older versions, and of files that are being written.
  private static let ownSuffixes = [
    "~", "#", ".bak", ".orig", ".old", ".partial", ".rej", ".swp", ".tmp",
  ]

  /// Whether a file has something that its original and the versions of that in the history lack; a
  /// person's backup is such a version.
  fileprivate func addsFacts(in tree: FileTree) -> Bool {
    do {
      let (bytes, file) = (try tree.contents(of: path), tree.bytes(of: original.path))
      guard case .year(let user, let habit, let year) = original else {
        return try Edit.merged(original, before: file, after: bytes).after != file
          && !tree.isCommitted(bytes, of: original.path)
      }
      let copy = try YearDocument(user, habit, year: year, bytes: bytes, taken: nil)
      let known = try YearDocument(user, habit, year: year, bytes: file, taken: nil)
      return copy.days.contains { copy.record(on: $0).addsFacts(to: known.record(on: $0)) }
        && !tree.isCommitted(bytes, of: original.path)
    } catch FileTreeError.unreadable {
      // What it has is not known: who merges copies says so.
      return true
    } catch {
      return false
    }
  }
}

extension Record {
  fileprivate func addsFacts(to other: Record) -> Bool {
    !Set(at.map(\.id)).isSubset(of: other.at.map(\.id) + other.undone)
      || !Set(notes).isSubset(of: other.notes) || !Set(undone).isSubset(of: other.undone)
      || typed != nil && typed != other.typed || skip != nil && skip != other.skip
      || difficulty != nil && difficulty != other.difficulty
  }
}

extension FileTree {
  /// The conflict copies among the files: each is named like a data file, reads as one, and has something
  /// that it lacks.
  public var conflictCopies: [ConflictCopy] { paths.compactMap(conflictCopy) }

  /// The conflict copy at a path; nil where another file is.
  func conflictCopy(at path: String) -> ConflictCopy? {
    ConflictCopy.candidates(path: path).first { $0.addsFacts(in: self) }
  }
}
