internal import HabitApp
internal import HabitCore
internal import HabitScore

// Simple values, and what the outputs of several commands have in common.

extension Shape where Value == Output {
  static var schema: Shape { Shape(.schema) { $0 } }
}

extension Shape where Value == Int {
  static var count: Shape { whole(0) }

  static func whole(_ least: Int, to greatest: Int? = nil) -> Shape {
    Shape(.whole(least, to: greatest), Output.number)
  }
}

extension Shape where Value == String {
  static var text: Shape { Shape(.text, Output.text) }
  static var id: Shape { Shape(.id, Output.text) }
  /// A day that a file spells.
  static var date: Shape { Shape(.date, Output.text) }
  /// A day and a time without a zone.
  static var moment: Shape {
    Shape(.text(matching: "\(Schema.datePattern)T[0-9:]{8}Z?"), Output.text)
  }

  static func word(_ words: [String]) -> Shape { Shape(.word(words), Output.text) }
}

extension Shape where Value == [String] {
  static var texts: Shape { .list(.text) }
  static var ids: Shape { .list(.id) }
}

extension Shape where Value: CaseIterable & RawRepresentable & Sendable, Value.RawValue == String {
  static var word: Shape { Shape(.word(Value.allCases.map(\.rawValue))) { .text($0.rawValue) } }
}

extension Shape where Value == Bool {
  static var flag: Shape { Shape(.flag, Output.flag) }
}

extension Shape where Value == Amount {
  static var number: Shape { Shape(.number, Output.amount) }
}

extension Shape where Value == Day {
  static var date: Shape { Shape(.date) { .text("\($0)") } }
}

extension Shape where Value == TimeOfDay {
  static var time: Shape { Shape(.time) { .text($0.hoursAndMinutes) } }
}

extension Shape where Value == Achievement {
  static var badge: Shape {
    .object([
      Member("id", .word, "The badge.") { $0.kind },
      Member("title", .text, "What it is called.") { $0.kind.title },
      Member("date", .date, "The day on which it was earned.") { $0.day },
    ]).defined(as: "badge")
  }
}

extension Shape where Value == Total {
  static var total: Shape {
    .object([
      Member("total", .number, "The sum.") { $0.amount },
      Member("unit", .text, "What is counted.") { $0.unit },
    ]).defined(as: "total")
  }
}

extension Shape where Value == Shift<Int> {
  /// A number before a change and after it.
  static var shift: Shape {
    .object([
      Member("before", .count, "The number before the command.") { $0.before },
      Member("after", .count, "The number after it.") { $0.after },
    ]).defined(as: "shift")
  }
}

extension PeriodStanding {
  fileprivate static let shape = Shape<PeriodStanding>.object([
    .days { $0.days },
    Member("progress", .number, "The sum, or the number of days that were done.") { $0.progress },
    Member("goal", .number, "What the period asks for, or allows.") { $0.goal },
  ]).defined(as: "period")
}

extension Member {
  typealias Value<Part> = @Sendable (Root) -> Part

  static func date(_ day: @escaping Value<Day>) -> Self { Self("date", .date, "The day.", day) }

  static func days(_ days: @escaping Value<ClosedRange<Day>>) -> Self {
    Self(
      [
        Member<ClosedRange<Day>>("from", .date, "The first day.") { $0.lowerBound },
        Member<ClosedRange<Day>>("to", .date, "The last day.") { $0.upperBound },
      ],
      of: days
    )
  }

  static func user(_ user: @escaping Value<UserID>) -> Self {
    Self("user", .id, "The id of the user.") { user($0).text }
  }

  static func habit(_ habit: @escaping Value<Habit>) -> Self {
    Self("habit", .id, "The id of the habit.") { habit($0).id.text }
  }

  static func id(_ id: @escaping Value<String>) -> Self { Self("id", .id, "The id.", id) }

  static func name(_ name: @escaping Value<Name>) -> Self {
    Self("name", .text, "The name.") { name($0).text }
  }

