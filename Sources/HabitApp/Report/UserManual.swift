internal import HabitCore
internal import HabitFiles
internal import Posix

/// The manual of the user's own, `~/.local/share/man`.
struct UserManual {
  /// Its folder, absolute.
  let folder: String
  private let world: World

  init(of world: World) throws(Failure) {
    guard let home = world.variable("HOME") else {
      throw Failure(.configuration, "HOME is not set, so there is no manual of your own")
    }
    folder = world.absolute(home) + "/.local/share/man"
    self.world = world
  }

  var pages: String { folder + "/man7" }

  /// Whether the index of whatis(1) and apropos(1) is newer than the pages.
  var isIndexed: Bool {
    guard let pages = FileStatus(behind: pages) else { return false }
    return ["index.db", "mandoc.db"].contains { name in
      FileStatus(at: "\(folder)/\(name)").map { $0.modified >= pages.modified } ?? false
    }
  }

  /// Updates the index of whatis(1) and apropos(1).
  ///
  /// - Returns: The command that failed; nil when it succeeded, or when no such program is installed.
  func updateIndex() throws(SystemError) -> String? {
    // The index tells of habits: it is for those who may read the pages.
    let mask = CreationMask.follow(pages)
    defer { CreationMask.set(mask) }
    // Hundreds of pages take mandb many seconds, in which it writes nothing.
    let limit = Subprocess.Limit(idleSeconds: 300)
    for command in [["mandb", "-uq", folder], ["makewhatis", folder]] {
      let outcome = try Subprocess(command, environment: world.environment)
        .run(as: .session, within: limit) { _, _ in true }
      guard outcome == .notFound else {
        return isIndexed ? nil : command.map(\.shellQuoted).joined(separator: " ")
      }
    }
    return nil
  }

  /// Whether man(1) looks here for a page.
  func finds(_ page: String) throws(SystemError) -> Bool {
    let found = try answer(["man", "-w", "7", page])
    return found.status == 0 && found.output.contains(Array("\(folder)/".utf8))
  }

  /// What a program of the system says, in the user's own environment.
  private func answer(_ command: [String]) throws(SystemError) -> Subprocess.Conversion {
    try Subprocess(command, environment: world.environment).convert([])
  }
}

public struct InstalledPage: Sendable {
  /// What man(1) calls it.
  public let name: String
  public let path: String
  /// Whether man(1) finds it.
  public let isFound: Bool
  /// The command that could not make the index of the pages; nil when none failed.
  public let failedCommand: String?
}
