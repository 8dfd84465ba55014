internal import HabitCore

/// A copy of a data file that a file synchroniser, a file manager or git put beside it.
///
/// Source: the manuals of Syncthing, Dropbox, Nextcloud, ownCloud, Seafile, OneDrive, iCloud and
/// Google Drive, and git-merge(1); habit-check(1) lists the forms.
public struct ConflictCopy: Hashable, Sendable {
  /// The copy, relative to the repository's root.
  public let path: String
  /// The file that it is a copy of.
  public let original: Layout

  /// The copy at a path; nil when the file there is no copy of a data file.
  public init?(path: String) {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = path[..<(slash.map { path.utf8.index(after: $0) } ?? path.startIndex)]
    let name = path[folder.endIndex...]
    guard let stem = ConflictCopy.stem(of: name), Layout(path: path) == nil,
      let original = Layout(path: "\(folder)\(stem).json"), original.isData
    else { return nil }
    self.path = path
    self.original = original
  }

  /// The name of the original without its extension.
  private static func stem(of name: Substring) -> Substring? {
    var name = name
    // Google Drive.
    if name.hasPrefix("Copy of ") {
      name = name.dropFirst(8)
      if name.hasSuffix(".json"), let stem = stem(beginning: name), stem == name.dropLast(5) {
        return stem
      }
    }
    guard let stem = stem(beginning: name) else { return nil }
    let rest = name[stem.endIndex...]
    // A data file itself, as nearly every file is.
    guard rest != ".json" else { return nil }
    // git, where a folder has the file's name: `2026.json~HEAD`.
    if rest.hasPrefix(".json~") { return rest.count > 6 ? stem : nil }
    return rest.hasSuffix(".json") && isMark(rest.dropLast(5)) ? stem : nil
  }

  /// `2026`, `habit` or `profile`, where a name begins so.
  private static func stem(beginning name: Substring) -> Substring? {
    for word in ["habit", "profile"] where name.hasPrefix(word) {
      return name.prefix(word.utf8.count)
    }
    let digits = name.utf8.prefix(4)
    return digits.count == 4 && digits.allSatisfy { (0x30...0x39).contains($0) }
      ? Substring(digits) : nil
  }

  /// Whether this is what programs put between the name of a file and its extension.
  private static func isMark(_ mark: Substring) -> Bool {
    for beginning in [".sync-conflict-", "_conflict-", "~"] where mark.hasPrefix(beginning) {
      return mark.count > beginning.count
    }
    for word in [" - Copy", " copy"] where mark.hasPrefix(word) {
      return mark.dropFirst(word.count).allSatisfy { $0.isDigit || " ()".contains($0) }
    }
    // `2026 (1)`, `2026 (Ann's conflicted copy 2026-03-01)`, in whatever language.
    let bare = mark.drop { $0 == " " }
    if bare.hasPrefix("("), bare.hasSuffix(")"), bare.count > 2 { return true }
    // iCloud: `2026 2`.
    if mark.hasPrefix(" "), !bare.isEmpty, bare.allSatisfy(\.isDigit) { return true }
    return isComputer(mark)
  }

  /// Whether this is the name of a computer, as OneDrive writes it: `-LAPTOP`.
  ///
  /// One without a capital letter may be anything: `2026-notes.json`.
  private static func isComputer(_ mark: Substring) -> Bool {
    guard mark.hasPrefix("-"), let first = mark.dropFirst().first, first.isLetter else {
      return false
    }
    let isName = mark.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    return isName && (mark.contains(where: \.isUppercase) || mark.contains("-safeBackup-"))
  }
}

extension Character {
  fileprivate var isDigit: Bool { isASCII && isNumber }
}

// MARK: Copies of any name

extension ConflictCopy {
  /// What a file may be a copy of by its name, which contains that of a data file as a word.
  ///
  /// Versions that an editor keeps are none: they are older.
  public static func candidates(path: String) -> [ConflictCopy] {
    if let copy = ConflictCopy(path: path) { return [copy] }
    let backups = ["~", ".bak", ".orig", ".old", ".tmp", ".swp", ".rej"]
    guard Layout(path: path) == nil, !backups.contains(where: { path.hasSuffix($0) }),
      let slash = path.lastIndex(of: "/")
    else { return [] }
    let (folder, name) = (path[...slash], path[slash...].dropFirst())
    guard name.contains(".json"), !name.hasPrefix(".") else { return [] }
    let words = name.split { !$0.isLetter && !$0.isNumber }
    return words.compactMap { word in
      guard let original = Layout(path: "\(folder)\(word).json"), original.isData else {
        return nil
      }
      return ConflictCopy(path: path, original: original)
    }
  }

  private init(path: String, original: Layout) {
    self.path = path
    self.original = original
  }

  /// Whether a file has something that its original lacks.
  fileprivate func addsFacts(in tree: FileTree) -> Bool {
    do {
      let (bytes, file) = (try tree.contents(of: path), tree.bytes(of: original.path))
      guard case .year(let user, let habit, let year) = original else {
        return try Edit.merged(original, before: file, after: bytes).after != file
      }
      let copy = try YearDocument(user, habit, year: year, bytes: bytes, taken: nil)
      let known = try YearDocument(user, habit, year: year, bytes: file, taken: nil)
      return copy.days.contains { copy.record(on: $0).addsFacts(to: known.record(on: $0)) }
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
  /// The conflict copies among the files: those that a program is known to name so, and any other file
  /// that is named like a data file, reads as one and has something that it lacks.
  public var conflictCopies: [ConflictCopy] {
    paths.filter { Layout(path: $0) == nil }.compactMap { path in
      ConflictCopy(path: path)
        ?? ConflictCopy.candidates(path: path).first { $0.addsFacts(in: self) }
    }
  }
}
