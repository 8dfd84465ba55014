import Foundation

/// One person's computer: a home of its own, a clock, a device, and the built `habit`.
public final class Machine: Sendable {
  /// The home folder, removed with the machine.
  public let home: String
  private let device: String

  /// A computer with an empty home.
  public init(device: String = "mbp") throws {
    home = NSTemporaryDirectory() + "habit-" + UUID().uuidString
    self.device = device
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
  }

  deinit {
    do {
      try FileManager.default.removeItem(atPath: home)
    } catch {
      // The system clears its temporary folder.
    }
  }

  /// Where the repository is that is made on first use.
  public var root: String { home + "/.local/share/habit" }

  /// The environment of a command, nothing of the tester's own.
  public func environment(now: String) -> [String: String] {
    [
      "HOME": home, "TZ": "UTC", "LC_ALL": "C.UTF-8", "HABIT_NOW": now, "HABIT_DEVICE": device,
      "PATH": Built.folder + ":/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    ]
  }

  /// Runs the built `habit`.
  public func habit(
    _ arguments: String...,
    now: String = "2026-03-01T09:00:00",
    with variables: [String: String] = [:]
  ) throws -> Transcript {
    let environment = environment(now: now).merging(variables) { $1 }
    return try Transcript(of: [Built.folder + "/habit"] + arguments, in: home, environment)
  }

  /// Runs git in the repository.
  public func git(_ arguments: String...) throws -> Transcript {
    try Transcript(of: ["git", "-C", root] + arguments, in: home, environment(now: ""))
  }

  /// Runs a line of the shell in the home folder.
  public func shell(_ line: String, now: String = "2026-03-01T09:00:00") throws -> Transcript {
    try Transcript(of: ["bash", "-c", line], in: home, environment(now: now))
  }

  /// Starts the built `habit` and leaves it to itself.
  public func start(_ arguments: String...) throws -> Running {
    try Running(
      [Built.folder + "/habit"] + arguments,
      in: home,
      environment(now: "2026-03-01T09:00:00"),
      output: "/dev/null",
      errors: "/dev/null"
    )
  }

  /// The text of a file of the repository.
  public func read(_ path: String) throws -> String {
    try String(contentsOfFile: root + "/" + path, encoding: .utf8)
  }

  /// Writes a file of the repository in place, as an editor does.
  public func write(_ path: String, _ text: String) throws {
    let folder = (root + "/" + path as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try text.write(toFile: root + "/" + path, atomically: false, encoding: .utf8)
  }

  /// What git says of the repository's health: nothing when all is well.
  public func complaints() throws -> String {
    let fsck = try git("fsck", "--strict", "--no-dangling")
    let status = try git("status", "--porcelain")
    return (fsck.status == 0 ? fsck.output : "fsck: \(fsck.text)") + status.text
  }
}

/// Where the programs are that were built beside the tests.
public enum Built {
  /// The folder of the test bundle, which is that of `habit`.
  public static let folder: String = {
    let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let candidates = [bundle, bundle.deletingLastPathComponent(), Built.package(".build/debug")]
    let found = candidates.first {
      FileManager.default.isExecutableFile(atPath: $0.appendingPathComponent("habit").path)
    }
    return (found ?? bundle).path
  }()

  /// A path of the project.
  public static func package(_ path: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent(path)
  }
}
