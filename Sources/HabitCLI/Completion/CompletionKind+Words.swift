internal import ArgumentParser
internal import HabitCore
internal import Posix

// Candidates are looked up by the program when a shell asks for them.
extension CompletionKind {
  static var habits: CompletionKind { .words { $0.habits { $0.deleted == nil } } }

  /// The habits that something may be recorded of: those that have not ended.
  static var currentHabits: CompletionKind { .words(\.current) }

  /// The same and, behind one, the days.
  static var habitsThenDates: CompletionKind { habitsThenDates(or: []) }

  static func habitsThenDates(or words: [String]) -> CompletionKind {
    .words { completer in
      let isBehind = completer.words.dropFirst(2).contains { !$0.isEmpty && !$0.hasPrefix("-") }
      return words + completer.current + (isBehind ? completer.dates : [])
    }
  }

  /// All habits, deleted ones too.
  static var allHabits: CompletionKind { .words { $0.habits { _ in true } } }

  /// The habits that a command brings back.
  static var deletedOrResting: CompletionKind {
    .words { $0.habits(\.canBeRestored) }
  }

  /// The habits, and words that mean something else in their place.
  static func habits(or words: [String]) -> CompletionKind {
    .words { words + $0.habits { $0.deleted == nil } }
  }

  static var users: CompletionKind { .words(\.users) }

  static var remotes: CompletionKind { .words(\.remotes) }

  static var tags: CompletionKind { .words(\.tags) }

  static var dates: CompletionKind { .words(\.dates) }

  /// Days, and words that mean something else in their place.
  static func dates(or words: [String]) -> CompletionKind { .words { words + $0.dates } }

  /// The words of a type.
  static func cases<Word: CaseIterable & RawRepresentable<String>>(
    of type: Word.Type
  ) -> CompletionKind { .list(type.allCases.map(\.rawValue)) }

  static var schedules: CompletionKind { .words { _ in Schedule.forms } }

  /// The days of the week.
  static var weekdays: CompletionKind { .cases(of: Weekday.self) }

  static var difficulties: CompletionKind {
    .list(Difficulty.allCases.map { $0.words.replacing(" ", with: "-") })
  }

  /// The commands and concepts that the manual has a page or a section about.
  static var topics: CompletionKind {
    .words { _ in HelpCommand.topics }
  }

  /// The commands that print JSON, behind one its subcommands, and the files.
  static var schemas: CompletionKind {
    .words { completer in
      let typed = completer.words(behind: "schema").dropLast().map { $0 + " " }.joined()
      let names = NamedSchema.all.map(\.name).filter { $0.hasPrefix(typed) }
        .map { $0.dropFirst(typed.count).prefix { $0 != " " } }
      return Set(names.map(String.init)).sorted()
    }
  }

  /// When to colour the screen and, for commands that take one, the colours of a habit.
  static var colors: CompletionKind {
    .words { completer in
      let takers = HabitCommand.subcommands.compactMap { $0 as? any Subcommand.Type }
        .filter { $0.takesColor }.compactMap { $0.configuration.commandName }
      return ColorChoice.allCases.map(\.rawValue)
        + (completer.words.contains(where: takers.contains) ? Color.Palette.allCases : [])
        .map(\.rawValue)
    }
  }

  /// The commands that can be tried, and behind one the habits.
  static var trial: CompletionKind {
    .words { completer in
      guard completer.words(behind: "what-if").count < 2 else {
        return completer.habits { $0.deleted == nil }
      }
      return HabitCommand.subcommands
        .filter {
          ([$0] + $0.configuration.subcommands).contains { $0 is any DecidingCommand.Type }
        }
        .compactMap { $0.configuration.commandName }
    }
  }

  private static func words(_ find: @escaping @Sendable (Completer) -> [String]) -> CompletionKind {
    .custom { words, _, prefix in
      let found = find(Completer(words: words, prefix: prefix, in: .live))
      return found.filter(\.isShown).map { $0.candidate(for: CompletionShell.requesting) }
    }
  }
}

extension String {
  /// Whether a shell's list may show it: one line, and nothing that a terminal obeys.
  fileprivate var isShown: Bool { !isEmpty && self == terminalSafe && !contains("\n") }

  /// The text as the completion script of a shell reads it.
  ///
  /// bash expands each candidate as it expands a word: unquoted, a tag that another person made would
  /// be run. zsh takes a colon for the beginning of a description.
  fileprivate func candidate(for shell: CompletionShell?) -> String {
    switch shell {
    case .bash:
      "'"
        + split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: "'\\''") + "'"
    case .zsh: escaping { $0 == ":" ? "\\:" : nil }
    default: self
    }
  }
}
