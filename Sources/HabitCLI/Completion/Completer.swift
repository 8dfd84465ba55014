internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitSync
internal import Posix

/// What a word of a command line may become, in the repository and for the user that the line names.
///
/// Whatever cannot be read completes nothing: a shell has no place for messages.
struct Completer {
  /// The words of the line, from the program's name on, without quotes.
  let words: [String]
  /// What is typed of the word so far.
  let prefix: String
  private let app: Application

  init(words: [String], prefix: String, in world: World) {
    let words = words.map { $0.undoingQuotes(home: world.variable("HOME")) }
    func value(of option: String) -> String? {
      if let joined = words.first(where: { $0.hasPrefix(option + "=") && $0 != option + "=" }) {
        return String(joined.dropFirst(option.count + 1))
      }
      // bash splits a line at equals signs.
      let rest = words.drop { $0 != option }.dropFirst().drop { $0 == "=" }
      return rest.first.flatMap { $0.isEmpty ? nil : $0 }
    }
    self.words = words
    self.prefix = prefix.undoingQuotes(home: nil)
    app = Application(in: world, repository: value(of: "--repo"), user: value(of: "--user")) { _ in
    }
  }

  private var definitions: [Habit] {
    attempt { try app.context().read(.definitions).tracker.habits.map(\.habit) } ?? []
  }

  /// The ids of habits and, where one begins as the word does, their names.
  func habits(_ isMeant: (Habit) -> Bool) -> [String] {
    let all = definitions
    let habits = all.filter(isMeant)
    let named = habits.map(\.name.text).filter { !prefix.isEmpty && $0.hasPrefix(prefix) }
    // An id that is the name of another habit means that one.
    let search = HabitSearch(all)
    return habits.map { habit in
      search.named(habit.id.text).map { $0.id != habit.id } ?? false
        ? habit.name.text : habit.id.text
    } + named
  }

  /// The habits of today, or that are yet to begin.
  var current: [String] {
    let today = attempt { try app.context().today }
    return habits { habit in
      habit.deleted == nil && !(habit.end.flatMap { end in today.map { end < $0 } } ?? false)
    }
  }

  var tags: [String] {
    Set(definitions.filter { $0.deleted == nil }.flatMap(\.tags)).sorted()
  }

  var users: [String] {
    attempt { try app.allContexts().map(\.user.text) } ?? []
  }

  var remotes: [String] {
    attempt { try Remotes(of: app.context().repository).list().map(\.name) } ?? []
  }

  /// Dates in words, and the days of the last month when a digit is typed.
  var dates: [String] {
    guard prefix.first?.isNumber == true else {
      let weekdays = Weekday.allCases.map(\.rawValue)
      return ["today", "yesterday"] + weekdays + weekdays.map { "last \($0)" }
    }
    return attempt {
      let today = try app.context().today
      return (0...31).map { "\(today.advanced(by: -$0))" }
    } ?? []
  }

  func words(behind word: String) -> ArraySlice<String> {
    words.drop { $0 != word }.dropFirst()
  }
}

extension String {
  /// A word of a shell's line as the program will get it, as far as no variable is in it.
  fileprivate func undoingQuotes(home: String?) -> String {
    var text = ""
    var isEscaped = false
    for character in self {
      if !isEscaped, character == "\\" {
        isEscaped = true
      } else if isEscaped || (character != "\"" && character != "'") {
        text.append(character)
        isEscaped = false
      }
    }
    guard let home, hasPrefix("~/") else { return text }
    return home + text.dropFirst()
  }
}
