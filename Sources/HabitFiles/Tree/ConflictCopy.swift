internal import HabitCore

/// A copy of a data file that a file synchroniser, a file manager or git put beside it.
///
/// It is recognised by its content; source: habit-check(1), "Conflict copies".
public struct ConflictCopy: Hashable, Sendable {
  /// The copy, relative to the repository's root.
  public let path: String
  /// The file that it is a copy of.
  public let original: Layout

  /// The data files of which a file may be a copy, by its name.
  ///
  /// Temporary and backup files of editors and synchronisers are not copies.
  static func candidates(path: String) -> [ConflictCopy] {
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

  /// The suffixes of backups and temporary files.
  private static let ownSuffixes = [
    "~", "#", ".bak", ".orig", ".old", ".partial", ".rej", ".swp", ".tmp",
  ]

  /// Whether a file has a fact that its original lacks, and is no committed version of it, as a backup
  /// is.
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
      // Unknown content counts; the merge reports the error.
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
  public var conflictCopies: [ConflictCopy] { paths.compactMap(conflictCopy) }

  /// The conflict copy at a path; nil for any other file.
  func conflictCopy(at path: String) -> ConflictCopy? {
    ConflictCopy.candidates(path: path).first { $0.addsFacts(in: self) }
  }
}
