internal import ArgumentParser
internal import HabitCore
internal import HabitFiles
internal import HabitOutput

extension Diagnosis {
  /// What is wrong with a command line, and what the parser says of it; a word in a command's place that
  /// is not a command is named first.
  static func misuse(_ arguments: [String], _ message: String) -> Diagnosis {
    var names = ["habit"]
    var commands = HabitCommand.subcommands
    for word in GlobalOptions.words(behind: arguments).prefix(2) {
      guard !commands.isEmpty, !word.hasPrefix("-") else { break }
      guard let command = commands.first(where: { $0.configuration.commandName == word }) else {
        return unknown(word, behind: names, among: commands)
      }
      names.append(word)
      commands = command.configuration.subcommands
    }
    let text = message.prefix(1).lowercased() + message.dropFirst()
    return refusal(of: names.joined(separator: " "), text)
  }

  /// What the parser says of a command's arguments, and how to get on.
  private static func refusal(of command: String, _ text: String) -> Diagnosis {
    let help = "\(command) --help"
    guard text.hasPrefix("unknown option"), let option = text.firstQuoted else {
      return Diagnosis(.usage, text, hint: help)
    }
    guard option.hasPrefix("--") else {
      let words = "\(command) ... -- \(option.shellQuoted)"
      return Diagnosis(.usage, text, hint: "if it is not an option, put it behind --: \(words)")
    }
    // The parser proposes only what it shows in the help of a command.
    let near = nearest(to: option, among: GlobalOptions.names)
    guard !text.contains("Did you mean"), let near else {
      return Diagnosis(.usage, text, hint: help)
    }
    return Diagnosis(.usage, "\(text). Did you mean '\(near)'?", hint: help)
  }

  private static func unknown(
    _ word: String,
    behind names: [String],
    among commands: [any ParsableCommand.Type]
  ) -> Diagnosis {
    let known = commands.compactMap { $0.configuration.commandName }
    let command = names.joined(separator: " ")
    let typed = (names.dropFirst() + [word]).joined(separator: " ")
    let others =
      names.count > 1
      ? "\(command) has: \(known.joined(separator: ", "))" : "habit --help lists the commands"
    let near = nearest(to: word, among: known).map { "did you mean: \(command) \($0)" }
    return Diagnosis(.usage, "there is no command \"\(typed)\"", hint: near ?? others)
  }
}

extension HabitCommand {
  /// The commands that are shown, in order.
  static var subcommands: [any ParsableCommand.Type] {
    configuration.groupedSubcommands.flatMap { $0.subcommands }
  }
}

extension String {
  /// The text in the first pair of single quotes.
  fileprivate var firstQuoted: String? {
    let parts = split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count == 3 ? String(parts[1]) : nil
  }
}
