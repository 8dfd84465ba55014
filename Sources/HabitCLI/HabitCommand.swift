internal import ArgumentParser

/// The command `habit` and the tree of its subcommands.
struct HabitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "habit",
    abstract: "Track habits in plain files, owned by you and kept in git.",
    discussion: "habit alone is habit today. The manual is habit(1): habit help.",
    version: "habit \(version)",
    groupedSubcommands: [
      CommandGroup(name: "Begin", subcommands: [Init.self, Add.self]),
      CommandGroup(name: "Record", subcommands: [Log.self, Done.self, Undo.self, SetTotal.self]),
      CommandGroup(
        name: "Look",
        subcommands: [Today.self, List.self, Show.self, XPCommand.self, History.self]
      ),
      CommandGroup(name: "Files", subcommands: [Check.self, Format.self]),
      CommandGroup(name: "Learn", subcommands: [Help.self]),
    ],
    defaultSubcommand: Today.self
  )

  /// The version of the program.
  static let version = "0.1.0"

  @OptionGroup var options: GlobalOptions
}

/// A subcommand: its arguments, and what it does in a world.
protocol Subcommand: ParsableCommand {
  var options: GlobalOptions { get }

  /// Does the work; what is wrong leaves as a ``Diagnosis``.
  func run(in session: Session) throws(Diagnosis)
}

/// What every command takes.
struct GlobalOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Use the repository at this folder.", valueName: "dir"),
    completion: .directory
  )
  var repo: String?

  @Option(help: ArgumentHelp("Act as this user.", valueName: "user"))
  var user: String?

  @Option(help: ArgumentHelp("Colour the output: auto, always or never.", valueName: "when"))
  var color: ColorChoice = .auto

  @Flag(help: "Print data, and errors, as JSON.")
  var json = false

  @Flag(help: "Tell every step on standard error.")
  var trace = false
}

/// When to colour what is printed.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  /// On a terminal, unless `NO_COLOR` is set.
  case auto
  /// Everywhere.
  case always
  /// Nowhere.
  case never
}

/// Which day a command is about.
struct DayOption: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The day: today, yesterday, -3, monday or 2026-03-01.",
      valueName: "date"
    )
  )
  var on: String?
}

/// What a writing command takes.
struct WriteOptions: ParsableArguments {
  @Flag(help: "Take in a file that lost most of its days to an editor.")
  var acceptDeletions = false
}

extension CompletionKind {
  /// The ids of the user's habits.
  static var habits: CompletionKind { .shellCommand("habit list --ids 2>/dev/null") }
}
