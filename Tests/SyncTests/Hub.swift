import Foundation
import TestSupport
import Testing

/// A bare repository that devices push to.
struct Hub {
  private let folder: TemporaryFolder

  /// Makes an empty one.
  init() throws {
    folder = try TemporaryFolder()
    try git("init", "--quiet", "--bare", "--initial-branch=main", address, in: folder.url)
  }

  /// Its path.
  var address: String { folder.url.appending(path: "hub.git").path }

  /// Runs git in it.
  @discardableResult
  func git(_ arguments: String..., in place: URL? = nil) throws -> Transcript {
    let environment = HabitProcess.environment(home: folder.url, now: "2026-03-01T09:00:00")
    return try HabitProcess(
      ["git"] + arguments,
      environment: environment,
      in: place ?? folder.url.appending(path: "hub.git")
    ).run()
  }

  /// Lets it run a program when somebody pushes.
  func hook(_ name: String, _ script: String) throws {
    try folder.writeProgram(script, to: "hub.git/hooks/\(name)")
  }

  /// Forgets all that was pushed.
  func recreate() throws {
    try FileManager.default.removeItem(atPath: address)
    try git("init", "--quiet", "--bare", "--initial-branch=main", address, in: folder.url)
  }
}
