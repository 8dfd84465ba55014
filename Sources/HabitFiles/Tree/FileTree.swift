// HabitFiles is spelling: how facts are written in files, and read back with every problem named.
//
// Architecture invariants: pure functions of bytes; nothing here touches a disk or a clock or knows
// what a fact scores, and only this module can make an `Edit`.

internal import HabitCore

/// Files by path, relative to a repository's root.
///
/// Disks, git trees and tests make one; contents may be read lazily.
public struct FileTree: Sendable {
  /// The paths, sorted by UTF-8 bytes.
  public let paths: [String]
  private let read: @Sendable (String) throws(FileTreeError) -> [UInt8]
  private let isCommitted: @Sendable ([UInt8], String) -> Bool

  /// Files of these paths, their contents read by a function.
  ///
  /// - Parameters:
  ///   - paths: The paths, each once.
  ///   - isSorted: Whether they are sorted by UTF-8 bytes already.
  ///   - isCommitted: Whether bytes are a version that the history has of a file.
  ///   - contents: Reads a file.
  public init(
    paths: [String],
    isSorted: Bool = false,
    isCommitted: @escaping @Sendable ([UInt8], String) -> Bool = { _, _ in false },
    contents: @escaping @Sendable (String) throws(FileTreeError) -> [UInt8]
  ) {
    self.paths =
      isSorted ? paths : paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    self.isCommitted = isCommitted
    self.read = contents
  }

  /// Whether bytes are a version that the history has of a file.
  func isCommitted(_ bytes: [UInt8], of path: String) -> Bool { isCommitted(bytes, path) }

  public init(_ files: [String: [UInt8]]) {
    self.init(paths: Array(files.keys)) { (path) throws(FileTreeError) in
      guard let bytes = files[path] else { throw .missing }
      return bytes
    }
  }

  public func contents(of path: String) throws(FileTreeError) -> [UInt8] {
    try read(path)
  }

  /// The bytes of a file; nil if it is missing or unreadable.
  public func bytes(of path: String) -> [UInt8]? { attempt { try read(path) } }

  /// The bytes of a file; nil if it is missing.
  public func bytesIfThere(of path: String) throws(FileTreeError) -> [UInt8]? {
    do {
      return try read(path)
    } catch .missing {
      return nil
    }
  }

  /// The bytes of a file; nil if it is missing.
  ///
  /// - Throws: its problem, if it is unreadable.
  public func existing(_ path: String) throws(FileProblems) -> [UInt8]? {
    do {
      return try bytesIfThere(of: path)
    } catch {
      throw FileProblems(problems: [Problem(path, error.reason, hint: error.hint)])
    }
  }

  /// The tree with all its data files read now, so that later changes have no effect.
  ///
  /// - Throws: the problem of the first unreadable file.
  public func loaded() throws(FileProblems) -> FileTree {
    var files: [String: [UInt8]] = [:]
    for path in paths where Layout(path: path) != nil {
      do {
        files[path] = try read(path)
      } catch .missing {
        // The file was removed in the meantime.
      } catch {
        throw FileProblems(problems: [Problem(path, error.reason, hint: error.hint)])
      }
    }
    return overlaid(with: files)
  }

  /// The tree with some files replaced or added.
  public func overlaid(with files: [String: [UInt8]]) -> FileTree {
    guard !files.isEmpty else { return self }
    let read = read
    let added = Set(files.keys).subtracting(paths)
    return FileTree(
      paths: paths + added,
      isSorted: added.isEmpty,
      isCommitted: isCommitted
    ) { (path) throws(FileTreeError) in
      guard let bytes = files[path] else { return try read(path) }
      return bytes
    }
  }
}

/// Why a file cannot be read.
public enum FileTreeError: Error, Hashable, Sendable {
  case missing
  /// A symbolic link, which is never followed.
  case symbolicLink
  case notAFile
  /// The file is larger than a data file can be.
  case tooLarge(bytes: Int)
  case unreadable(reason: String)

  public var reason: String {
    switch self {
    case .missing: "the file is not there"
    case .symbolicLink: "it is a symbolic link, which is never followed"
    case .notAFile: "it is not a file"
    case .tooLarge(let bytes): "the file has \(bytes) bytes; 16 MiB are the most"
    case .unreadable(let reason): "the file cannot be read: \(reason)"
    }
  }

  /// What to do; nil if the reason says it.
  public var hint: String? {
    guard case .tooLarge = self else { return nil }
    return "move it away; what git has of it comes back with the next record or sync"
  }
}
