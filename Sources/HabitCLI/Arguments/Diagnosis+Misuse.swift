internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import Posix

extension Diagnosis {
  /// What is wrong with a command line, and what the parser says of it; a word in a command's place that
  /// is not a command is named first.
  static func misuse(_ arguments: [String], _ message: String, in world: World) -> Diagnosis {
    if let unknown = unknownCommand(arguments, in: world) { return unknown }
    let (names, command) = named(by: arguments)
    let rest = GlobalOptions.words(behind: arguments).dropFirst(names.count - 1)
    let text = message.prefix(1).lowercased() + message.dropFirst()
    return refusal(of: names.joined(separator: " "), command, text, with: rest)
  }

  /// The error for a first word that is not a command; nil where the first word is one.
  static func unknownCommand(_ arguments: [String], in world: World) -> Diagnosis? {
    let (names, command) = named(by: arguments)
    let commands = command.subcommands
    let rest = GlobalOptions.words(behind: arguments).dropFirst(names.count - 1)
    guard !commands.isEmpty, let word = rest.first, !word.hasPrefix("-") else { return nil }
    let words = rest.dropFirst()
    let meant = names.count > 1 ? nil : meaning(of: word, with: words, arguments, in: world)
    return unknown(word, behind: names, among: commands, meant: meant, with: words)
  }

  /// The command that a command line begins with, in words and as a type.
  static func named(
    by arguments: [String]
  ) -> (names: [String], command: any ParsableCommand.Type) {
    var names = ["habit"]
    var command: any ParsableCommand.Type = HabitCommand.self
    for word in GlobalOptions.words(behind: arguments).prefix(2) {
      let known = command.subcommands
      guard let next = known.first(where: { $0.configuration.commandName == word }) else { break }
      names.append(word)
      command = next
    }
    return (names, command)
  }

  /// What the parser says of a command's arguments, and how to get on.
  private static func refusal(
    of command: String,
    _ type: any ParsableCommand.Type,
    _ text: String,
    with arguments: ArraySlice<String>
  ) -> Diagnosis {
    let help = "\(command) --help"
    if text.hasPrefix("missing expected argument"), let name = text.valueName {
      // harsh shows the past by it.
      let past = "habit log HABIT [AMOUNT]; what was done: habit calendar, habit history"
      let hint = command == "habit log" ? past : help
      return Diagnosis(.usage, "\(command) needs \(name.withArticle)", hint: hint)
    }
    if text.hasPrefix("missing value for"), let name = text.valueName, let option = text.option {
      return Diagnosis(.usage, "\(option) needs \(name.withArticle)", hint: help)
    }
    let marks = ("the value '", "' is invalid for '", ". Please provide one of ")
    if text.hasPrefix(marks.0), let middle = text.ranges(of: marks.1).last,
      let option = text[middle.upperBound...].split(whereSeparator: { " '".contains($0) }).first
    {
      let value = text[..<middle.lowerBound].dropFirst(marks.0.count)
      let message = "\"\(value)\" is not a value of \(option)"
      let rest = text[middle.upperBound...]
      let list = rest.firstRange(of: marks.2).map { rest[$0.upperBound...].listed } ?? []
      let values = "it is \(list.dropLast().joined(separator: ", ")) or \(list.last ?? "")"
      return Diagnosis(.usage, message, hint: list.isEmpty ? help : values)
    }
    if text.contains("unexpected argument"), let word = text.firstQuoted {
      let name = arguments.prefix { !$0.hasPrefix("-") }.joined(separator: " ")
      let hint =
        switch command {
        case "habit user add":
          "a name of several words has quotes: \(command) \(name.shellQuoted)"
        case "habit today": "another day: habit report today DATE"
        default: help
        }
      return Diagnosis(.usage, "\(command) has no place for \"\(word)\"", hint: hint)
    }
    guard text.hasPrefix("unknown option"), let option = text.firstQuoted else {
      return Diagnosis(.usage, text, hint: help)
    }
    let message = "\(command) has no option \(option)"
    guard option.hasPrefix("--") else {
      let words = "\(command) ... -- \(option.shellQuoted)"
      return Diagnosis(
        .usage,
        message,
        hint: "a text that begins with - stands behind --: \(words)"
      )
    }
    // The parser proposes only what it shows in the help of a command, at any distance.
    let shown = text.option.map { [$0] } ?? []
    let word = option.dropFirst(2).prefix { $0 != "=" }
    let meant = otherOptions.filter { $0.value.contains(String(word)) }.map(\.key)
    let near =
      meant.first { HabitCommand.helpMessage(for: type).contains("  \($0) ") }
      ?? nearest(
        to: option,
        among: GlobalOptions.names + shown.filter { $0 != option },
        within: option.count < "--users".count ? 1 : 2
      )
    return Diagnosis(
      .usage,
      message,
      hint: near.map { "did you mean \($0)? else: \(help)" } ?? help
    )
  }

  private static func unknown(
    _ word: String,
    behind names: [String],
    among commands: [any ParsableCommand.Type],
    meant: String?,
    with rest: ArraySlice<String>
  ) -> Diagnosis {
    let known = commands.compactMap { $0.configuration.commandName }
    let command = names.joined(separator: " ")
    let typed = (names.dropFirst() + [word]).joined(separator: " ")
    let others =
      names.count > 1
      ? "\(command) has: \(known.joined(separator: ", "))" : "habit help shows what there is"
    let near = meant ?? nearest(to: word, among: known, within: 1)
    return Diagnosis(
      .usage,
      "there is no command \"\(typed)\"",
      hint: near.map { near in
        // What a habit or a pattern of words needs is not what was typed.
        let isWhole =
          near.contains { $0.isUppercase } || ["done ", "log "].contains(where: near.hasPrefix)
        let words = isWhole ? [] : rest.map(\.shellQuoted)
        return "did you mean: " + ([command, near] + words).joined(separator: " ")
      } ?? others
    )
  }

