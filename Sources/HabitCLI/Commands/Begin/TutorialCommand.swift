internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitStore
internal import Posix

/// `habit tutorial`: a shell in a folder to learn in.
struct TutorialCommand: Subcommand {
  static let name = "tutorial"
  static let abstract = "Start a shell in a folder to learn in."
  static let json = JSONOutput("The folder, and a command for each step.", shape)

  @Argument(
    help: "A folder, new or of a tutorial; the default is below the temporary folder.",
    completion: .directory
  )
  var dir: String?

  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    let root = try dir.map(session.world.absolute) ?? usualFolder(in: session.world)
    let repository = root + "/laptop"
    try prepare(root, repository, in: session)
    let terminal = session.world.terminal
    guard options.json || !terminal.isInteractive || !terminal.showsOutput else {
      return try enter(root, repository, in: session)
    }
    let steps = [
      ("enter", "habit tutorial \(root.shellQuoted)"), ("read", "habit help tutorial.7"),
      ("leave", "exit"), ("remove", "rm -rf \(root.shellQuoted)"),
    ]
    guard !options.json else {
      return try session.print((repository, steps.map(\.1)), as: TutorialCommand.shape)
    }
    try session.print("\(root.terminalSafe): to learn in, apart from your own habits")
    // Commands, which are never broken.
    try session.print(
      steps.map { name, command in
        "  \(name)\(String(repeating: " ", count: 8 - name.count))\(command)"
      }
    )
  }

  /// Runs a shell in the folder, and waits for its end.
  private func enter(_ root: String, _ repository: String, in session: Session) throws {
    try session.print(
      """
      You are in \(root.terminalSafe).
      Nothing that you type here changes your own habits.
      Read along in another terminal: habit help tutorial.7
      To leave, type: exit
      """
    )
    let (command, variables) = Shell.start(in: session.world, root)
    // A function that bash has exported may be named habit.
    let others = session.world.environment.filter {
      !Shell.unset.contains($0.key) && !$0.key.hasPrefix("BASH_FUNC_")
    }
    var environment = others.merging(variables) { _, own in own }
    environment["HABIT_REPO"] = repository
    environment["HABIT_TUTORIAL"] = root
    environment["HOME"] = root
    environment["XDG_DATA_HOME"] = root
    environment["HABIT_NOW"] = Shell.now
    _ = try Subprocess(command, environment: environment, folder: root).run()
    try session.print(
      "You left the tutorial. To go on with it:\n  habit tutorial \(root.shellQuoted)"
    )
  }

  /// The folder where none is named: below the temporary folder, where no repository is.
  private func usualFolder(in world: World) throws -> String {
    let temporary = world.variable("TMPDIR").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    let root = temporary + "/habit-tutorial"
    // Others may write there, too.
    guard FileStatus(at: root).map({ $0.isOwn && $0.kind == .directory }) ?? true else {
      throw Diagnosis(
        .cannotCreate,
        "\(root) is not a folder of yours",
        hint: "name a folder of your own: habit tutorial ~/habit-tutorial"
      )
    }
    return root
  }

  /// Makes the folder, unless it is that of a tutorial.
  private func prepare(_ root: String, _ repository: String, in session: Session) throws {
    guard dir.map({ !$0.isEmpty && !$0.hasPrefix("-") }) ?? true, root == root.terminalSafe,
      !root.contains("\n")
    else {
      throw Diagnosis(
        .usage,
        "the folder's name cannot be typed in a command",
        hint: "name another folder: habit tutorial FOLDER"
      )
    }
    guard session.world.variable("HABIT_TUTORIAL") == nil else {
      throw Diagnosis(.usage, "you are in the tutorial already", hint: "to leave it, type: exit")
    }
    guard !isTutorial(repository) else { return }
    guard Disk(root: "").kind(of: root) == nil else {
      throw Diagnosis(
        .cannotCreate,
        "\(root) exists and is not a tutorial",
        hint: "name another folder: habit tutorial FOLDER"
      )
    }
    try check(root)
    _ = try session.app.makeRepository(at: repository)
    try Disk(root: root).create(Shell.startupFile, Array(Shell.startup(in: repository).utf8))
  }

  private func isTutorial(_ repository: String) -> Bool {
    Disk(root: repository).bytes(of: "../\(Shell.startupFile)")
      == Array(Shell.startup(in: repository).utf8)
  }

  /// The folder is in no repository.
  private func check(_ root: String) throws {
    let disk = Disk(root: "")
    var folder = root
    while let slash = folder.lastIndex(of: "/") {
      folder = String(folder[..<slash])
      let marks = [".git", ".habit.json"].map { "\(folder)/\($0)" }
      guard marks.allSatisfy({ disk.kind(of: $0) == nil }) else {
        throw Diagnosis(
          .cannotCreate,
          "\(root) would be inside the repository \(folder)",
          hint: "name a folder outside of it: habit tutorial /tmp/habit-tutorial"
        )
      }
    }
  }

  static let shape = Shape<(repository: String, steps: [String])>.object([
    Member("repository", .text, "Its folder.") { $0.repository },
    Member("enter", .text, "The command that starts a shell in it.") { $0.steps[0] },
    Member("read", .text, "The command that shows what to type.") { $0.steps[1] },
    Member("leave", .text, "The command that ends the shell.") { $0.steps[2] },
    Member("remove", .text, "The command that removes the folder.") { $0.steps[3] },
  ])
}

