// HabitCLI is the commands: a command parses arguments, calls one use case of HabitApp, and prints.
//
// Architecture invariants: a command never changes a file itself; every error leaves as a `Diagnosis`;
// data goes to standard output, messages to standard error. Start reading at `HabitCommand`, the tree
// of commands, then at any file in Commands.

internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitStore
public import Posix

/// Runs `habit` with the arguments of a C `main` and ends the program.
///
/// A name that is not UTF-8 is refused: repaired, it would be the name of another file.
@c(habit_run)
public func runProgram(_ count: Int32, _ words: UnsafePointer<UnsafePointer<CChar>>) -> Int32 {
  let world = World.live
  let arguments = unsafe World.arguments(count, words)
  guard let invalid = world.invalidText ?? arguments.invalid else {
    World.end(with: habit(arguments.texts, in: world))
  }
  let message = "\(invalid.place) is not UTF-8: \(invalid.text)"
  let error = Diagnosis(.usage, message, hint: invalid.hint)
  World.end(with: tell(error, arguments.texts, in: world))
}

/// Runs `habit` with these arguments and says how it ended, in the terms of sysexits(3).
public func habit(_ arguments: [String], in world: World) -> Int32 {
  if arguments.contains(where: HabitCommand.needingGit.contains) { Store.prepare() }
  do throws(Diagnosis) {
    guard let command = try parseCommand(arguments, in: world) else {
      return ExitStatus.success.rawValue
    }
    if let color = command.options.color.habitColor, !(command is Add) {
      throw Diagnosis(.usage, "\"\(color)\" is no time to colour", hint: "auto, always or never")
    }
    let session = Session(world: world, options: command.options)
    try command.run(in: session)
    session.app.trace("done")
    return ExitStatus.success.rawValue
  } catch {
    return tell(error, arguments, in: world)
  }
}

/// Writes an error as the arguments want it, and gives the status to end with.
private func tell(_ error: Diagnosis, _ arguments: [String], in world: World) -> Int32 {
  // A reader that has seen enough is no failure.
  guard !error.isClosedPipe else { return ExitStatus.success.rawValue }
  let text = arguments.contains("--json") ? error.json.description : error.text
  do {
    try world.write(.error, text)
  } catch {
    // There is no reader left.
  }
  return error.status.rawValue
}

/// The command that was typed; nil when help, the version or a completion script was asked for and
/// has been printed.
func parseCommand(
  _ arguments: [String],
  in world: World
) throws(Diagnosis) -> (any Subcommand)? {
  let words = protectingDates(arguments)
  if let command = parseAlone(words) { return command }
  do {
    var parsed = try HabitCommand.parseAsRoot(words)
    if let command = parsed as? any Subcommand { return command }
    // What is left is a request for help, which runs by being thrown.
    try parsed.run()
    return nil
  } catch let diagnosis as Diagnosis {
    throw diagnosis
  } catch {
    guard HabitCommand.exitCode(for: error) != .success else {
      try print(HabitCommand.fullMessage(for: error) + "\n", in: world)
      return nil
    }
    throw misuse(arguments, HabitCommand.message(for: error))
  }
}

/// The command that the first word names that is no global option; nil when it does not understand the
/// other words.
///
/// It takes half the time of the whole tree, which is left to say what is wrong, and to help.
private func parseAlone(_ words: [String]) -> (any Subcommand)? {
  let commands = HabitCommand.configuration.groupedSubcommands.flatMap { $0.subcommands }
  for (position, word) in words.enumerated() {
    guard let command = commands.first(where: { $0.configuration.commandName == word }) else {
      continue
    }
    let options = Array(words[..<position])
    do {
      if !options.isEmpty { _ = try GlobalOptions.parse(options) }
      return try command.parseAsRoot(options + words[(position + 1)...]) as? any Subcommand
    } catch {
      // It may be the value of an option.
    }
  }
  return nil
}

/// Commands that take a day without an option get `-3` as a value: a word that begins with a hyphen
/// would be an option to the parser.
private func protectingDates(_ arguments: [String]) -> [String] {
  guard let command = arguments.first(where: { !$0.hasPrefix("-") }),
    ["why", "edit", "report"].contains(command)
  else { return arguments }
  return arguments.map { word in
    let digits = word.dropFirst()
    let isDaysAgo = word.first == "-" && !digits.isEmpty && digits.allSatisfy(\.isASCIIDigit)
    return isDaysAgo ? "\u{2212}\(digits)" : word
  }
}

private func print(_ text: String, in world: World) throws(Diagnosis) {
  do {
    try world.write(.output, text)
  } catch {
    throw Diagnosis(error)
  }
}

/// What is wrong with the command line; a word in the command's place is named first.
private func misuse(_ arguments: [String], _ message: String) -> Diagnosis {
  let names = HabitCommand.configuration.groupedSubcommands
    .flatMap { $0.subcommands }
    .compactMap { $0.configuration.commandName }
  guard let word = arguments.first, !word.hasPrefix("-"), !names.contains(word) else {
    let command = arguments.first.flatMap { names.contains($0) ? $0 : nil }
    let help = ["habit", command, "--help"].compactMap(\.self).joined(separator: " ")
    return Diagnosis(.usage, message.lowercasedFirst, hint: help)
  }
  let near = nearest(to: word, among: names)
  return Diagnosis(
    .usage,
    "there is no command \"\(word)\"",
    hint: near.map { "did you mean: habit \($0)" } ?? "habit --help lists the commands"
  )
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
