internal import ArgumentParser
internal import HabitCore

/// What `--color` says: when to colour the screen or, to `add` and `edit`, what colour a habit has.
enum ColorOption: ExpressibleByArgument, CustomStringConvertible {
  case screen(ColorChoice)
  case habit(Color)
  case unknown(String)

  init(argument: String) {
    if let choice = ColorChoice(rawValue: argument) {
      self = .screen(choice)
    } else if let color = Color(argument) {
      self = .habit(color)
    } else {
      self = .unknown(argument)
    }
  }

  var description: String {
    switch self {
    case .screen(let choice): choice.rawValue
    case .habit(let color): "\(color)"
    case .unknown(let text): text
    }
  }

  /// Refuses what a command does not take as a colour; behind one that gives a habit a colour, no other
  /// is meant.
  func check(for command: any Subcommand.Type, isBehind: Bool) throws {
    switch self {
    case .habit where command.takesColor: return
    case .screen where !command.takesColor || !isBehind: return
    case .screen, .habit, .unknown: break
    }
    guard command.takesColor else {
      throw Diagnosis(.usage, "invalid value \"\(self)\" for --color: auto, always or never")
    }
    throw Diagnosis(
      .usage,
      "\"\(self)\" is not a colour of a habit: \(Color.forms)",
      hint: "the colours of the screen stand in front: habit --color never \(command.name)"
    )
  }
}

extension [ColorOption] {
  /// When to colour the screen, as said last.
  var choice: ColorChoice {
    lazy.compactMap { if case .screen(let choice) = $0 { choice } else { nil } }.last ?? .auto
  }

  /// The colour of a habit, as said last; nil when none was named.
  var habitColor: Color? {
    lazy.compactMap { if case .habit(let color) = $0 { color } else { nil } }.last
  }
}

/// When to colour what is printed.
enum ColorChoice: String, CaseIterable {
  /// On a terminal, unless `NO_COLOR` is set.
  case auto
  case always
  case never
}
