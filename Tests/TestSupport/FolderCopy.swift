import CTestSupport
public import Foundation
import Glibc

/// Folders that are brought back to what they were, without a shell.
public enum FolderCopy {
  /// Copies what is in a folder into another, which may be missing, with modes, times and links.
  public static func copy(_ source: URL, into target: URL) throws {
    try check(unsafe test_copy(source.path, target.path), target)
  }

  /// Removes all that is in a folder.
  public static func empty(_ folder: URL) throws {
    try check(unsafe test_empty(folder.path), folder)
  }

  private static func check(_ number: Int32, _ folder: URL) throws {
    guard number != 0 else { return }
    throw CopyError(folder: folder, number: number)
  }

  /// A folder that could not be brought back.
  struct CopyError: Error, CustomStringConvertible {
    let folder: URL
    let number: Int32
    var description: String { "\(folder.path): \(unsafe String(cString: strerror(number)))" }
  }
}
