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

extension FileTree {
  /// The conflict copies among the files.
  public var conflictCopies: [ConflictCopy] { paths.compactMap { ConflictCopy(path: $0) } }
}
