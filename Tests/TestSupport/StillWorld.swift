import Foundation
public import Posix

extension World {
  /// A world without input and output in which no time passes; with `lines` it has a terminal.
  public static func still(
    _ environment: [String: String] = [:],
    at seconds: Int = 0,
    in folder: String = "/",
    lines: Int? = nil
  ) -> World {
    World(
      environment: environment,
      workingDirectory: folder,
      terminal: Terminal(
        showsOutput: lines != nil,
        isInteractive: false,
        columns: nil,
        lines: lines
      ),
      now: { seconds },
      write: { (_, text) throws(SystemError) in throw SystemError("write", text, code: 5) },
      readLine: { () throws(SystemError) in nil },
      readKey: { () throws(SystemError) in nil }
    )
  }
}

extension TemporaryFolder {
  /// The folder as the program sees it.
  public var disk: Disk { Disk(root: url.path) }
}

/// The bytes of a text.
public func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
