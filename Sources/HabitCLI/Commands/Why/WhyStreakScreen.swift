internal import HabitCore
internal import HabitFiles
internal import HabitScore

/// Why the streak is what it is.
struct WhyStreakScreen: Screen {
  let board: Scoreboard
  let why: StreakExplanation
  /// The options that name the user in a command that is shown.
  let whose: String
  let style: Style

  /// The streak, what it passed over and what broke it, and how to mend that.
  var lines: [String] {
    let length = counted(why.streak.current, "complete day")
    let mended = why.lastBreak.map { lastBreak in
      ["  if that is a mistake"] + mending(lastBreak).map { "    " + $0 }
    }
    return style.title("streak \(length) in a row (best \(why.streak.best))")
      + facts.lines(in: style, indent: 2) + (mended ?? [])
  }

  private var facts: FactList {
    var facts = FactList()
    let passed = "; \(counted(why.neutralDays, "day")) with nothing to do passed over"
    facts.add("since", why.since.map { "\($0)" + (why.neutralDays > 0 ? passed : "") })
    facts.add("broken", why.lastBreak.map { "\($0.day), \($0.inWords(on: board.today))" })
    facts.add(
      "today",
      why.openToday.map { "open, breaks nothing yet; \($0.inWords(on: board.today))" }
    )
    return facts
  }

  /// The commands that make a day complete, for those who did what was due.
  private func mending(_ day: AwardExplanation) -> [String] {
    let named = day.left.prefix(AwardExplanation.mostNames)
    let tooMuch = named.filter { habit in
      board.habits.contains { $0.habit.id == habit.id && $0.excess(on: day.day) != nil }
    }
    let undone = named.filter { !tooMuch.contains($0) }.map(\.typed)
    let rest = day.left.count - named.count
    return
      (undone.isEmpty
      ? [] : ["habit done \(undone.joined(separator: " ")) --on \(day.day)\(whose)"])
      + tooMuch.map { "habit set \($0.typed) AMOUNT --on \(day.day)\(whose)" }
      + (rest > 0 ? ["and so for \(rest) more"] : [])
  }

  static let shape = Shape<WhyStreakScreen>.object([
    .streaks { $0.why.streak },
    Member("since", orNull: .date, "The first day of the streak.") { $0.why.since },
    Member("neutralDays", .count, "How many days it passes over.") { $0.why.neutralDays },
    Member("lastBreak", orNull: AwardExplanation.shape, "The day that broke the one before.") {
      $0.why.lastBreak
    },
    Member("openToday", orNull: AwardExplanation.shape, "What is open today.") { $0.why.openToday },
  ])
}
