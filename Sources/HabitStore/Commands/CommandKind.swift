public import HabitCore

/// What a change is to undo and redo.
public enum CommandKind: Hashable, Sendable {
  case command
  /// Takes a command back, by its commit's id, or a round of them by its number.
  case undo(of: String, UndoScope)
  /// Takes an undo back, by its commit's id.
  case redo(of: String, UndoScope)
  /// No command of a user's: repairs, formatting, what a new repository begins with.
  case upkeep
}

/// Which part of a command is taken back.
public struct UndoScope: Hashable, Sendable {
  /// The habit; nil is all of them, and the profile.
  public let habit: HabitID?
  /// The day; nil is all of them, and definitions.
  public let day: Day?

  public static let everything = UndoScope(habit: nil, day: nil)

  public init(habit: HabitID?, day: Day?) {
    self.habit = habit
    self.day = day
  }

  public func contains(_ other: UndoScope) -> Bool {
    (habit == nil || habit == other.habit) && (day == nil || day == other.day)
  }
}

// MARK: In commit messages

extension CommandKind {
  private static let undoes = "Undoes: "
  private static let redoes = "Redoes: "
  static let round = "Round: "

  /// The number of the round that the commit with a message belongs to; nil for any other commit.
  static func round(in message: String) -> String? {
    message.split(separator: "\n").last { $0.hasPrefix(round) }
      .map { String($0.dropFirst(round.count)) }
  }

  /// The last line of a commit message, as `Undoes: ID run 2026-03-01`; nil for all other changes.
  var trailer: String? {
    switch self {
    case .command, .upkeep: nil
    case .undo(let id, let scope): CommandKind.undoes + id + scope.words
    case .redo(let id, let scope): CommandKind.redoes + id + scope.words
    }
  }

  init(message: String) {
    for line in message.split(separator: "\n").reversed() {
      let words = line.split(separator: " ")
      guard words.count > 1 else { continue }
      let (id, scope) = (String(words[1]), UndoScope(words.dropFirst(2)))
      if line.hasPrefix(CommandKind.undoes) {
        self = .undo(of: id, scope)
        return
      }
      if line.hasPrefix(CommandKind.redoes) {
        self = .redo(of: id, scope)
        return
      }
    }
    self = .command
  }
}

extension UndoScope {
  /// A habit and a day, `-` where there is only a day.
  fileprivate var words: String {
    (habit.map { " \($0)" } ?? (day == nil ? "" : " -")) + (day.map { " \($0)" } ?? "")
  }

  fileprivate init(_ words: ArraySlice<Substring>) {
    self.init(
      habit: words.first.flatMap { HabitID($0) },
      day: words.dropFirst().first.flatMap { Day($0) }
    )
  }
}
