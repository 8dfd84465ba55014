import Foundation
import TestSupport
import Testing

/// A file system in user space, mounted on a folder.
struct Mount {
  private let folder: URL
  private let source: TemporaryFolder

  /// Which one.
  enum Kind: CaseIterable {
    case bindfs
    /// Over the ssh server of a hub.
    case sshfs
  }

  /// Whether file systems can be mounted here.
  static var isPossible: Bool {
    let programs = ["/usr/bin/bindfs", "/usr/bin/sshfs", "/usr/bin/fusermount3"]
    guard unsafe access("/dev/fuse", R_OK | W_OK) == 0 else { return false }
    return programs.allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Mounts one on a folder, which is made.
  init(_ kind: Kind, on folder: URL) throws {
    self.folder = folder
    source = try TemporaryFolder()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let words = try Mount.command(kind, source.url.path, folder.path)
    let told = try Mount.run(words)
    let type = try Mount.run(["stat", "-f", "-c", "%T", folder.path]).output
    guard told.status == 0, type.contains("fuse") else {
      throw Unexpected(description: "\(words): \(told), \(type)")
    }
  }

  /// Lets all folders of tests be made on one.
  static func within(_ kind: Kind, _ body: () async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    let mount = try Mount(kind, on: folder.url.appending(path: "mounted"))
    defer { mount.end() }
    try await TemporaryFolder.$parent.withValue(mount.folder) { try await body() }
  }

  private static func command(
    _ kind: Kind,
    _ source: String,
    _ folder: String
  ) throws -> [String] {
    guard kind == .sshfs else { return ["bindfs", source, folder] }
    let hub = try GitServers.hub()
    return [
      // What it starts is not to be ended with it.
      "setsid", "--wait", "sshfs", "-p", "\(hub.shellPort)", "-F", "\(hub.keys)/ssh_config",
      "-o", "IdentityFile=\(hub.keys)/key", "127.0.0.1:\(source)", folder,
    ]
  }

  private static func run(_ command: [String]) throws -> Transcript {
    try HabitProcess(
      command,
      environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"],
      in: FileManager.default.temporaryDirectory
    ).run()
  }

  /// Takes it away.
  func end() {
    do {
      let told = try Mount.run(["fusermount3", "-u", "-z", folder.path])
      #expect(told.status == 0, "\(told)")
    } catch {
      Issue.record(error)
    }
  }
}
