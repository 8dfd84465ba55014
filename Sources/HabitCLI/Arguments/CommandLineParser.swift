internal import ArgumentParser
internal import HabitCore
internal import HabitFiles
internal import Posix

/// The command that was typed; nil when help, the version or a completion script was asked for and
/// has been printed.
func parseCommand(_ arguments: [String], in world: World) throws -> (any Subcommand)? {
  guard let command = try parseArguments(arguments, in: world) else { return nil }
  let leading = arguments.dropLast(GlobalOptions.words(behind: arguments).count)
  let isBehind = !leading.contains { $0.hasPrefix("--color") }
  for color in command.options.color {
    try color.check(for: type(of: command), isBehind: isBehind)
  }
  if let add = command as? AddCommand {
    try add.checkRule(typedAs: Array(GlobalOptions.words(behind: arguments)))
  }
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
      if let unknown = Diagnosis.unknownCommand(arguments, in: world) { throw unknown }
      try show(HabitCommand.fullMessage(for: error), askedBy: arguments, in: world)
      return nil
    }
    throw Diagnosis.misuse(arguments, HabitCommand.message(for: error), in: world)
  }
}

/// Prints what the parser answers itself; the help of a command names the common options in a line.
private func show(_ text: String, askedBy arguments: [String], in world: World) throws {
  if text == HabitCommand.configuration.version, arguments.contains("--json") {
    return try world.write(.output, VersionScreen().output.description)
  }
  let isHelp = text.hasPrefix("OVERVIEW: ")
  if isHelp, !arguments.contains(where: { $0 == "-h" || $0.hasPrefix("--help") }),
    let cluster = arguments.first(where: { $0.hasPrefix("-") && !$0.hasPrefix("--") })
  {
    // The parser takes the letter h of "-dash" for a request.
    throw Diagnosis.misuse(arguments, "unknown option '\(cluster)'", in: world)
  }
  let names = GlobalOptions.names.joined(separator: " ")
  let page = Diagnosis.named(by: arguments).names.dropFirst().joined(separator: " ")
  let common = """


    Common options, see habit help habit: \(names)
    The page, with examples: habit help \(page)

    """
  let isOfCommand = isHelp && !text.contains("\n  --trace ")
  let shown =
    isHelp
    ? foldingUsage(of: text.trimmed, in: world) + common
    : CompletionScript.corrected(text) + "\n"
  try world.write(.output, isHelp && !isOfCommand ? FrontScreen.text : shown)
}

/// The help of a command with its usage on lines as wide as the terminal, broken between arguments.
private func foldingUsage(of help: String, in world: World) -> String {
  let label = "USAGE: "
  return help.split(separator: "\n", omittingEmptySubsequences: false).map { line in
    guard line.hasPrefix(label) else { return String(line) }
    var depth = 0
    let parts = line.dropFirst(label.count).split { character in
      depth +=
        character == "[" || character == "<" ? 1 : character == "]" || character == ">" ? -1 : 0
      return character == " " && depth == 0
    }
    let margin = String(repeating: " ", count: label.count)
    var lines = [label]
    for part in parts {
      let last = lines[lines.count - 1]
      let isFirst = last == label || last == margin
      let joined = last + (isFirst ? "" : " ") + part
      if isFirst || displayWidth(of: joined) <= world.terminal.columns ?? 80 {
        lines[lines.count - 1] = joined
      } else {
        lines.append(margin + part)
      }
    }
    return lines.joined(separator: "\n")
  }.joined(separator: "\n")
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
  let arguments = PeriodOptions.completing(arguments)
  guard let command = GlobalOptions.words(behind: arguments).first,
    ["ask", "done", "edit", "log", "report", "set", "skip", "vacation", "why"].contains(command)
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
