// TestSupport is the house the tests live in: random facts, golden files, computers.
//
// Architecture invariants: it knows nothing of the program's modules, so that any test may use it,
// and it keeps no global state, so that all tests run side by side.

public import Foundation

/// Where the project's files are.
public enum Project {
  /// The top folder, found from where this file was compiled.
  public static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The template of a report that comes with the program, such as `week`.
  public static func template(_ name: String) -> URL {
    root.appending(path: "Sources/CManual/Templates/habit-\(name).7")
  }

  /// All files below a folder that have one of the extensions, in the order of their paths.
  ///
  /// Hidden files and folders are passed over. A folder that does not exist holds none.
  public static func files(in folder: URL, extensions: Set<String>) -> [URL] {
    let found = FileManager.default.enumerator(
      at: folder,
      includingPropertiesForKeys: nil,
      options: [.skipsHiddenFiles]
    )
    return (found?.compactMap { $0 as? URL } ?? [])
      .filter { extensions.contains($0.pathExtension) }
      .sorted { $0.path < $1.path }
  }

  /// A file's path as seen from a folder above it.
  public static func path(of file: URL, from folder: URL = root) -> String {
    let (path, prefix) = (file.standardizedFileURL.path, folder.standardizedFileURL.path + "/")
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }
}

/// The run of the tests itself.
public enum TestRun {
  /// The environment in which the tests were started.
  public static let environment = ProcessInfo.processInfo.environment
}

/// What the build made for the tests that are running.
public enum Build {
  /// The folder of the running test bundle, where SwiftPM also puts the programs.
  public static let folder = URL(filePath: CommandLine.arguments[0])
    .resolvingSymlinksInPath().deletingLastPathComponent()

  /// The folder of the compiled modules, for `swiftc -I`.
  public static let modules = folder.appending(path: "Modules")
}