  /// What is meant by a word that is no command: a habit, or the command of another program.
  private static func meaning(
    of word: String,
    with rest: ArraySlice<String>,
    _ arguments: [String],
    in world: World
  ) -> String? {
    if isHabit(word, arguments, in: world) {
      let amount = rest.first.flatMap { text in attempt { try Amount(typed: text) } }
      return amount.map { "log \(word.shellQuoted) \($0)" } ?? "done \(word.shellQuoted)"
    }
    return otherWords.first { $0.value.contains(word.lowercased()) }?.key
  }

  private static func isHabit(_ word: String, _ arguments: [String], in world: World) -> Bool {
    attempt {
      let leading = arguments.dropLast(GlobalOptions.words(behind: arguments).count)
      let session = Session(world: world, options: try GlobalOptions.parse(Array(leading)))
      return try session.context().read(.definitions).isHabit(word)
    } ?? false
  }

  /// The commands of other programs, by what they are here.
  private static let otherWords: KeyValuePairs<String, [String]> = [
    "add": ["begin", "create", "define", "make", "new", "start"],
    "archive": ["pause", "rest", "stop"],
    "delete": ["del", "erase", "remove", "rm"],
    "done": [
      "check-in", "checkin", "complete", "completed", "did", "do", "finish", "mark", "tick",
    ],
    "edit": ["change", "modify", "update"],
    "edit HABIT --name NAME": ["rename"],
    "edit profile --order HABIT...": ["order", "reorder", "sort"],
    "edit profile": ["config", "configure", "profile", "settings"],
    "history": ["commits", "diary"],
    "import": ["load", "migrate"],
    "list": ["habits", "ls"],
    "log": ["increment", "plus", "record", "track"],
    "note HABIT --difficulty 1 to 5": ["difficulty", "rate"],
    "note": ["annotate", "comment", "journal"],
    "remote add": ["connect", "hub", "server"],
    "report month": ["month"],
    "report week": ["summary", "week"],
    "report year": ["year"],
    "restore": ["resume", "unarchive", "undelete", "unpause"],
    "stats": ["rates", "score", "statistics", "streak", "streaks"],
    "sync": ["backup", "fetch", "publish", "pull", "push", "save"],
    "today": ["agenda", "due", "status", "todo"],
    "undo": ["back", "revert", "undone", "untick"],
    "user": ["users", "who", "whoami"],
    "report today yesterday": ["yesterday"],
    "xp": ["achievements", "badges", "level", "points"],
    "--version": ["version"],
  ]

  /// The options that other programs have, by what they are here.
  private static let otherOptions: KeyValuePairs<String, [String]> = [
    "--breaking": ["avoid", "bad", "limit", "max", "maximum", "negative", "quit"],
    "--color": ["colour"],
    "--on": ["date", "day", "when"],
    "--from": ["begin", "date", "since", "start"],
    "--goal": ["amount", "count", "min", "minimum", "target", "times", "unit"],
    "--note": ["comment", "message"],
    "--remind": ["alarm", "notify", "reminder"],
    "--schedule": ["days", "every", "freq", "frequency", "interval", "on", "repeat", "weekly"],
    "--tag": ["category", "group", "label"],
    "--to": ["end", "until"],
  ]
}

extension ParsableCommand {
  /// The commands that are shown, in order.
  static var subcommands: [any ParsableCommand.Type] {
    let groups = configuration.groupedSubcommands
    return groups.isEmpty ? configuration.subcommands : groups.flatMap(\.subcommands)
  }
}

// The sentences of swift-argument-parser 1.8, `UsageGenerator.swift`, and what stands in them.
extension String {
  /// The name in the first angle brackets, of one thing: `habit` of `<habits> ...`.
  fileprivate var valueName: String? {
    guard let start = firstIndex(of: "<"), let end = firstIndex(of: ">") else { return nil }
    let name = self[index(after: start)..<end]
    return String(name.hasSuffix("s") ? name.dropLast() : name)
  }

  /// The option that the last pair of single quotes begins with.
  fileprivate var option: String? {
    split(separator: "'").last { $0.hasPrefix("-") }?.split(separator: " ").first.map(String.init)
  }

  /// The name of a value with its article; a value, where the name says what is done with it.
  fileprivate var withArticle: String {
    switch self {
    case "amount", "emoji": "an \(self)"
    case "url": "a URL"
    case "habit", "name", "date", "time", "user", "tag", "file", "goal", "word", "text", "month",
      "number", "template", "reason", "format", "command", "branch":
      "a \(self)"
    case "second": "a number of seconds"
    case "subject": "a habit, streak or xp"
    default: "a value"
    }
  }

  /// The text in the first pair of single quotes.
  fileprivate var firstQuoted: String? {
    let parts = split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count == 3 ? String(parts[1]) : nil
  }
}

extension Substring {
  /// The words of a list, without quotes, commas, hyphens and the last `or`.
  fileprivate var listed: [String] {
    split { " \n':.,".contains($0) }.map(String.init)
      .filter { !["or", "-", "the", "following"].contains($0) }
  }
}
