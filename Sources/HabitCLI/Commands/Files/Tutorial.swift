internal import ArgumentParser
internal import HabitApp
internal import HabitFiles
internal import HabitOutput
internal import Posix

/// `habit tutorial`: a repository of its own to learn in.
struct Tutorial: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "tutorial",
    abstract: "Make a folder to learn in."
  )

  @Argument(help: "The folder, a new one.", completion: .directory)
  var dir: String = "habit-tutorial"

  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws(Diagnosis) {
    let root = session.world.absolute(dir)
    try check(root)
    do {
      _ = try session.app.makeRepository(at: root)
    } catch {
      throw Diagnosis(error)
    }
    let shell = Tutorial.shell(in: session.world)
    // In a shell of its own, so that leaving it returns to the former folder.
    let inside = "exec env -u HABIT_USER -u ENV HABIT_REPO=\"$PWD\" \(shell)"
    let enter = "sh -c " + "cd \(dir.shellQuoted) && \(inside)".shellQuoted
    let steps = [
      ("enter", enter), ("read", "habit help tutorial.7"), ("leave", "exit"),
      ("remove", "rm -rf \(root.shellQuoted)"),
    ]
    guard !options.json else {
      return try session.print((repository: root, steps: steps.map(\.1)), as: .tutorial)
    }
    try session.print("made \(root.terminalSafe), to learn in apart from your own habits")
    // Commands, which are never broken.
    try session.print(
      steps.map { name, command in
        "  \(name)\(String(repeating: " ", count: 8 - name.count))\(command)"
      }
    )
  }

  /// The folder is new, and in no repository.
  private func check(_ root: String) throws(Diagnosis) {
    guard !dir.isEmpty, !dir.hasPrefix("-"), dir == dir.terminalSafe, !dir.contains("\n") else {
      throw Diagnosis(
        .usage,
        "the folder's name cannot be typed in a command",
        hint: "name another folder: habit tutorial FOLDER"
      )
    }
    let disk = Disk(root: "")
    guard disk.kind(of: root) == nil else {
      throw Diagnosis(
        .cannotCreate,
        "\(dir) is there already",
        hint: "name another folder: habit tutorial FOLDER"
      )
    }
    var folder = root
    while let slash = folder.lastIndex(of: "/") {
      folder = String(folder[..<slash])
      let marks = [".git", ".habit.json"].map { "\(folder)/\($0)" }
      guard marks.allSatisfy({ disk.kind(of: $0) == nil }) else {
        throw Diagnosis(
          .cannotCreate,
          "\(dir) would be inside the repository \(folder)",
          hint: "name a folder outside of it: habit tutorial /tmp/habit-tutorial"
        )
      }
    }
  }

  /// The user's shell without its start-up files, which may name the user's own repository.
  private static func shell(in world: World) -> String {
    switch world.variable("SHELL")?.split(separator: "/").last {
    case "bash": "bash --norc"
    case "zsh": "zsh -f"
    case "fish": "fish --no-config"
    default: "sh"
    }
  }
}
