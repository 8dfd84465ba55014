import Foundation
import TestSupport

extension TemporaryFolder {
  /// Makes a symbolic link.
  func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: url.appending(path: path).path,
      withDestinationPath: target
    )
  }
}
