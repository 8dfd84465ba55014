internal import ArgumentParser
internal import HabitCore
internal import Posix

/// The command that was typed; nil when help, the version or a completion script was asked for and
/// has been printed.
func parseCommand(_ arguments: [String], in world: World) throws -> (any Subcommand)? {
  guard let command = try parseArguments(arguments, in: world) else { return nil }
  for color in command.options.color { try color.check(for: type(of: command)) }
  return command
}

private func parseArguments(_ arguments: [String], in world: World) throws -> (any Subcommand)? {
  // A word behind an option is its value, unless that is a flag.
  for words in [protectingDates(arguments, besideOptions: true), protectingDates(arguments)] {
    if let command = parseAlone(words) { return command }
  }
  let words = protectingDates(arguments)
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
      try show(HabitCommand.fullMessage(for: error), askedBy: arguments, in: world)
      return nil
    }
    throw Diagnosis.misuse(arguments, HabitCommand.message(for: error), in: world)
  }
}

/// Prints what the parser answers itself; the help of a command names the common options in a line.
private func show(_ text: String, askedBy arguments: [String], in world: World) throws {
  let isHelp = text.hasPrefix("OVERVIEW: ")
  if isHelp, !arguments.contains(where: { $0 == "-h" || $0.hasPrefix("--help") }),
    let cluster = arguments.first(where: { $0.hasPrefix("-") && !$0.hasPrefix("--") })
  {
    // The parser takes the letter h of "-dash" for a request.
    throw Diagnosis.misuse(arguments, "unknown option '\(cluster)'", in: world)
  }
  let names = GlobalOptions.names.joined(separator: " ")
  let common = "\n\nCommon options, see habit help habit: \(names)\n"
  let isOfCommand = isHelp && !text.contains("\n  --trace ")
  let shown = isHelp ? text.trimmed + common : CompletionScript.corrected(text) + "\n"
  try world.write(.output, isHelp && !isOfCommand ? FrontScreen.text : shown)
}

/// The command that the first word behind the common options names; nil when it does not understand the
/// other words.
///
/// It takes less time than the whole tree, which is left to say what is wrong, and to help.
private func parseAlone(_ words: [String]) -> (any Subcommand)? {
  let rest = GlobalOptions.words(behind: words)
  let command = HabitCommand.subcommands.first { $0.configuration.commandName == rest.first }
  let others = words[..<rest.startIndex] + rest.dropFirst()
  return attempt { try command?.parseAsRoot(Array(others)) as? any Subcommand } ?? nil
}

/// Commands that take a day without an option get `-3` as a value: a word that begins with a hyphen
/// would be an option to the parser.
private func protectingDates(_ arguments: [String], besideOptions: Bool = false) -> [String] {
  guard let command = GlobalOptions.words(behind: arguments).first,
    ["ask", "done", "edit", "log", "report", "set", "skip", "why"].contains(command)
  else { return arguments }
  return arguments.indices.map { index in
    let word = arguments[index]
    let former = index > 0 ? arguments[index - 1] : ""
    let isValue = besideOptions && former.hasPrefix("--") && !former.contains("=")
    let digits = word.dropFirst()
    let isDaysAgo = word.first == "-" && !digits.isEmpty && digits.utf8.allSatisfy(\.isDigit)
    return isDaysAgo && !isValue ? "\u{2212}\(digits)" : word
  }
}
