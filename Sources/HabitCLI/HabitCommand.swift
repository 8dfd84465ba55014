internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles

/// The command `habit` and the tree of its subcommands.
struct HabitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "habit",
    abstract: "Track habits in plain files, owned by you and kept in git.",
    version: "habit \(version)",
    subcommands: [PackCommand.self, SyncSoonCommand.self, CGICommand.self],
    groupedSubcommands: [
      CommandGroup(
        name: "Begin",
        subcommands: [TutorialCommand.self, InitCommand.self, AddCommand.self]
      ),
      CommandGroup(
        name: "Decide",
        subcommands: [
          EditCommand.self, ArchiveCommand.self, RestoreCommand.self, DeleteCommand.self,
          VacationCommand.self, WhatIfCommand.self,
        ]
      ),
      CommandGroup(
        name: "Record",
        subcommands: [
          LogCommand.self, DoneCommand.self, UndoCommand.self, RedoCommand.self, SetCommand.self,
          SkipCommand.self,
          NoteCommand.self, AskCommand.self,
        ]
      ),
      CommandGroup(
        name: "Look",
        subcommands: [
          TodayCommand.self, DayCommand.self, PromptCommand.self, ListCommand.self,
          ShowCommand.self, CalendarCommand.self, StatsCommand.self,
          QueryCommand.self, XPCommand.self, DigestCommand.self, ReportCommand.self,
          HistoryCommand.self,
          WhyCommand.self,
          RemindCommand.self,
        ]
      ),
      CommandGroup(
        name: "Share",
        subcommands: [
          SyncCommand.self, CloneCommand.self, RemoteCommand.self, UserCommand.self,
          WebCommand.self,
        ]
      ),
      CommandGroup(
        name: "Files",
        subcommands: [
          ImportCommand.self, ExportCommand.self, CheckCommand.self, FormatCommand.self,
          SchemaCommand.self, MergeDriverCommand.self,
        ]
      ),
      CommandGroup(name: "Learn", subcommands: [HelpCommand.self]),
    ],
    defaultSubcommand: TodayCommand.self
  )

  /// What the commands are called.
  static var names: [String] { subcommands.compactMap { $0.configuration.commandName } }

  static let version = "1.1.0"

  @OptionGroup var options: GlobalOptions
}

/// A subcommand: its arguments, and what it does in a world.
protocol Subcommand: ParsableCommand {
  /// What is typed for it.
  static var name: String { get }
  /// The first line of its page.
  static var abstract: String { get }
  /// What it prints with `--json`.
  static var json: JSONOutput { get }
  /// What its help says below the abstract.
  static var discussion: String { get }
  /// Whether no list of commands has it.
  static var isHidden: Bool { get }
  /// Whether `--color` may also name the colour of a habit.
  static var takesColor: Bool { get }

  var options: GlobalOptions { get }

  /// Whether what it says is shown by a pager where it is longer than a terminal.
  var isPaged: Bool { get }

  /// Does the work; what is wrong leaves as a ``Diagnosis``.
  func run(in session: Session) throws
}

extension Subcommand {
  static var json: JSONOutput { .none }
  static var discussion: String { "" }
  static var isHidden: Bool { false }
  static var takesColor: Bool { false }
  var isPaged: Bool { false }

  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: name,
      // The parser does not look for options of completion scripts, which takes half of its time.
      _superCommandName: "habit",
      abstract: abstract,
      discussion: discussion,
      shouldDisplay: !isHidden
    )
  }
}

extension ArgumentVisibility {
  /// That of options common to all commands: the help of `habit` alone lists them, completion scripts
  /// know them everywhere.
  static var common: ArgumentVisibility { CompletionShell.requesting == nil ? .hidden : .default }
}

/// What every command takes.
struct GlobalOptions: ParsableArguments {
  @Option(help: .of("dir", "Use the repository in this folder."), completion: .directory)
  var repo: String?

  @Option(help: "Act as this user.", completion: .users)
  var user: String?

  @Option(help: .of("when", "Use colours: auto, always or never."), completion: .colors)
  var color: [ColorOption] = []

  @Flag(help: "Print states as words instead of marks.")
  var words = false

  @Flag(help: "Print data and errors as JSON.")
  var json = false

  @Flag(help: "Print every step on standard error.")
  var trace = false
}

/// Which day a command is about.
struct DayOption: ParsableArguments {
  @Option(date: "The day, such as yesterday, -3, monday or 2026-03-01; the default is today.")
  var on: String?

  /// The day, which must not be in the future; today when none is named.
  func pastDay(today: Day) throws -> Day {
    try DateArgument.pastDay(on, today: today)
  }

  /// The day, which may also be the last word behind a command; that is taken off.
  ///
  /// The first words are no date, whatever they look like: so many as `least`.
  func pastDay(
    orBehind words: inout [String],
    keeping least: Int = 0,
    today: Day,
    isDate: (String) throws -> Bool = { _ in true }
  ) throws -> Day {
    guard words.count > least, let last = words.last, Day(named: last, today: today) != nil,
      try isDate(last)
    else { return try pastDay(today: today) }
    guard on == nil else {
      let word = last.replacing("\u{2212}", with: "-")
      throw Diagnosis(.usage, "the day is named twice: --on and \(word)")
    }
    words.removeLast()
    return try DateArgument.pastDay(last, today: today)
  }
}

/// What a writing command takes.
struct WriteOptions: ParsableArguments {
  @Flag(help: "Commit files as they are, whatever an editor has removed from them.")
  var acceptDeletions = false
}

extension GlobalOptions {
  /// The options that name the repository and the user, as they follow a command that is typed next.
  var whose: String {
    [("--repo", repo), ("--user", user)]
      .compactMap { name, value in value.map { " \(name) \($0.shellQuoted)" } }
      .joined()
  }

  static let namesWithValue = ["--repo", "--user", "--color"]

  static let names = namesWithValue + ["--words", "--json", "--trace"]

  /// The words of a command line behind the common options; none behind an unknown option, which may
  /// have a value.
  static func words(behind arguments: [String]) -> ArraySlice<String> {
    var words = arguments[...]
    while let word = words.first, word.hasPrefix("-") {
      guard let name = word.split(separator: "=").first.map(String.init),
        names.contains(name)
      else { return [] }
      words = words.dropFirst(namesWithValue.contains(word) ? 2 : 1)
    }
    return words
  }
}

/// Whether a user at a terminal is asked before a change takes points or streaks.
struct ConsentOption: ParsableArguments {
  @Flag(help: "Do not ask before points or streaks change.")
  var yes = false
}
