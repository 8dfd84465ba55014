public import Foundation

/// A folder of its own that is removed when nobody holds it any more.
public final class TemporaryFolder: Sendable {
  /// Where new ones are made, as on another file system; nil for where the system has them.
  @TaskLocal public static var parent: URL?

  /// Where it is.
  public let url: URL

  /// Makes a new empty folder.
  public init() throws {
    let parent = TemporaryFolder.parent ?? FileManager.default.temporaryDirectory
    // Short, since browsers and agents make sockets below it, whose paths have 107 bytes at most.
    // Source: unix(7).
    let name = String(UInt64.random(in: 0..<1 << 50), radix: 36)
    url = parent.resolvingSymlinksInPath().appending(path: "habit-test-\(name)")
    try FileManager.default.createDirectory(
      at: url,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
  }

  deinit {
    do {
      try FileManager.default.removeItem(at: url)
    } catch {
      // A test may have removed it, or taken its own rights away; neither is worth a failure.
    }
  }

  /// Writes a text file at a path inside, making the folders on the way.
  public func write(_ text: String, to path: String) throws {
    let file = url.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: file)
  }

  /// Writes a program at a path inside, in a folder that exists.
  ///
  /// Another process does it: while we held the file open for writing, a program that another test
  /// starts at that moment would inherit it, and Linux runs no file that is open for writing.
  public func writeProgram(_ script: String, to path: String) throws {
    var process = HabitProcess(
      ["sh", "-c", "cat >\"$1\" && chmod 755 \"$1\"", "sh", path],
      environment: ["PATH": "/usr/bin:/bin"],
      in: url
    )
    process.input = script
    let transcript = try process.run()
    guard transcript.status == 0 else { throw WriteError(path: path, transcript: transcript) }
  }

  /// A program that could not be written.
  struct WriteError: Error {
    let path: String
    let transcript: Transcript
  }

  /// The text of a file inside; bytes that are not UTF-8 become U+FFFD.
  public func read(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: url.appending(path: path)), as: UTF8.self)
  }

  /// Whether there is a file or folder at a path inside.
  public func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: url.appending(path: path).path)
  }
}