/// The user's shell without their start-up files, which may name their own repository.
private enum Shell {
  /// What bash, zsh and sh read when they start, in the tutorial's folder; zsh demands the name.
  static let startupFile = ".zshrc"
  /// The variables that reach other habits, or other start-up files.
  static let unset: Set = ["HABIT_USER", "HABIT_DEVICE", "BASH_ENV", "ENV", "POSIXLY_CORRECT"]
  /// The clock at first: the evening of a Monday.
  static let now = "2026-03-02T20:00:00"

  /// The command that starts it, and its variables; bash or sh for one that is not known.
  static func start(in world: World, _ root: String) -> ([String], [String: String]) {
    let file = "\(root)/\(startupFile)"
    let chosen =
      world.variable("SHELL")
      .flatMap { Disk(root: "").kind(of: $0) == nil ? nil : $0 } ?? ""
    let name = chosen.split(separator: "/").last
    let bash = name == "bash" ? chosen : "bash"
    if name == "zsh" { return ([chosen, "-d"], ["ZDOTDIR": root]) }
    if name == "fish" { return ([chosen, "--no-config", "--private", "-C", fish], [:]) }
    if name != "sh", Subprocess.find(bash, in: world.environment) != nil {
      return ([bash, "--rcfile", file], [:])
    }
    // sh expands it: no part of a folder's name may be in it.
    return (["sh"], ["ENV": "./\(startupFile)"])
  }

  /// The text of that file, which wins over the system's own start-up files.
  ///
  /// bash would cut the user's history to the length that it has here.
  static func startup(in repository: String) -> String {
    """
    # What the shell of habit-tutorial(1) reads.
    PS1='tutorial$ '
    unset HABIT_USER HABIT_DEVICE HISTFILE PROMPT_COMMAND ENV BASH_ENV
    export HABIT_REPO=\(repository.shellQuoted) HABIT_NOW=\(now)
    day() {
      was=$HABIT_NOW HABIT_NOW="2026-03-$(printf %02d "$1")T20:00:00"
      habit || HABIT_NOW=$was
    }

    """
  }

  private static let fish = """
    set -g fish_greeting
    function fish_prompt; printf 'tutorial$ '; end
    function day
      set -l was $HABIT_NOW
      set HABIT_NOW 2026-03-(printf %02d $argv[1])T20:00:00
      habit; or set HABIT_NOW $was
    end
    """
}
