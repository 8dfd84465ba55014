public import HabitApp
internal import HabitCore
internal import HabitScore

/// What a command would change, before and after.
public struct WhatIfScreen: Screen {
  private let subject: String?
  private let scores: ScoreChange
  private let style: Style

  /// The first line of the commit that would be made, and its effect; nil without a change.
  public init(_ subject: String?, _ scores: ScoreChange, in style: Style) {
    self.subject = subject
    self.scores = scores
    self.style = style
  }

  /// The command, a line for each number, then the badges.
  public var lines: [String] {
    guard let subject else { return ["nothing would change"] }
    return ["would do: \(subject)".terminalSafe] + table.lines(in: style)
      + scores.badges.gained.map { "badge: \($0.title)" }
      + scores.badges.lost.map { "badge lost: \($0.title)" }
  }

  private var table: Table {
    var table = Table([.elastic, .left, .right, .left, .left])
    func add(_ what: String, _ field: String, _ before: String, _ after: String) {
      let tone: Style.Tone? = before == after ? .quiet : .strong
      table.add([
        Table.Cell(what, .quiet), Table.Cell(field), Table.Cell(before),
        Table.Cell(before == after ? "" : "to"), Table.Cell(before == after ? "" : after, tone),
      ])
    }
    let names = ["xp": "XP", "best": "best streak"]
    for (name, shift) in scores.totals {
      add("", names[name] ?? name, grouped(shift.before), grouped(shift.after))
    }
    for habit in scores.habits {
      let name = habit.habit.name.text
      for (field, shift) in [("streak", habit.streak), ("best", habit.best)] where shift.isChange {
        add(name, field, grouped(shift.before), grouped(shift.after))
      }
      guard habit.dueDays.isChange else { continue }
      add(name, "due", listed(habit.dueDays.before), listed(habit.dueDays.after))
    }
    return table
  }

  private func listed(_ days: [Day]) -> String {
    days.isEmpty ? "never" : days.map(\.description).joined(separator: ", ")
  }

  /// The command, and each number before and after.
  public var output: Output {
    func pair(_ shift: Shift<Int>) -> Output {
      .object([("before", .number(shift.before)), ("after", .number(shift.after))])
    }
    func days(_ days: [Day]) -> Output { .list(days.map { Output($0) }) }
    let habits = scores.habits.map { habit in
      Output.object([
        ("habit", .text(habit.habit.id.text)), ("streak", pair(habit.streak)),
        ("best", pair(habit.best)),
        (
          "due",
          .object([
            ("before", days(habit.dueDays.before)), ("after", days(habit.dueDays.after)),
          ])
        ),
      ])
    }
    let badges = scores.badges
    return .object(
      [("command", Output(subject))] + scores.totals.map { ($0.name, pair($0.shift)) } + [
        ("habits", .list(habits)), ("gained", .list(badges.gained.map { .text($0.rawValue) })),
        ("lost", .list(badges.lost.map { .text($0.rawValue) })),
      ]
    )
  }
}