  /// What a habit is called.
  static func named(_ habit: @escaping Value<Habit>) -> Self {
    Self([Member<Habit>.id { $0.id.text }, .name { $0.name }], of: habit)
  }

  static func state(_ state: @escaping Value<DayState>) -> Self {
    Self("state", Shape<DayState>.word.defined(as: "state"), "What the day is.", state)
  }

  static func progress(_ progress: @escaping Value<Amount?>) -> Self {
    Self("progress", orNull: .number, "The total; null without a record.", progress)
  }

  static func entries(_ record: @escaping Value<Record>) -> Self {
    Self("at", .texts, "What was recorded, in order.") { record($0).at.map(\.description) }
  }

  static func skip(_ skip: @escaping Value<Skip?>) -> Self {
    Self("skip", orNull: .word, "Why the day was passed over.", skip)
  }

  static func difficulty(_ record: @escaping Value<Record>) -> Self {
    let numbers = Shape<Int>.whole(1, to: Difficulty.allCases.count)
    return Self("difficulty", orNull: numbers, "1, very easy, to 5, very hard.") {
      record($0).difficulty?.rawValue
    }
  }

  static func note(_ record: @escaping Value<Record>) -> Self {
    Self("note", orNull: .text, "What was noted, a line for each thing.") { record($0).note }
  }

  static func schedule(_ schedule: @escaping Value<Schedule>) -> Self {
    Self("schedule", .text, "When it is due.") { "\(schedule($0))" }
  }

  /// A goal in force: its amount, its unit, and what it is counted over.
  static func goal(_ goal: @escaping Value<Goal>) -> Self {
    Self(
      [
        Member<Goal>("goal", .number, "The amount that is asked for, or at most allowed.") {
          $0.amount
        },
        Member<Goal>("unit", .text, "What is counted.") { $0.unit },
        Member<Goal>("per", .word, "What the goal is counted over.") { $0.per },
      ],
      of: goal
    )
  }

  /// How far a sum or a quota is in its period.
  static func period(_ standing: @escaping Value<PeriodStanding?>) -> Self {
    Self(
      "period",
      orNull: PeriodStanding.shape,
      "How far the period is; null for a goal and a schedule of days.",
      standing
    )
  }

  /// The streak of a habit, and the best one.
  static func streaks(_ streak: @escaping Value<Streak>) -> Self {
    Self(
      [
        Member<Streak>("streak", .count, "The current streak.") { $0.current },
        Member<Streak>("streakUnit", .word, "What the current streak counts.") { $0.unit },
        Member<Streak>("best", .count, "The best streak.") { $0.best },
        Member<Streak>("bestUnit", .word, "What the best streak counts.") { $0.bestUnit },
      ],
      of: streak
    )
  }

  /// A number of a user that the files of all habits decide; null while one of them is invalid.
  static func known<Part>(
    _ key: String,
    _ shape: Shape<Part>,
    _ meaning: String,
    of board: @escaping Value<Scoreboard>,
    _ value: @escaping @Sendable (Scoreboard) -> Part?
  ) -> Self {
    Self(key, orNull: shape, meaning) { root in
      let board = board(root)
      return board.isIncomplete ? nil : value(board)
    }
  }

  /// The streak of a user, and the best one.
  static func streaks(of board: @escaping Value<Scoreboard>) -> Self {
    Self(
      [
        Member<Scoreboard>.known("streak", .count, "The current streak.", of: { $0 }) {
          $0.streak.current
        },
        Member<Scoreboard>.known("streakUnit", .word, "What the current streak counts.", of: { $0 })
        { $0.streak.unit },
        Member<Scoreboard>.known("best", .count, "The best streak.", of: { $0 }) { $0.streak.best },
        Member<Scoreboard>.known("bestUnit", .word, "What the best streak counts.", of: { $0 }) {
          $0.streak.bestUnit
        },
      ],
      of: board
    )
  }

  static func broken(_ ids: @escaping Value<[HabitID]>) -> Self {
    Self("broken", .ids, "The habits with a file that is invalid.") { ids($0).map(\.text) }
  }
}
