/// What `--experimental-dump-help` prints.
struct ToolDescription: Decodable {
  /// The program.
  let command: CommandDescription
}

/// A command, as the parser of the command line describes it.
struct CommandDescription: Decodable {
  /// What it does, in a sentence.
  let abstract: String?
  private let commandName: String
  private let shouldDisplay: Bool?
  private let subcommands: [CommandDescription]?
  private let arguments: [Argument]?

  private struct Argument: Decodable {
    let abstract: String?
    let shouldDisplay: Bool
    let names: [Name]?
  }

  private struct Name: Decodable {
    let kind: Kind
    let name: String

    enum Kind: String, Decodable {
      case long, short, longWithSingleDash
    }

    var typed: String { kind == .long ? "--\(name)" : "-\(name)" }
  }

  /// What is typed for it.
  var name: String { commandName }

  /// The commands below it that are shown.
  var commands: [CommandDescription] {
    (subcommands ?? []).filter { $0.shouldDisplay != false }
  }

  /// The names of its own options that are shown.
  var options: Set<String> {
    Set((arguments ?? []).filter(\.shouldDisplay).flatMap { ($0.names ?? []).map(\.typed) })
  }

  /// Its own options that are shown, each with what it does, in a sentence.
  var abstracts: [(option: String, abstract: String)] {
    (arguments ?? []).filter(\.shouldDisplay).flatMap { argument in
      (argument.names ?? []).compactMap { name in argument.abstract.map { (name.typed, $0) } }
    }
  }

  /// The names of its options and those of the commands below it.
  var allOptions: Set<String> {
    commands.reduce(options) { $0.union($1.allOptions) }
  }
}
