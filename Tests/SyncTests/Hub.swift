import Foundation
import TestSupport
import Testing

/// A bare repository that devices push to.
struct Hub {
  private let home: TemporaryFolder

  /// Makes an empty one.
  init() throws {
    home = try TemporaryFolder()
    let kind = ["--object-format=sha1", "--initial-branch=main"]
    try git("init", "--quiet", "--bare", kind[0], kind[1], address, in: home.url)
  }

  /// Where it is.
  var folder: URL { home.url.appending(path: "hub.git") }

  /// Its path.
  var address: String { folder.path }

  /// Runs git in it.
  @discardableResult
  func git(_ arguments: String..., in place: URL? = nil) throws -> Transcript {
    let environment = HabitProcess.environment(home: home.url, now: "2026-03-01T09:00:00")
    return try HabitProcess(
      ["git"] + arguments,
      environment: environment,
      in: place ?? folder
    ).run()
  }

  /// Lets it run a program when somebody pushes.
  func hook(_ name: String, _ script: String) throws {
    try home.writeProgram(script, to: "hub.git/hooks/\(name)")
  }

  /// Forgets all that was pushed.
  func recreate() throws {
    try FileManager.default.removeItem(atPath: address)
    let kind = ["--object-format=sha1", "--initial-branch=main"]
    try git("init", "--quiet", "--bare", kind[0], kind[1], address, in: home.url)
  }
}
